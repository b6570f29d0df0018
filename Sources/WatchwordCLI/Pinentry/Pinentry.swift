internal import Watchword
internal import WatchwordPinentry
internal import WatchwordSecrets
internal import WatchwordSystem

/// The program as a pinentry of gpg-agent.
enum Pinentry {
  /// Serves the agent until it is done; `request` is what was set before it says anything.
  static func run(_ request: PinentryRequest) throws(ProgramError) -> ExitStatus {
    SpokenLanguage.release()
    // The process lives on between the dialogs, with what libassuan keeps.
    try rethrow(
      try Hardening.apply(),
      as: { (failure: Hardening.Failure) in
        // There is no option that could allow it.
        ProgramError("\(WatchwordError.hardening(failure))", .unlocked)
      })
    let server = PinentryServer(request, dialogs: TerminalDialogs(), version: version)
    return server.run() ? .accepted : .unwritten
  }
}
