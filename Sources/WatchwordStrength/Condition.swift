extension Policy.Criterion {
  /// What a text has to be.
  package enum Condition: Equatable, Sendable {
    /// So many grapheme clusters, and, where `whiteSpace` is false, no white space of any Unicode kind.
    case length(ClosedRange<Int>, whiteSpace: Bool)
    /// So many code points (NIST SP 800-63B-4, 3.1.1.2, counts these).
    case codePoints(ClosedRange<Int>)
    /// At most so many bytes in UTF-8. An empty text does not meet it.
    case bytes(atMost: Int)
    /// At least one character of the class that carries no combining mark.
    case contains(ASCIIClass)
    /// At least one character that is neither letter, mark, digit, white space nor control.
    case special
    /// At least one character that meets ``special``, or a space.
    case specialOrSpace
    /// No character but these. An empty text does not meet it. It fails as soon as another character is typed.
    case only(AllowedCharacters)
    /// No character, as a person counts them, more often in a row than so many times. An empty text does not meet it.
    case repeats(atMost: Int)
    /// No more characters in a row than so many whose codes follow one another, up or down, as in abc or 321. An empty
    /// text does not meet it.
    case sequence(atMost: Int)
    /// In none of the judge's lists, as a whole and whatever its case. All lists must have been read to their ends.
    case unlisted
    /// Not in the judge's list of leaked passwords.
    case unleaked
    /// None of the known passwords that the same form asks for (C4), nor one of them in other case, backwards, or with
    /// one character added, removed or replaced.
    case notOld
    /// What libpwquality asks.
    case pwquality(PWQualityTest)
    /// None of the known passwords that the same form asks for, nor close to one of them as libpwquality has it: see
    /// ``OldPassword/resembles(_:_:changes:)``.
    case changed(atLeast: Int)
    /// A level of at least this one. An empty text has none.
    case level(atLeast: Level)
    /// What a test of somebody else's says. An empty text does not meet it.
    case custom(CustomTest)

    /// The name for programs: not translated.
    package var name: String {
      switch self {
      case .length, .codePoints: "length"
      case .bytes: "bytes"
      case .contains(.upper): "upper"
      case .contains(.lower): "lower"
      case .contains(.digits): "digit"
      case .contains: "characters"
      case .special, .specialOrSpace: "special"
      case .only: "allowed"
      case .repeats: "repeat"
      case .sequence: "sequence"
      case .unlisted: "common"
      case .unleaked: "leaked"
      case .notOld, .changed: "old"
      case .pwquality(let test): test.name
      case .level: "level"
      case .custom: "custom"
      }
    }
  }
}

/// A test that the caller writes. Two are equal if they are the same one, since closures cannot be compared.
package final class CustomTest: Equatable, Sendable {
  /// Whether a text passes. It gets the text as it is judged, in the policy's normal form, and cannot keep it.
  let passes: @Sendable (UTF8Span) -> Bool

  /// Makes a test of `passes`, which is called at each judgement: for each key, and for each password that is drawn. So
  /// it has to be quick, and to answer the same for the same text.
  package init(_ passes: @escaping @Sendable (UTF8Span) -> Bool) { self.passes = passes }

  /// Whether both are the same test.
  package static func == (lhs: CustomTest, rhs: CustomTest) -> Bool { lhs === rhs }
}

extension ASCIIClass {
  static func ~= (pattern: ASCIIClass, value: ASCIIClass) -> Bool { pattern == value }
}
