internal import Glibc
internal import Watchword
internal import WatchwordCurses
internal import WatchwordSecrets

/// Shows the dialogs of the agent on the terminal that it names.
package struct TerminalDialogs {
  /// Makes dialogs in English.
  package init() {}

  /// Shows `form` as the agent asks for it.
  func show(
    _ form: some FormDescription, for request: PinentryRequest,
    judge: JudgeConfiguration = JudgeConfiguration(), agent: (any FormAgent)? = nil
  ) throws(PinentryError) -> Outcome {
    try rethrow(
      try form.show(presentation(request), judge: judge, verifier: nil, agent: agent), as: PinentryError.init)
  }

  private func presentation(_ request: PinentryRequest) -> Presentation {
    var presentation = Presentation()
    presentation.device = request.surroundings.terminal
    presentation.mask = request.surroundings.mask
    presentation.catchesDeadlySignals = false
    if let kind = request.surroundings.terminalKind { _ = unsafe setenv("TERM", kind, 1) }
    if let locale = request.surroundings.characterLocale {
      _ = unsafe setenv("LC_ALL", locale, 1)
      _ = CharacterEncoding.adoptFromEnvironment()
    }
    return presentation
  }
}

extension PinentryError {
  fileprivate init(_ error: WatchwordError) {
    switch error {
    case .noTerminal: self = .terminal(number: 0)
    case .terminalGone: self = .fullyCancelled
    case .timedOut: self = .timeout
    case .tooManyRefusals: self = .cancelled
    case .noMemory, .tooManyFields, .memoryNotLocked, .memoryNotShielded, .processNotGuarded: self = .noMemory
    }
  }
}
