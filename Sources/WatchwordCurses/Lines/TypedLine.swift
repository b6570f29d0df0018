internal import Glibc
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordText

/// A line as the kernel hands it out, and the text that it is. Both are in guarded memory alone.
struct TypedLine: ~Copyable {
  /// The bytes that are read at one time: more than a line of the kernel has, so that one read takes a whole line.
  static let blockSize = 8191
  /// The bytes of a line, without its newline, from which on the kernel leaves out the rest: N_TTY_BUF_SIZE of Linux, less
  /// one for the newline.
  static let longest = 4095

  private var block: SecretBuffer
  private let encoding: CharacterEncoding
  /// The text.
  var text: Paste
  /// How the line ended.
  private(set) var end = LineEnd.plain

  /// Makes an empty line for text in `encoding`.
  init(_ encoding: CharacterEncoding, in memory: SecretMemory) throws(SecretError) {
    let block = try SecretBuffer(capacity: Self.blockSize, in: memory)
    let text = try Paste(in: memory)
    self.block = block
    self.text = text
    self.encoding = encoding
  }

  /// What a read brought.
  enum Progress: Equatable {
    /// A whole line, or the reason why it is not taken.
    case line(Event)
    /// A part of a line, or nothing yet.
    case unfinished
    /// The end. What was read of a line before it is wiped.
    case over
    /// Control-C, where that is no signal. The line before it is wiped.
    case interrupted
  }

  /// Reads once from `descriptor`.
  mutating func read(from descriptor: Int32) -> Progress {
    // A line that is longer than the kernel can hold comes in parts where Control-D sent them.
    if block.count >= Self.longest { block.removeSubrange(Self.longest..<block.count) }
    let count = block.read(from: descriptor)
    if count < 0, errno == EINTR || errno == EAGAIN { return .unfinished }
    guard count > 0 else {
      block.removeAll()
      return .over
    }
    let last = block.bytes[block.count - 1]
    if last == 0x03 {
      block.removeAll()
      return .interrupted
    }
    guard last == UInt8(ascii: "\n") else { return .unfinished }
    block.removeSubrange(block.count - 1..<block.count)
    let event = decode()
    block.removeAll()
    StackScratch.scrub()
    return .line(event)
  }

  private mutating func decode() -> Event {
    end = .plain
    text.begin()
    if block.count >= Self.longest {
      text.refuse(.tooLong)
      return text.event
    }
    let last = block.count - 1
    if last >= 0, let mark = Self.mark(block.bytes[last]) {
      end = mark
      block.removeSubrange(last..<last + 1)
    }
    var offset = 0
    while offset < block.count {
      guard let scalar = next(&offset) else { break }
      if scalar.isControl { text.refuse(.controlCharacter) } else { text.append(scalar) }
    }
    return text.event
  }

  private static func mark(_ byte: UInt8) -> LineEnd? {
    switch byte {
    case 0x12: .show
    case 0x07: .make
    default: nil
    }
  }

  /// The character at `offset`, which is moved behind it; `nil` where there is none, and the text is refused.
  private mutating func next(_ offset: inout Int) -> Unicode.Scalar? {
    if block.bytes[offset] < 0x80 {
      defer { offset += 1 }
      return Unicode.Scalar(block.bytes[offset])
    }
    if case .unavailable = encoding {
      text.refuse(.noCharacterSet)
      return nil
    }
    var partial = PartialScalar()
    for end in offset..<block.count {
      let scalar: Unicode.Scalar?
      if case .other = encoding {
        switch LocaleCharacter.conversion(of: block.bytes.extracting(offset..<end + 1)) {
        case .unfinished: continue
        case .invalid: scalar = nil
        case .scalar(let found): scalar = found
        }
      } else {
        switch partial.take(block.bytes[end]) {
        case .unfinished: continue
        case .invalid: scalar = nil
        case .scalar(let found): scalar = found
        }
      }
      guard let scalar else { break }
      offset = end + 1
      return scalar
    }
    text.refuse(.notText)
    return nil
  }
}
