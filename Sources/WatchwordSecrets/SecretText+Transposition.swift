extension SecretText {
  /// The two grapheme clusters that Ctrl-T swaps: those on both sides of the caret, or the last two when it is
  /// at the end; `nil` at the start, and in a text of fewer than two.
  ///
  /// readline(3): transpose-chars.
  package var transposition: Range<Int>? {
    guard count >= 2, caret > 0 else { return nil }
    let end = min(caret + 1, count)
    return end - 2..<end
  }

  /// Calls `body` with what ``transposition`` would be replaced with, in locked memory that is wiped afterwards.
  /// Returns what `body` returns, or `nil` if there is nothing to swap.
  ///
  /// - Throws: As ``SecretBuffer/init(capacity:locking:)`` does.
  package func withTransposed<R>(_ body: (UTF8Span) -> R) throws(SecretError) -> R? {
    guard let range = transposition else { return nil }
    let swapped = try swapped(range)
    return body(unsafe UTF8Span(unchecked: swapped.bytes))
  }

  /// Swaps the two clusters of ``transposition`` and puts the caret after them; does nothing if there are
  /// none.
  ///
  /// - Throws: As ``SecretBuffer/init(capacity:locking:)`` does; nothing is changed then.
  package mutating func transpose() throws(SecretError) {
    guard let range = transposition else { return }
    let swapped = try swapped(range)
    try replaceClusters(range, with: unsafe UTF8Span(unchecked: swapped.bytes))
  }

  private func swapped(_ range: Range<Int>) throws(SecretError) -> SecretBuffer {
    let both = byteRange(of: range)
    let middle = byteRange(of: range.lowerBound..<range.upperBound - 1).upperBound
    var swapped = try SecretBuffer(capacity: both.count, locking: buffer.locking)
    try swapped.append(buffer.bytes.extracting(middle..<both.upperBound))
    try swapped.append(buffer.bytes.extracting(both.lowerBound..<middle))
    return swapped
  }
}
