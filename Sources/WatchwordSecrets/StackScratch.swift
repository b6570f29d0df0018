internal import CWatchwordSystem

/// What functions have left on the stack and in registers after they returned.
package enum StackScratch {
  /// Overwrites the 16 KiB of dead stack below the caller, and the vector registers, in case they contain
  /// characters of a secret. Called after work on a text, and before the program waits.
  package static func scrub() { ww_scrub_stack() }
}
