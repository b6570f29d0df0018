internal import CSystem
internal import Glibc

/// Bytes that must not outlive their use: locked in memory, out of the reach of other processes where the kernel can do
/// that, left out of core dumps and child processes, wiped on every shrink and at the end, also at the end by a deadly
/// signal.
///
/// A buffer can be neither copied nor printed nor compared with `==`, since it is `~Copyable`, and it never moves,
/// since its capacity is fixed. It is read through a borrowed span, which nothing can keep. All bytes behind
/// ``count`` are 0, and there is at least one, so that a C function can read the bytes as a string in place.
///
/// Locked memory is not written to swap; a hibernating machine writes it to disk all the same, and does not hibernate
/// while there is secret memory (``Guarding/secret``).
@safe
public struct SecretBuffer: ~Copyable {
  /// What happens when the memory cannot be guarded, as when `RLIMIT_MEMLOCK` is too low.
  public enum Locking: Equatable, Sendable {
    /// There is no buffer then.
    case required
    /// The buffer goes without; ``SecretBuffer/isLocked`` says so.
    case ifPossible
  }

  /// How the memory of a buffer is guarded.
  public enum Guarding: Equatable, Sendable {
    /// It is locked, and the kernel has taken it out of its own map: not even the superuser reads it from another
    /// process, except by making this one hand it out. See memfd_secret(2): Linux 5.14, on by default from 6.5 on.
    case secret
    /// It is locked in memory, where the superuser can read it.
    case locked
    /// It is not guarded in full, for this reason.
    case none(SecretError)

    fileprivate var isLocked: Bool { if case .none = self { false } else { true } }
  }

  /// The number of bytes that the buffer can hold.
  public let capacity: Int
  /// What was asked for when the memory could not be guarded.
  public let locking: Locking
  /// How the memory is guarded.
  public let guarding: Guarding
  /// The number of bytes in use.
  public internal(set) var count = 0

  let start: UnsafeMutableRawPointer
  private let mappedLength: Int

  /// Whether the memory is locked, kept out of core dumps and child processes.
  public var isLocked: Bool { guarding.isLocked }

  /// Makes an empty buffer for `capacity` bytes.
  ///
  /// - Precondition: `capacity` is not negative.
  /// - Throws: ``SecretError/notMapped(errno:)`` when mmap(2) fails, ``SecretError/tooMany`` when 256 others are
  ///   alive; and, when locking is required, ``SecretError/notLocked(errno:)`` when mlock(2) fails and
  ///   ``SecretError/notShielded(errno:)`` when madvise(2) does.
  public init(capacity: Int, locking: Locking = .required) throws(SecretError) {
    try unsafe self.init(
      capacity: capacity, locking: locking, secretMemory: { unsafe ww_secret_map($0) },
      mlock: { unsafe mlock($0, $1) })
  }

  /// Makes an empty buffer as the public initialiser does, with `secretMemory` in the place of `ww_secret_map` and
  /// `mlock` in that of mlock(2): privileged processes are not bound by the limit of either.
  package init(
    capacity: Int, locking: Locking, secretMemory: (Int) -> UnsafeMutableRawPointer?,
    mlock: (UnsafeRawPointer, Int) -> Int32
  ) throws(SecretError) {
    precondition(capacity >= 0, "a capacity is not negative")
    let page = Int(getpagesize())
    let length = (capacity + 1 + page - 1) / page * page
    let mapping = unsafe try Self.map(length, locking: locking, secretMemory: secretMemory, mlock: mlock)
    guard unsafe ww_secret_register(mapping.start, length, mapping.guarding.isLocked) else {
      unsafe munmap(mapping.start, length)
      throw .tooMany
    }
    self.capacity = capacity
    self.locking = locking
    unsafe start = mapping.start
    unsafe guarding = mapping.guarding
    mappedLength = length
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

  /// Tries all three guards, whatever becomes of each, and tells of the first that failed.
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
    wipe(0..<mappedLength)
    unsafe ww_secret_unregister(start)
    unsafe munmap(start, mappedLength)
  }

  /// Wipes the bytes at the offsets `range`, those behind the capacity included.
  func wipe(_ range: Range<Int>) { unsafe ww_secret_wipe(start + range.lowerBound, range.count, isLocked) }

  /// The bytes in use. They are borrowed: they can neither be kept nor overlap a change.
  public var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    get {
      let used = unsafe UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: count)
      return unsafe _overrideLifetime(used.span, borrowing: self)
    }
  }

  /// Lends the bytes in use to `body`, for those who reach them through a class, from which they cannot be borrowed
  /// directly.
  package func withBytes<R, E: Error>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R { try body(bytes) }
}

/// One thread at a time works with a secret.
@available(*, unavailable)
extension SecretBuffer: Sendable {}
