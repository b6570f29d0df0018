internal import Watchword
internal import WatchwordOptions
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordSystem

enum Pinentry {
  /// Serves the agent until it is done, starting with the settings of `request`; `width` gives character widths. An
  /// error in the user's configuration is only told, so that it keeps nobody from a key. An error in the system's
  /// configuration may hide a requirement, so every dialog fails with that error.
  static func run(_ request: PinentryRequest, width: CharacterWidth) throws(ProgramError) -> ExitStatus {
    SpokenLanguage.release()
    // The process lives on between the dialogs, with what libassuan keeps.
    try rethrow(
      try Hardening.apply(),
      as: { (failure: SecretError) in
        // The message names no option, because a pinentry has none that allows this.
        ProgramError("\(WatchwordError.memory(failure))", .noProtectedMemory)
      })
    var (dialogs, fault): (TerminalDialogs, String?) = (TerminalDialogs(), nil)
    do throws(ProgramError) {
      dialogs.configuration = try Configuration.ofProcess(width: width)
      try Options(forCaller: dialogs.configuration).tellRemarks()
    } catch {
      fault = error.line
    }
    let server = PinentryServer(request, dialogs: dialogs, fault: fault)
    return server.run() ? .accepted : .unwritten
  }
}
