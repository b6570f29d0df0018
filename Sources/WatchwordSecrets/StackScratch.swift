internal import CWatchwordSystem

/// What functions that returned have left on the stack and in registers.
public enum StackScratch {
  /// Overwrites the 16 KiB of dead stack below the caller and the vector registers, in case that there are
  /// characters of a secret among them. Called after text was worked with, and before the program waits.
  public static func scrub() { ww_scrub_stack() }
}
