internal import CNcursesw
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
  /// The file as memory; only as much of it as was written may be read.
  private let memory: UnsafeRawBufferPointer

  /// Makes an empty buffer; `nil` where no file can be had.
  init?() {
    let descriptor = cn_memory_file()
    guard descriptor >= 0 else { return nil }
    guard let memory = unsafe Self.map(descriptor, length: Self.usualLength),
      let file = unsafe fdopen(descriptor, "r+")
    else {
      close(descriptor)
      return nil
    }
    unsafe self.file = file
    self.descriptor = descriptor
    unsafe self.memory = memory
  }

  /// More than a picture takes in any window that a person can see; it costs addresses, not memory.
  private static let usualLength = 16 << 20

  private static func map(_ descriptor: Int32, length: Int) -> UnsafeRawBufferPointer? {
    let start = unsafe mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { return nil }
    return unsafe UnsafeRawBufferPointer(start: start, count: length)
  }

  private static func write(
    _ memory: UnsafeRawBufferPointer, length: Int, to device: borrowing TerminalDevice
  ) -> Bool {
    let start = unsafe memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
    return unsafe device.write(UnsafeBufferPointer(start: start, count: length).span)
  }

  private static func unmap(_ memory: UnsafeRawBufferPointer) {
    unsafe munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress), memory.count)
  }

  deinit {
    unsafe Self.unmap(memory)
    unsafe fclose(file)
  }

  /// Writes to `device` what has gathered; answers false where it takes none.
  ///
  /// - Throws: ``TerminalError/cannotDraw(reason:)``, and nothing is written, where not all was gathered.
  borrowing func flush(to device: borrowing TerminalDevice) throws(TerminalError) -> Bool {
    let length = Int(lseek(descriptor, 0, SEEK_CUR))
    defer { lseek(descriptor, 0, SEEK_SET) }
    // ncurses does not say that a write failed. Where one did, the file takes no further byte.
    var end: UInt8 = 0
    guard unsafe pwrite(descriptor, &end, 1, off_t(length)) == 1 else {
      throw .cannotDraw(reason: TerminalDevice.reason)
    }
    if unsafe length <= memory.count { return unsafe Self.write(memory, length: length, to: device) }
    guard let longer = unsafe Self.map(descriptor, length: length) else {
      throw .cannotDraw(reason: TerminalDevice.reason)
    }
    defer { unsafe Self.unmap(longer) }
    return unsafe Self.write(longer, length: length, to: device)
  }
}
