internal import CWatchwordSystem
internal import Glibc
internal import WatchwordMessages

/// The language that the process speaks.
package enum SpokenLanguage: Equatable, Sendable {
  /// English, which needs no catalogue.
  case english
  /// The first language that the person asks for and that has a catalogue.
  case translated
  /// English, since this catalogue cannot be used.
  case broken(String)

  /// Has the process speak the language that the environment asks for (LANGUAGE, LC_ALL, LC_MESSAGES, LANG; see
  /// gettext(3)), or the one of `locale`. The character set of the process is set already.
  ///
  /// The catalogues lie in ../share/locale beside the program, and nowhere else. English it is without a catalogue,
  /// in the locale C, in one that is not installed, and on a terminal that cannot show the language: one of another
  /// character set than UTF-8, and the console of Linux for what needs wide characters. `terminalType` is the type of
  /// the terminal where that is not TERM.
  @discardableResult
  package static func adopt(_ locale: String? = nil, terminalType: String? = nil) -> SpokenLanguage {
    let language = chosen(locale, terminalType: terminalType)
    if language != .translated { release() }
    return language
  }

  /// Has the process speak English, the libraries too.
  package static func release() {
    ww_language_release()
    unsafe setlocale(LC_MESSAGES, "C")
  }

  private static func chosen(_ locale: String?, terminalType: String?) -> SpokenLanguage {
    let characterSet = unsafe string(nl_langinfo(Int32(CODESET)))
    let name = unsafe string(setlocale(LC_MESSAGES, locale ?? ""))
    // As gettext has it: LANGUAGE counts where the locale is not C.
    guard let name, name != "C", characterSet == "UTF-8" else { return .english }
    let list = unsafe string(getenv("LANGUAGE")) ?? ""
    let wishes = LanguageWish.all(in: list.isEmpty ? name : list)
    guard let first = wishes.first, !first.isEnglish, let folder = folderOfProgram else { return .english }
    if let obstacle = search(for: wishes, in: folder) { return obstacle }
    unsafe ww_language_bind(folder)
    let type = unsafe terminalType ?? string(getenv("TERM"))
    let language = unsafe string(ww_language_name())
    if let language,
      type != "linux" || !["ja", "ko", "zh"].contains(where: { language.utf8.starts(with: $0.utf8) })
    {
      return .translated
    }
    return .english
  }

  /// Looks at each catalogue that glibc could open for `wishes`: it asks the next one for a text that one lacks.
  ///
  /// - Returns: `nil` where there is a catalogue before English is asked for, and all can be used.
  private static func search(for wishes: [LanguageWish], in folder: String) -> SpokenLanguage? {
    // glibc goes through all of them for each text.
    if wishes.count > 100 { return .english }
    var names = (try? entries(of: folder)) ?? []
    var isFound = false
    for wish in wishes {
      // What is no name, glibc would follow out of the folder.
      if wish.isEnglish && !isFound || !wish.isName { return .english }
      for name in names where wish.mayMean(name) {
        let path = "\(folder)/\(name)/LC_MESSAGES/watchword.mo"
        guard let file = TranslationFile(path: path) else { continue }
        if !file.isSound { return .broken(path) }
        isFound = true
      }
      names.removeAll(where: wish.mayMean)
    }
    return isFound ? nil : .english
  }

  /// The folder ../share/locale beside the program; `nil` where the program does not know where it is.
  private static var folderOfProgram: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe readlink("/proc/self/exe", &path, path.count)
    let solidus = CChar(UInt8(ascii: "/"))
    guard let program = path.prefix(max(0, count)).lastIndex(of: solidus),
      let folder = path[..<program].lastIndex(of: solidus)
    else { return nil }
    return String(decoding: path[..<folder].map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/share/locale"
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String? {
    unsafe text.map { unsafe String(cString: $0) }
  }
}

/// A name in LANGUAGE, or that of a locale: language[_territory][.characters][@modifier], or another name for one.
private struct LanguageWish {
  // Every start comes through here: strings that are split by characters would cost it more than all the rest.
  private let name: Substring.UTF8View
  private let language: Substring.UTF8View

  private init(_ name: Substring.UTF8View) {
    self.name = name
    language = name.prefix { !Self.isEnd($0) }
  }

  /// The names in `list`, up to the one behind which glibc looks for nothing.
  static func all(in list: String) -> [LanguageWish] {
    let names = list.utf8.split(separator: UInt8(ascii: ":"))
    return names.prefix { !$0.elementsEqual("C".utf8) && !$0.elementsEqual("POSIX".utf8) }.map(
      LanguageWish.init)
  }

  private static func isEnd(_ byte: UInt8) -> Bool { "_.@".utf8.contains(byte) }

  /// Whether it asks for the language that the texts are in; so does the locale C.UTF-8.
  var isEnglish: Bool { ["en", "C", "POSIX"].contains { language.elementsEqual($0.utf8) } }

  /// Whether it is the name of a folder, and no way through several.
  var isName: Bool { !language.isEmpty && !name.contains(UInt8(ascii: "/")) }

  /// Whether glibc could look into `folder` for it. There are other names for locales in locale.alias, but those that
  /// look like a locale mean the same language; only `no` is `nb` too.
  func mayMean(_ folder: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let isCode = (2...3).contains(language.count) && language.allSatisfy { letters.contains($0) }
    if !isCode || language.elementsEqual("no".utf8) { return true }
    let rest = folder.utf8.dropFirst(language.count)
    return folder.utf8.starts(with: language) && rest.first.map(Self.isEnd) ?? true
  }
}
