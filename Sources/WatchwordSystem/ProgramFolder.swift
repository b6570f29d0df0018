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

  /// The list of words to draw passwords from, for who reads `texts`, and whether it is English for want of one in that
  /// language; `nil` where there is none at all.
  package static func plainWords(for texts: Texts) -> (path: String, isForeign: Bool)? {
    let code = texts.languageCode
    if !code.isEmpty, let path = list("words/\(code)") { return (path, false) }
    return list("words/en").map { ($0, true) }
  }

  /// What is said where that list is foreign.
  package static func remark(onForeignWordsFor texts: Texts) -> String {
    texts("English words: there is no list in your language.")
  }

  /// The path of the word list `name`, such as words/en: in ../share/watchword beside the program, or, where that lies
  /// below the folder .build of its sources, in their folder `lists`; `nil` where there is none.
  package static func list(_ name: String) -> String? {
    guard let prefix else { return nil }
    let installed = "\(prefix)/share/watchword/\(name)"
    if unsafe access(installed, F_OK) == 0 { return installed }
    let folders = prefix.split(separator: "/", omittingEmptySubsequences: false)
    guard let build = folders.lastIndex(of: ".build") else { return nil }
    let source = folders[..<build].joined(separator: "/") + "/lists/\(name)"
    return unsafe access(source, F_OK) == 0 ? source : nil
  }
}

extension CommonWords {
  /// The common words that come with the program.
  package static var ofProgram: CommonWords { CommonWords { ProgramFolder.list("common-words") } }
}
