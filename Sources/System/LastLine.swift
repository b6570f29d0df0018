import Secrets

/// The last line that is not blank of all that a command writes, in secret memory, since it may quote what was
/// entered.
struct LastLine: ~Copyable {
  /// The last line that is complete and not blank.
  private var last: KeptLine
  /// The line at hand, of which more may come.
  private var current: KeptLine

  /// Makes one of an output of which nothing has been read.
  ///
  /// - Throws: As ``SecretBuffer/init(capacity:locking:)`` does.
  init(locking: SecretBuffer.Locking) throws(SecretError) {
    let last = try KeptLine(locking: locking)
    current = try KeptLine(locking: locking)
    self.last = last
  }

  /// Takes the next bytes of the output. Lines end with LF, CR or both.
  mutating func take(_ buffer: borrowing SecretBuffer) {
    let bytes = buffer.bytes
    guard let end = bytes.lastLineEnd(before: bytes.count) else { return current.append(bytes) }
    takeLines(bytes.extracting(..<end))
    current.removeAll()
    current.append(bytes.extracting((end + 1)...))
  }

  /// Takes the rest of the line at hand and any more lines, the last one without its end.
  private mutating func takeLines(_ bytes: Span<UInt8>) {
    var end = bytes.count
    // Backwards, since of all the lines only one counts.
    while let start = bytes.lastLineEnd(before: end) {
      if last.replace(with: bytes.extracting((start + 1)..<end)) { return }
      end = start
    }
    current.append(bytes.extracting(..<end))
    if current.hasText { swap(&last, &current) }
  }

  /// Reads the message of the last line that is not blank.
  ///
  /// - Parameters:
  ///   - fields: The names of the fields that the line may begin with.
  ///   - memory: Room for ``KeptLine/messageCapacity`` bytes to work in, which is empty afterwards.
  ///   - secrets: Lends each of the secret texts in turn.
  /// - Returns: The message, `nil` where every line is blank.
  func message(
    fields: [String], in memory: inout SecretBuffer, hiding secrets: ((UTF8Span) -> Void) -> Void
  ) -> CheckMessage? {
    if current.hasText { return current.message(fields: fields, in: &memory, hiding: secrets) }
    return last.message(fields: fields, in: &memory, hiding: secrets)
  }

  /// Wipes all that was read.
  mutating func removeAll() {
    last.removeAll()
    current.removeAll()
  }
}

extension Span<UInt8> {
  /// Where the last LF or CR before `end` stands.
  fileprivate func lastLineEnd(before end: Int) -> Int? {
    var index = end
    while index > 0 {
      index -= 1
      if self[index] == 0x0A || self[index] == 0x0D { return index }
    }
    return nil
  }
}
