internal import WatchwordBase
internal import WatchwordSecrets
internal import WatchwordSystem

/// A line that a program wrote, as a user sees it: without controls, without blanks at its ends, and if the cursor went
/// back to the line's start, what was written last. It lies in secret memory, because a program may quote what was typed.
final class PromptLine {
  private var shown: SecretBuffer
  /// The line in lower case.
  private var folded: SecretBuffer
  /// Where the words are in ``folded``, by bytes.
  private(set) var words: [Range<Int>] = []

  /// The most bytes of a line. A longer one loses its end.
  private static let mostBytes = 1024

  /// `nil` if nothing of the line can be seen, or if there is no memory.
  init?(_ bytes: Span<UInt8>, locking: SecretMemory.Locking) {
    guard let memory = try? SecretMemory(for: [Self.mostBytes, 2 * Self.mostBytes], locking: locking),
      let shown = try? SecretBuffer(capacity: Self.mostBytes, in: memory),
      let folded = try? SecretBuffer(capacity: 2 * Self.mostBytes, in: memory)
    else { return nil }
    self.shown = shown
    self.folded = folded
    _ = self.shown.takeLastLine(of: bytes)
    while let last, last.isWhiteSpace || last.isInvisible {
      self.shown.removeSubrange(self.shown.count - UTF8.width(last)..<self.shown.count)
    }
    guard self.shown.count > 0 else { return nil }
    forEachScalar { scalar in
      let start = self.folded.count
      for small in scalar.properties.lowercaseMapping.unicodeScalars { _ = self.folded.append(small) }
      guard scalar.isInWord else { return }
      let isNew = self.words.last?.upperBound != start
      self.words.append((isNew ? start : self.words.removeLast().lowerBound)..<self.folded.count)
    }
  }

  private func forEachScalar(_ body: (Unicode.Scalar) -> Void) {
    shown.withBytes { bytes in
      var scalars = unsafe UTF8Span(unchecked: bytes).makeUnicodeScalarIterator()
      while let scalar = scalars.next() { body(scalar) }
    }
  }

  private var last: Unicode.Scalar? {
    var last: Unicode.Scalar?
    forEachScalar { last = $0 }
    return last
  }

  convenience init?(_ text: String, locking: SecretMemory.Locking = .ifPossible) {
    self.init(text.utf8.span, locking: locking)
  }

  func withBytes<R>(_ body: (Span<UInt8>) -> R) -> R { shown.withBytes(body) }

  /// Whether the line contains `words`, whatever their case.
  func contains(_ words: String) -> Bool {
    let words = words.lowercased()
    return folded.withBytes { $0.holds(words.utf8.span) }
  }

  /// Whether the word of this number is `text`, which is in lower case.
  func isWord(_ index: Int, _ text: some StringProtocol) -> Bool {
    words[index].count == text.utf8.count && isWord(index, endsIn: text)
  }

  func isWord(_ index: Int, endsIn text: some StringProtocol) -> Bool {
    let text = String(text)
    return folded.withBytes { bytes in
      let word = bytes.extracting(words[index])
      return word.count >= text.utf8.count
        && word.extracting(last: text.utf8.count).isEqual(to: text.utf8.span)
    }
  }

  /// Whether the line ends as `other` does and has more before that, whatever the case.
  func isLonger(than other: PromptLine) -> Bool {
    other.folded.withBytes { end in
      folded.withBytes { $0.count > end.count && $0.extracting(last: end.count).isEqual(to: end) }
    }
  }

  /// Whether the line ends as a question does.
  var endsAsPrompt: Bool {
    last.map { [":", "\u{FF1A}", "?", "\u{FF1F}", ">"].contains($0) } ?? false
  }

  enum Likeness {
    case same
    /// The same words with numbers, the first different one smaller, as in a countdown: "in 9 s", "in 8 s".
    case countdown
    case other
  }

  /// How the line compares with `earlier`, whatever their blanks.
  func likeness(to earlier: PromptLine) -> Likeness {
    earlier.shown.withBytes { old in shown.withBytes { Self.likeness(of: $0, to: old) } }
  }

  private static func likeness(of new: Span<UInt8>, to old: Span<UInt8>) -> Likeness {
    var (newRest, oldRest) = (0, 0)
    var likeness = Likeness.same
    while true {
      (newRest, oldRest) = (new.endOfBlanks(from: newRest), old.endOfBlanks(from: oldRest))
      guard newRest < new.count, oldRest < old.count else {
        return newRest == new.count && oldRest == old.count ? likeness : .other
      }
      let (newNumber, oldNumber) = (new.number(at: newRest), old.number(at: oldRest))
      if newNumber.isEmpty || oldNumber.isEmpty {
        guard new[newRest] == old[oldRest] else { return .other }
        (newRest, oldRest) = (newRest + 1, oldRest + 1)
        continue
      }
      if likeness == .same {
        switch new.compare(newNumber, with: oldNumber, of: old) {
        case 0: break
        case ..<0: likeness = .countdown
        default: return .other
        }
      }
      (newRest, oldRest) = (newNumber.upperBound, oldNumber.upperBound)
    }
  }
}

extension Span<UInt8> {
  fileprivate func endOfBlanks(from start: Int) -> Int {
    var index = start
    while index < count, self[index] == UInt8(ascii: " ") || self[index] == UInt8(ascii: "\t") { index += 1 }
    return index
  }

  /// The digits from `start` on; empty if there is none.
  fileprivate func number(at start: Int) -> Range<Int> {
    var end = start
    while end < count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self[end]) { end += 1 }
    return start..<end
  }

  /// Compares two numbers of any length: negative if this text's is smaller, 0 if both are equal, else positive.
  fileprivate func compare(_ own: Range<Int>, with range: Range<Int>, of other: Span<UInt8>) -> Int {
    func significant(_ range: Range<Int>, _ text: Span<UInt8>) -> Range<Int> {
      var start = range.lowerBound
      while start < range.upperBound - 1, text[start] == UInt8(ascii: "0") { start += 1 }
      return start..<range.upperBound
    }
    let (own, range) = (significant(own, self), significant(range, other))
    guard own.count == range.count else { return own.count - range.count }
    for offset in 0..<own.count {
      let difference = Int(self[own.lowerBound + offset]) - Int(other[range.lowerBound + offset])
      if difference != 0 { return difference }
    }
    return 0
  }
}
