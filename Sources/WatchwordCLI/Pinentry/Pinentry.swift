internal import WatchwordPinentry

/// The program as a pinentry of gpg-agent.
enum Pinentry {
  /// Serves the agent until it is done.
  static func run() -> ExitStatus {
    PinentryServer(dialogs: TerminalDialogs(), version: version).run() ? .accepted : .unwritten
  }
}
