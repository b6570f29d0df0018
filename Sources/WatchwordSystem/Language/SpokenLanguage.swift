internal import CWatchwordSystem
internal import Glibc
internal import WatchwordMessages

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
    let names = list.isEmpty ? name : list
    guard !LanguageWish(firstOf: names).isEnglish else { return .english }
    let wishes = LanguageWish.all(in: names)
    guard let first = wishes.first, !first.isEnglish, let prefix = ProgramFolder.prefix else {
      return .english
    }
    let folder = prefix + "/share/locale"
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

  /// The first name in `list`, an empty one too. It is mostly all that a start needs.
  init(firstOf list: String) { self.init(list.utf8.prefix { $0 != UInt8(ascii: ":") }) }

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

/// A file of translations as msgfmt(1) makes it. glibc's gettext reads one without looking: offsets that lead out of
/// it, a hash table without an end or a division by zero would end the process, or worse.
///
/// The format is that of the manual of GNU gettext, "The Format of GNU MO Files".
package struct TranslationFile {
  static let sizeLimit = 4 << 20
  /// The size of the header, with the words of later revisions, which glibc takes to be there.
  private static let headerSize = 48

  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads the file at `path`; `nil` where it cannot be opened. What is no regular file, or too large, has no bytes.
  init?(path: String) {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    let isRegular = unsafe fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    self = isRegular ? TranslationFile(readingFrom: file) : TranslationFile([])
  }

  /// Reads the descriptor `file` to its end. What cannot be read, or is too large, has no bytes.
  init(readingFrom file: Int32) { bytes = (try? bytesToEnd(of: file, atMost: Self.sizeLimit)) ?? [] }

  /// Whether glibc can use the file without harm, and its texts are in UTF-8.
  package var isSound: Bool {
    // Another order of bytes, and strings that depend on the system, are nothing that msgfmt makes of our texts.
    bytes.count >= Self.headerSize && word(at: 0) == 0x9504_12DE && word(at: 4) == 0 && hasSoundStrings
      && hasSoundHashes
  }

  /// Whether every string lies in the file and ends there, each id is greater than the one before, so that it is found
  /// and there is one header, and each has as many translations as it needs.
  private var hasSoundStrings: Bool {
    let (count, ids, translations) = (word(at: 8), word(at: 12), word(at: 16))
    guard holds(count, wordsEach: 2, at: ids), holds(count, wordsEach: 2, at: translations), count > 0,
      let first = string(at: ids), first.isEmpty, let header = string(at: translations),
      let pluralCount = Self.pluralCount(bytes[header])
    else { return false }
    var previous = first
    for offset in stride(from: 8, to: count * 8, by: 8) {
      guard let id = string(at: ids + offset), let translation = string(at: translations + offset),
        compare(previous, id) < 0
      else { return false }
      let idCount = parts(of: id)
      guard idCount <= 2, parts(of: translation) == (idCount == 2 ? pluralCount : 1) else { return false }
      previous = id
    }
    return true
  }

  /// Whether a search in the table of hashes finds a string of the file, or ends at an empty place: steps of any length
  /// come to each place where their number is prime.
  private var hasSoundHashes: Bool {
    let (size, table) = (word(at: 20), word(at: 24))
    // glibc has no use for so few.
    if size <= 2 { return true }
    guard holds(size, wordsEach: 1, at: table), Self.isPrime(size) else { return false }
    let count = word(at: 8)
    let numbers = stride(from: table, to: table + size * 4, by: 4).lazy.map(word(at:))
    return numbers.allSatisfy { $0 <= count } && numbers.contains(0)
  }

  private static func isPrime(_ number: Int) -> Bool {
    number > 1 && (2...).lazy.prefix { $0 * $0 <= number }.allSatisfy { number % $0 != 0 }
  }

  /// The word of 32 bits at `offset`, which lies in the file.
  private func word(at offset: Int) -> Int {
    Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]) << 16 | Int(bytes[offset + 3])
      << 24
  }

  /// Whether a table of `count` entries begins at `offset` where a word may, and lies in the file.
  private func holds(_ count: Int, wordsEach: Int, at offset: Int) -> Bool {
    offset % 4 == 0 && offset + count * wordsEach * 4 <= bytes.count
  }

  /// Where the string lies whose length and place stand at `offset`; `nil` where it leaves the file, or has no NUL at
  /// its end.
  private func string(at offset: Int) -> Range<Int>? {
    let (length, start) = (word(at: offset), word(at: offset + 4))
    return start + length < bytes.count && bytes[start + length] == 0 ? start..<start + length : nil
  }

  /// How many strings there are in the place of one, with NUL between them. Every start in another language than English
  /// comes through here, with every byte of the file.
  private func parts(of string: Range<Int>) -> Int {
    unsafe bytes.withUnsafeBytes { buffer in
      var rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[string])
      var count = 1
      while let start = rest.baseAddress, let end = unsafe memchr(start, 0, rest.count) {
        unsafe rest = UnsafeRawBufferPointer(rebasing: rest[(UnsafeRawPointer(end) - start + 1)...])
        count += 1
      }
      return count
    }
  }

  /// The order of two ids by strcmp(3): less than 0 where `one` comes first.
  private func compare(_ one: Range<Int>, _ other: Range<Int>) -> Int {
    // Both end in a NUL, which lies in the file.
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self) else { return 0 }
      return unsafe Int(strcmp(start + one.lowerBound, start + other.lowerBound))
    }
  }
}

extension TranslationFile {
  /// How many forms a translation of a plural has, by the header of the file; `nil` where the header says nothing of it
  /// that can be trusted, or another character set than UTF-8.
  private static func pluralCount(_ header: ArraySlice<UInt8>) -> Int? {
    guard !header.contains(0), let charset = field("charset=", of: header, until: " \t\n"),
      charset.elementsEqual("UTF-8".utf8), let count = field("nplurals=", of: header, until: ";\n"),
      count.count == 1, let digit = count.first, (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(digit),
      let formula = field("plural=", of: header, until: ";\n"), isHarmless(formula)
    else { return nil }
    return Int(digit - UInt8(ascii: "0"))
  }

  /// What stands in `header` after the first `name`, where glibc looks for it.
  private static func field(
    _ name: StaticString, of header: ArraySlice<UInt8>, until ends: StaticString
  ) -> ArraySlice<UInt8>? {
    let name = Array("\(name)".utf8)
    let ends = Array("\(ends)".utf8)
    let last = header.endIndex - name.count
    guard header.startIndex <= last,
      let place = (header.startIndex...last).first(where: { header[$0...].starts(with: name) })
    else { return nil }
    return header[(place + name.count)...].prefix { !ends.contains($0) }
  }

  /// Whether glibc can work out `formula` for every number: it is short, does not divide, and takes remainders of small
  /// numbers alone that are not 0. A formula that is no formula is passed over by glibc.
  private static func isHarmless(_ formula: ArraySlice<UInt8>) -> Bool {
    guard (1...256).contains(formula.count) else { return false }
    var (awaitsDivisor, digits) = (false, 0)
    for byte in formula {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if awaitsDivisor, byte == UInt8(ascii: "0") { return false }
        digits += 1
        if digits > 6 { return false }
        awaitsDivisor = false
        continue
      case UInt8(ascii: " "): if awaitsDivisor { continue }
      case UInt8(ascii: "%"):
        if awaitsDivisor { return false }
        awaitsDivisor = true
      default:
        if awaitsDivisor || !"n!=<>&|?:()".utf8.contains(byte) { return false }
      }
      digits = 0
    }
    return !awaitsDivisor
  }
}
