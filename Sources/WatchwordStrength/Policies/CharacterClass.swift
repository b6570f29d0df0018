internal import WatchwordBase

/// A class of characters that a policy can require. Each has a row in the table below.
package enum CharacterClass: String, CaseIterable, Sendable {
  case upper
  case lower
  case digit
  /// Punctuation and symbols: no letter, mark, digit, white space or control character.
  case special

  struct Row: Sendable {
    let characters: CharacterKind
    /// The setting of pwquality that says how bytes of the class count.
    let credit: PWQualitySettings.Key
    /// The label for one such character in the panel, and the shorter one where criteria stand side by side.
    let label, short: @Sendable (Texts) -> String
    let missing: @Sendable (Texts) -> String
    /// The label for a number of such characters, and the words for them inside a list.
    let atLeast, counted: @Sendable (Texts, Int) -> String
  }

  var row: Row {
    switch self {
    case .upper:
      Row(
        characters: CharacterKind(ascii: .upper), credit: .ucredit,
        label: { texts in texts("uppercase letter (A-Z)") }, short: { texts in texts("A-Z") },
        missing: { texts in texts("an uppercase letter") },
        atLeast: { texts, count in
          texts.plural(
            "at least {count} uppercase letter (A-Z)", "at least {count} uppercase letters (A-Z)", count)
        },
        // translators: So many uppercase letters, in a list of kinds of characters.
        counted: { texts, count in texts.plural("{count} uppercase", "{count} uppercase", count) })
    case .lower:
      Row(
        characters: CharacterKind(ascii: .lower), credit: .lcredit,
        label: { texts in texts("lowercase letter (a-z)") }, short: { texts in texts("a-z") },
        missing: { texts in texts("a lowercase letter") },
        atLeast: { texts, count in
          texts.plural(
            "at least {count} lowercase letter (a-z)", "at least {count} lowercase letters (a-z)", count)
        },
        counted: { texts, count in texts.plural("{count} lowercase", "{count} lowercase", count) })
    case .digit:
      Row(
        characters: CharacterKind(ascii: .digits), credit: .dcredit,
        label: { texts in texts("digit (0-9)") }, short: { texts in texts("0-9") },
        missing: { texts in texts("a digit") },
        atLeast: { texts, count in
          texts.plural("at least {count} digit (0-9)", "at least {count} digits (0-9)", count)
        },
        counted: { texts, count in texts.plural("{count} digit", "{count} digits", count) })
    case .special:
      Row(
        characters: CharacterKind(ascii: .punctuation, others: .specials), credit: .ocredit,
        label: { texts in texts("special character (e.g. !@#$%^)") }, short: { texts in texts("!@#") },
        missing: { texts in texts("a special character") },
        atLeast: { texts, count in
          texts.plural(
            "at least {count} special character (e.g. !@#$%^)",
            "at least {count} special characters (e.g. !@#$%^)", count)
        },
        counted: { texts, count in texts.plural("{count} special", "{count} special", count) })
    }
  }

  /// The class of `byte` for libpwquality. Bytes beyond ASCII are special, such as those of an accented letter.
  package init(ofByte byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .upper
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .lower
    default: self = .special
    }
  }

  /// The characters that have a byte of the class in UTF-8.
  var charactersByByte: CharacterKind {
    self == .special ? CharacterKind(ascii: CharacterKind.specialOrSpace.ascii, others: .all) : row.characters
  }
}

package struct CharacterKind: Sendable {
  let ascii: ASCIIClass
  var others = Others.none

  enum Others {
    case none
    case letters
    case specials
    case all
  }

  static let letter = CharacterKind(ascii: .upper.union(.lower), others: .letters)
  static let specialOrSpace = CharacterKind(ascii: .punctuation.union(ASCIIClass(" ")), others: .specials)
}

extension UInt8 {
  /// An ASCII letter in lower case; other bytes unchanged.
  var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}

extension Unicode.Scalar {
  package var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  /// Whether the scalar is punctuation or a symbol (general categories P and S).
  var isPunctuationOrSymbol: Bool {
    switch properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }
}
