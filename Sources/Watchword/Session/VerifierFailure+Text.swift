package import WatchwordBase
package import WatchwordSystem

extension VerifierFailure {
  /// The message about the failure: one line, which quotes neither what was typed nor what the
  /// verifier wrote.
  package func text(_ texts: Texts) -> String {
    func unstarted(_ reason: String) -> String {
      texts("The check cannot be started: {reason}.", ["reason": reason])
    }
    return switch self {
    case .cannotStart(let error): unstarted("\(error)")
    case .noMemory: unstarted(texts("there is no locked memory for it"))
    case .unwritable: unstarted(texts("it cannot be given what was typed"))
    case .signalled(let number):
      texts("The check was ended by a signal: {signal}.", ["signal": signalName(number)])
    case .timedOut: texts("The check took too long. Try again.")
    case .statusLost: texts("The check ended, but its exit status is unknown.")
    }
  }
}
