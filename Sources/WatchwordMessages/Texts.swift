internal import CWatchwordSystem

/// A source of translations, by the English texts.
package protocol Language: AnyObject, Sendable {
  /// The name of its catalogue, such as de or pt_BR; by default none.
  var name: String { get }

  /// The translation of `english`, which has the meaning `context` where the English words alone do not tell; `nil`
  /// where there is none.
  func translation(of english: String, context: String?) -> String?

  /// The translation of what is said of `count` things, of which English knows `one` and `many`; `nil` where there is
  /// none.
  func translation(of one: String, _ many: String, count: Int) -> String?
}

extension Language {
  package var name: String { "" }
}

/// The texts of one language. Each is looked up when it is needed, by its English words.
///
/// A placeholder is a name in braces, as in "at most {count} bytes". The arguments of every call are plain literals,
/// since xgettext reads them out of the sources.
package struct Texts: Sendable {
  package let language: (any Language)?

  /// Makes the texts of `language`; `nil` is English.
  package init(_ language: (any Language)? = nil) { self.language = language }

  /// The code of the language, such as de or pt; empty where that is not known.
  package var languageCode: String {
    String(Substring((language?.name ?? "en").utf8.prefix { $0 != UInt8(ascii: "_") }))
  }

  /// The text that is `english` in English, with `values` in the place of the placeholders.
  package func callAsFunction(_ english: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
    filled(language?.translation(of: english, context: nil) ?? english, with: values)
  }

  /// The same where the English words have several meanings, of which `context` names one.
  package func context(_ context: String, _ english: String) -> String {
    language?.translation(of: english, context: context) ?? english
  }

  /// What is said of `count` things, which stands in the place of `{count}`.
  package func plural(
    _ one: String, _ many: String, _ count: Int, _ values: KeyValuePairs<String, String> = [:]
  ) -> String {
    let said = language?.translation(of: one, many, count: count) ?? (count == 1 ? one : many)
    return filled(said, with: values, count: count)
  }

  /// `text` with `values` in the place of its placeholders, and `count` in that of `{count}`. What a value holds is
  /// taken as it is.
  private func filled(
    _ text: String, with values: KeyValuePairs<String, String>, count: Int? = nil
  ) -> String {
    if values.isEmpty, count == nil { return text }
    // Every key comes through here, and to go by bytes is a tenth of the work.
    var result = Array(text.utf8)
    // Where a placeholder may have begun.
    var open: Int?
    var index = 0
    while index < result.count {
      if result[index] == UInt8(ascii: "{"), open == nil { open = index }
      if result[index] == UInt8(ascii: "}"), let start = open {
        let name = String(decoding: result[(start + 1)..<index], as: UTF8.self)
        let value = name == "count" ? count.map(String.init) : nil
        if let value = value ?? values.first(where: { $0.key == name })?.value {
          result.replaceSubrange(start...index, with: value.utf8)
          index = start + value.utf8.count - 1
        }
        open = nil
      }
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension Texts: Equatable {
  package static func == (one: Texts, other: Texts) -> Bool {
    one.language === other.language
  }
}

extension Texts {
  /// Some things of the same kind, one after the other.
  package func list(_ all: [String]) -> String { all.joined(separator: context("list", ", ")) }

  package func unmet(_ criteria: [String]) -> String {
    let texts = self
    return texts("Not met: {criteria}", ["criteria": list(criteria)])
  }
}

extension Texts {
  /// A sentence with one part set off.
  package struct Sentence: Equatable, Sendable {
    /// What stands before the part that is set off, that part, and what stands after it.
    package var before, emphasis, after: String

    /// Makes a sentence in which the part between the first two asterisks is set off.
    package init(_ text: String) {
      let parts = text.utf8.split(
        separator: UInt8(ascii: "*"), maxSplits: 2, omittingEmptySubsequences: false)
      before = String(Substring(parts[0]))
      emphasis = parts.count > 1 ? String(Substring(parts[1])) : ""
      after = parts.count > 2 ? String(Substring(parts[2])) : ""
    }

    package var text: String { before + emphasis + after }
  }
}

extension Texts {
  package static let english = Texts()

  /// English until another language was set up for the process, see `SpokenLanguage`.
  package static var ofProcess: Texts { Texts(ProcessLanguage.current) }
}

/// The text that is `english` in English, in the language of the process.
package func text(_ english: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
  Texts.ofProcess(english, values)
}

/// What is said of `count` things in the language of the process; `count` stands in the place of `{count}`.
package func plural(
  _ one: String, _ many: String, _ count: Int, _ values: KeyValuePairs<String, String> = [:]
) -> String {
  Texts.ofProcess.plural(one, many, count, values)
}

extension Sequence<String> {
  /// The texts with commas between them, in the language of the process.
  package var joinedByCommas: String {
    reduce(nil) { list, next in
      // translators: Two things of a list, as in "auto, always".
      list.map { text("{list}, {next}", ["list": $0, "next": next]) } ?? next
    } ?? ""
  }
}

/// The language that was set up for the process, out of the catalogues of gettext(3).
///
/// These are files, and can come from elsewhere: a translation that does not do what the English text does is dropped.
final class ProcessLanguage: Language {
  /// The language of the process; `nil` where that is English.
  static var current: ProcessLanguage? { ww_language_is_bound() ? one : nil }

  private static let one = ProcessLanguage()

  var name: String {
    let header = unsafe string(ww_language_name()) ?? ""
    return String(Substring(header.utf8.prefix { $0 != UInt8(ascii: "\n") }))
  }

  func translation(of english: String, context: String?) -> String? {
    let id = context.map { "\($0)\u{4}\(english)" } ?? english
    return unsafe string(ww_language_text(id)).flatMap { $0.isUsable(for: english) ? $0 : nil }
  }

  func translation(of one: String, _ many: String, count: Int) -> String? {
    unsafe string(ww_language_plural(one, many, UInt(max(0, count)))).flatMap {
      $0.isUsable(for: many) || count == 1 && $0.isUsable(for: one) ? $0 : nil
    }
  }

  private func string(_ text: UnsafePointer<CChar>?) -> String? {
    unsafe text.flatMap { unsafe String(validatingCString: $0) }
  }
}

extension String {
  /// Whether the text can stand in the place of `english`. It has to say something, with the same placeholders. Nothing
  /// in it may move the cursor, but for line feeds where the English text has one and as many tabs, which part the
  /// columns of a table, or be there unseen.
  package func isUsable(for english: String) -> Bool {
    if isEmpty { return false }
    for scalar in unicodeScalars where scalar.isControlOrSeparator || scalar.isInvisible {
      guard scalar == "\n" || scalar == "\t", english.unicodeScalars.contains(scalar) else { return false }
    }
    return tabCount == english.tabCount && placeholders == english.placeholders
  }

  private var tabCount: Int { utf8.count { $0 == UInt8(ascii: "\t") } }

  /// What stands in braces in the text.
  package var placeholders: Set<Substring> {
    var names: Set<Substring> = []
    var rest = self[...]
    while let open = rest.utf8.firstIndex(of: UInt8(ascii: "{")),
      let close = rest[open...].utf8.firstIndex(of: UInt8(ascii: "}"))
    {
      names.insert(rest[open...close])
      rest = rest[rest.index(after: close)...]
    }
    return names
  }
}
