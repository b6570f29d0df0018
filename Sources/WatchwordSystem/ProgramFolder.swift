internal import Glibc
package import WatchwordMessages
package import WatchwordStrength

/// Where the files lie that come with the program.
package enum ProgramFolder {
  /// The folder that the program's own folder is in, as /usr is for /usr/bin/watchword; `nil` where the program does not
  /// know where it is.
  static var prefix: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &path, path.count)
    let solidus = CChar(UInt8(ascii: "/"))
    guard let program = path.prefix(max(0, count)).lastIndex(of: solidus),
      let folder = path[..<program].lastIndex(of: solidus)
    else { return nil }
    return String(decoding: path[..<folder].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The list of words to draw passwords from, of those in `folder`, for who reads `texts`, and whether it is English for
  /// want of one in that language; `nil` where there is none at all.
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

  /// What is said where that list is foreign.
  package static func remark(onForeignWordsFor texts: Texts) -> String {
    texts("English words: there is no list in your language.")
  }

  /// The folder of the word lists: ../share/watchword beside the program, or, where that lies below the folder .build of its
  /// sources, their folder `lists`; `nil` where there is none.
  package static var lists: String? {
    guard let prefix else { return nil }
    let installed = "\(prefix)/share/watchword"
    if unsafe access(installed, F_OK) == 0 { return installed }
    let folders = prefix.split(separator: "/", omittingEmptySubsequences: false)
    return folders.lastIndex(of: ".build").map { folders[..<$0].joined(separator: "/") + "/lists" }
  }
}

extension CommonWords {
  /// The common words that come with the program.
  package static var ofProgram: CommonWords { CommonWords { ProgramFolder.lists } }
}
