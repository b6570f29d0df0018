internal import CWatchwordCurses
internal import Glibc

/// What ncurses writes, gathered so that a whole picture goes to the terminal at one time.
///
/// ncurses 6.4 writes out at every movement of the cursor, and a terminal would show each part. It is therefore
/// given a file in memory (memfd_create(2)) in the place of the terminal. As that is none, it does not touch the
/// terminal's modes either, which are ``TerminalDevice``'s.
@safe
struct PictureBuffer: ~Copyable {
  /// The file, as ncurses wants it.
  let file: UnsafeMutablePointer<FILE>
  private let descriptor: Int32

  /// Makes an empty buffer; `nil` where no file can be had.
  init?() {
    let descriptor = cn_memory_file()
    guard descriptor >= 0 else { return nil }
    guard let file = unsafe fdopen(descriptor, "r+") else {
      close(descriptor)
      return nil
    }
    unsafe self.file = file
    self.descriptor = descriptor
  }

  deinit { unsafe fclose(file) }

  /// Hands out what has gathered since the last call.
  ///
  /// - Throws: ``TerminalError/cannotDraw(reason:)`` where not all was gathered.
  borrowing func take() throws(TerminalError) -> [UInt8] {
    let length = Int(lseek(descriptor, 0, SEEK_CUR))
    defer { lseek(descriptor, 0, SEEK_SET) }
    // ncurses does not say that a write failed. Where one did, the file takes no further byte.
    var end: UInt8 = 0
    guard unsafe pwrite(descriptor, &end, 1, off_t(length)) == 1 else {
      throw .cannotDraw(reason: TerminalDevice.reason)
    }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
      unsafe count = max(0, pread(descriptor, buffer.baseAddress, length, 0))
    }
    guard bytes.count == length else { throw .cannotDraw(reason: TerminalDevice.reason) }
    return bytes
  }
}
