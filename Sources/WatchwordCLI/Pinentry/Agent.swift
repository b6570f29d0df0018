internal import CWatchwordAssuan
internal import Glibc
internal import WatchwordMessages
internal import WatchwordSecrets

/// gpg-agent at the other end of the line, while a dialog is open.
@safe
struct Agent {
  private let context: assuan_context_t

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

  /// Asks the agent `keyword` about `secret`, of which at most 300 bytes are sent; `nil` asks without one.
  ///
  /// - Returns: What the agent sent, which may quote a secret; `nil` where it gave no answer, or the line is gone.
  func inquire(
    _ keyword: String, about secret: Span<UInt8>?, locking: SecretMemory.Locking
  ) throws(PinentryError) -> SecretBuffer? {
    if let secret {
      try write(
        "INQUIRE \(keyword) ", secret.extracting(..<min(secret.count, Self.longestInquiry)),
        Self.escapedInInquiry, locking: locking)
    } else if unsafe assuan_write_line(context, "INQUIRE \(keyword)") != 0 {
      return nil
    }
    return try rethrow(try readAnswer(locking), as: { (_: SecretError) in PinentryError.noMemory })
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

  /// gpg-agent 2.2 ends the answer about a passphrase that it takes twice, the second time at once. Left there, that END
  /// would be taken for the agent's wish to end the form, or for the next answer. Returns `false` where another line came.
  private func passOverSecondEnd(_ line: inout SecretBuffer) throws(SecretError) -> Bool {
    var descriptors: [Int32] = [-1, -1]
    _ = unsafe assuan_get_active_fds(context, 0, &descriptors, 2)
    var request = pollfd(fd: descriptors[0], events: Int16(POLLIN), revents: 0)
    var unread: Int32 = 0
    guard unsafe assuan_pending_line(context) == 0, unsafe poll(&request, 1, Self.secondEndPatience) > 0,
      unsafe ioctl(descriptors[0], UInt(FIONREAD), &unread) == 0, Int(unread) == "END\n".utf8.count
    else { return true }
    guard try readLine(into: &line), case .end = Line(line.bytes) else { return false }
    return true
  }

  /// How long a second END is waited for, in milliseconds.
  private static let secondEndPatience: Int32 = 250

  /// Reads data lines up to END, and keeps the start of an answer that is too long: what was left unread would be taken
  /// for commands.
  private func readAnswer(_ locking: SecretMemory.Locking) throws(SecretError) -> SecretBuffer? {
    // The agent may take its time.
    StackScratch.scrub()
    var data = try SecretBuffer(capacity: 2 * Int(ASSUAN_LINELENGTH), locking: locking)
    var line = try SecretBuffer(capacity: Int(ASSUAN_LINELENGTH), locking: locking)
    while try readLine(into: &line) {
      switch Line(line.bytes) {
      case .comment: continue
      case .end:
        if data.count == 0, try !passOverSecondEnd(&line) { return nil }
        return data
      case .data:
        AgentText.forEachByte(of: line.bytes.extracting(2...)) { byte in
          let byte: InlineArray<1, UInt8> = [byte ?? UInt8(ascii: "%")]
          try? data.append(byte.span)
        }
      case .other: return nil
      }
    }
    return nil
  }

  /// Reads a line without its end, and of one that is too long the start. Returns `false` where the agent is gone, or silent
  /// for too long.
  ///
  /// What libassuan has read already is taken from there. All else is read from the descriptor, byte by byte, so that
  /// no buffer of libassuan's has anything of it.
  private func readLine(into line: inout SecretBuffer) throws(SecretError) -> Bool {
    line.removeAll()
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
    // libassuan asks for room for two.
    var descriptors: [Int32] = [-1, -1]
    guard unsafe assuan_get_active_fds(context, 0, &descriptors, 2) > 0 else { return false }
    let input = descriptors[0]
    while true {
      var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&request, 1, Self.patience)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return false }
      let count = line.count
      unsafe line.withFreeCapacity { unsafe max(0, read(input, $0.baseAddress, 1)) }
      guard line.count > count else { return false }
      if line.bytes[line.count - 1] == UInt8(ascii: "\n") {
        line.removeSubrange(line.count - 1..<line.count)
        return true
      }
      if line.count == line.capacity { line.removeSubrange(line.count - 1..<line.count) }
    }
  }

  /// For how many milliseconds the agent is waited for.
  private static let patience: Int32 = 10_000

  /// What a line of the agent is, inside an inquiry.
  private enum Line {
    case data, end, comment, other

    init(_ bytes: Span<UInt8>) {
      if bytes.isEmpty || bytes[0] == UInt8(ascii: "#") {
        self = .comment
      } else if bytes.count > 1, bytes[0] == UInt8(ascii: "D"), bytes[1] == UInt8(ascii: " ") {
        self = .data
      } else if bytes.isEqual(to: "END".utf8Span.span) {
        self = .end
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

  /// Calls `body` with each byte that `escaped` stands for; with `nil` for a `%` without two digits behind it.
  static func forEachByte<E: Error>(
    of escaped: Span<UInt8>, _ body: (UInt8?) throws(E) -> Void
  ) throws(E) {
    var offset = 0
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
