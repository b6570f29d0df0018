internal import WatchwordPinentry

/// The program as a pinentry of gpg-agent.
enum Pinentry {
  /// Whether the program was called by the name of a pinentry, or with that command.
  static func isAsked(_ arguments: [String]) -> Bool {
    let name = arguments.first?.split(separator: "/").last ?? ""
    return name == "pinentry-watchword" || arguments.dropFirst().first == "pinentry"
  }

  /// Serves the agent until it is done.
  static func run() -> ExitStatus {
    PinentryServer(dialogs: TerminalDialogs(), version: version).run() ? .accepted : .unwritten
  }
}
