import Glibc
public import Strength

/// A word list in a file: one word a line, in any order, UTF-8, of any size.
///
/// The file is opened, and only opened, when the list is made, so that an error can be told before a form is drawn.
/// It is read in slices when the program has nothing better to do, see ``index(slice:)``; a look-up that comes
/// sooner reads the rest at once.
///
/// The slices are read with pread(2) into fingerprints of our own. A memory map would be no faster, and a file that
/// another program truncates meanwhile would end this one with SIGBUS; so a list that is truncated or replaced
/// while it is in use holds the words that were read until then, and nothing else happens.
///
/// It is a class, as the owner of a file: the session that reads on and the meter that asks have the same list.
public final class WordFile: WordList {
  /// The system's word list; Debian's package wamerican brings one.
  public static let systemPath = "/usr/share/dict/words"

  /// The least number of code points that the words kept have, after mapping to one case and normal form.
  public let minimumCount: Int
  private var words: WordIndex
  private var scanner: WordScanner
  /// `nil` when all of the file has been read.
  private var descriptor: Int32?
  private var offset = 0
  /// Where reading ends: what is added to the file after it was opened is not read.
  private var end: Int

  /// Whether the whole file has been read.
  public var isComplete: Bool { descriptor == nil }

  /// Opens the word list at `path`.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - minimumCount: The least number of code points of a word that will be asked for; shorter words are not kept
  ///     and are never found. For a length scale that is its threshold `medium`.
  /// - Throws: ``Failure/isDirectory`` and ``Failure/notRegularFile`` for what is no file, such as a FIFO or a
  ///   device, on which it does not wait; ``Failure/system(_:)`` with the error of open(2) or fstat(2).
  public init(path: String, minimumCount: Int = 1) throws(Failure) {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .system(.last) }
    do throws(Failure) {
      end = try WordFile.size(ofFileAt: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.minimumCount = minimumCount
    words = WordIndex(fileSize: end)
    scanner = WordScanner(minimumCount: minimumCount)
  }

  deinit {
    if let descriptor { close(descriptor) }
  }

  /// Reads on for `bytes` bytes; the default takes about 50 µs for ASCII and 0.15 ms where nothing is ASCII.
  ///
  /// An error in reading ends the list there: what was read counts.
  ///
  /// - Returns: Whether the whole file has been read.
  @discardableResult
  public func index(slice bytes: Int = 16_384) -> Bool {
    guard let descriptor else { return true }
    let sliceEnd = min(end, offset + max(1, bytes))
    let capacity = min(sliceEnd - offset, WordFile.bufferSize)
    unsafe withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { buffer in
      while offset < min(sliceEnd, end) {
        unsafe read(
          descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(sliceEnd - offset)))
      }
    }
    if offset == end { finish(descriptor) }
    return isComplete
  }

  /// Whether `text` as a whole is a word of the list with at least ``minimumCount`` code points. Case and
  /// normal form are ignored.
  public func contains(_ text: UTF8Span) -> Bool {
    let word = WordHash(of: text)
    guard word.count >= scanner.minimumCount else { return false }
    if words.contains(word.value) { return true }
    guard !isComplete else { return false }
    while !index() {}
    return words.contains(word.value)
  }

  /// Reads once and scans what came; where nothing comes the list ends.
  private func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) {
    let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
    if count > 0 {
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: buffer.prefix(count)).bindMemory(to: UInt8.self)
      unsafe scanner.scan(bytes.span, into: &words)
      offset += count
    } else if count == 0 || errno != EINTR {
      end = offset
    }
  }

  private func finish(_ descriptor: Int32) {
    scanner.finishLine(into: &words)
    close(descriptor)
    self.descriptor = nil
  }

  /// The size of the regular file at `descriptor`, in bytes.
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
    /// The operating system refused, for instance with ENOENT, EACCES or ELOOP.
    case system(SystemError)

    /// The reason, as the end of a line that names the file.
    public var description: String {
      switch self {
      case .isDirectory: SystemError(number: EISDIR).message
      case .notRegularFile: "Not a regular file"
      case .system(let error): error.message
      }
    }
  }
}
