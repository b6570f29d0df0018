internal import CWatchwordAssuan
internal import Glibc
internal import WatchwordScreen
internal import WatchwordSecrets

/// The connection to gpg-agent.
@safe
final class Agent {
  private let context: assuan_context_t
  /// Whether an inquiry was sent whose answer has not ended.
  private(set) var isAnswering = false
  /// Whether a second END may follow: gpg-agent 2.2 sends two for an answer without data.
  private var mayEndAgain = false
  /// When to stop waiting for the second END; `nil` if not waiting.
  private(set) var endDue: Instant?
  private var answer: Reply?

  /// The data of an answer, and its unfinished line.
  private final class Reply {
    var data, line: SecretBuffer

    init(locking: SecretMemory.Locking) throws(SecretError) {
      let data = try SecretBuffer(capacity: 2 * Int(ASSUAN_LINELENGTH), locking: locking)
      line = try SecretBuffer(capacity: Int(ASSUAN_LINELENGTH), locking: locking)
      self.data = data
    }
  }

  init(_ context: assuan_context_t) { unsafe self.context = unsafe context }

  /// Sends `status`, a keyword with its arguments.
  func write(status keyword: String, _ text: String) {
    _ = unsafe assuan_write_status(context, keyword, text)
  }

  /// Sends `secret`, UTF-8 of at most 255 bytes, as one data line. libassuan's own function would keep a copy.
  func send(_ secret: Span<UInt8>, locking: SecretMemory.Locking) throws(PinentryError) {
    try write("D ", secret, Self.escapedInData, locking: locking)
  }

  /// Sends the inquiry `keyword`, with the first 300 bytes of `secret`, if any. ``listen(at:)`` reads the answer, which
  /// has to end before the next inquiry.
  func inquire(
    _ keyword: String, about secret: Span<UInt8>?, locking: SecretMemory.Locking
  ) throws(PinentryError) {
    if answer == nil {
      answer = try rethrow(
        try Reply(locking: locking), as: { (_: SecretError) in PinentryError.noMemory })
    }
    answer?.data.removeAll()
    (isAnswering, mayEndAgain) = (true, false)
    if let secret {
      try write(
        "INQUIRE \(keyword) ", secret.extracting(..<min(secret.count, Self.longestInquiry)),
        Self.escapedInInquiry, locking: locking)
    } else if unsafe assuan_write_line(context, "INQUIRE \(keyword)") != 0 {
      throw .cancelled
    }
    // Does not leave traces on the stack while the agent takes its time.
    StackScratch.scrub()
  }

  /// Calls `body` with the data of the last answer, which may quote a secret, and wipes the data.
  func withAnswer<R>(_ body: (Span<UInt8>) -> R) -> R? {
    guard let answer else { return nil }
    defer { answer.data.removeAll() }
    return body(answer.data.bytes)
  }

  private static let longestInquiry = 300
  private static func escapedInData(_ byte: UInt8) -> Bool { byte < 0x20 || byte == UInt8(ascii: "%") }
  private static func escapedInInquiry(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") || byte == 0x7F
  }

  /// Writes `start` and `secret` as one line, escaping the bytes that `isEscaped`.
  private func write(
    _ start: String, _ secret: Span<UInt8>, _ isEscaped: (UInt8) -> Bool, locking: SecretMemory.Locking
  ) throws(PinentryError) {
    let line = try rethrow(
      try Self.line(start, secret, isEscaped, locking), as: { (_: SecretError) in PinentryError.noMemory })
    // A zero follows the bytes of a buffer.
    let error = line.withBytes { bytes in
      unsafe bytes.withUnsafeBytes { raw in
        unsafe raw.withMemoryRebound(to: CChar.self) { unsafe assuan_write_line(context, $0.baseAddress) }
      }
    }
    guard error == 0 else { throw .general }
  }

  private static func line(
    _ start: String, _ secret: Span<UInt8>, _ isEscaped: (UInt8) -> Bool, _ locking: SecretMemory.Locking
  ) throws(SecretError) -> SecretBuffer {
    var line = try SecretBuffer(capacity: start.utf8.count + 3 * secret.count, locking: locking)
    try line.append(start.utf8Span.span)
    for offset in secret.indices {
      let byte = secret[offset]
      if !isEscaped(byte) {
        try line.append(secret.extracting(offset...offset))
      } else if byte == UInt8(ascii: " ") {
        try line.append([UInt8(ascii: "+")].span)
      } else {
        try line.append([UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]].span)
      }
    }
    return line
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  enum End {
    case answered
    /// The agent gives no answer.
    case refused
    /// The agent is gone, or says something that is not part of an answer.
    case gone
  }

  /// Reads what the agent has said by `now`, without waiting for more. Returns `nil` until the answer has ended. If a
  /// line is not part of an answer, no answer will come, and the end is ``End/gone``.
  func listen(at now: Instant) throws(SecretError) -> End? {
    guard isAnswering, let answer else { return nil }
    if let endDue { return try passOverSecondEnd(of: answer, isLate: now >= endDue) }
    for _ in 0..<Self.mostLines {
      guard let isLine = try readLine(into: &answer.line) else { return nil }
      guard isLine else { return end(.gone) }
      defer { answer.line.removeAll() }
      switch Line(answer.line.bytes) {
      case .comment: continue
      case .data:
        AgentText.forEachByte(of: answer.line.bytes, from: 2) { byte in
          let byte: InlineArray<1, UInt8> = [byte ?? UInt8(ascii: "%")]
          // Keeps only the start of a long answer, but reads the rest, which would be taken for commands.
          try? answer.data.append(byte.span)
        }
      case .end:
        if answer.data.count > 0 { return end(.answered) }
        answer.line.removeAll()
        endDue = now.advanced(by: Self.secondEndPatience)
        return try passOverSecondEnd(of: answer, isLate: false)
      case .cancel: return end(.refused)
      case .other: return end(.gone)
      }
    }
    return nil
  }

  /// The most lines, and bytes of a line, to read at one time, so that endless output cannot starve the keyboard.
  private static let mostLines = 64, mostBytes = 4096

  private func end(_ end: End) -> End {
    (isAnswering, endDue) = (false, nil)
    mayEndAgain = end == .answered && answer?.data.count == 0
    return end
  }

  /// gpg-agent 2.2 ends the answer about an accepted passphrase twice, the second time at once. That END would be taken
  /// for the agent's wish to end the form, or for the next answer.
  private func passOverSecondEnd(of answer: Reply, isLate: Bool) throws(SecretError) -> End? {
    var unread: Int32 = 0
    let isMoreThere = unsafe assuan_pending_line(context) != 0
    guard !isMoreThere, let input, canRead(input) else { return isLate || isMoreThere ? end(.answered) : nil }
    guard unsafe ioctl(input, UInt(FIONREAD), &unread) == 0, Int(unread) == "END\n".utf8.count
    else { return end(.answered) }
    defer { answer.line.removeAll() }
    guard try readLine(into: &answer.line) == true, case .end = Line(answer.line.bytes) else {
      return end(.gone)
    }
    _ = end(.answered)
    mayEndAgain = false
    return .answered
  }

  private static let secondEndPatience = Duration.milliseconds(250)

  /// Waits up to `nanoseconds` for the agent to say more. Returns whether it did.
  func waitsForMore(atMost nanoseconds: Int64) -> Bool {
    if unsafe assuan_pending_line(context) != 0 { return true }
    guard nanoseconds > 0, let input else { return false }
    return canRead(input, within: Int32(nanoseconds / 1_000_000))
  }

  /// Whether `line`, which came after a dialog, belongs to an answer that the dialog did not wait for.
  func passesOver(_ line: Span<UInt8>) -> Bool {
    guard isAnswering || mayEndAgain, let answer else { return false }
    defer { answer.line.removeAll() }
    try? answer.line.append(line)
    switch (Line(answer.line.bytes), isAnswering) {
    case (.comment, true): break
    // Notes only that there is data: such an answer has only one END.
    case (.data, true): try? answer.data.append([1].span)
    case (.end, true): _ = end(.answered)
    case (.end, false): mayEndAgain = false
    case (.cancel, true): _ = end(.refused)
    default:
      (isAnswering, mayEndAgain) = (false, false)
      return false
    }
    return true
  }

  private var input: Int32? {
    // libassuan wants room for two descriptors.
    var descriptors: [Int32] = [-1, -1]
    return unsafe assuan_get_active_fds(context, 0, &descriptors, 2) > 0 ? descriptors[0] : nil
  }

  private func canRead(_ input: Int32, within milliseconds: Int32 = 0) -> Bool {
    var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, milliseconds) > 0
  }

  /// Continues `line` up to its line end, which is left out. Keeps only the start of a long line. Returns `nil` before
  /// the end, and `false` if the agent is gone.
  ///
  /// Takes what libassuan has already read, and reads the rest byte by byte, to keep it out of libassuan's buffers.
  private func readLine(into line: inout SecretBuffer) throws(SecretError) -> Bool? {
    if unsafe assuan_pending_line(context) != 0 {
      var start: UnsafeMutablePointer<CChar>?
      var count = 0
      guard unsafe assuan_read_line(context, &start, &count) == 0, let start = unsafe start else {
        return false
      }
      let raw = unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
      defer { unsafe raw.initializeMemory(as: UInt8.self, repeating: 0) }
      try line.append(unsafe UnsafeRawBufferPointer(raw).bindMemory(to: UInt8.self).span)
      return true
    }
    guard let input else { return false }
    var rest = Self.mostBytes
    while rest > 0, canRead(input) {
      rest -= 1
      let count = line.count
      unsafe line.withFreeCapacity { unsafe max(0, read(input, $0.baseAddress, 1)) }
      guard line.count > count else { return false }
      if line.bytes[line.count - 1] == UInt8(ascii: "\n") {
        line.removeSubrange(line.count - 1..<line.count)
        return true
      }
      if line.count == line.capacity { line.removeSubrange(line.count - 1..<line.count) }
    }
    return nil
  }

  /// The kind of an agent's line during an inquiry.
  private enum Line {
    case data, end, cancel, comment, other

    init(_ bytes: Span<UInt8>) {
      if bytes.isEmpty || bytes[0] == UInt8(ascii: "#") {
        self = .comment
      } else if bytes.count > 1, bytes[0] == UInt8(ascii: "D"), bytes[1] == UInt8(ascii: " ") {
        self = .data
      } else if bytes.isEqual(to: "END".utf8Span.span) {
        self = .end
      } else if bytes.isEqual(to: "CAN".utf8Span.span) {
        self = .cancel
      } else {
        self = .other
      }
    }
  }
}
