internal import CWatchwordAssuan
internal import Glibc
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets

/// gpg-agent at the other end of the line.
@safe
final class Agent {
  private let context: assuan_context_t
  /// Whether an inquiry was sent whose answer has not come to its end.
  private(set) var isAnswering = false
  /// Whether an answer without data has ended: gpg-agent 2.2 says END twice then.
  private var mayEndAgain = false
  /// Until when the second END is waited for; `nil` where it is not.
  private(set) var endDue: Instant?
  private var answer: Answer?

  /// What is read of an answer: the data, and the line that has not ended.
  private final class Answer {
    var data, line: SecretBuffer

    init(locking: SecretMemory.Locking) throws(SecretError) {
      let data = try SecretBuffer(capacity: 2 * Int(ASSUAN_LINELENGTH), locking: locking)
      line = try SecretBuffer(capacity: Int(ASSUAN_LINELENGTH), locking: locking)
      self.data = data
    }
  }

  init(_ context: assuan_context_t) { unsafe self.context = unsafe context }

  /// Tells the agent `status`, a keyword with its arguments.
  func write(status keyword: String, _ text: String) {
    _ = unsafe assuan_write_status(context, keyword, text)
  }

  /// Sends `secret`, UTF-8 of at most 255 bytes, as one data line.
  ///
  /// libassuan's own function for data keeps a copy in its buffer; this one writes from locked memory.
  func send(_ secret: Span<UInt8>, locking: SecretMemory.Locking) throws(PinentryError) {
    try write("D ", secret, Self.escapedInData, locking: locking)
  }

  /// Asks the agent `keyword` about `secret`, of which at most 300 bytes are sent; `nil` asks without one. What it says is
  /// read by ``listen(at:)``, and the next inquiry has to wait for its end.
  func inquire(
    _ keyword: String, about secret: Span<UInt8>?, locking: SecretMemory.Locking
  ) throws(PinentryError) {
    if answer == nil {
      answer = try rethrow(
        try Answer(locking: locking), as: { (_: SecretError) in PinentryError.noMemory })
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
    // The agent may take its time.
    StackScratch.scrub()
  }

  /// Calls `body` with the data of the last answer, which may quote a secret, and wipes it.
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

  /// Writes `start` and `secret`, in which the bytes that `isEscaped` names are escaped, as one line.
  private func write(
    _ start: String, _ secret: Span<UInt8>, _ isEscaped: (UInt8) -> Bool, locking: SecretMemory.Locking
  ) throws(PinentryError) {
    let line = try rethrow(
      try Self.line(start, secret, isEscaped, locking), as: { (_: SecretError) in PinentryError.noMemory })
    // A buffer has a zero behind its bytes.
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

  /// How an answer has ended.
  enum End {
    /// Its data are there.
    case answered
    /// The agent answers nothing.
    case refused
    /// The agent is gone, or says something else.
    case gone
  }

  /// Reads what the agent has said by `now`, without waiting for more. Answers how the answer has ended; `nil` where it has
  /// not. A line that is no part of an answer is the agent's wish to go on.
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
          // Of an answer that is too long the start is kept, and the rest read: it would be taken for commands.
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

  /// The lines, and of one the bytes, that are read at one time: who talks without end keeps nobody from the keys.
  private static let mostLines = 64, mostBytes = 4096

  private func end(_ end: End) -> End {
    (isAnswering, endDue) = (false, nil)
    mayEndAgain = end == .answered && answer?.data.count == 0
    return end
  }

  /// gpg-agent 2.2 ends the answer about a passphrase that it takes twice, the second time at once. Left there, that END
  /// would be taken for the agent's wish to end the form, or for the next answer.
  private func passOverSecondEnd(of answer: Answer, isLate: Bool) throws(SecretError) -> End? {
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

  /// How long a second END is waited for.
  private static let secondEndPatience = Duration.milliseconds(250)

  /// Waits until the agent says more, `nanoseconds` at most. Answers whether it does.
  func waitsForMore(atMost nanoseconds: Int64) -> Bool {
    if unsafe assuan_pending_line(context) != 0 { return true }
    guard nanoseconds > 0, let input else { return false }
    return canRead(input, within: Int32(nanoseconds / 1_000_000))
  }

  /// Whether `line`, which has come behind a dialog, belongs to an answer that was not waited for.
  func passesOver(_ line: Span<UInt8>) -> Bool {
    guard isAnswering || mayEndAgain, let answer else { return false }
    defer { answer.line.removeAll() }
    try? answer.line.append(line)
    switch (Line(answer.line.bytes), isAnswering) {
    case (.comment, true): break
    // An answer with data ends once.
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
    // libassuan asks for room for two.
    var descriptors: [Int32] = [-1, -1]
    return unsafe assuan_get_active_fds(context, 0, &descriptors, 2) > 0 ? descriptors[0] : nil
  }

  private func canRead(_ input: Int32, within milliseconds: Int32 = 0) -> Bool {
    var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, milliseconds) > 0
  }

  /// Goes on to read `line` up to its end, which is left out; of one that is too long the start is kept. Answers `nil` where
  /// its end has not come, and `false` where the agent is gone.
  ///
  /// What libassuan has read already is taken from there. All else is read from the descriptor, byte by byte, so that
  /// no buffer of libassuan's has anything of it.
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

  /// What a line of the agent is, inside an inquiry.
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

/// A text as gpg-agent sends it: UTF-8 in which `%` and two hexadecimal digits stand for a byte.
///
/// The agent passes on what others wrote, such as the name in a key, so nothing of it is trusted: what is broken, and each
/// control character but a line feed, becomes U+FFFD.
enum AgentText {
  /// The text that `escaped` stands for.
  static func decode(_ escaped: some Sequence<UInt8>) -> String {
    var bytes: [UInt8] = []
    forEachByte(of: Array(escaped).span) { byte in
      if let byte { bytes.append(byte) } else { bytes += "\u{FFFD}".utf8 }
    }
    return String(decoding: bytes, as: UTF8.self).replacingControls
  }

  /// Calls `body` with each byte that `escaped` stands for from `start` on; with `nil` for a `%` without two digits behind it.
  static func forEachByte<E: Error>(
    of escaped: Span<UInt8>, from start: Int = 0, _ body: (UInt8?) throws(E) -> Void
  ) throws(E) {
    var offset = start
    while offset < escaped.count {
      if escaped[offset] != UInt8(ascii: "%") {
        try body(escaped[offset])
      } else if let high = digit(escaped, offset + 1), let low = digit(escaped, offset + 2) {
        try body(high << 4 | low)
        offset += 2
      } else {
        try body(nil)
      }
      offset += 1
    }
  }

  private static func digit(_ bytes: Span<UInt8>, _ offset: Int) -> UInt8? {
    guard offset < bytes.count else { return nil }
    return Character(Unicode.Scalar(bytes[offset])).hexDigitValue.map { UInt8($0) }
  }
}
