/// Why a secret could not be kept, or a change to it was refused.
package enum SecretError: Error, Equatable, Sendable {
  /// There was no memory, with the errno of mmap(2).
  case notMapped(errno: Int32)
  /// The memory could not be locked, with the errno of mlock(2). Usually the limit `RLIMIT_MEMLOCK` is too low.
  case notLocked(errno: Int32)
  /// The memory could not be kept out of core dumps and child processes, with the errno of madvise(2).
  case notShielded(errno: Int32)
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
