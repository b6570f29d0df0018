/// One name in LANGUAGE, or the name of a locale: `language[_territory][.characters][@modifier]`.
///
/// The program and the library choose their language by these rules, which are gettext's.
package struct LanguageWish {
  // Every start of the program comes through here. Splitting strings by characters would take longer than all the rest.
  private let name: Substring.UTF8View
  private let language: Substring.UTF8View

  private init(_ name: Substring.UTF8View) {
    self.name = name
    language = Self.language(of: name)
  }

  /// The first name in `list`, even if it is empty. Most starts need no other name.
  package init(firstOf list: String) { self.init(list.utf8.prefix { $0 != UInt8(ascii: ":") }) }

  /// The names that count in `locale`, with colons between them: those in LANGUAGE, or `locale` if that is empty.
  package static func names(in locale: String) -> String { names(in: locale, environmentVariable) }

  package static func names(in locale: String, _ environment: (String) -> String?) -> String {
    environment("LANGUAGE").flatMap { $0.isEmpty ? nil : $0 } ?? locale
  }

  /// The names in `list` up to C or POSIX. After these glibc looks for nothing.
  package static func all(in list: String) -> [LanguageWish] {
    let names = list.utf8.split(separator: UInt8(ascii: ":"))
    return names.prefix { !$0.elementsEqual("C".utf8) && !$0.elementsEqual("POSIX".utf8) }.map(
      LanguageWish.init)
  }

  /// Whether the name asks for English, the language of the sources. The locale C.UTF-8 does so too.
  package var isEnglish: Bool { ["en", "C", "POSIX"].contains { language.elementsEqual($0.utf8) } }

  /// Whether the name is that of one folder, not a path through several.
  package var isName: Bool { !language.isEmpty && !name.contains(UInt8(ascii: "/")) }

  /// Whether the name asks for `found`, the language of a catalogue, in whatever territory.
  package func means(_ found: String) -> Bool { language.elementsEqual(Self.language(of: found.utf8[...])) }

  /// Whether the name asks for `code`, a language with or without a territory, such as pt_BR.
  package func asks(for code: String) -> Bool {
    name.starts(with: code.utf8) && name.dropFirst(code.utf8.count).first.map("_.@".utf8.contains) != false
  }

  /// Whether the characters of the locale `name` are UTF-8, whatever its modifier.
  package static func isUTF8(_ name: String) -> Bool {
    let characters = name.utf8.prefix { $0 != UInt8(ascii: "@") }
    return [".UTF-8", ".UTF8", ".utf-8", ".utf8"].contains {
      characters.reversed().starts(with: $0.utf8.reversed())
    }
  }

  /// Whether a terminal of `type` can show `language`: the console of Linux has no wide characters.
  package static func isShown(_ language: String, onType type: String?) -> Bool {
    type != "linux" || !["ja", "ko", "zh"].contains { language.utf8.starts(with: $0.utf8) }
  }

  /// What comes before the territory, in a name or in the header of a catalogue.
  private static func language(of name: Substring.UTF8View) -> Substring.UTF8View {
    name.prefix { !"_.@\n".utf8.contains($0) }
  }
}
