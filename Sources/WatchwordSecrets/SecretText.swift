internal import WatchwordBase

/// Secret text that is edited by grapheme clusters, with a caret between two of them. It is always valid UTF-8 without
/// control characters except tabs. All positions count grapheme clusters (UAX #29) from the start, 0 to ``count``.
package struct SecretText: ~Copyable {
  package private(set) var count = 0
  /// The number of grapheme clusters before the caret.
  package private(set) var caret = 0
  var buffer: SecretBuffer
  /// Whether the text is ASCII. Each cluster is then one byte, since tabs are the only controls. So an edit need not
  /// look at the rest of the text.
  private var isASCII = true

  /// The default capacity, in bytes.
  package static let defaultCapacity = 4096

  package init(capacity: Int = defaultCapacity, in memory: SecretMemory) throws(SecretError) {
    buffer = try SecretBuffer(capacity: capacity, in: memory)
  }

  package var byteCount: Int { buffer.count }
  package var capacity: Int { buffer.capacity }
  package var isEmpty: Bool { buffer.count == 0 }
  package var isLocked: Bool { buffer.memory.isLocked }

  /// The text, borrowed: a caller can neither keep it nor hold it during a change.
  package var utf8: UTF8Span {
    @_lifetime(borrow self)
    get { unsafe UTF8Span(unchecked: buffer.bytes, isKnownASCII: isASCII) }
  }

  /// Calls `body` with the text, for callers that hold it in a class and cannot borrow it directly.
  package func withUTF8<R, E: Error>(_ body: (UTF8Span) throws(E) -> R) throws(E) -> R { try body(utf8) }

  /// Replaces the grapheme clusters `range` with `text`, and puts the caret after `text`. If the end of `text` forms
  /// one cluster with what follows, as a letter does with a combining mark, the caret goes after that cluster.
  ///
  /// - Precondition: `range` lies within the text.
  /// - Throws: ``SecretError/controlCharacter`` or ``SecretError/full``. Nothing changes then.
  package mutating func replaceClusters(_ range: Range<Int>, with text: UTF8Span) throws(SecretError) {
    guard !text.hasControlsButTabs else { throw .controlCharacter }
    let bytes = byteRange(of: range)
    try buffer.replaceSubrange(bytes, with: text.span)
    settle(caretOffset: bytes.lowerBound + text.count, isASCII: isASCII && text.hasOnlyASCII)
  }

  /// Why ``replaceClusters(_:with:)`` would refuse `text`; `nil` if it would take it.
  package func obstacle(toReplacing range: Range<Int>, with text: UTF8Span) -> SecretError? {
    if text.hasControlsButTabs { return .controlCharacter }
    return byteCount(replacing: range, with: text) > capacity ? .full : nil
  }

  /// The size in bytes after replacing the grapheme clusters `range` with `text`.
  package func byteCount(replacing range: Range<Int>, with text: UTF8Span) -> Int {
    byteCount - byteRange(of: range).count + text.count
  }

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

  /// Counts the clusters again after a change. Moves the caret to the byte `caretOffset`, or to the next cluster
  /// boundary after it.
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
  /// The two grapheme clusters that Ctrl-T swaps: the ones around the caret, or the last two if the caret is at the
  /// end. `nil` if the caret is at the start, or the text has fewer than two clusters. See readline(3),
  /// transpose-chars.
  package var transposition: Range<Int>? {
    guard count >= 2, caret > 0 else { return nil }
    let end = min(caret + 1, count)
    return end - 2..<end
  }

  /// Calls `body` with the replacement for ``transposition``, in locked memory that is wiped afterwards. Returns `nil`
  /// if nothing can be swapped.
  package func withTransposed<R>(_ body: (UTF8Span) -> R) throws(SecretError) -> R? {
    guard let range = transposition else { return nil }
    let swapped = try swapped(range)
    return body(unsafe UTF8Span(unchecked: swapped.bytes))
  }

  /// Swaps the two clusters of ``transposition``, if any, and puts the caret after them. Changes nothing if it throws.
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
  /// The start of the word that the caret is in or after, or 0 if there is none. A word is a run of letters and digits.
  /// The target of Alt-B and Alt-Backspace; see readline(3), backward-word.
  package var wordStart: Int { startOfRun(where: \.isLetterOrNumber) }

  /// The start of the whitespace-delimited word that the caret is in or after, or 0 if there is none. Ctrl-W deletes
  /// back to it, as readline(3)'s unix-word-rubout does.
  package var whiteSpaceWordStart: Int { startOfRun { !$0.isWhiteSpace } }

  /// Whether a character typed here would begin a word: the caret is at the start or after white space.
  package var isAtWordStart: Bool {
    guard caret > 0 else { return true }
    var clusters = utf8.makeCharacterIterator()
    _ = clusters.skipForward(by: caret - 1)
    return utf8.scalar(at: clusters.currentCodeUnitOffset)?.isWhiteSpace ?? true
  }

  /// The end of the word that the caret is in or before, or ``count`` if there is none. A word is a run of letters and
  /// digits. The target of Alt-F and Alt-D; see readline(3), forward-word.
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

  /// The start of the last run of clusters before the caret whose base scalar `isInSet`; 0 if there is no such run.
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
