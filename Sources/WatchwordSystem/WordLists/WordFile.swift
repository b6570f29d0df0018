import Glibc
internal import WatchwordMessages
internal import WatchwordSecrets
import WatchwordStrength

/// A word list in a file: one word a line, in any order, UTF-8, of at most ``sizeLimit`` bytes.
///
/// Lines end with LF or CR LF, or with the file. A line that is not UTF-8, or that is longer than any password could be in
/// any case and normal form, is no word; a byte order mark before the first one is passed over.
///
/// The file is opened, and only opened, when the list is made, so that an error is known before a form is drawn.
/// It is read in slices when the program has nothing better to do, see ``index(slice:)``. A look-up finds the words
/// that were read by then, and never waits.
///
/// It is read to its end, wherever that is when reading gets there: files of /proc say that they have no bytes, and
/// others grow. What cannot be read ends the list, and ``failure`` says why.
///
/// The slices are read with pread(2) into fingerprints of our own. A memory map would be no faster, and a file that
/// another program truncates meanwhile would end this one with SIGBUS.
///
/// It is a class, as the owner of a file: the session that reads on and the meter that asks have the same list.
@safe
package final class WordFile: WordList {
  /// The system's word list; Debian's package wamerican brings one.
  package static let systemPath = "/usr/share/dict/words"
  /// The most bytes that a list may have. Larger ones are refused, since each of their words takes memory, and the
  /// submission of a form waits until all are read.
  package static let sizeLimit = 256 << 20

  /// Reads from a descriptor at an offset, as pread(2) does.
  package typealias Reader = (Int32, UnsafeMutableRawBufferPointer, Int) -> Int

  /// The path of the file.
  package let path: String
  /// The least number of code points that the words kept have, after mapping to one case and normal form.
  package let minimumCount: Int
  /// Why the file could not be read to its end; `nil` where it was, or still may be.
  package private(set) var failure: Failure?
  private var words: WordIndex
  /// What the reads so far have of a line that is not at its end.
  private var partOfLine: [UInt8] = []
  /// Whether that line is too long, and nothing of it is kept.
  private var isTooLong = false
  private var isFirstLine = true
  /// `nil` when nothing more is read.
  private var descriptor: Int32?
  private var offset = 0
  private let limit: Int
  private let readSlice: Reader

  /// Whether nothing more is read: the list is whole, or ``failure`` says why it is not.
  package var isFinished: Bool { descriptor == nil }
  /// Whether the file could not be read to its end.
  package var lacksWords: Bool { failure != nil }

  /// Opens the word list at `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - minimumCount: The least number of code points of a word that will be asked for; shorter words are not kept
  ///     and are never found. For a length scale that is its threshold `medium`.
  /// - Throws: ``Failure/isDirectory`` and ``Failure/notRegularFile`` for what is no file, such as a FIFO or a
  ///   device, on which it does not wait; ``Failure/tooLarge(limit:)`` where the file says so of itself;
  ///   ``Failure/system(_:)`` with the error of open(2) or fstat(2).
  package convenience init(path: String, minimumCount: Int = 1) throws(Failure) {
    try unsafe self.init(path: path, minimumCount: minimumCount, limit: WordFile.sizeLimit) {
      unsafe pread($0, $1.baseAddress, $1.count, off_t($2))
    }
  }

  /// Opens the word list as the public initialiser does, with another limit, and with `reader` in the place of
  /// pread(2), whose errors cannot be had at will.
  package init(
    path: String, minimumCount: Int = 1, limit: Int, reader: @escaping Reader
  ) throws(Failure) {
    let (descriptor, size) = try WordFile.open(path, limit: limit)
    words = WordIndex(fileSize: size)
    self.path = path
    self.descriptor = descriptor
    self.minimumCount = max(1, minimumCount)
    self.limit = limit
    unsafe readSlice = reader
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  /// Reads on for `bytes` bytes; the default takes about 50 µs for ASCII and 0.15 ms where nothing is ASCII.
  ///
  /// - Returns: Whether nothing more is read, see ``isFinished``.
  @discardableResult
  package func index(slice bytes: Int = 16_384) -> Bool {
    let sliceEnd = offset + max(1, bytes)
    let capacity = min(sliceEnd - offset, WordFile.bufferSize)
    unsafe withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { buffer in
      while let descriptor, offset < sliceEnd {
        unsafe read(
          descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(sliceEnd - offset)))
      }
    }
    return isFinished
  }

  /// Reads all that is left. Answers whether anything was.
  @discardableResult
  package func finish() -> Bool {
    guard !isFinished else { return false }
    while !index() {}
    return true
  }

  /// Whether `text` as a whole is a word of the list with at least ``minimumCount`` code points, among those that were
  /// read so far. Case and normal form are ignored.
  package func contains(_ text: UTF8Span) -> Bool {
    let word = WordHash(of: text)
    return word.count >= minimumCount && words.contains(word.value)
  }

  /// Reads once and scans what came.
  private func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) {
    let count = unsafe readSlice(descriptor, buffer, offset)
    if count > 0 {
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer.prefix(count)).bindMemory(to: UInt8.self)
      unsafe scan(bytes.span)
      offset += count
      if offset > limit { finish(.tooLarge(limit: limit)) }
    } else if count == 0 {
      finishLine(with: Span())
      finish(nil)
    } else if errno != EINTR {
      finish(.system(.last))
    }
  }

  /// Adds the words that end in `bytes`, the next ones of the file.
  private func scan(_ bytes: Span<UInt8>) {
    var start = 0
    for position in bytes.indices where bytes[position] == UInt8(ascii: "\n") {
      finishLine(with: bytes.extracting(start..<position))
      start = position + 1
    }
    keep(bytes.extracting(start...))
  }

  /// Adds the word of the line at hand, which `end` is the last part of.
  private func finishLine(with end: Span<UInt8>) {
    defer { isFirstLine = false }
    if partOfLine.isEmpty, !isTooLong, !isFirstLine { return add(end) }
    keep(end)
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if isFirstLine, partOfLine.starts(with: byteOrderMark) { partOfLine.removeFirst(byteOrderMark.count) }
    if !isTooLong { add(partOfLine.span) }
    partOfLine.removeAll(keepingCapacity: true)
    isTooLong = false
  }

  private func keep(_ bytes: Span<UInt8>) {
    isTooLong = isTooLong || partOfLine.count + bytes.count > Self.longestLine
    if !isTooLong { for index in bytes.indices { partOfLine.append(bytes[index]) } }
  }

  /// Adds the word in `line`.
  private func add(_ line: Span<UInt8>) {
    let endsWithReturn = !line.isEmpty && line[line.count - 1] == UInt8(ascii: "\r")
    guard let word = WordHash(of: line.extracting(0..<line.count - (endsWithReturn ? 1 : 0))) else { return }
    if word.count >= minimumCount { words.insert(word.value) }
  }

  private func finish(_ failure: Failure?) {
    self.failure = failure
    if let descriptor { close(descriptor) }
    descriptor = nil
  }

  /// Opens the regular file at `path` for reading, unless it says of itself that it has more than `limit` bytes.
  ///
  /// - Throws: As ``init(path:minimumCount:)`` does.
  static func open(_ path: String, limit: Int) throws(Failure) -> (descriptor: Int32, size: Int) {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .system(.last) }
    do throws(Failure) {
      let size = try size(ofFileAt: descriptor)
      guard size <= limit else { throw .tooLarge(limit: limit) }
      return (descriptor, size)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// The size of the regular file at `descriptor`, in bytes, as it says of itself.
  private static func size(ofFileAt descriptor: Int32) throws(Failure) -> Int {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(.last) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw .isDirectory
    default: throw .notRegularFile
    }
  }

  /// The most bytes of a line with a word. A byte of a password becomes fewer than four in any other case and normal
  /// form.
  private static let longestLine = 4 * SecretText.defaultCapacity

  /// The most bytes that one call reads.
  private static let bufferSize = 16_384
}

extension WordFile {
  /// Why a word list cannot be used.
  package enum Failure: Error, Equatable, CustomStringConvertible, Sendable {
    /// The path leads to a directory.
    case isDirectory
    /// The path leads to a FIFO, a device or a socket.
    case notRegularFile
    /// The file has more than so many bytes.
    case tooLarge(limit: Int)
    /// The operating system refused, for instance with ENOENT, EACCES, ELOOP or EIO.
    case system(SystemError)

    /// Whether there is no such file.
    package var isAbsence: Bool { self == .system(SystemError(number: ENOENT)) }

    /// The reason, as the end of a line that names the file.
    package var description: String {
      switch self {
      case .isDirectory: SystemError(number: EISDIR).message
      case .notRegularFile: text("Not a regular file")
      case .tooLarge(let limit): text("Larger than the limit of {count} MiB", ["count": String(limit >> 20)])
      case .system(let error): error.message
      }
    }
  }
}
