internal import WatchwordPinentry
internal import WatchwordSecrets
internal import WatchwordSession
internal import WatchwordSystem

/// The program as a pinentry of gpg-agent.
enum Pinentry {
  /// Serves the agent until it is done; `request` is what was set before it says anything, and `configuration` what for
  /// all forms. What is wrong with that keeps nobody from a key.
  static func run(
    _ request: PinentryRequest, configuration: Configuration
  ) throws(ProgramError) -> ExitStatus {
    SpokenLanguage.release()
    // The process lives on between the dialogs, with what libassuan keeps.
    try rethrow(
      try Hardening.apply(),
      as: { (failure: Hardening.Failure) in
        // There is no option that could allow it.
        ProgramError("\(WatchwordError.hardening(failure))", .unlocked)
      })
    let settings = configuration.values(of: .ask, typed: []).values.map(\.option)
    let isPlain = settings.last { [.plain, .noPlain].contains($0) }.map { $0 == .plain }
    let server = PinentryServer(request, dialogs: TerminalDialogs(isPlain: isPlain), version: version)
    return server.run() ? .accepted : .unwritten
  }
}
