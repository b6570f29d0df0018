package import WatchwordBase
import WatchwordSecrets

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

  /// The operating system's words for the failure, if any.
  package var detail: String? {
    switch self {
    case .cannotStart(let error): return "\(error)"
    case .signalled(let number): return signalName(number)
    case .noMemory, .unwritable, .timedOut, .statusLost: return nil
    }
  }
}
