import Glibc

/// Opens the regular file at `path` for reading, unless it reports more than `limit` bytes. `flags` are more flags for
/// open(2).
///
/// - Returns: The file's descriptor and its reported size in bytes.
package func openFile(
  _ path: String, _ flags: Int32 = 0, atMost limit: Int
) throws(FileError) -> (descriptor: Int32, size: Int) {
  try openFile(path, flags) { kind, size, _ in
    kind != S_IFREG ? .notRegularFile : size > limit ? .tooLarge(limit: limit) : nil
  }
}

/// Opens what is at `path` for reading, unless it is a folder, or `obstacle` says why not. Never waits for a FIFO's writer.
/// `flags` are more flags for open(2), and a kind is one of the values of S_IFMT.
///
/// - Returns: The descriptor and the reported size in bytes.
package func openFile(
  _ path: String, _ flags: Int32 = 0,
  unless obstacle: (_ kind: UInt32, _ size: Int, _ descriptor: Int32) -> FileError?
) throws(FileError) -> (descriptor: Int32, size: Int) {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags)
  guard descriptor >= 0 else { throw errno == ELOOP && flags & O_NOFOLLOW != 0 ? .symbolicLink : .last }
  var status = stat()
  let isKnown = unsafe fstat(descriptor, &status) == 0
  let (kind, size) = (status.st_mode & S_IFMT, Int(status.st_size))
  let found: FileError? =
    isKnown ? kind == S_IFDIR ? .isDirectory : obstacle(kind, size, descriptor) : .last
  guard let found else { return (descriptor, size) }
  close(descriptor)
  throw found
}

/// The names of a folder's entries, in no order, including "." and "..".
package func entries(of folder: String) throws(FileError) -> [String] {
  guard let stream = unsafe opendir(folder) else { throw .last }
  defer { unsafe closedir(stream) }
  var entries: [String] = []
  while let entry = unsafe readdir(stream) {
    unsafe withUnsafePointer(to: &entry.pointee.d_name) {
      entries.append(unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)))
    }
  }
  return entries
}

/// Reads `descriptor` to its end, however few bytes come at a time.
///
/// - Throws: ``FileError/tooLarge(limit:)`` if there are more than `limit` bytes, or the error of read(2).
package func bytesToEnd(of descriptor: Int32, atMost limit: Int) throws(FileError) -> [UInt8] {
  var failure: FileError?
  func fill(_ capacity: Int, after start: [UInt8]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = unsafe buffer.initialize(fromContentsOf: start)
      while count < capacity {
        let more = unsafe read(descriptor, buffer.baseAddress.map { unsafe $0 + count }, capacity - count)
        if more == 0 { return }
        if more > 0 {
          count += more
        } else if errno != EINTR {
          failure = .last
          return
        }
      }
    }
  }
  // Most files are short, and a buffer for the longest one takes longer to get and to wipe than they take to read.
  let usual = min(limit, 4095) + 1
  var bytes = fill(usual, after: [])
  if bytes.count == usual, failure == nil { bytes = fill(limit + 1, after: bytes) }
  if let failure { throw failure }
  if bytes.count > limit { throw .tooLarge(limit: limit) }
  return bytes
}
