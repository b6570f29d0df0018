internal import CWatchwordSystem
internal import Glibc

/// Bytes that must not outlive their use: a part of a ``SecretMemory``, wiped whenever it shrinks and at the end.
///
/// It is `~Copyable`, so it can be neither copied nor printed nor compared with `==`. It never moves, because its
/// capacity is fixed. It is read through a borrowed span, which nothing can keep. At least one byte follows the bytes
/// in use, and all that follow are 0, so that C functions can read the bytes as a string in place.
@safe
package struct SecretBuffer: ~Copyable {
  package let capacity: Int
  package let memory: SecretMemory
  package internal(set) var count = 0

  let start: UnsafeMutableRawPointer

  /// Makes an empty buffer for `capacity` bytes in `memory`. If `memory` is full, the buffer gets a region of its own,
  /// guarded in the same way.
  ///
  /// - Precondition: `capacity` is not negative.
  package init(capacity: Int, in memory: SecretMemory) throws(SecretError) {
    precondition(capacity >= 0, "a capacity is not negative")
    self.capacity = capacity
    if let part = unsafe memory.take(capacity: capacity) {
      self.memory = memory
      unsafe start = part
      return
    }
    let own = try SecretMemory(for: [capacity], locking: memory.locking)
    guard let part = unsafe own.take(capacity: capacity) else { throw .full }
    self.memory = own
    unsafe start = part
  }

  /// Makes an empty buffer for `capacity` bytes in a region of its own.
  ///
  /// - Precondition: `capacity` is not negative.
  package init(capacity: Int, locking: SecretMemory.Locking = .required) throws(SecretError) {
    try self.init(capacity: capacity, in: SecretMemory(for: [capacity], locking: locking))
  }

  deinit { wipe(0..<capacity) }

  /// Wipes the bytes at the offsets `range`. `isThere` says that their pages are present, as in a small buffer that was
  /// just written, which saves asking the kernel.
  func wipe(_ range: Range<Int>, isThere: Bool = false) {
    if isThere { return unsafe explicit_bzero(start + range.lowerBound, range.count) }
    unsafe ww_secret_wipe(start + range.lowerBound, range.count, memory.isLocked)
  }

  /// The bytes in use, borrowed: a caller can neither keep them nor hold them during a change.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let used = unsafe UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
      return unsafe _overrideLifetime(used.span, borrowing: self)
    }
  }

  /// Calls `body` with the bytes in use, for callers that hold the buffer in a class and cannot borrow them directly.
  package func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R { try body(bytes) }
}

/// Only one thread at a time may work with a secret.
@available(*, unavailable)
extension SecretBuffer: Sendable {}

extension Span<UInt8> {
  /// Whether `other` has the same bytes. The time it takes does not reveal where they differ.
  package func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var difference: UInt8 = 0
    for offset in indices { difference |= self[offset] ^ other[offset] }
    return difference == 0
  }
}

extension SecretBuffer {
  /// - Throws: ``SecretError/full`` if the bytes do not fit. Nothing changes then.
  package mutating func append(_ bytes: Span<UInt8>) throws(SecretError) {
    try replaceSubrange(count..<count, with: bytes)
  }

  /// - Precondition: There is room for it.
  package mutating func append(byte: UInt8) {
    precondition(count < capacity, "the byte does not fit")
    unsafe start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  /// Appends `scalar` in UTF-8. Returns false if it does not fit.
  package mutating func append(_ scalar: Unicode.Scalar) -> Bool {
    withUTF8Span(of: scalar) { (try? append($0.span)) != nil }
  }

  /// Replaces the bytes at the offsets `range` with `bytes`, and wipes what is no longer in use.
  ///
  /// - Throws: ``SecretError/full`` if the result does not fit. Nothing changes then.
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

  /// Removes the bytes at the offsets `range`, and wipes what is no longer in use.
  package mutating func removeSubrange(_ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "the range lies outside the bytes")
    unsafe memmove(start + range.lowerBound, start + range.upperBound, count - range.upperBound)
    settle(at: count - range.count)
  }

  package mutating func removeAll() { settle(at: 0) }

  /// Calls `body` with the unused part. `body` writes from the start of the part, as read(2) does, and returns the
  /// number of bytes written, which are in use from then on. Wipes whatever else `body` wrote, or everything if it
  /// throws.
  ///
  /// - Precondition: `body` returns a number from 0 to the size of the part.
  package mutating func withFreeCapacity<Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    let free = unsafe UnsafeMutableRawBufferPointer(start: start + count, count: capacity - count)
    var written = 0
    defer {
      wipe(count + written..<capacity, isThere: capacity <= 4096)
      count += written
    }
    let answer = try unsafe body(free)
    precondition(0...free.count ~= answer, "more was written than there was room for")
    written = answer
  }

  /// Appends the bytes of one read(2) from `descriptor`, and returns its result: -1 with errno set if it failed.
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

/// Calls `body` with `scalar` as UTF-8 text on the stack, which is overwritten afterwards. This shows a delegate a
/// typed character before it enters a text.
package func withUTF8Span<R, Failure: Error>(
  of scalar: Unicode.Scalar, _ body: (UTF8Span) throws(Failure) -> R
) throws(Failure) -> R {
  var units = InlineArray<4, UInt8>(repeating: 0)
  defer { unsafe explicit_bzero(&units, MemoryLayout.size(ofValue: units)) }
  var count = 0
  UTF8.encode(scalar) {
    units[count] = $0
    count += 1
  }
  let text = unsafe UTF8Span(unchecked: units.span.extracting(first: count))
  return try body(text)
}
