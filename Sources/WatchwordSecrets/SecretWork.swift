internal import CWatchwordSystem

/// What functions leave on the stack and in registers after they return.
package enum StackScratch {
  /// Overwrites the 32 KiB of dead stack below the caller, and the vector registers, in case they hold characters of a
  /// secret. Call it after work on a text, before the program waits.
  package static func scrub() { ww_scrub_stack() }
}

/// Work on a secret that leaves temporary copies on the stack or the heap, as a library's does.
package enum SecretWork {
  /// Calls `body`, which has to overwrite the heap memory it used. Delays signals that end the process until the dead
  /// stack is overwritten too. Calls can nest; only the outermost call overwrites the stack and lets signals through.
  package static func run<R, Failure: Error>(_ body: () throws(Failure) -> R) throws(Failure) -> R {
    ww_work_begin()
    defer { ww_work_end() }
    return try body()
  }
}
