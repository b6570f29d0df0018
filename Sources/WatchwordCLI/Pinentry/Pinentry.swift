internal import Watchword
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordSystem

/// The program as a pinentry of gpg-agent.
enum Pinentry {
  /// Serves the agent until it is done; `request` is what was set before it says anything, and `width` how wide
  /// characters are. Of what is set for all forms nothing that is wrong keeps anybody from a key, unless the place may
  /// require something: then the agent is told with every dialog that it asks for.
  static func run(_ request: PinentryRequest, width: CharacterWidth) throws(ProgramError) -> ExitStatus {
    SpokenLanguage.release()
    // The process lives on between the dialogs, with what libassuan keeps.
    try rethrow(
      try Hardening.apply(),
      as: { (failure: SecretError) in
        // There is no option that could allow it.
        ProgramError("\(WatchwordError.memory(failure))", .unlocked)
      })
    var (settings, fault): ([Option], String?) = ([], nil)
    do throws(ProgramError) {
      settings = try Configuration.ofProcess(width: width).values(of: .ask, typed: []).values.map(\.option)
    } catch {
      fault = error.line
    }
    let isPlain = settings.last { [.plain, .noPlain].contains($0) }.map { $0 == .plain }
    let server = PinentryServer(
      request, dialogs: TerminalDialogs(isPlain: isPlain), version: version, fault: fault)
    return server.run() ? .accepted : .unwritten
  }
}
