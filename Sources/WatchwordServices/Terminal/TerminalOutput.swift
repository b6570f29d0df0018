internal import WatchwordSecrets
internal import WatchwordSystem

/// What a program has written last to its terminal, in secret memory because it may contain what was typed.
struct TerminalOutput: ~Copyable {
  private(set) var kept: SecretBuffer
  private var messages: VerifierOutput
  /// The bytes that the program has written since its start.
  private(set) var total = 0

  /// The most bytes to read at a time, so that the caller can look at endless output in between.
  static let limit = 65_536
  /// The most bytes kept. If there are more, the earliest are lost.
  private static let keptCount = 4095

  init(locking: SecretMemory.Locking) throws(SecretError) {
    let kept = try SecretBuffer(capacity: Self.keptCount, locking: locking)
    messages = try VerifierOutput(locking: locking)
    self.kept = kept
  }

  /// Reads what is there. Returns false if there was nothing.
  mutating func read(from descriptor: Int32) -> Bool {
    let before = total
    while true {
      if kept.count == kept.capacity { kept.removeSubrange(0..<kept.count / 2) }
      let count = kept.read(from: descriptor)
      guard count > 0 else { return total > before }
      total += count
      if total - before > Self.limit { return true }
    }
  }

  /// Notes bytes that were read elsewhere.
  mutating func note(_ bytes: Span<UInt8>) {
    total += bytes.count
    let new = bytes.extracting(droppingFirst: max(0, bytes.count - kept.capacity))
    kept.removeSubrange(0..<max(0, kept.count + new.count - kept.capacity))
    try? kept.append(new)
  }

  mutating func forget() { kept.removeAll() }

  mutating func startAnew() {
    forget()
    total = 0
  }

  /// The unfinished line.
  var lastLine: Range<Int> { (lines.last?.upperBound).map { $0 + 1..<kept.count } ?? 0..<kept.count }

  /// The finished lines.
  var lines: [Range<Int>] {
    var (lines, start): ([Range<Int>], Int) = ([], 0)
    for index in 0..<kept.count where kept.bytes[index] == UInt8(ascii: "\n") {
      lines.append(start..<index)
      start = index + 1
    }
    return lines
  }

  /// A line as a user sees it; `nil` if nothing of it can be seen.
  func line(_ range: Range<Int>, locking: SecretMemory.Locking) -> PromptLine? {
    PromptLine(kept.bytes.extracting(range), locking: locking)
  }

  /// The text of a line; empty if it quotes one of the `secrets`.
  mutating func text(of line: PromptLine, hiding secrets: ((UTF8Span) -> Void) -> Void) -> String {
    line.withBytes { messages.message(of: $0, hiding: secrets) }?.text ?? ""
  }

  /// A line without what would move the cursor; `nil` if nothing of it can be seen, and an empty text if it quotes one of
  /// the `secrets`.
  mutating func text(of range: Range<Int>, hiding secrets: ((UTF8Span) -> Void) -> Void) -> String? {
    messages.text(of: range, in: kept, hiding: secrets)
  }
}

extension VerifierOutput {
  fileprivate mutating func text(
    of range: Range<Int>, in kept: borrowing SecretBuffer, hiding secrets: ((UTF8Span) -> Void) -> Void
  ) -> String? {
    message(of: kept.bytes.extracting(range), hiding: secrets).map { $0.text ?? "" }
  }
}
