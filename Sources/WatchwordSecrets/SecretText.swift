internal import WatchwordMessages

/// Secret text that is edited by grapheme clusters, with a caret between two of them.
///
/// It is whole, valid UTF-8 without control characters at all times, kept in a ``SecretBuffer``. All positions are
/// counted in grapheme clusters (UAX #29) from the start, 0 to ``count``.
package struct SecretText: ~Copyable {
  /// The number of grapheme clusters.
  package private(set) var count = 0
  /// The number of grapheme clusters before the caret.
  package private(set) var caret = 0
  var buffer: SecretBuffer
  /// In ASCII without control characters a cluster is a byte; then no edit has to look at the rest of the text.
  private var isASCII = true

  /// The most bytes that a text can have by default.
  package static let defaultCapacity = 4096

  /// Makes an empty text for at most `capacity` bytes in `memory`.
  ///
  /// - Throws: As ``SecretBuffer/init(capacity:in:)`` does.
  package init(capacity: Int = defaultCapacity, in memory: SecretMemory) throws(SecretError) {
    buffer = try SecretBuffer(capacity: capacity, in: memory)
  }

  package var byteCount: Int { buffer.count }
  package var capacity: Int { buffer.capacity }
  package var isEmpty: Bool { buffer.count == 0 }
  /// Whether the memory is guarded as ``SecretMemory/isLocked`` says.
  package var isLocked: Bool { buffer.memory.isLocked }

  /// The text. It is borrowed: it can neither be kept nor overlap a change.
  package var utf8: UTF8Span {
    @_lifetime(borrow self)
    get { unsafe UTF8Span(unchecked: buffer.bytes, isKnownASCII: isASCII) }
  }

  /// Calls `body` with the text, for callers that reach it through a class, from which it cannot be borrowed directly.
  package func withUTF8<R, E: Error>(_ body: (UTF8Span) throws(E) -> R) throws(E) -> R { try body(utf8) }

  /// Replaces the grapheme clusters `range` with `text`, and puts the caret after it.
  ///
  /// If the end of `text` makes one cluster with what follows, as a letter before a combining mark does, the
  /// caret is put after that cluster.
  ///
  /// - Precondition: `range` lies within the text.
  /// - Throws: ``SecretError/controlCharacter`` when `text` has one, and ``SecretError/full`` when the result
  ///   does not fit; nothing is changed then.
  package mutating func replaceClusters(_ range: Range<Int>, with text: UTF8Span) throws(SecretError) {
    guard !text.hasControls else { throw .controlCharacter }
    let bytes = byteRange(of: range)
    try buffer.replaceSubrange(bytes, with: text.span)
    settle(caretOffset: bytes.lowerBound + text.count, isASCII: isASCII && text.hasOnlyASCII)
  }

  /// Why ``replaceClusters(_:with:)`` would not take `text`; `nil` when it would take it.
  ///
  /// - Precondition: `range` lies within the text.
  package func obstacle(toReplacing range: Range<Int>, with text: UTF8Span) -> SecretError? {
    if text.hasControls { return .controlCharacter }
    return byteCount(replacing: range, with: text) > capacity ? .full : nil
  }

  /// The number of bytes that there would be if `text` replaced the grapheme clusters `range`.
  ///
  /// - Precondition: `range` lies within the text.
  package func byteCount(replacing range: Range<Int>, with text: UTF8Span) -> Int {
    byteCount - byteRange(of: range).count + text.count
  }

  /// Puts the caret after the first `cluster` grapheme clusters.
  ///
  /// - Precondition: There are that many.
  package mutating func moveCaret(toCluster cluster: Int) {
    precondition(0...count ~= cluster, "the caret lies outside the text")
    caret = cluster
  }

  package mutating func removeAll() {
    buffer.removeAll()
    settle(caretOffset: 0, isASCII: true)
  }

  func byteRange(of range: Range<Int>) -> Range<Int> {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "the range lies outside the text")
    if isASCII { return range }
    if range.lowerBound == count { return byteCount..<byteCount }
    var clusters = utf8.makeCharacterIterator()
    _ = clusters.skipForward(by: range.lowerBound)
    let start = clusters.currentCodeUnitOffset
    _ = clusters.skipForward(by: range.count)
    return start..<clusters.currentCodeUnitOffset
  }

  /// Counts again after a change, and puts the caret at the byte offset, or at the next boundary after it.
  private mutating func settle(caretOffset: Int, isASCII stillASCII: Bool) {
    isASCII = stillASCII || utf8.hasOnlyASCII
    guard !isASCII else {
      count = byteCount
      caret = caretOffset
      return
    }
    var clusters = utf8.makeCharacterIterator()
    var (all, before) = (0, 0)
    while clusters.currentCodeUnitOffset < byteCount {
      if clusters.currentCodeUnitOffset < caretOffset { before += 1 }
      all += clusters.skipForward()
    }
    count = all
    caret = before
  }
}

/// Only one thread at a time may work with a secret.
@available(*, unavailable)
extension SecretText: Sendable {}

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
    var swapped = try SecretBuffer(capacity: both.count, locking: buffer.memory.locking)
    try swapped.append(buffer.bytes.extracting(middle..<both.upperBound))
    try swapped.append(buffer.bytes.extracting(both.lowerBound..<middle))
    return swapped
  }
}

extension SecretText {
  /// The start of the word that the caret is in or after, or 0 if there is none. Alt-B goes there, and
  /// Alt-Backspace deletes back to there.
  ///
  /// A word is a run of letters and digits. readline(3): backward-word.
  package var wordStart: Int { startOfRun(where: \.isLetterOrNumber) }

  /// The start of the word between white space that the caret is in or after, or 0 if there is none.
  /// Ctrl-W deletes back to there.
  ///
  /// readline(3): unix-word-rubout.
  package var whiteSpaceWordStart: Int { startOfRun { !$0.isWhiteSpace } }

  /// Whether the caret is at the start or after white space, so that what is typed there begins a word.
  package var isAtWordStart: Bool {
    guard caret > 0 else { return true }
    var clusters = utf8.makeCharacterIterator()
    _ = clusters.skipForward(by: caret - 1)
    return utf8.scalar(at: clusters.currentCodeUnitOffset)?.isWhiteSpace ?? true
  }

  /// The end of the word that the caret is in or before, or ``count`` if there is none. Alt-F goes there, and
  /// Alt-D deletes up to there.
  ///
  /// A word is a run of letters and digits. readline(3): forward-word.
  package var wordEnd: Int {
    var clusters = utf8.makeCharacterIterator()
    _ = clusters.skipForward(by: caret)
    var index = caret
    var isInWord = false
    while let base = utf8.scalar(at: clusters.currentCodeUnitOffset) {
      if base.isLetterOrNumber {
        isInWord = true
      } else if isInWord {
        break
      }
      index += clusters.skipForward()
    }
    return index
  }

  /// The start of the last run before the caret of clusters whose base `isInSet`, or 0 if there is none.
  private func startOfRun(where isInSet: (Unicode.Scalar) -> Bool) -> Int {
    var clusters = utf8.makeCharacterIterator()
    var start = 0
    var isInRun = false
    for index in 0..<caret {
      let base = utf8.scalar(at: clusters.currentCodeUnitOffset)
      let continues = base.map(isInSet) ?? false
      if continues, !isInRun { start = index }
      isInRun = continues
      _ = clusters.skipForward()
    }
    return start
  }
}

/// How a text compares with the one that it has to become equal to.
package enum TextMatch: Equatable, Sendable {
  case equal
  /// The text is empty, or it is the first grapheme clusters of the other one: typing on can make both equal.
  case start
  case different

  /// Compares `text` with `other`. The time that this takes does not show where they differ.
  package init(_ text: UTF8Span, with other: UTF8Span) {
    let length = text.count
    if text.span.isEqual(to: other.span) {
      self = .equal
    } else if length < other.count, text.span.isEqual(to: other.span.extracting(0..<length)),
      other.hasClusterBoundary(at: length)
    {
      self = .start
    } else {
      self = .different
    }
  }
}

extension UTF8Span {
  /// Whether a grapheme cluster begins at the byte `offset`, or the text ends there.
  fileprivate func hasClusterBoundary(at offset: Int) -> Bool {
    var clusters = makeCharacterIterator()
    while clusters.currentCodeUnitOffset < offset { _ = clusters.skipForward() }
    return clusters.currentCodeUnitOffset == offset
  }
}
