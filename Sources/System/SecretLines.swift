import Glibc
public import Secrets

/// The lines of a descriptor, one at a time, in secret memory: as many as there may be, each as long as it likes, in
/// memory of one size.
///
/// A line ends with the separator, or with the input; after the last separator there is no further line. The
/// separator is no part of the line. What else stands there is, also a CR before an LF.
public struct SecretLines: ~Copyable {
  /// What stands between two lines.
  public enum Separator: UInt8, Sendable {
    /// A NUL.
    case nul = 0x00
    /// An LF.
    case newline = 0x0A
  }

  /// What a line is.
  public enum Line: Equatable, Sendable {
    /// A text, which ``withText(_:)`` lends.
    case text
    /// It is not valid UTF-8.
    case notText
    /// It has more bytes than are taken.
    case tooLong
  }

  /// The most bytes of a line that is taken.
  public let limit: Int
  /// The number of the line at hand, from 1 on; 0 before the first.
  public private(set) var number = 0
  private let descriptor: Int32
  private let separator: UInt8
  private var buffer: SecretBuffer
  /// Where the line at hand stands in the buffer.
  private var line = 0..<0
  /// Where what comes after the line at hand starts in the buffer.
  private var rest = 0
  /// Whether what comes next belongs to a line that was too long.
  private var isSkipping = false
  private var isAtEnd = false

  /// Reads from `descriptor`, which stays the caller's to close.
  ///
  /// - Throws: As ``SecretBuffer/init(capacity:locking:)`` does.
  public init(
    descriptor: Int32, separator: Separator = .newline, limit: Int = SecretText.defaultCapacity,
    locking: SecretBuffer.Locking = .required
  ) throws(SecretError) {
    self.descriptor = descriptor
    self.separator = separator.rawValue
    self.limit = limit
    buffer = try SecretBuffer(capacity: limit + SecretLines.slice, locking: locking)
  }

  /// Whether ``advance()`` will find the end of the next line without reading.
  public var hasLine: Bool { isAtEnd || (!isSkipping && separatorOffset(from: rest) != nil) }

  /// Goes on to the next line.
  ///
  /// Of a line that is too long nothing more is read than shows that it is: the call after that reads past it.
  ///
  /// - Returns: What the line is, `nil` at the end of the input.
  /// - Throws: The error of read(2) or poll(2), for instance EISDIR; the input is at its end then.
  public mutating func advance() throws(SystemError) -> Line? {
    do throws(SystemError) {
      if isSkipping { try skip() }
      return try nextLine()
    } catch {
      isAtEnd = true
      dropAll()
      throw error
    }
  }

  /// Lends the line at hand, which is a ``Line/text``, to `body`.
  public func withText<R, E: Error>(_ body: (UTF8Span) throws(E) -> R) throws(E) -> R {
    try body(unsafe UTF8Span(unchecked: buffer.bytes.extracting(line)))
  }

  private mutating func nextLine() throws(SystemError) -> Line? {
    line = rest..<rest
    var searched = rest
    while true {
      if let end = separatorOffset(from: searched) { return take(rest..<end, next: end + 1) }
      if buffer.count - rest > limit {
        isSkipping = true
        number += 1
        dropAll()
        return .tooLong
      }
      if isAtEnd { return rest == buffer.count ? nil : take(rest..<buffer.count, next: buffer.count) }
      searched = buffer.count - rest
      try fill()
    }
  }

  private mutating func take(_ range: Range<Int>, next: Int) -> Line {
    number += 1
    rest = next
    guard range.count <= limit else { return .tooLong }
    line = range
    return (try? UTF8Span(validating: buffer.bytes.extracting(range))) == nil ? .notText : .text
  }

  /// Reads past the end of a line that was too long.
  private mutating func skip() throws(SystemError) {
    while !isAtEnd {
      if let end = separatorOffset(from: 0) {
        rest = end + 1
        break
      }
      dropAll()
      try fill()
    }
    isSkipping = false
  }

  /// Drops what is done with, and reads once behind the rest. What moving the rest has left in registers is gone before
  /// the input is waited for.
  private mutating func fill() throws(SystemError) {
    buffer.removeSubrange(0..<rest)
    rest = 0
    line = 0..<0
    StackScratch.scrub()
    while true {
      let count = buffer.read(from: descriptor)
      if count >= 0 {
        isAtEnd = count == 0
        return
      }
      switch errno {
      case EINTR: break
      case EAGAIN: try wait()
      default: throw .last
      }
    }
  }

  private func wait() throws(SystemError) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&request, 1, -1) >= 0 || errno == EINTR else { throw .last }
  }

  private mutating func dropAll() {
    buffer.removeAll()
    rest = 0
    line = 0..<0
  }

  private func separatorOffset(from start: Int) -> Int? {
    let bytes = buffer.bytes
    for offset in start..<bytes.count where bytes[offset] == separator { return offset }
    return nil
  }

  /// The least number of bytes that there is room to read for.
  private static let slice = 16_384
}
