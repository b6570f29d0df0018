internal import Glibc

extension SecretBuffer {
  /// Puts `bytes` behind those in use.
  ///
  /// - Throws: ``SecretError/full`` when they do not fit; nothing is changed then.
  public mutating func append(_ bytes: Span<UInt8>) throws(SecretError) {
    try replaceSubrange(count..<count, with: bytes)
  }

  /// Puts `bytes` in the place of those at the offsets `range`; what falls away is wiped.
  ///
  /// - Precondition: `range` lies within the bytes in use.
  /// - Throws: ``SecretError/full`` when the result does not fit; nothing is changed then.
  public mutating func replaceSubrange(_ range: Range<Int>, with bytes: Span<UInt8>) throws(SecretError) {
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

  /// Removes the bytes at the offsets `range`; what falls away is wiped.
  ///
  /// - Precondition: `range` lies within the bytes in use.
  public mutating func removeSubrange(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "the range lies outside the bytes")
    unsafe memmove(start + range.lowerBound, start + range.upperBound, count - range.upperBound)
    settle(at: count - range.count)
  }

  /// Wipes all bytes.
  public mutating func removeAll() { settle(at: 0) }

  /// Lends the part that is not in use to `body`, which writes into it from its start, as read(2) does, and
  /// answers how many bytes it wrote; they are in use from then on. What else it wrote is wiped, and all of it
  /// when it throws.
  ///
  /// - Precondition: the answer is not negative and not more than the part holds.
  public mutating func withFreeCapacity<Failure: Error>(
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

  /// Reads once with read(2) from `descriptor` behind the bytes in use.
  ///
  /// - Returns: The answer of read(2): the number of bytes, which are in use from now on, 0 at the end, or -1 with
  ///   errno set.
  public mutating func read(from descriptor: Int32) -> Int {
    let answer = unsafe Glibc.read(descriptor, start + count, capacity - count)
    count += max(0, answer)
    return answer
  }

  private mutating func settle(at newCount: Int) {
    if newCount < count { unsafe explicit_bzero(start + newCount, count - newCount) }
    count = newCount
  }
}
