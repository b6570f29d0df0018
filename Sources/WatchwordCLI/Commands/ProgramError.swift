internal import Glibc
internal import Watchword
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordSystem

/// Why the program ends without having done what it was asked for.
struct ProgramError: Error, Equatable {
  /// The line for standard error: what is wrong, without the program's name and without control characters; `nil` where
  /// the status says it all.
  var line: String?
  /// How the program ends.
  var status: ExitStatus
  /// Whether the help says what would be right.
  var isAnsweredByHelp = true

  /// Makes an error; without a status it is one of the arguments.
  init(_ line: String?, _ status: ExitStatus = .usage) {
    self.line = line
    self.status = status
  }

  /// Makes an error of a form. The line names the option that helps where one does.
  init(_ error: WatchwordError) {
    switch error {
    case .noTerminal, .terminalGone, .busy: self.init("\(error)", .noTerminal)
    case .noMemory, .unprotected, .invalidForm, .unreadableList, .taskCancelled:
      let line =
        error.canBeAllowed
        ? text("{error}; {option} goes on", ["error": "\(error)", "option": Option.allowUnlockedMemory.flag])
        : "\(error)"
      self.init(line, .unlocked)
    case .tooManyRefusals: self.init("\(error)", .refused)
    case .timedOut: self.init("\(error)", .timeLimit)
    }
  }

  /// The error with another line, which says how to call for help about `command` or about the program.
  func withHint(about command: Command?) -> ProgramError {
    guard isAnsweredByHelp, let line else { return self }
    return ProgramError("\(line)\n\(Help.hint(about: command))", status)
  }

  /// Two options, as they were typed, that contradict each other.
  static func conflict(_ one: String, _ other: String) -> ProgramError {
    ProgramError(
      text("options '{option}' and '{other}' do not go together", ["option": one, "other": other]))
  }

  /// There is no memory for what is typed or read.
  static func memory(_ error: SecretError) -> ProgramError { ProgramError(WatchwordError.memory(error)) }

  /// The command `name` cannot be started.
  static func unstartable(_ name: String, _ error: SystemError, _ status: ExitStatus = .usage) -> ProgramError
  {
    ProgramError(
      text("cannot start the command {command}: {reason}", ["command": name.quoted, "reason": "\(error)"]),
      status)
  }

  /// The command `name` behind `--` cannot be started.
  static func unstartable(receiver name: String, _ error: SystemError) -> ProgramError {
    unstartable(name, error, error.number == ENOENT ? .missing : .unstartable)
  }

  /// The answer cannot be written.
  static func unwritten(_ reason: String, to place: String = standardOutput) -> ProgramError {
    ProgramError(text("cannot write to {place}: {reason}", ["place": place, "reason": reason]), .unwritten)
  }

  /// Where an answer goes unless something else is asked for.
  static var standardOutput: String {
    // translators: It stands for {place} in "cannot write to {place}: {reason}".
    text("standard output")
  }
}
