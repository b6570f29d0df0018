internal import CWatchwordSystem
internal import Glibc

/// Keeps the memory of this process from other processes and from the disk.
package enum Hardening {
  /// Sets the limit on core files to 0 and makes the process not dumpable, so that it leaves no core file and other
  /// processes of the same user cannot read its memory. Call it before reading the first key. Tries both, and throws
  /// the first failure. See setrlimit(2), `RLIMIT_CORE`, and prctl(2), `PR_SET_DUMPABLE`.
  package static func apply() throws(SecretError) {
    try check(ww_forbid_core(), ww_set_dumpable(false))
  }

  private static func check(_ first: Int32, _ second: Int32) throws(SecretError) {
    let error = first != 0 ? first : second
    if error != 0 { throw .notGuarded(errno: error) }
  }

  /// The state of the process before it was hardened for a while.
  package struct Exposure {
    fileprivate var core: UInt64?
    fileprivate var wasDumpable = false

    package init() {}
  }

  /// Does the same as ``apply()``, and stores in `before` what ``relax(to:)`` needs, even if it throws. Leaves the hard
  /// limit on core files unchanged, and a process that is already not dumpable as it was.
  package static func applyForAWhile(_ before: inout Exposure) throws(SecretError) {
    var limit: UInt64 = 0
    let coreLimit = unsafe ww_suspend_limit(Int32(RLIMIT_CORE.rawValue), &limit)
    if coreLimit == 0 { before.core = limit }
    before.wasDumpable = ww_is_dumpable()
    try check(coreLimit, before.wasDumpable ? ww_set_dumpable(false) : 0)
  }

  /// Undoes ``applyForAWhile(_:)``. Keeps a limit that somebody else has set meanwhile.
  package static func relax(to before: Exposure) {
    if let core = before.core { ww_resume_limit(Int32(RLIMIT_CORE.rawValue), core) }
    if before.wasDumpable { _ = ww_set_dumpable(true) }
  }
}
