internal import Glibc
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets

/// Lines as the kernel hands them out, and the text of the one that was taken last. All is in guarded memory alone.
struct TypedLine: ~Copyable {
  /// The bytes of all lines that wait: two of the longest.
  static let blockSize = 8191
  /// The bytes of a line, without its newline, from which on the kernel leaves out the rest: N_TTY_BUF_SIZE of Linux, less
  /// one for the newline.
  static let longest = 4095
  /// The keys that end a line and cancel, and stop the program.
  static let controlC: UInt8 = 0x03
  static let controlZ: UInt8 = 0x1A

  private var block: SecretBuffer
  /// Where the lines end that wait, each behind its newline.
  private var ends: [Int] = []
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
    /// A line, a part of one, or nothing yet.
    case text
    /// The end. What was read of a line before it is wiped.
    case over
    /// Control-C or Control-Z. All that was read and not taken is wiped.
    case interrupted, stopped
  }

  /// Whether a line waits to be taken.
  var isWaiting: Bool { !ends.isEmpty }

  /// Whether there is room for another line.
  var hasRoom: Bool { block.count + Self.longest < Self.blockSize }

  /// Reads once from `descriptor`, where there is room.
  mutating func read(from descriptor: Int32) -> Progress {
    let start = ends.last ?? 0
    // A line that is longer than the kernel can hold comes in parts where Control-D sent them.
    if block.count - start >= Self.longest { block.removeSubrange(start + Self.longest..<block.count) }
    let count = block.read(from: descriptor)
    if count < 0, errno == EINTR || errno == EAGAIN { return .text }
    guard count > 0 else {
      block.removeSubrange(start..<block.count)
      return .over
    }
    let last = block.bytes[block.count - 1]
    switch last {
    case UInt8(ascii: "\n"): ends.append(block.count)
    case Self.controlC:
      forget()
      return .interrupted
    case Self.controlZ:
      forget()
      return .stopped
    default: break
    }
    return .text
  }

  /// Wipes all that was read and not taken.
  mutating func forget() {
    block.removeAll()
    ends = []
  }

  /// Takes the first line that waits: its text, or the reason why it is none.
  mutating func take() -> Event? {
    guard let end = ends.first else { return nil }
    let event = decode(end - 1)
    block.removeSubrange(0..<end)
    ends = ends.dropFirst().map { $0 - end }
    StackScratch.scrub()
    return event
  }

  /// Reads the text out of the first `count` bytes.
  private mutating func decode(_ count: Int) -> Event {
    end = .plain
    text.begin()
    if count >= Self.longest {
      text.refuse(.tooLong)
      return text.event
    }
    var count = count
    if count > 0, let mark = Self.mark(block.bytes[count - 1]) {
      end = mark
      count -= 1
    }
    var offset = 0
    while offset < count {
      guard let scalar = next(&offset, before: count) else { break }
      // Control-Backslash does nothing, as on the screen.
      if scalar == "\u{1C}" { continue }
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

  /// The character at `offset`, which is moved behind it; `nil` where none is whole before `count`, and the text is refused.
  private mutating func next(_ offset: inout Int, before count: Int) -> Unicode.Scalar? {
    if block.bytes[offset] < 0x80 {
      defer { offset += 1 }
      return Unicode.Scalar(block.bytes[offset])
    }
    if case .unavailable = encoding {
      text.refuse(.noCharacterSet)
      return nil
    }
    var partial = PartialScalar()
    for end in offset..<count {
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
