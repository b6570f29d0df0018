internal import CWatchwordAssuan
internal import Glibc
internal import Watchword
internal import WatchwordCurses
internal import WatchwordSecrets
internal import WatchwordSystem

/// Shows the dialogs of the agent on the terminal that it names.
struct TerminalDialogs {
  /// Whether they are talks in lines, as ``Presentation/isPlain`` has it.
  var isPlain: Bool?
  /// The descriptors that the agent writes to and reads from.
  var input = STDIN_FILENO, output = STDOUT_FILENO

  /// Shows `form` as the agent asks for it. A form that the agent does not wait for any more counts as cancelled.
  func show(
    _ form: FormDescription, for request: PinentryRequest, _ advisers: Advisers = Advisers()
  ) throws(PinentryError) -> Outcome {
    defer { request.touch() }
    let outcome = try rethrow(
      try form.show(try presentation(request), advisers),
      as: PinentryError.init)
    switch consume outcome {
    case .accepted(let answer): return .accepted(answer)
    case .cancelled(.everything): throw .fullyCancelled
    case .cancelled(.form): return .cancelled(.form)
    }
  }

  private func presentation(_ request: PinentryRequest) throws(FormFailure) -> Presentation {
    // Without a name only a person who plays the agent has a terminal here.
    guard request[.terminal] != nil || isatty(input) == 1 && isatty(output) == 1 else {
      throw .terminal(.noTerminal(errno: ENOTTY))
    }
    var caller = Caller(input: input, output: output)
    caller.terminalType = request[.terminalKind]
    caller.locale = request[.characterLocale]
    caller.alert = request[.alert].flatMap(Caller.Alert.init)
    var presentation = Presentation.ofProgram
    (presentation.device, presentation.caller) = (request[.terminal], caller)
    (presentation.mask, presentation.isPlain) = (request[.mask]?.first, isPlain)
    return presentation
  }
}

extension PinentryRequest {
  /// How long after the last key a dialog ends; `nil` for no limit.
  var timeLimit: Duration? { timeout > 0 ? .seconds(timeout) : nil }

  /// Has the texts of a dialog be in the language that the agent's caller speaks on this terminal. The agent itself hears
  /// English, so that is what it is before and after.
  func adoptLanguage() {
    CharacterEncoding.adopt(self[.characterLocale])
    SpokenLanguage.adopt(self[.messageLocale], terminalType: self[.terminalKind])
  }

  /// Sets the times of the file by which the agent's callers see that a dialog has been on their screen; a file that is
  /// not there is not made.
  fileprivate func touch() {
    if let touchFile = self[.touchFile] { _ = unsafe utimensat(AT_FDCWD, touchFile, nil, 0) }
  }
}

extension PinentryError {
  private static let (open, lock) = ("open_tty_for_read", "lock_tty")

  fileprivate init(_ failure: FormFailure) {
    switch failure {
    case .terminal(let error): self.init(error)
    case .form(.noTerminal): self = .terminal(Self.open, GPG_ERR_ENOTTY)
    case .form(.busy): self = .terminal(Self.lock, GPG_ERR_EBUSY)
    case .form(.terminalGone): self = .fullyCancelled
    case .form(.timedOut): self = .timeout
    case .form(.tooManyRefusals): self = .cancelled
    case .form(.noMemory), .form(.unprotected), .form(.invalidForm), .form(.unreadableList),
      .form(.taskCancelled):
      self = .noMemory
    }
  }

  private init(_ error: TerminalError) {
    self =
      switch error {
      case .noTerminal(ENOTTY), .cannotDrawOn(_, ENOTTY): .terminal("isatty", GPG_ERR_ENOTTY)
      case .noTerminal(let number), .cannotDrawOn(_, let number):
        .terminal(Self.open, gpg_err_code_from_errno(number))
      case .notOwned: .terminal(Self.open, GPG_ERR_EACCES)
      case .taken: .terminal(Self.lock, GPG_ERR_EBUSY)
      // A terminal of such a type is talked on in lines.
      case .noType, .unknownType, .cannotPlaceCursor: .terminal("curses_init", GPG_ERR_NOT_SUPPORTED)
      case .cannotDraw(let number): .terminal("draw", gpg_err_code_from_errno(number))
      case .memory: .noMemory
      }
  }
}
