internal import CWatchwordSystem
internal import Glibc
internal import WatchwordMessages

/// Bytes that must not outlive their use: a part of a ``SecretMemory``, wiped on every shrink and at the end.
///
/// A buffer can be neither copied nor printed nor compared with `==`, since it is `~Copyable`, and it never moves,
/// since its capacity is fixed. It is read through a borrowed span, which nothing can keep. All bytes behind
/// ``count`` are 0, and there is at least one, so that a C function can read the bytes as a string in place.
@safe
package struct SecretBuffer: ~Copyable {
  package let capacity: Int
  package let memory: SecretMemory
  package internal(set) var count = 0

  let start: UnsafeMutableRawPointer

  /// Makes an empty buffer for `capacity` bytes in `memory`, or, where there is not enough left, in a region of its own
  /// that is guarded in the same way.
  ///
  /// - Precondition: `capacity` is not negative.
  /// - Throws: As ``SecretMemory/init(for:locking:)`` does, where it needs a region of its own.
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
  /// - Throws: As ``SecretMemory/init(for:locking:)`` does.
  package init(capacity: Int, locking: SecretMemory.Locking = .required) throws(SecretError) {
    try self.init(capacity: capacity, in: SecretMemory(for: [capacity], locking: locking))
  }

  deinit { wipe(0..<capacity) }

  /// Of a small buffer that was written to it need not be asked which pages there are.
  func wipe(_ range: Range<Int>, isThere: Bool = false) {
    if isThere { return unsafe explicit_bzero(start + range.lowerBound, range.count) }
    unsafe ww_secret_wipe(start + range.lowerBound, range.count, memory.isLocked)
  }

  /// The bytes in use. They are borrowed: they can neither be kept nor overlap a change.
  package var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let used = unsafe UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
      return unsafe _overrideLifetime(used.span, borrowing: self)
    }
  }

  /// Calls `body` with the bytes in use, for callers that reach them through a class, where they cannot be borrowed
  /// directly.
  package func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R { try body(bytes) }
}

/// Only one thread at a time may work with a secret.
@available(*, unavailable)
extension SecretBuffer: Sendable {}

extension Span<UInt8> {
  /// Whether `other` has the same bytes. The time that this takes does not show where they differ.
  package func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var difference: UInt8 = 0
    for offset in indices { difference |= self[offset] ^ other[offset] }
    return difference == 0
  }
}

extension SecretBuffer {
  /// - Throws: ``SecretError/full`` when they do not fit; nothing is changed then.
  package mutating func append(_ bytes: Span<UInt8>) throws(SecretError) {
    try replaceSubrange(count..<count, with: bytes)
  }

  /// Appends `scalar` in UTF-8 to the bytes in use, and returns whether there was room.
  package mutating func append(_ scalar: Unicode.Scalar) -> Bool {
    withUTF8Span(of: scalar) { (try? append($0.span)) != nil }
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
      wipe(count + written..<capacity, isThere: capacity <= 4096)
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

/// What functions have left on the stack and in registers after they returned.
package enum StackScratch {
  /// Overwrites the 32 KiB of dead stack below the caller, and the vector registers, in case they contain
  /// characters of a secret. Called after work on a text, and before the program waits.
  package static func scrub() { ww_scrub_stack() }
}

/// Work on a secret that leaves copies of it on the stack or the heap meanwhile, as a library's does.
package enum SecretWork {
  /// Calls `body`, which overwrites what it used of the heap. Signals that end the process wait until the dead stack is
  /// overwritten too. Work within other work is a part of it.
  package static func run<R, Failure: Error>(_ body: () throws(Failure) -> R) throws(Failure) -> R {
    ww_work_begin()
    defer { ww_work_end() }
    return try body()
  }
}

/// Calls `body` with `scalar` as UTF-8 text, in memory on the stack that is overwritten afterwards. So a delegate
/// can see a typed character before it enters a text.
///
/// - Throws: What `body` throws.
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
