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
  private let textMode: KeyDecoder.TextMode
  /// Why bytes that are no text are left out.
  private let notText: Event.Refusal
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
    textMode = encoding.textMode
    notText = encoding.notText
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
    text.begin()
    if count >= Self.longest {
      end = .plain
      text.refuse(.tooLong)
      return text.event
    }
    let last = count > 0 ? block.bytes[count - 1] : 0
    end = last == 0x12 ? .show : last == 0x07 ? .make : .plain
    let count = end == .plain ? count : count - 1
    var offset = 0
    while offset < count {
      guard case .scalar(let scalar, let length) = textMode.text(in: block.bytes.extracting(offset..<count))
      else {
        text.refuse(notText)
        break
      }
      offset += length
      // Control-Backslash does nothing, as on the screen.
      if scalar == "\u{1C}" { continue }
      if scalar.isControl { text.refuse(.controlCharacter) } else { text.append(scalar) }
    }
    return text.event
  }
}
