/// The bytes of a list, such as a file. Any thread may read them.
package protocol ByteSource: Sendable {
  /// The current number of bytes; `nil` if unknown.
  func size() -> Int?

  /// Reads bytes from `offset` on, as pread(2) does. Returns the number of bytes read: 0 at the end, -1 for an error.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int
}

extension ByteSource {
  /// Fills `buffer` with the bytes from `offset` on. Returns false if there are too few bytes, or reading fails.
  func fill(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    var filled = 0
    while filled < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = unsafe read(into: rest, at: offset + filled)
      guard count > 0 else { return false }
      filled += count
    }
    return true
  }
}
