internal import Glibc
package import WatchwordBase
package import WatchwordSecrets

/// A list of leaked passwords on disk: the "Pwned Passwords" of haveibeenpwned.com, as a file or a folder.
///
/// A file has a line `HASH:COUNT` for each hash, sorted by hash, with the 40 hexadecimal digits of SHA-1 in either
/// case. Lines end with LF or CR LF; the last one may end with the file. A folder is what haveibeenpwned-downloader
/// writes with `-s false`: 16^5 files, 00000.txt to FFFFF.txt. Each has the hashes that begin with its name, without
/// those five digits. Lower-case names are accepted, and names without ".txt".
///
/// A search reads a few pages with pread(2), and loads nothing else. The file is not mapped into memory: if another
/// program truncated it, SIGBUS would kill this one. Several threads may search at once.
package final class LeakedFile: Sendable {
  private let place: Place

  private enum Place {
    case file(LeakLines)
    /// The folder, how its files are named, and their usual size in bytes.
    case folder(OpenFile, RangeName, usualSize: Int)
  }

  /// Opens the list at `path`. Waits until the start and the end of the list are read.
  package convenience init(path: String) throws(FileError) {
    let file = try OpenFile(path: path)
    if file.kind == S_IFDIR {
      try self.init(folder: file)
    } else {
      try self.init(file as any ByteSource)
    }
  }

  package init(_ source: any ByteSource) throws(FileError) {
    guard let size = source.size() else { throw .last }
    place = .file(try Self.lines(of: source, size: size))
  }

  private init(folder: OpenFile) throws(FileError) {
    let prefix = RangeName.digitCount
    for name in RangeName.all {
      guard let file = OpenFile(name.spelled(for: "FFFFF".utf8Span.span), in: folder),
        let other = OpenFile(name.spelled(for: "00000".utf8Span.span), in: folder), let size = file.size()
      else { continue }
      _ = try Self.lines(of: file, size: size, leavingOut: prefix)
      place = .folder(folder, name, usualSize: max(size, other.size() ?? 0))
      return
    }
    throw .noRanges
  }

  /// Checks the start and the end of a list whose lines lack the first `prefix` digits of their hashes.
  private static func lines(
    of source: any ByteSource, size: Int, leavingOut prefix: Int = 0
  ) throws(FileError) -> LeakLines {
    guard size > 0 else { throw .empty }
    var bytes = [UInt8](repeating: 0, count: min(size, LeakLines.pageSize))
    guard unsafe bytes.withUnsafeMutableBytes({ unsafe source.fill($0, at: 0) }) else { throw .last }
    let digitCount = LeakHasher.digitCount - prefix
    guard bytes.firstIndex(of: UInt8(ascii: ":")) == digitCount else { throw .noHashes }
    var lines = LeakLines(source: source, size: size, digitCount: digitCount)
    let first = try keys(of: bytes.span, at: 0, in: lines)
    var last = first
    if bytes.count < size {
      let start = size - bytes.count
      guard unsafe bytes.withUnsafeMutableBytes({ unsafe source.fill($0, at: start) }) else { throw .last }
      last = try keys(of: bytes.span, at: start, in: lines)
      guard first.lowerBound <= last.upperBound else { throw .notSorted }
      guard !lines.lackLines(and: first.lowerBound) else { throw .startMissing }
      guard !lines.lackLines(between: last.upperBound) else { throw .endMissing }
    }
    lines.range = first.lowerBound.start...last.upperBound.start
    return lines
  }

  private static func keys(
    of bytes: Span<UInt8>, at start: Int, in lines: LeakLines
  ) throws(FileError) -> ClosedRange<LeakKey> {
    var (first, last): (LeakKey?, LeakKey?)
    try lines.forEach(
      in: bytes, at: start, startsLine: start == 0, mayEndWithinLine: start + bytes.count < lines.size
    ) { line in
      first = first ?? line.key
      last = line.key
    }
    guard let first, let last else { throw .noHashes }
    return first...last
  }

  package static var pageSize: Int { LeakLines.pageSize }

  /// Searches for the hash `digits`, in capitals, and waits for the disk. Reads into `page`, which has ``pageSize``
  /// bytes and is wiped, and adds the number of reads to `readCount`.
  package func finding(
    onHash digits: Span<UInt8>, reading page: inout SecretBuffer, readCount: inout Int
  ) -> LeakFinding {
    switch place {
    case .file(let lines):
      guard lines.source.size() == lines.size else { return .unreadable }
      return Self.finding(digits, in: lines, reading: &page, readCount: &readCount)
    case .folder(let folder, let name, let usualSize):
      let prefix = RangeName.digitCount
      guard let file = OpenFile(name.spelled(for: digits.extracting(first: prefix)), in: folder),
        let size = file.size(), size > 0
      else { return .unreadable }
      let lines = LeakLines(
        source: file, size: size, digitCount: LeakHasher.digitCount - prefix, usualSize: usualSize)
      return Self.finding(digits.extracting(prefix...), in: lines, reading: &page, readCount: &readCount)
    }
  }

  private static func finding(
    _ digits: Span<UInt8>, in lines: LeakLines, reading page: inout SecretBuffer, readCount: inout Int
  ) -> LeakFinding {
    guard digits.count == lines.digitCount, let key = LeakKey(digits: digits) else { return .unreadable }
    var lookup = LeakLookup(for: key, in: lines)
    defer { readCount += lookup.readCount }
    return lookup.finding(&page)
  }
}

private struct RangeName: Sendable {
  let isCapital: Bool
  let ending: String

  static let digitCount = 5

  static let all = [(true, ".txt"), (true, ""), (false, ".txt"), (false, "")].map {
    RangeName(isCapital: $0.0, ending: $0.1)
  }

  /// The name of the file for hashes that begin with `digits`, in capitals. It is short enough to stay off the heap.
  func spelled(for digits: Span<UInt8>) -> String {
    var name = ""
    for offset in digits.indices {
      let isLetter = digits[offset] >= UInt8(ascii: "A")
      name.unicodeScalars.append(
        Unicode.Scalar(isLetter && !isCapital ? digits[offset] | 0x20 : digits[offset]))
    }
    return name + ending
  }
}

private final class OpenFile: ByteSource {
  let kind: mode_t
  private let descriptor: Int32

  private static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    kind = (Self.status(of: descriptor)?.st_mode ?? 0) & S_IFMT
    // The kernel's read-ahead would be wasted.
    if kind == S_IFREG { posix_fadvise(descriptor, 0, 0, POSIX_FADV_RANDOM) }
  }

  /// Opens a regular file or a folder. Does not wait for the writer of a FIFO.
  convenience init(path: String) throws(FileError) {
    let descriptor = unsafe open(path, Self.flags)
    guard descriptor >= 0 else { throw .last }
    self.init(descriptor)
    guard kind == S_IFREG || kind == S_IFDIR else { throw .notRegularFile }
  }

  convenience init?(_ name: String, in folder: OpenFile) {
    let descriptor = unsafe openat(folder.descriptor, name, Self.flags)
    guard descriptor >= 0 else { return nil }
    self.init(descriptor)
    guard kind == S_IFREG else { return nil }
  }

  deinit { close(descriptor) }

  func size() -> Int? { Self.status(of: descriptor).map { Int($0.st_size) } }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    while true {
      let count = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
      if count >= 0 || errno != EINTR { return count }
    }
  }

  private static func status(of descriptor: Int32) -> stat? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status : nil
  }
}
