import WatchwordBase

/// A language whose translations a test lists.
package final class ListedLanguage: Language {
  package let name: String
  private let translations: [String: String]
  private let plurals: [String: [String]]
  private let form: @Sendable (Int) -> Int

  /// Makes a language of `translations`, by their English texts. One with a context is listed as context, U+0004 and
  /// text. `form` chooses among `plurals` for a number.
  package init(
    _ translations: [String: String], name: String = "", plurals: [String: [String]] = [:],
    form: @escaping @Sendable (Int) -> Int = { $0 == 1 ? 0 : 1 }
  ) {
    self.name = name
    self.translations = translations
    self.plurals = plurals
    self.form = form
  }

  package func translation(of english: String, context: String?) -> String? {
    translations[context.map { "\($0)\u{4}\(english)" } ?? english]
  }

  package func translation(of one: String, _ many: String, count: Int) -> String? {
    plurals[one]?[form(count)]
  }
}
