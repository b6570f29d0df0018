internal import WatchwordBase
internal import WatchwordSecrets

/// The longest runs in a text, found in one pass without a copy. A character is a grapheme cluster.
package struct Runs {
  package private(set) var longestRepeat = 0
  /// The longest run of characters with consecutive codes, up or down, as in abc or 321.
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

  /// - Parameters:
  ///   - code: The code of the character; `nil` if it has several code points.
  ///   - isLast: Whether the character equals the one before; by default, whether the codes are equal.
  package mutating func take(_ code: UInt32?, isLast: Bool? = nil) {
    same = isLast ?? (code == lastCode) ? same + 1 : 1
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
  fileprivate func code(in range: Range<Int>) -> UInt32? {
    guard range.count > 1 else { return UInt32(span[range.lowerBound]) }
    // A code point has at most four bytes, all but the first of them continuation bytes.
    guard range.count <= 4, !range.dropFirst().contains(where: { span[$0] & 0xC0 != 0x80 }) else {
      return nil
    }
    return scalar(at: range.lowerBound)?.value
  }
}
