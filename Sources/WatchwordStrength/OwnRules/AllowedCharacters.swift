internal import WatchwordMessages

/// The characters that a text may be made of, code point by code point: never a control character, nor one that cannot be
/// seen.
package struct AllowedCharacters: Equatable, Sendable {
  package let ascii: ASCIIClass
  /// The others, each as a range of code points.
  private let others: [ClosedRange<UInt32>]
  /// The characters as they were asked for one by one, in order; empty for a set with a name.
  let listed: String

  private init(_ ascii: ASCIIClass, others: [ClosedRange<UInt32>] = [], listed: String = "") {
    (self.ascii, self.others, self.listed) = (ascii, others, listed)
  }

  package static let ascii = AllowedCharacters(.printable)
  /// The printable characters of ISO 8859-1, but for the no-break space, which looks like another one, and the soft
  /// hyphen, which cannot be seen.
  package static let latin1 = AllowedCharacters(.printable, others: [0xA1...0xAC, 0xAE...0xFF])
  package static let digits = AllowedCharacters(.digits)

  /// The characters of `text`; `nil` where there are none, or one of them cannot be seen or stands on another: a control
  /// character, a mark.
  package init?(_ text: String) {
    let scalars = Set(text.unicodeScalars).sorted()
    guard !scalars.isEmpty, scalars.allSatisfy(\.canBeAllowed) else { return nil }
    var ascii = ASCIIClass()
    for scalar in scalars where scalar.isASCII { ascii.insert(UInt8(scalar.value)) }
    let listed = String(String.UnicodeScalarView(scalars))
    self.init(ascii, others: scalars.filter { !$0.isASCII }.map { $0.value...$0.value }, listed: listed)
  }

  package func contains(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? ascii.contains(UInt8(scalar.value)) : others.contains { $0.contains(scalar.value) }
  }

  package var hasOnlyASCII: Bool { others.isEmpty }

  /// Whether a letter is among them; beyond ASCII any character counts as one.
  var hasLetters: Bool {
    !hasOnlyASCII || !ascii.isDisjoint(with: .upper) || !ascii.isDisjoint(with: .lower)
  }

  func has(_ kind: CharacterKind) -> Bool {
    if !ascii.isDisjoint(with: kind.ascii) { return true }
    return switch kind.others {
    case .none: false
    case .specials: others.contains { $0.contains { Unicode.Scalar($0)?.isPunctuationOrSymbol == true } }
    case .all: !hasOnlyASCII
    }
  }

  package func intersection(_ other: AllowedCharacters) -> AllowedCharacters {
    let shared = others.flatMap { range in
      other.others.filter(range.overlaps).map { range.clamped(to: $0) }
    }
    return AllowedCharacters(ascii.intersection(other.ascii), others: shared)
  }

  package var isEmpty: Bool { ascii.isDisjoint(with: .printable) && others.isEmpty }

  /// The listed characters for a label, with a dash for what stands between the first and the last of four digits or
  /// letters in a row or more: `0-9a-f`.
  package var abridged: String {
    let scalars = Array(listed.unicodeScalars)
    var text = ""
    var start = 0
    while start < scalars.count {
      var end = start
      while end + 1 < scalars.count, scalars[end + 1].value == scalars[end].value + 1,
        scalars[end].isPlain, scalars[end + 1].isPlain
      {
        end += 1
      }
      if end - start < 3 { end = start }
      text.unicodeScalars.append(scalars[start])
      if end > start { text += "-\(scalars[end])" }
      start = end + 1
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isPlain: Bool { isASCII && isLetterOrNumber }

  fileprivate var canBeAllowed: Bool {
    !isControlOrSeparator && !isInvisible && (self == " " || !isWhiteSpace) && !isMark
  }
}

extension UTF8Span {
  /// The number of the first grapheme cluster with a character that is none of `allowed`; `nil` where there is none.
  func firstCluster(outside allowed: AllowedCharacters) -> Int? {
    var scalars = makeUnicodeScalarIterator()
    while true {
      let offset = scalars.currentCodeUnitOffset
      guard let scalar = scalars.next() else { return nil }
      guard !allowed.contains(scalar) else { continue }
      var clusters = makeCharacterIterator()
      var number = 0
      while clusters.skipForward() == 1, clusters.currentCodeUnitOffset <= offset { number += 1 }
      return number
    }
  }
}
