internal import WatchwordMessages

/// A class of characters that can be asked for. Each is a row of the table below.
package enum CharacterClass: String, CaseIterable, Sendable {
  /// The letters A to Z.
  case upper
  /// The letters a to z.
  case lower
  /// The digits 0 to 9.
  case digit
  /// Punctuation and symbols: what is neither letter, mark, digit, white space nor control.
  case special

  struct Row: Sendable {
    let characters: CharacterKind
    /// The setting of pwquality that says how bytes of the class count.
    let credit: PWQualitySettings.Key
    /// The label of one such character, by itself and where criteria stand side by side.
    let label, short: @Sendable (Texts) -> String
    /// What a text without one lacks, inside a sentence.
    let missing: @Sendable (Texts) -> String
    /// The label of so many, and the same in a list of such.
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

  /// The class that `byte` is of for libpwquality: what is neither letter nor digit of ASCII is special, such as a part of
  /// an accented letter.
  package init(ofByte byte: UInt8) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .upper
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .lower
    default: self = .special
    }
  }

  /// The characters that have a byte of the class.
  var charactersByByte: CharacterKind {
    self == .special ? CharacterKind(ascii: CharacterKind.specialOrSpace.ascii, others: .all) : row.characters
  }
}

/// Characters of ASCII, and some beyond it.
package struct CharacterKind: Sendable {
  let ascii: ASCIIClass
  var others = Others.none

  enum Others {
    case none
    case specials
    case all
  }

  static let specialOrSpace = CharacterKind(ascii: .punctuation.union(ASCIIClass(" ")), others: .specials)
}

package struct ASCIIClass: Equatable, Sendable {
  /// Bit `n` for the character with the code `n`.
  var bits: UInt128 = 0

  /// Whether `byte` is a member; false for every byte that is not ASCII.
  package func contains(_ byte: UInt8) -> Bool { bits & 1 << UInt128(byte) != 0 }

  package func union(_ other: ASCIIClass) -> ASCIIClass { ASCIIClass(bits: bits | other.bits) }

  func intersection(_ other: ASCIIClass) -> ASCIIClass { ASCIIClass(bits: bits & other.bits) }

  func isDisjoint(with other: ASCIIClass) -> Bool { bits & other.bits == 0 }

  mutating func insert(_ byte: UInt8) {
    precondition(byte < 0x80, "a class holds ASCII characters only")
    bits |= 1 &<< UInt128(byte)
  }

  package static let upper = ASCIIClass("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  package static let lower = ASCIIClass("abcdefghijklmnopqrstuvwxyz")
  package static let digits = ASCIIClass("0123456789")
  /// The 32 characters that are neither letter, digit, space nor control.
  static let punctuation = ASCIIClass(##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~"##)
  /// The 95 characters from space to tilde.
  static let printable = upper.union(lower).union(digits).union(punctuation).union(ASCIIClass(" "))
}

extension ASCIIClass {
  /// Makes the set of the characters of `members`. Traps at a character that is not ASCII.
  package init(_ members: String) {
    self.init()
    for byte in members.utf8 { insert(byte) }
  }
}

extension UInt8 {
  /// A letter of ASCII in lower case; any other byte as it is.
  var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}

/// What a text is made of, taken in one pass over its bytes.
///
/// All criteria and rules are decided from it with a few operations on bits, however many there are.
struct Inventory {
  /// The ASCII characters that occur, but for letters that carry a combining mark: these are other letters.
  private var ascii = ASCIIClass()
  /// Whether punctuation or a symbol beyond ASCII occurs.
  private var hasOtherSpecials = false
  private(set) var hasWhiteSpace = false
  /// Whether a control character, C0, DEL or C1, occurs.
  private(set) var hasControls = false
  private(set) var codePoints = 0

  func has(_ kind: CharacterKind) -> Bool {
    !ascii.isDisjoint(with: kind.ascii) || hasOtherSpecials && kind.others == .specials
  }

  init(of text: UTF8Span) {
    hasControls = text.hasControls
    let bytes = text.span
    for index in bytes.indices {
      let byte = bytes[index]
      if byte & 0xC0 != 0x80 { codePoints += 1 }
      if byte < 0x80 {
        if !text.hasMark(behind: index) { ascii.insert(byte) }
        if Unicode.Scalar(byte).isWhiteSpace { hasWhiteSpace = true }
      } else if byte >= 0xC0 {
        guard let scalar = text.scalar(at: index) else { continue }
        if scalar.isWhiteSpace { hasWhiteSpace = true }
        if scalar.isPunctuationOrSymbol { hasOtherSpecials = true }
      }
    }
  }
}

extension UTF8Span {
  /// Whether a combining mark stands behind the ASCII letter at `index`; false where another character stands there.
  fileprivate func hasMark(behind index: Int) -> Bool {
    // The first combining mark is U+0300, which begins with the byte 0xCC.
    guard index + 1 < count, span[index + 1] >= 0xCC, Unicode.Scalar(span[index]).properties.isAlphabetic
    else {
      return false
    }
    return scalar(at: index + 1)?.isMark == true
  }
}

extension Unicode.Scalar {
  var isMark: Bool {
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
