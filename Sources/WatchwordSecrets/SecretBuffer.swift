internal import CWatchwordSystem

/// Bytes that must not outlive their use: a part of a ``SecretMemory``, wiped on every shrink and at the end.
///
/// A buffer can be neither copied nor printed nor compared with `==`, since it is `~Copyable`, and it never moves,
/// since its capacity is fixed. It is read through a borrowed span, which nothing can keep. All bytes behind
/// ``count`` are 0, and there is at least one, so that a C function can read the bytes as a string in place.
@safe
package struct SecretBuffer: ~Copyable {
  /// The number of bytes that the buffer can hold.
  package let capacity: Int
  /// The region that the bytes stand in.
  package let memory: SecretMemory
  /// The number of bytes in use.
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

  /// Wipes the bytes at the offsets `range`.
  func wipe(_ range: Range<Int>) {
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

extension SecretBuffer {
  package typealias Locking = SecretMemory.Locking
  package typealias Guarding = SecretMemory.Guarding
  package var locking: Locking { memory.locking }
  package var guarding: Guarding { memory.guarding }
  package var isLocked: Bool { memory.isLocked }
}

/// Only one thread at a time may work with a secret.
@available(*, unavailable)
extension SecretBuffer: Sendable {}
