import Glibc
public import WatchwordStrength

/// A word list in a file: one word a line, in any order, UTF-8, of at most ``sizeLimit`` bytes.
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
public final class WordFile: WordList {
  /// The system's word list; Debian's package wamerican brings one.
  public static let systemPath = "/usr/share/dict/words"
  /// The most bytes that a list may have. Larger ones are refused, since each of their words takes memory, and the
  /// submission of a form waits until all are read.
  public static let sizeLimit = 256 << 20

  /// Reads from a descriptor at an offset, as pread(2) does.
  package typealias Reader = (Int32, UnsafeMutableRawBufferPointer, Int) -> Int

  /// The path of the file.
  public let path: String
  /// The least number of code points that the words kept have, after mapping to one case and normal form.
  public let minimumCount: Int
  /// Why the file could not be read to its end; `nil` where it was, or still may be.
  public private(set) var failure: Failure?
  private var words: WordIndex
  private var scanner: WordScanner
  /// `nil` when nothing more is read.
  private var descriptor: Int32?
  private var offset = 0
  private let limit: Int
  private let readSlice: Reader

  /// Whether nothing more is read: the list is whole, or ``failure`` says why it is not.
  public var isFinished: Bool { descriptor == nil }
  /// Whether the file could not be read to its end.
  public var lacksWords: Bool { failure != nil }

  /// Opens the word list at `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - minimumCount: The least number of code points of a word that will be asked for; shorter words are not kept
  ///     and are never found. For a length scale that is its threshold `medium`.
  /// - Throws: ``Failure/isDirectory`` and ``Failure/notRegularFile`` for what is no file, such as a FIFO or a
  ///   device, on which it does not wait; ``Failure/tooLarge(limit:)`` where the file says so of itself;
  ///   ``Failure/system(_:)`` with the error of open(2) or fstat(2).
  public convenience init(path: String, minimumCount: Int = 1) throws(Failure) {
    try unsafe self.init(path: path, minimumCount: minimumCount, limit: WordFile.sizeLimit) {
      unsafe pread($0, $1.baseAddress, $1.count, off_t($2))
    }
  }

  /// Opens the word list as the public initialiser does, with another limit, and with `reader` in the place of
  /// pread(2), whose errors cannot be had at will.
  package init(
    path: String, minimumCount: Int = 1, limit: Int, reader: @escaping Reader
  ) throws(Failure) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .system(.last) }
    do throws(Failure) {
      let size = try WordFile.size(ofFileAt: descriptor)
      guard size <= limit else { throw .tooLarge(limit: limit) }
      words = WordIndex(fileSize: size)
    } catch {
      close(descriptor)
      throw error
    }
    self.path = path
    self.descriptor = descriptor
    self.minimumCount = minimumCount
    self.limit = limit
    unsafe readSlice = reader
    scanner = WordScanner(minimumCount: minimumCount)
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  /// Reads on for `bytes` bytes; the default takes about 50 µs for ASCII and 0.15 ms where nothing is ASCII.
  ///
  /// - Returns: Whether nothing more is read, see ``isFinished``.
  @discardableResult
  public func index(slice bytes: Int = 16_384) -> Bool {
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
  public func finish() -> Bool {
    guard !isFinished else { return false }
    while !index() {}
    return true
  }

  /// Whether `text` as a whole is a word of the list with at least ``minimumCount`` code points, among those that were
  /// read so far. Case and normal form are ignored.
  public func contains(_ text: UTF8Span) -> Bool {
    let word = WordHash(of: text)
    return word.count >= scanner.minimumCount && words.contains(word.value)
  }

  /// Reads once and scans what came.
  private func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) {
    let count = unsafe readSlice(descriptor, buffer, offset)
    if count > 0 {
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer.prefix(count)).bindMemory(to: UInt8.self)
      unsafe scanner.scan(bytes.span, into: &words)
      offset += count
      if offset > limit { finish(.tooLarge(limit: limit)) }
    } else if count == 0 {
      scanner.finishLine(into: &words)
      finish(nil)
    } else if errno != EINTR {
      finish(.system(.last))
    }
  }

  private func finish(_ failure: Failure?) {
    self.failure = failure
    if let descriptor { close(descriptor) }
    descriptor = nil
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

  /// The most bytes that one call reads.
  private static let bufferSize = 16_384
}

extension WordFile {
  /// Why a word list cannot be used.
  public enum Failure: Error, Equatable, CustomStringConvertible, Sendable {
    /// The path leads to a directory.
    case isDirectory
    /// The path leads to a FIFO, a device or a socket.
    case notRegularFile
    /// The file has more than so many bytes.
    case tooLarge(limit: Int)
    /// The operating system refused, for instance with ENOENT, EACCES, ELOOP or EIO.
    case system(SystemError)

    /// The reason, as the end of a line that names the file.
    public var description: String {
      switch self {
      case .isDirectory: SystemError(number: EISDIR).message
      case .notRegularFile: "Not a regular file"
      case .tooLarge(let limit): "Larger than the limit of \(limit >> 20) MiB"
      case .system(let error): error.message
      }
    }
  }
}
