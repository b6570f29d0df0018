import Glibc
package import WatchwordBase
package import WatchwordSecrets

/// Reads the lines of a descriptor into secret memory of fixed size, a block of whole lines at a time. There may be any
/// number of lines.
///
/// A line ends with the separator, which is not part of the line, or with the input. If the input ends with a
/// separator, no empty line follows. A CR before an LF belongs to the line.
package struct SecretLines: ~Copyable {
  package enum Separator: UInt8, Sendable {
    case nul = 0x00
    case newline = 0x0A
  }

  package var count: Int { lines.count }
  /// The number of the current block's first line, counted from 1.
  package private(set) var firstNumber = 1

  private let descriptor: Int32
  private let limit: Int
  private let separator: UInt8
  private var buffer: SecretBuffer
  /// Where the lines of the current block are in the buffer.
  private var lines: [Range<Int>] = []
  /// The offset in the buffer of the bytes that are not in a block yet.
  private var rest = 0
  /// Whether the next bytes belong to a line that was too long.
  private var isSkipping = false
  private var isAtEnd = false

  /// Reads from `descriptor`, which the caller still has to close. Only a line of more than `limit` bytes may be cut.
  package init(
    descriptor: Int32, separator: Separator = .newline, limit: Int = SecretText.defaultCapacity,
    locking: SecretMemory.Locking = .required
  ) throws(SecretError) {
    self.descriptor = descriptor
    self.separator = separator.rawValue
    self.limit = limit
    buffer = try SecretBuffer(capacity: limit + Self.slice, locking: locking)
  }

  /// Goes on to the next block: the whole lines that the buffer has already, or else the lines read next. Returns false
  /// at the end of the input. After an error of read(2) or poll(2), such as EISDIR, the input is at its end.
  package mutating func advance() throws(SystemError) -> Bool {
    firstNumber += lines.count
    lines.removeAll(keepingCapacity: true)
    while true {
      takeLines()
      if lines.isEmpty, isAtEnd || buffer.count - rest > limit { takeRest() }
      if !lines.isEmpty { return true }
      if isAtEnd { return false }
      try fill()
    }
  }

  /// Calls `body` with a line of the current block, counted from 0. Several threads may call it at the same time. A
  /// line of more than `limit` bytes may be cut, but never before that many bytes.
  package func withLine<R, E: Error>(
    _ index: Int, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try body(buffer.bytes.extracting(lines[index]))
  }

  /// Makes a block of the whole lines in the buffer.
  private mutating func takeLines() {
    for offset in rest..<buffer.count where buffer.bytes[offset] == separator {
      if isSkipping { isSkipping = false } else { lines.append(rest..<offset) }
      rest = offset + 1
      if lines.count == Self.mostLines { return }
    }
  }

  /// Makes a block of one line that has no separator in the buffer: the last line of the input, or a line that is too
  /// long. The remainder of the latter is skipped.
  private mutating func takeRest() {
    if rest < buffer.count, !isSkipping { lines = [rest..<buffer.count] }
    rest = buffer.count
    isSkipping = !isAtEnd
  }

  /// Drops the bytes that were used, and reads once. Moving the rest leaves parts of it in registers, which are cleared
  /// before waiting for input.
  private mutating func fill() throws(SystemError) {
    buffer.removeSubrange(0..<rest)
    rest = 0
    StackScratch.scrub()
    do throws(SystemError) {
      isAtEnd = try buffer.readWhenReady(from: descriptor) == 0
    } catch {
      isAtEnd = true
      buffer.removeAll()
      throw error
    }
  }

  /// The least number of bytes to make room for before reading.
  private static let slice = 16_384
  /// The most lines of a block, which bounds the output about one block.
  private static let mostLines = 256
}

extension SecretBuffer {
  /// Appends the bytes of one read, as soon as there is something, and returns their number, which is 0 at the end.
  package mutating func readWhenReady(from descriptor: Int32) throws(SystemError) -> Int {
    while true {
      let count = read(from: descriptor)
      if count >= 0 { return count }
      switch errno {
      case EINTR: break
      case EAGAIN:
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&request, 1, -1) >= 0 || errno == EINTR else { throw .last }
      default: throw .last
      }
    }
  }
}
