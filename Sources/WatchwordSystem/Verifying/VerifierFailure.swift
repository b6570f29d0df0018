package import WatchwordBase

package enum VerifierFailure: Error, Equatable, Sendable {
  /// For instance with ENOENT, EACCES or ENOEXEC.
  case cannotStart(SystemError)
  /// There is no locked memory for the verifier's input.
  case noMemory
  /// The typed text cannot be written in the locale's character set.
  case unwritable
  case signalled(Int32)
  case timedOut(Duration)
  /// The exit status is unknown, because another part of this process has waited for the program.
  case statusLost
}
