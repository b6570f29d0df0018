internal import Glibc
package import WatchwordMessages
package import WatchwordSecrets

/// A list of leaked passwords on the disk: the "Pwned Passwords" of haveibeenpwned.com, as a file or as a folder.
///
/// A file has a line for each hash, in the order of the hashes: `HASH:COUNT`, with 40 hexadecimal digits for SHA-1 or 32
/// for NTLM, in capitals or small letters. Lines end with LF or CR LF, the last one also with the file. The folder that
/// haveibeenpwned-downloader writes with `-s false` has 16^5 files, 00000.txt to FFFFF.txt, with the hashes that begin so,
/// without this beginning. Names in small letters are known too, and names without ".txt".
///
/// Nothing is loaded: a search reads a few pages with pread(2). A memory map would end the program with SIGBUS where
/// another one truncates the file meanwhile. Several threads may search at the same time.
package final class LeakedFile: Sendable {
  package let hash: LeakHash
  private let place: Place

  private enum Place {
    case file(LeakLines)
    case folder(OpenFile, RangeName)
  }

  /// Opens the list at `path`. It reads the start and the end of the list, and waits until they are there.
  package convenience init(path: String) throws(FileError) {
    let file = try OpenFile(path: path)
    if file.kind == S_IFDIR {
      try self.init(folder: file)
    } else {
      try self.init(file as any ByteSource)
    }
  }

  /// Makes a list of one file's lines, which `source` has.
  package init(_ source: any ByteSource) throws(FileError) {
    guard let size = source.size() else { throw .last }
    let (hash, lines) = try Self.lines(of: source, size: size)
    self.hash = hash
    place = .file(lines)
  }

  private init(folder: OpenFile) throws(FileError) {
    let prefix = RangeName.digitCount
    for name in RangeName.all {
      guard let file = OpenFile(name.spelled(for: "FFFFF".utf8Span.span), in: folder),
        OpenFile(name.spelled(for: "00000".utf8Span.span), in: folder) != nil, let size = file.size()
      else { continue }
      hash = try Self.lines(of: file, size: size, leavingOut: prefix).hash
      place = .folder(folder, name)
      return
    }
    throw .noRanges
  }

  /// Reads the start and the end of a list, where lines lack so many digits at their start.
  ///
  /// - Returns: How its passwords are hashed, and its lines.
  private static func lines(
    of source: any ByteSource, size: Int, leavingOut prefix: Int = 0
  ) throws(FileError) -> (hash: LeakHash, lines: LeakLines) {
    guard size > 0 else { throw .empty }
    var bytes = [UInt8](repeating: 0, count: min(size, LeakLines.pageSize))
    guard unsafe bytes.withUnsafeMutableBytes({ unsafe source.fill($0, at: 0) }) else { throw .last }
    let digitCount = bytes.firstIndex(of: UInt8(ascii: ":")) ?? 0
    guard let hash = LeakHash.allCases.first(where: { $0.digitCount == digitCount + prefix }) else {
      throw .noHashes
    }
    var lines = LeakLines(source: source, size: size, digitCount: digitCount)
    let first = try keys(of: bytes.span, at: 0, in: lines)
    var last = first
    if bytes.count < size {
      let start = size - bytes.count
      guard unsafe bytes.withUnsafeMutableBytes({ unsafe source.fill($0, at: start) }) else { throw .last }
      last = try keys(of: bytes.span, at: start, in: lines)
      guard first.lowerBound <= last.upperBound else { throw .notSorted }
      // Hashes are spread evenly. That so many were all to come behind the last one, chance brings about in no list.
      let missing = Double(UInt64.max - last.upperBound.start) / Double(UInt64.max) * Double(size / longLine)
      guard missing < 64 else { throw .endMissing }
    }
    lines.range = first.lowerBound.start...last.upperBound.start
    return (hash, lines)
  }

  /// More bytes than a line has on average, in any list.
  private static let longLine = 64

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

  /// Searches for the hash that `digits` are, in capitals, and waits until the disk has answered. It reads into `page`,
  /// which has ``pageSize`` bytes and is wiped, and adds to `readCount` how many times it did.
  package func finding(
    onHash digits: Span<UInt8>, reading page: inout SecretBuffer, readCount: inout Int
  ) -> LeakFinding {
    switch place {
    case .file(let lines):
      guard lines.source.size() == lines.size else { return .unreadable }
      return Self.finding(digits, in: lines, reading: &page, readCount: &readCount)
    case .folder(let folder, let name):
      let prefix = RangeName.digitCount
      guard let file = OpenFile(name.spelled(for: digits.extracting(first: prefix)), in: folder),
        let size = file.size(), size > 0
      else { return .unreadable }
      let lines = LeakLines(source: file, size: size, digitCount: hash.digitCount - prefix)
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

  /// The name of the file with the hashes that begin with `digits`, which are in capitals. It is so short that its
  /// bytes are on the stack alone.
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

/// A file or a folder that is open for reading, and closed at the end of its life.
private final class OpenFile: ByteSource {
  /// S_IFREG or S_IFDIR, or something else that is not used.
  let kind: mode_t
  private let descriptor: Int32

  private static let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    kind = (Self.status(of: descriptor)?.st_mode ?? 0) & S_IFMT
    // What the kernel would read ahead is not needed.
    if kind == S_IFREG { posix_fadvise(descriptor, 0, 0, POSIX_FADV_RANDOM) }
  }

  /// Opens a regular file or a folder. It does not wait for the writer of a FIFO.
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
