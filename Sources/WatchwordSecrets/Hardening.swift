internal import CWatchwordSystem

/// What keeps the memory of this process from other processes and from the disk.
package enum Hardening {
  /// A guard that the system refused.
  package enum Failure: Error, Equatable, Sendable {
    /// The limit on core files could not be set, with the errno of setrlimit(2).
    case coreLimit(errno: Int32)
    /// The process stayed dumpable, with the errno of prctl(2).
    case dumpable(errno: Int32)
  }

  /// Sets the limit on core files to 0 and makes the process not dumpable, so that it leaves no core file and
  /// other processes of the same person cannot read its memory. Called before the first key is read.
  ///
  /// Both are tried, even if the first fails. See setrlimit(2), `RLIMIT_CORE`, and prctl(2),
  /// `PR_SET_DUMPABLE`.
  ///
  /// - Throws: The first failure.
  package static func apply() throws(Failure) {
    let coreLimit = ww_forbid_core()
    let dumpable = ww_forbid_dump()
    if coreLimit != 0 { throw .coreLimit(errno: coreLimit) }
    if dumpable != 0 { throw .dumpable(errno: dumpable) }
  }
}
