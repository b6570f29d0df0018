internal import WatchwordMessages
internal import WatchwordSecrets

/// The longest runs of a text, taken in one pass without a copy. A character is a grapheme cluster.
package struct Runs {
  /// How many times in a row one character stands.
  package private(set) var longestRepeat = 0
  /// How many characters in a row have codes that follow one another, up or down, as in abc or 321.
  package private(set) var longestSequence = 0

  private var (same, up, down) = (0, 0, 0)
  private var lastCode: UInt32?

  package init() {}

  init(of text: UTF8Span) {
    var last = 0..<0
    var clusters = text.makeCharacterIterator()
    while clusters.skipForward() == 1 {
      let range = last.upperBound..<clusters.currentCodeUnitOffset
      take(text.code(in: range), isLast: text.span.extracting(range).isEqual(to: text.span.extracting(last)))
      last = range
    }
  }

  /// Takes the next character.
  ///
  /// - Parameters:
  ///   - code: Its code; `nil` where it is more than one code point.
  ///   - isLast: Whether it is the one before it.
  package mutating func take(_ code: UInt32?, isLast: Bool) {
    same = isLast ? same + 1 : 1
    (up, down) = (follows(code, lastCode) ? up + 1 : 1, follows(lastCode, code) ? down + 1 : 1)
    longestRepeat = max(longestRepeat, same)
    longestSequence = max(longestSequence, up, down)
    lastCode = code
  }

  private func follows(_ code: UInt32?, _ other: UInt32?) -> Bool {
    guard let code, let other else { return false }
    return code == other + 1
  }
}

extension UTF8Span {
  /// The code point at the bytes `range`, where it is one.
  fileprivate func code(in range: Range<Int>) -> UInt32? {
    guard range.count > 1 else { return UInt32(span[range.lowerBound]) }
    // A code point takes four bytes at most, and goes on where a byte does not begin another one.
    guard range.count <= 4, !range.dropFirst().contains(where: { span[$0] & 0xC0 != 0x80 }) else {
      return nil
    }
    return scalar(at: range.lowerBound)?.value
  }
}
