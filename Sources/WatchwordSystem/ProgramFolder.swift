internal import Glibc
package import WatchwordBase

/// The folder of the files that come with the program.
package enum ProgramFolder {
  /// The parent of the program's own folder, such as /usr for /usr/bin/watchword; `nil` if that is unknown.
  static var prefix: String? {
    let parts = linkTarget("/proc/self/exe").split(separator: "/", omittingEmptySubsequences: false)
    return parts.count < 3 ? nil : parts.dropLast(2).joined(separator: "/")
  }

  /// The list of words to draw passwords from, in the language of `texts`. If `folder` has no such list, it is the
  /// English list, and `isForeign` is true. `nil` if there is no English list either.
  package static func plainWords(
    for texts: Texts, in folder: String? = lists
  ) -> (path: String, isForeign: Bool)? {
    guard let folder else { return nil }
    let code = texts.languageCode
    for name in code.isEmpty ? ["en"] : [code, "en"] {
      let path = "\(folder)/words/\(name)"
      if unsafe access(path, F_OK) == 0 { return (path, name != code) }
    }
    return nil
  }

  /// The remark to show if the list is foreign.
  package static func remark(onForeignWordsFor texts: Texts) -> String {
    texts("English words: there is no list in your language.")
  }

  /// The folder of the word lists: ../share/watchword, seen from the program's folder. If there is none and the program
  /// is in .build, `packaging/lists` in the sources.
  package static var lists: String? {
    guard let prefix else { return nil }
    let installed = "\(prefix)/share/watchword"
    if unsafe access(installed, F_OK) == 0 { return installed }
    let folders = prefix.split(separator: "/", omittingEmptySubsequences: false)
    return folders.lastIndex(of: ".build").map { folders[..<$0].joined(separator: "/") + "/packaging/lists" }
  }
}

/// The target of the symbolic link at `path`; empty if there is no link.
package func linkTarget(_ path: String) -> String {
  var target = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = unsafe readlink(path, &target, target.count)
  return String(decoding: target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
