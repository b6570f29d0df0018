internal import CWatchwordSystem
internal import Glibc

/// A region of memory for secrets, wiped when it is freed and when a deadly signal comes.
///
/// It is locked and kept out of core dumps, child processes and, if the kernel can do that, the reach of other
/// processes. ``SecretBuffer``s take consecutive parts of it and never return them. The region is unmapped when the
/// last of its buffers is freed.
///
/// Locked memory is not swapped, but hibernation still writes it to disk. ``Guarding/secret`` forbids hibernation.
@safe
package final class SecretMemory {
  /// What to do if the memory cannot be guarded, for instance because `RLIMIT_MEMLOCK` is too low.
  package enum Locking: Equatable, Sendable {
    case required
    /// Use the memory unguarded; ``SecretMemory/isLocked`` is then false.
    case ifPossible
  }

  package enum Guarding: Equatable, Sendable {
    /// Locked, and removed from the kernel's own map, so not even the superuser can read it from another process
    /// without making this one give it away. See memfd_secret(2): Linux 5.14, on by default since 6.5.
    case secret
    /// Locked in memory, where the superuser can read it.
    case locked
    case none(SecretError)

    fileprivate var isLocked: Bool { if case .none = self { false } else { true } }
  }

  package let locking: Locking
  package let guarding: Guarding
  private let start: UnsafeMutableRawPointer
  /// The length in bytes, a multiple of the page size.
  private let length: Int
  private var taken = 0

  /// Whether the memory is locked and kept out of core dumps and child processes.
  package var isLocked: Bool { guarding.isLocked }

  /// - Parameters:
  ///   - capacities: The capacity in bytes of each buffer to come.
  ///   - locking: What to do if the memory cannot be guarded.
  /// - Throws: ``SecretError/notMapped(errno:)`` if mmap(2) fails. If locking is required, also ``SecretError/tooMany``
  ///   if 256 other regions exist, ``SecretError/notLocked(errno:)`` if mlock(2) fails and
  ///   ``SecretError/notShielded(errno:)`` if madvise(2) does.
  package convenience init(for capacities: [Int], locking: Locking = .required) throws(SecretError) {
    try unsafe self.init(
      for: capacities, locking: locking, secretMemory: { unsafe ww_secret_map($0) },
      mlock: { unsafe mlock($0, $1) })
  }

  /// Maps a region with replacements for the system's `secretMemory` and `mlock`. For tests, because the limits of
  /// these two do not bind privileged processes.
  package init(
    for capacities: [Int], locking: Locking, secretMemory: (Int) -> UnsafeMutableRawPointer?,
    mlock: (UnsafeRawPointer, Int) -> Int32
  ) throws(SecretError) {
    let page = Int(getpagesize())
    let needed = capacities.reduce(0) { $0 + Self.share(of: $1) }
    let length = max(1, (needed + page - 1) / page) * page
    let mapping = unsafe try Self.map(length, locking: locking, secretMemory: secretMemory, mlock: mlock)
    // A region outside the table is still wiped when it is freed, but not by a deadly signal.
    let isKnown = unsafe ww_secret_register(mapping.start, length, mapping.guarding.isLocked)
    guard isKnown || locking == .ifPossible else {
      unsafe munmap(mapping.start, length)
      throw .tooMany
    }
    self.locking = locking
    unsafe start = mapping.start
    unsafe guarding = mapping.guarding
    self.length = length
  }

  private static func map(
    _ length: Int, locking: Locking, secretMemory: (Int) -> UnsafeMutableRawPointer?,
    mlock: (UnsafeRawPointer, Int) -> Int32
  ) throws(SecretError) -> (start: UnsafeMutableRawPointer, guarding: Guarding) {
    if let memory = unsafe secretMemory(length) { return unsafe (memory, .secret) }
    let mapping = unsafe mmap(nil, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapping = unsafe mapping, unsafe mapping != MAP_FAILED else { throw .notMapped(errno: errno) }
    guard let failure = unsafe guardFailure(mapping, length, mlock: mlock) else {
      return unsafe (mapping, .locked)
    }
    if locking == .required {
      unsafe munmap(mapping, length)
      throw failure
    }
    return unsafe (mapping, .none(failure))
  }

  /// Tries all three guards, even if one fails. Returns the first failure.
  private static func guardFailure(
    _ mapping: UnsafeMutableRawPointer, _ length: Int, mlock: (UnsafeRawPointer, Int) -> Int32
  ) -> SecretError? {
    var failure: SecretError?
    if unsafe mlock(mapping, length) != 0 { failure = .notLocked(errno: errno) }
    for advice in [MADV_DONTDUMP, MADV_WIPEONFORK] where unsafe madvise(mapping, length, Int32(advice)) != 0 {
      failure = failure ?? .notShielded(errno: errno)
    }
    return failure
  }

  deinit {
    unsafe ww_secret_wipe(start, length, isLocked)
    unsafe ww_secret_unregister(start)
    unsafe munmap(start, length)
  }

  /// The bytes a buffer takes: its capacity plus a zero, so that C functions can read it as a string in place, rounded
  /// up to the alignment of the next buffer.
  private static func share(of capacity: Int) -> Int { (capacity + 1 + 15) / 16 * 16 }

  /// Takes memory for a buffer of `capacity` bytes; `nil` if too little of the region is left.
  func take(capacity: Int) -> UnsafeMutableRawPointer? {
    let share = Self.share(of: capacity)
    guard taken + share <= length else { return nil }
    defer { taken += share }
    return unsafe start + taken
  }
}

/// Only one thread at a time may work with a secret.
@available(*, unavailable)
extension SecretMemory: Sendable {}
