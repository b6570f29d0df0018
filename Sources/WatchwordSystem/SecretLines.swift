import Glibc
package import WatchwordMessages
package import WatchwordSecrets

/// The lines of a descriptor in secret memory, a block of whole lines at a time: as many lines as there may be, each as
/// long as it likes, in memory of one size.
///
/// A line ends with the separator, or with the input; after the last separator there is no further line. The
/// separator is no part of the line. Everything else is, also a CR before an LF.
package struct SecretLines: ~Copyable {
  /// What stands between two lines.
  package enum Separator: UInt8, Sendable {
    case nul = 0x00
    case newline = 0x0A
  }

  package var count: Int { lines.count }
  /// The number of the first line of the block at hand; the first line of the input is 1.
  package private(set) var firstNumber = 1

  private let descriptor: Int32
  private let limit: Int
  private let separator: UInt8
  private var buffer: SecretBuffer
  /// Where the lines of the block at hand stand in the buffer.
  private var lines: [Range<Int>] = []
  /// Where that begins in the buffer which is not in a block yet.
  private var rest = 0
  /// Whether what comes next belongs to a line that was too long.
  private var isSkipping = false
  private var isAtEnd = false

  /// Reads from `descriptor`, which stays the caller's to close.
  ///
  /// - Parameters:
  ///   - descriptor: What is read from.
  ///   - separator: What ends a line.
  ///   - limit: The most bytes of a line that is taken whole.
  ///   - locking: What happens when the memory cannot be guarded.
  /// - Throws: As ``SecretBuffer/init(capacity:locking:)`` does.
  package init(
    descriptor: Int32, separator: Separator = .newline, limit: Int = SecretText.defaultCapacity,
    locking: SecretMemory.Locking = .required
  ) throws(SecretError) {
    self.descriptor = descriptor
    self.separator = separator.rawValue
    self.limit = limit
    buffer = try SecretBuffer(capacity: limit + Self.slice, locking: locking)
  }

  /// Goes on to the next block: the whole lines that were read already, or else those that are read next.
  ///
  /// - Returns: Whether there is a block; false at the end of the input.
  /// - Throws: The error of read(2) or poll(2), for instance EISDIR; the input is at its end then.
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

  /// Calls `body` with a line of the block at hand, by its place in the block from 0 on. Several threads may do so at the
  /// same time.
  ///
  /// A line that has more bytes than the limit may be cut off behind it.
  package func withLine<R, E: Error>(
    _ index: Int, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    try body(buffer.bytes.extracting(lines[index]))
  }

  /// Makes a block of the whole lines that are in the buffer.
  private mutating func takeLines() {
    for offset in rest..<buffer.count where buffer.bytes[offset] == separator {
      if isSkipping { isSkipping = false } else { lines.append(rest..<offset) }
      rest = offset + 1
      if lines.count == Self.mostLines { return }
    }
  }

  /// Makes a block of a line without its end: the last one, or one that is too long, of which nothing more is kept.
  private mutating func takeRest() {
    if rest < buffer.count, !isSkipping { lines = [rest..<buffer.count] }
    rest = buffer.count
    isSkipping = !isAtEnd
  }

  /// Drops what is done with, and reads once behind the rest. What moving the rest has left in registers is gone before
  /// the input is waited for.
  private mutating func fill() throws(SystemError) {
    buffer.removeSubrange(0..<rest)
    rest = 0
    StackScratch.scrub()
    do throws(SystemError) {
      isAtEnd = try read() == 0
    } catch {
      isAtEnd = true
      buffer.removeAll()
      throw error
    }
  }

  /// Reads once, as soon as there is something. Answers the number of bytes.
  private mutating func read() throws(SystemError) -> Int {
    while true {
      let count = buffer.read(from: descriptor)
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

  /// The least number of bytes that there is room to read for.
  private static let slice = 16_384
  /// The most lines of a block, which bounds how much is said about one.
  private static let mostLines = 1024
}
