/// The texts of one language, each looked up by its English words when it is needed. A placeholder is a name in braces,
/// as in "at most {count} bytes". All arguments are plain literals, because xgettext extracts them from the sources.
package struct Texts: Sendable {
  package let language: (any Language)?

  /// `nil` is English.
  package init(_ language: (any Language)? = nil) { self.language = language }

  /// The code of the language, such as de or pt; empty if it is not known.
  package var languageCode: String {
    String(Substring((language?.name ?? "en").utf8.prefix { $0 != UInt8(ascii: "_") }))
  }

  /// The translation of `english`, with `values` for its placeholders.
  package func callAsFunction(_ english: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
    filled(language?.translation(of: english, context: nil) ?? english, with: values)
  }

  /// The translation of `english`, which has several meanings; `context` names the one that is meant.
  package func context(_ context: String, _ english: String) -> String {
    language?.translation(of: english, context: context) ?? english
  }

  /// The text about `count` things. `count` also replaces `{count}` in it.
  package func plural(
    _ one: String, _ many: String, _ count: Int, _ values: KeyValuePairs<String, String> = [:]
  ) -> String {
    let said = language?.translation(of: one, many, count: count) ?? (count == 1 ? one : many)
    return filled(said, with: values, count: count)
  }

  /// `text` with `values` for its placeholders, and `count` for `{count}`. Placeholders in a value are not replaced.
  private func filled(
    _ text: String, with values: KeyValuePairs<String, String>, count: Int? = nil
  ) -> String {
    if values.isEmpty, count == nil { return text }
    // Every key press comes through here, and working on bytes takes a tenth of the time.
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
  package func list(_ all: [String]) -> String { all.joined(separator: context("list", ", ")) }

  /// The list with "and" before its last part.
  package func series(_ all: [String]) -> String {
    guard all.count > 1, let last = all.last else { return list(all) }
    let texts = self
    // translators: A list and its last part, such as "5 words with dashes, a capital and a digit".
    return texts("{parts} and {last}", ["parts": list(all.dropLast()), "last": last])
  }

  package func unmet(_ criteria: [String]) -> String {
    let texts = self
    return texts("Not met: {criteria}", ["criteria": list(criteria)])
  }
}

extension Texts {
  /// A sentence with one part emphasized.
  package struct Sentence: Equatable, Sendable {
    package var before, emphasis, after: String

    /// Makes a sentence that emphasizes the part between the first two asterisks.
    package init(_ text: String) {
      // Splitting makes an array of a type that nothing else needs: 8,000 instructions of each start.
      var rest = text.utf8[...]
      func next() -> String {
        let part = rest.prefix { $0 != UInt8(ascii: "*") }
        rest = rest[part.endIndex...].dropFirst()
        return String(Substring(part))
      }
      (before, emphasis, after) = (next(), next(), String(Substring(rest)))
    }

    package var text: String { before + emphasis + after }
  }
}

extension Texts {
  package static let english = Texts()

  /// English until `SpokenLanguage` has set up another language for the process.
  package static var ofProcess: Texts { Texts(ProcessLanguage.current) }
}

/// The text `english`, in the language of the process.
package func text(_ english: String, _ values: KeyValuePairs<String, String> = [:]) -> String {
  Texts.ofProcess(english, values)
}

/// The text about `count` things in the language of the process; `count` replaces `{count}`.
package func plural(
  _ one: String, _ many: String, _ count: Int, _ values: KeyValuePairs<String, String> = [:]
) -> String {
  Texts.ofProcess.plural(one, many, count, values)
}

extension Sequence<String> {
  /// The texts separated by commas, in the language of the process.
  package var joinedByCommas: String {
    reduce(nil) { list, next in
      // translators: Two things of a list, as in "auto, always".
      list.map { text("{list}, {next}", ["list": $0, "next": next]) } ?? next
    } ?? ""
  }
}

extension String {
  /// Whether the text can replace `english`: it is not empty, and has the same placeholders and as many tabs, which
  /// separate the columns of a table. It has no invisible characters. Of the characters that move the cursor it has
  /// only tabs, and line feeds if the English text has line feeds.
  package func isUsable(for english: String) -> Bool {
    isUsable(like: english, placeholders == english.placeholders)
  }

  /// Whether the text can replace `english`, the text about `count` things. For none, one and two things a language may
  /// have a word instead of the number, so `{count}` may be missing.
  package func isUsable(for english: String, count: Int) -> Bool {
    var named = placeholders
    if count <= 2, english.placeholders.contains("{count}") { named.insert("{count}") }
    return isUsable(like: english, named == english.placeholders)
  }

  private func isUsable(like english: String, _ hasPlaceholders: Bool) -> Bool {
    if isEmpty || !hasPlaceholders || tabCount != english.tabCount { return false }
    return unicodeScalars.allSatisfy { scalar in
      if !scalar.isControlOrSeparator && !scalar.isInvisible { return true }
      return (scalar == "\n" || scalar == "\t") && english.unicodeScalars.contains(scalar)
    }
  }

  /// The text to show instead of `english`; `nil` if it cannot replace `english`. A mark of direction at its start is
  /// left out: nothing here moves text, and terminals take a line's direction from its letters.
  package func replacement(for english: String) -> String? {
    let text = withoutDirection
    return text.isUsable(for: english) ? text : nil
  }

  /// The text to show about `count` things instead of `one` or `many`; `nil` if it can replace neither.
  func replacement(for one: String, _ many: String, count: Int) -> String? {
    let text = withoutDirection
    return text.isUsable(for: many, count: count) || count == 1 && text.isUsable(for: one) ? text : nil
  }

  private var withoutDirection: String {
    guard let first = unicodeScalars.first, ["\u{200E}", "\u{200F}", "\u{61C}"].contains(first) else {
      return self
    }
    return String(unicodeScalars.dropFirst())
  }

  private var tabCount: Int { utf8.count { $0 == UInt8(ascii: "\t") } }

  /// The names in braces in the text, with their braces.
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
