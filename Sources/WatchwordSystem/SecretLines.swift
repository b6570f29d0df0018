import Glibc
public import WatchwordSecrets

/// The lines of a descriptor in secret memory, a block of whole lines at a time: as many lines as there may be, each as
/// long as it likes, in memory of one size.
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
    /// A text.
    case text
    /// It is not valid UTF-8.
    case notText
    /// It has more bytes than are taken.
    case tooLong
  }

  /// Some of the lines of a block, which one thread works with at a time.
  struct Piece {
    var bytes: Range<Int>
    /// The number of the first line, from 1 on.
    var firstLine: Int
    var lineCount = 0
  }

  /// How many lines were found so far, those of the block at hand included.
  public private(set) var lineCount = 0
  private let descriptor: Int32
  private let limit: Int
  private let separator: UInt8
  private var buffer: SecretBuffer
  /// The block at hand; nothing where there is none.
  private var pieces: [Piece] = []
  /// Where what comes after the block at hand starts in the buffer.
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
    buffer = try SecretBuffer(capacity: limit + Self.slice, locking: locking)
  }

  /// Goes on to the next block: all the whole lines that were read already, or else those that are read next.
  ///
  /// Of a line that is too long nothing more is read than shows that it is: the call after that reads past it.
  ///
  /// - Returns: Whether there is a block; false at the end of the input.
  /// - Throws: The error of read(2) or poll(2), for instance EISDIR; the input is at its end then.
  public mutating func advance() throws(SystemError) -> Bool {
    pieces.removeAll(keepingCapacity: true)
    do throws(SystemError) {
      if isSkipping { try skip() }
      return try findBlock()
    } catch {
      isAtEnd = true
      dropAll()
      throw error
    }
  }

  /// Calls `body` with the block at hand, which may be kept until it returns.
  public func withBlock<R, E: Error>(_ body: (Block) throws(E) -> R) throws(E) -> R {
    try unsafe buffer.bytes.withUnsafeBufferPointer { (bytes) throws(E) in
      try unsafe body(Block(bytes: bytes, pieces: pieces, separator: separator, limit: limit))
    }
  }

  private mutating func findBlock() throws(SystemError) -> Bool {
    var searched = rest
    while true {
      takeLines(searchingFrom: searched)
      if !pieces.isEmpty { return true }
      let isTooLong = buffer.count - rest > limit
      if isTooLong || isAtEnd {
        isSkipping = isTooLong
        if rest < buffer.count { takeLine(endingAt: buffer.count) }
        return !pieces.isEmpty
      }
      searched = buffer.count - rest
      try fill()
    }
  }

  /// Takes the whole lines of the buffer, as many as go into a block.
  private mutating func takeLines(searchingFrom start: Int) {
    for offset in start..<buffer.count where buffer.bytes[offset] == separator {
      takeLine(endingAt: offset + 1)
      if pieces.count == Self.mostPieces, pieces.last?.lineCount == Self.linesPerPiece { return }
    }
  }

  private mutating func takeLine(endingAt end: Int) {
    if pieces.isEmpty || pieces[pieces.count - 1].lineCount == Self.linesPerPiece {
      pieces.append(Piece(bytes: rest..<rest, firstLine: lineCount + 1))
    }
    let last = pieces.count - 1
    pieces[last].bytes = pieces[last].bytes.lowerBound..<end
    pieces[last].lineCount += 1
    lineCount += 1
    rest = end
  }

  /// Reads past the end of a line that was too long.
  private mutating func skip() throws(SystemError) {
    dropAll()
    while !isAtEnd {
      try fill()
      if let end = separatorOffset() {
        rest = end + 1
        break
      }
      dropAll()
    }
    isSkipping = false
  }

  /// Drops what is done with, and reads once behind the rest. What moving the rest has left in registers is gone before
  /// the input is waited for.
  private mutating func fill() throws(SystemError) {
    buffer.removeSubrange(0..<rest)
    rest = 0
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
  }

  private func separatorOffset() -> Int? {
    let bytes = buffer.bytes
    for offset in 0..<bytes.count where bytes[offset] == separator { return offset }
    return nil
  }

  /// The least number of bytes that there is room to read for.
  private static let slice = 16_384
  /// The most lines of a piece: about a millisecond of work.
  private static let linesPerPiece = 32
  /// The most pieces of a block, which bounds how much is said about one.
  private static let mostPieces = 32
}

extension SecretLines {
  /// Whole lines in secret memory, in pieces, which several threads may read at the same time.
  @safe
  public struct Block {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let pieces: [Piece]
    private let separator: UInt8
    /// The most bytes of a line that is taken.
    public let limit: Int

    fileprivate init(bytes: UnsafeBufferPointer<UInt8>, pieces: [Piece], separator: UInt8, limit: Int) {
      unsafe self.bytes = bytes
      self.pieces = pieces
      self.separator = separator
      self.limit = limit
    }

    /// The number of pieces, at least one.
    public var pieceCount: Int { pieces.count }

    /// Calls `body` with each line of a piece: its number, from 1 on, what it is, and its text, which is empty where it
    /// is none.
    public func forEachLine(ofPiece index: Int, _ body: (Int, Line, UTF8Span) -> Void) {
      let piece = pieces[index]
      var start = piece.bytes.lowerBound
      for number in piece.firstLine..<piece.firstLine + piece.lineCount {
        var end = start
        while end < piece.bytes.upperBound, unsafe bytes[end] != separator { end += 1 }
        let lineBytes = unsafe UnsafeBufferPointer(rebasing: bytes[start..<end])
        let line = unsafe lineBytes.span
        if line.count > limit {
          body(number, .tooLong, "".utf8Span)
        } else if let text = try? UTF8Span(validating: line) {
          body(number, .text, text)
        } else {
          body(number, .notText, "".utf8Span)
        }
        start = end + 1
      }
    }
  }
}
