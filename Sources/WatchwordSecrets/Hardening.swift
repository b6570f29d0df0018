internal import CWatchwordSystem
internal import Glibc

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
    let coreLimit = ww_forbid_core()
    let dumpable = ww_forbid_dump()
    if coreLimit != 0 { throw .notGuarded(errno: coreLimit) }
    if dumpable != 0 { throw .notGuarded(errno: dumpable) }
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
    let dumpable = before.wasDumpable ? ww_forbid_dump() : 0
    if coreLimit != 0 { throw .notGuarded(errno: coreLimit) }
    if dumpable != 0 { throw .notGuarded(errno: dumpable) }
  }

  /// Makes the process what it was before ``applyForAWhile(_:)``. A limit that somebody else has set meanwhile stays.
  package static func relax(to before: Exposure) {
    if let core = before.core { ww_resume_limit(Int32(RLIMIT_CORE.rawValue), core) }
    if before.wasDumpable { _ = ww_allow_dump() }
  }
}
