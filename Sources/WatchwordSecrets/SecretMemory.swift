internal import CWatchwordSystem
internal import Glibc

/// A region of memory for secrets: locked, out of the reach of other processes where the kernel can do that, left out
/// of core dumps and child processes, and wiped when it goes, also by a deadly signal.
///
/// ``SecretBuffer``s take their parts of it, one behind the other. A part is not given back: the region is unmapped when
/// the last of them is gone.
///
/// Locked memory is not written to swap; a hibernating machine writes it to disk all the same, and does not hibernate
/// while there is secret memory (``Guarding/secret``).
@safe
package final class SecretMemory {
  /// What happens when the memory cannot be guarded, as when `RLIMIT_MEMLOCK` is too low.
  package enum Locking: Equatable, Sendable {
    case required
    /// The memory is used without; ``SecretMemory/isLocked`` says so.
    case ifPossible
  }

  package enum Guarding: Equatable, Sendable {
    /// It is locked, and the kernel has taken it out of its own map: not even the superuser reads it from another
    /// process, except by making this one hand it out. See memfd_secret(2): Linux 5.14, on by default from 6.5 on.
    case secret
    /// It is locked in memory, where the superuser can read it.
    case locked
    case none(SecretError)

    fileprivate var isLocked: Bool { if case .none = self { false } else { true } }
  }

  package let locking: Locking
  package let guarding: Guarding
  private let start: UnsafeMutableRawPointer
  /// The bytes of the region, whole pages.
  private let length: Int
  private var taken = 0

  /// Whether the memory is locked, kept out of core dumps and child processes.
  package var isLocked: Bool { guarding.isLocked }

  /// - Parameters:
  ///   - capacities: The bytes that each of the buffers to come can hold.
  ///   - locking: What happens when it cannot be guarded.
  /// - Throws: ``SecretError/notMapped(errno:)`` when mmap(2) fails, and, when locking is required,
  ///   ``SecretError/tooMany`` when 256 other regions are there, ``SecretError/notLocked(errno:)`` when mlock(2) fails
  ///   and ``SecretError/notShielded(errno:)`` when madvise(2) does.
  package convenience init(for capacities: [Int], locking: Locking = .required) throws(SecretError) {
    try unsafe self.init(
      for: capacities, locking: locking, secretMemory: { unsafe ww_secret_map($0) },
      mlock: { unsafe mlock($0, $1) })
  }

  /// Maps a region as the package initialiser does, with `secretMemory` and `mlock` in the place of the system's.
  /// Tests need that, since the limits of these two do not bind privileged processes.
  package init(
    for capacities: [Int], locking: Locking, secretMemory: (Int) -> UnsafeMutableRawPointer?,
    mlock: (UnsafeRawPointer, Int) -> Int32
  ) throws(SecretError) {
    let page = Int(getpagesize())
    let needed = capacities.reduce(0) { $0 + Self.share(of: $1) }
    let length = max(1, (needed + page - 1) / page) * page
    let mapping = unsafe try Self.map(length, locking: locking, secretMemory: secretMemory, mlock: mlock)
    // Without a place in the table it is wiped all the same when it goes, but by no deadly signal.
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

  /// The bytes that a buffer takes: its capacity and a zero after it, so that a C function can read the bytes as a
  /// string in place, up to where the next one is aligned.
  private static func share(of capacity: Int) -> Int { (capacity + 1 + 15) / 16 * 16 }

  /// Takes the memory of a buffer; `nil` where there is not enough left.
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

/// Why a secret could not be kept, or a change to it was refused.
package enum SecretError: Error, Equatable, Sendable {
  /// There was no memory, with the errno of mmap(2).
  case notMapped(errno: Int32)
  /// The memory could not be locked, with the errno of mlock(2). Usually the limit `RLIMIT_MEMLOCK` is too low.
  case notLocked(errno: Int32)
  /// The memory could not be kept out of core dumps and child processes, with the errno of madvise(2).
  case notShielded(errno: Int32)
  /// The process could not be kept from core dumps and tracing, with the errno of setrlimit(2) or prctl(2).
  case notGuarded(errno: Int32)
  /// There are more regions than can be wiped when a deadly signal comes (256), or a form has more than 256 fields.
  case tooMany
  /// The change does not fit into the capacity; nothing was changed.
  case full
  /// The text to be inserted has a control character (general category Cc); nothing was changed.
  case controlCharacter
}

/// Calls `body`, and throws what `convert` makes of its error:
/// `try rethrow(try SecretBuffer(capacity: 9), as: TerminalError.memory)`.
package func rethrow<Result: ~Copyable, Inner: Error, Outer: Error>(
  _ body: @autoclosure () throws(Inner) -> Result, as convert: (Inner) -> Outer
) throws(Outer) -> Result {
  do throws(Inner) { return try body() } catch { throw convert(error) }
}

/// What keeps the memory of this process from other processes and from the disk.
package enum Hardening {
  /// Sets the limit on core files to 0 and makes the process not dumpable, so that it leaves no core file and
  /// other processes of the same person cannot read its memory. Called before the first key is read.
  ///
  /// Both are tried, even if the first fails. See setrlimit(2), `RLIMIT_CORE`, and prctl(2),
  /// `PR_SET_DUMPABLE`.
  ///
  /// - Throws: The first failure.
  package static func apply() throws(SecretError) {
    try check(ww_forbid_core(), ww_set_dumpable(false))
  }

  /// Throws the first of two errors that is one.
  private static func check(_ first: Int32, _ second: Int32) throws(SecretError) {
    let error = first != 0 ? first : second
    if error != 0 { throw .notGuarded(errno: error) }
  }

  /// What the process was before it was hardened for a while.
  package struct Exposure {
    fileprivate var core: UInt64?
    fileprivate var wasDumpable = false

    package init() {}
  }

  /// Does the same as ``apply()``, and says in `before` what ``relax(to:)`` needs, also where it throws. The limit up to
  /// which that on core files can be raised stays as it is. A process that is not dumpable in any other way stays so.
  ///
  /// - Throws: The first failure.
  package static func applyForAWhile(_ before: inout Exposure) throws(SecretError) {
    var limit: UInt64 = 0
    let coreLimit = unsafe ww_suspend_limit(Int32(RLIMIT_CORE.rawValue), &limit)
    if coreLimit == 0 { before.core = limit }
    before.wasDumpable = ww_is_dumpable()
    try check(coreLimit, before.wasDumpable ? ww_set_dumpable(false) : 0)
  }

  /// Makes the process what it was before ``applyForAWhile(_:)``. A limit that somebody else has set meanwhile stays.
  package static func relax(to before: Exposure) {
    if let core = before.core { ww_resume_limit(Int32(RLIMIT_CORE.rawValue), core) }
    if before.wasDumpable { _ = ww_set_dumpable(true) }
  }
}
