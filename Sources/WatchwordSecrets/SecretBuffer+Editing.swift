internal import Glibc
internal import WatchwordText

extension SecretBuffer {
  /// Appends `bytes` to those in use.
  ///
  /// - Throws: ``SecretError/full`` when they do not fit; nothing is changed then.
  package mutating func append(_ bytes: Span<UInt8>) throws(SecretError) {
    try replaceSubrange(count..<count, with: bytes)
  }

  /// Appends `scalar` in UTF-8 to the bytes in use, and returns whether there was room.
  package mutating func append(_ scalar: Unicode.Scalar) -> Bool {
    do throws(SecretError) {
      try withUTF8Span(of: scalar) { (text) throws(SecretError) in try append(text.span) }
      return true
    } catch {
      return false
    }
  }

  /// Replaces the bytes at the offsets `range` with `bytes`. What is no longer in use is wiped.
  ///
  /// - Precondition: `range` lies within the bytes in use.
  /// - Throws: ``SecretError/full`` when the result does not fit; nothing is changed then.
  package mutating func replaceSubrange(_ range: Range<Int>, with bytes: Span<UInt8>) throws(SecretError) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "the range lies outside the bytes")
    let newCount = count - range.count + bytes.count
    guard newCount <= capacity else { throw .full }
    unsafe memmove(
      start + range.lowerBound + bytes.count, start + range.upperBound, count - range.upperBound)
    unsafe bytes.withUnsafeBytes { source in
      guard let first = source.baseAddress else { return }
      unsafe memcpy(start + range.lowerBound, first, source.count)
    }
    settle(at: newCount)
  }

  /// Removes the bytes at the offsets `range`. What is no longer in use is wiped.
  ///
  /// - Precondition: `range` lies within the bytes in use.
  package mutating func removeSubrange(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "the range lies outside the bytes")
    unsafe memmove(start + range.lowerBound, start + range.upperBound, count - range.upperBound)
    settle(at: count - range.count)
  }

  /// Wipes all bytes.
  package mutating func removeAll() { settle(at: 0) }

  /// Calls `body` with the part that is not in use. `body` writes into it from its start, as read(2) does, and
  /// returns how many bytes it wrote; they are in use from then on. Anything else that it wrote is wiped, and all of it
  /// if it throws.
  ///
  /// - Precondition: `body` returns no negative number, and none that is larger than the part.
  package mutating func withFreeCapacity<Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    let free = unsafe UnsafeMutableRawBufferPointer(start: start + count, count: capacity - count)
    var written = 0
    defer {
      wipe(count + written..<capacity)
      count += written
    }
    let answer = try unsafe body(free)
    precondition(0...free.count ~= answer, "more was written than there was room for")
    written = answer
  }

  /// Reads once from `descriptor` with read(2), and appends what came.
  ///
  /// - Returns: What read(2) returns: the number of bytes, which are in use from now on, 0 at the end, or -1 with
  ///   errno set.
  package mutating func read(from descriptor: Int32) -> Int {
    let answer = unsafe Glibc.read(descriptor, start + count, capacity - count)
    count += max(0, answer)
    return answer
  }

  private mutating func settle(at newCount: Int) {
    if newCount < count { unsafe explicit_bzero(start + newCount, count - newCount) }
    count = newCount
  }
}
