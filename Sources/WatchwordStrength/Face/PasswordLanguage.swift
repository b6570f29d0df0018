internal import Glibc
package import WatchwordMessages

/// What a form and a verdict speak, where no words of yours stand. English is in this module. Each other language has a module
/// of its own, so that a program carries those that it asks for: `WatchwordGerman`, `WatchwordSpanish`, `WatchwordFrench`,
/// `WatchwordJapanese`, `WatchwordPortuguese` (of Brazil) and `WatchwordChinese` (simplified).
///
/// ```swift
/// form.language = .ofProcess(among: [.german, .french])
/// ```
///
/// Errors are told in English: they are for you.
public struct PasswordLanguage: Sendable {
  private let code: String
  package let texts: Texts

  private init(_ code: String, _ texts: Texts) { (self.code, self.texts) = (code, texts) }

  /// Makes a language of a catalogue.
  ///
  /// - Parameters:
  ///   - code: Its name in locales, such as "pt_BR".
  ///   - texts: The sentences, by their English words, behind their context and U+0004 where they have one.
  ///   - counted: The forms of sentences of so many things, by the English words for one.
  ///   - form: The number of the form for so many things.
  package init(
    _ code: String, texts: [String: String], counted: [String: [String]],
    form: @escaping @Sendable (Int) -> Int
  ) {
    self.init(code, Texts(Catalogue(code, texts: texts, counted: counted, form: form)))
  }

  /// English.
  public static let english = PasswordLanguage("en", .ofProcess)

  /// The first of `languages` that the environment asks for (LANGUAGE, LC_ALL, LC_MESSAGES and LANG, see gettext(3)). It is
  /// English where there is none, in a locale that is not UTF-8, and on the console of Linux for what it cannot show.
  public static func ofProcess(among languages: [PasswordLanguage]) -> PasswordLanguage {
    ofProcess(among: languages) { unsafe getenv($0).map { unsafe String(cString: $0) } }
  }

  package static func ofProcess(
    among languages: [PasswordLanguage], environment: (String) -> String?
  ) -> PasswordLanguage {
    func locale(_ category: String) -> String {
      ["LC_ALL", category, "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
    }
    let (spoken, characters) = (locale("LC_MESSAGES"), locale("LC_CTYPE").uppercased())
    guard spoken != "C", spoken != "POSIX", characters.hasSuffix("UTF-8") || characters.hasSuffix("UTF8")
    else {
      return .english
    }
    let list = environment("LANGUAGE") ?? ""
    for wish in (list.isEmpty ? spoken : list).split(separator: ":") {
      let name = wish.prefix { $0 != "." && $0 != "@" }
      for language in languages + [.english]
      where name == language.code || name.hasPrefix(language.code + "_") {
        let isShown = environment("TERM") != "linux" || !["ja", "zh_CN"].contains(language.code)
        return isShown ? language : .english
      }
    }
    return .english
  }

  /// The language with sentences of yours in the place of its own.
  ///
  /// - Parameter sentences: Your sentences, by the English words of those that they replace, as the file po/watchword.pot of
  ///   the sources has them. What stands in braces there has to stand in yours; one that lacks it is not taken, nor one
  ///   with control characters.
  /// - Returns: The language, which says all else as before.
  public func replacing(_ sentences: [String: String]) -> PasswordLanguage {
    let own = Catalogue(code, texts: sentences, counted: [:], form: { _ in 0 }, before: texts.language)
    return PasswordLanguage(code, Texts(own))
  }
}

/// Sentences by their English words.
private final class Catalogue: WatchwordMessages.Language {
  let name: String
  private let texts: [String: String]
  private let counted: [String: [String]]
  private let form: @Sendable (Int) -> Int
  /// Who is asked for what is not here.
  private let next: (any WatchwordMessages.Language)?

  init(
    _ name: String, texts: [String: String], counted: [String: [String]],
    form: @escaping @Sendable (Int) -> Int,
    before next: (any WatchwordMessages.Language)? = nil
  ) {
    (self.name, self.texts, self.counted, self.form, self.next) = (name, texts, counted, form, next)
  }

  private func sentence(_ id: String, for english: String) -> String? {
    texts[id].flatMap { $0.isUsable(for: english) ? $0 : nil }
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
