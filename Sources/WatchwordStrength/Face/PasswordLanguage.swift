internal import Glibc
package import WatchwordBase

/// The language of a form and of verdicts, except for words that you supply. English is in this module. Each other
/// language has a module, so that a program carries only those that it imports: `WatchwordGerman`, `WatchwordSpanish`,
/// `WatchwordFrench`, `WatchwordJapanese`, `WatchwordPortuguese` (of Brazil) and `WatchwordChinese` (simplified).
///
/// ```swift
/// form.language = .ofProcess(among: [.german, .french])
/// ```
///
/// Errors are in English, because they are for you.
public struct PasswordLanguage: Sendable {
  private let code: String
  package let texts: Texts

  private init(_ code: String, _ texts: Texts) { (self.code, self.texts) = (code, texts) }

  /// Makes a language from a catalogue.
  ///
  /// - Parameters:
  ///   - code: The language's name in locales, such as "pt_BR".
  ///   - texts: The sentences. The key of each is the English sentence, after its context and U+0004 if it has a
  ///     context.
  ///   - counted: The plural forms of sentences with a number. The key is the English singular.
  ///   - form: The index of the plural form for a number.
  package init(
    _ code: String, texts: [String: String], counted: [String: [String]],
    form: @escaping @Sendable (Int) -> Int
  ) {
    self.init(code, Texts(Catalogue(code, texts: texts, counted: counted, form: form)))
  }

  /// English.
  public static let english = PasswordLanguage("en", .ofProcess)

  /// The first of `languages` that the environment asks for (LANGUAGE, LC_ALL, LC_MESSAGES and LANG, see gettext(3)).
  /// English if it asks for none of them, if the locale is not UTF-8, or if the Linux console cannot show the language.
  public static func ofProcess(among languages: [PasswordLanguage]) -> PasswordLanguage {
    ofProcess(among: languages, environment: environmentVariable)
  }

  package static func ofProcess(
    among languages: [PasswordLanguage], environment: (String) -> String?
  ) -> PasswordLanguage {
    func locale(_ category: String) -> String {
      ["LC_ALL", category, "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
    }
    let spoken = locale("LC_MESSAGES")
    guard spoken != "C", spoken != "POSIX", LanguageWish.isUTF8(locale("LC_CTYPE")) else { return .english }
    for wish in LanguageWish.all(in: LanguageWish.names(in: spoken, environment)) {
      if wish.isEnglish { return .english }
      if let language = languages.first(where: { wish.asks(for: $0.code) }) {
        return LanguageWish.isShown(language.code, onType: environment("TERM")) ? language : .english
      }
    }
    return .english
  }

  /// The language with your sentences instead of its own.
  ///
  /// - Parameter sentences: Your sentences, by the English ones in Sources/Languages/po/watchword.pot; others have no
  ///   effect. Names in braces there have to be in yours. A sentence that lacks one, or has control characters, traps in
  ///   debug builds, and is ignored in others.
  /// - Returns: The language, unchanged in all other sentences.
  public func replacing(_ sentences: [String: String]) -> PasswordLanguage {
    for (english, sentence) in sentences {
      let id = english.split(separator: "\u{4}").last.map(String.init) ?? ""
      assert(sentence.isUsable(for: id), "\(sentence.debugDescription) cannot replace \(id.debugDescription)")
    }
    let own = Catalogue(code, texts: sentences, counted: [:], form: { _ in 0 }, before: texts.language)
    return PasswordLanguage(code, Texts(own))
  }
}

private final class Catalogue: WatchwordBase.Language {
  let name: String
  private let texts: [String: String]
  private let counted: [String: [String]]
  private let form: @Sendable (Int) -> Int
  /// The language to ask for missing sentences.
  private let next: (any WatchwordBase.Language)?

  init(
    _ name: String, texts: [String: String], counted: [String: [String]],
    form: @escaping @Sendable (Int) -> Int,
    before next: (any WatchwordBase.Language)? = nil
  ) {
    (self.name, self.texts, self.counted, self.form, self.next) = (name, texts, counted, form, next)
  }

  private func sentence(_ id: String, for english: String) -> String? {
    texts[id]?.replacement(for: english)
  }

  func translation(of english: String, context: String?) -> String? {
    context.flatMap { sentence("\($0)\u{4}\(english)", for: english) } ?? sentence(english, for: english)
      ?? next?.translation(of: english, context: context)
  }

  func translation(of one: String, _ many: String, count: Int) -> String? {
    if let forms = counted[one], forms.indices.contains(form(count)) { return forms[form(count)] }
    let english = count == 1 ? one : many
    return sentence(english, for: english) ?? next?.translation(of: one, many, count: count)
  }
}
