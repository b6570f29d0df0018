package import WatchwordBase

/// The language of a file of translations, for tests that need several in one process.
package final class POLanguage: Language {
  package let name: String
  private let translations: [POFile.Entry.ID: [String]]
  private let formula: PluralFormula?

  package init(_ file: POFile) {
    name = file.name
    translations = Dictionary(
      file.entries.map { (POFile.Entry.ID($0.id.text, context: $0.id.context), $0.translations) },
      uniquingKeysWith: { first, _ in first })
    formula = file.pluralFormula
  }

  package func translation(of english: String, context: String?) -> String? {
    translations[POFile.Entry.ID(english, context: context)]?.first.flatMap { $0.isEmpty ? nil : $0 }
  }

  package func translation(of one: String, _ many: String, count: Int) -> String? {
    guard let forms = translations[POFile.Entry.ID(one)], let index = formula?(count), index < forms.count
    else { return nil }
    return forms[index].isEmpty ? nil : forms[index]
  }
}

extension POFile {
  package var pluralFormula: PluralFormula? {
    let name = "Plural-Forms: "
    return header.first { $0.hasPrefix(name) }.flatMap { PluralFormula(String($0.dropFirst(name.count))) }
  }

  package var texts: Texts { Texts(POLanguage(self)) }
}
