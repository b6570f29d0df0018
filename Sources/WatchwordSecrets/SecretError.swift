internal import Glibc

/// Why a secret could not be kept, or a change to it was refused.
package enum SecretError: Error, Equatable, Sendable {
  /// No memory, with the errno of mmap(2).
  case notMapped(errno: Int32)
  /// The memory could not be locked, with the errno of mlock(2). Usually `RLIMIT_MEMLOCK` is too low.
  case notLocked(errno: Int32)
  /// The memory could not be kept out of core dumps and child processes, with the errno of madvise(2).
  case notShielded(errno: Int32)
  /// Core dumps and tracing of the process could not be forbidden, with the errno of setrlimit(2) or prctl(2).
  case notGuarded(errno: Int32)
  /// More than 256 regions, the most that a deadly signal can wipe, or more than 256 fields in a form.
  case tooMany
  /// The change exceeds the capacity; nothing was changed.
  case full
  /// The inserted text has a control character (general category Cc); nothing was changed.
  case controlCharacter
}

/// Calls `body` and converts its error: `try rethrow(try SecretBuffer(capacity: 9), as: TerminalError.memory)`.
package func rethrow<Result: ~Copyable, Inner: Error, Outer: Error>(
  _ body: @autoclosure () throws(Inner) -> Result, as convert: (Inner) -> Outer
) throws(Outer) -> Result {
  do throws(Inner) { return try body() } catch { throw convert(error) }
}
