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
    line = "\(error)"
    switch error {
    case .noTerminal, .terminalGone, .busy: status = .noTerminal
    case .noMemory, .unprotected, .invalidForm, .unreadableList, .taskCancelled: status = .unlocked
    case .tooManyRefusals: status = .refused
    case .timedOut: status = .timeLimit
    }
    guard error.canBeAllowed else { return }
    self = .text(
      "{error}; {option} goes on", ["error": "\(error)", "option": Option.allowUnlockedMemory.flag],
      status: .unlocked)
  }

  /// The error whose line is the text `english`, with `values` in the place of the placeholders.
  static func text(
    _ english: String, _ values: KeyValuePairs<String, String> = [:], status: ExitStatus = .usage
  ) -> ProgramError {
    ProgramError(Texts.ofProcess(english, values), status)
  }

  /// The error with another line, which says how to call for help about `command` or about the program.
  func withHint(about command: Command?) -> ProgramError {
    guard isAnsweredByHelp, let line else { return self }
    return ProgramError("\(line)\n\(Help.hint(about: command))", status)
  }

  /// Two options, as they were typed, that contradict each other.
  static func conflict(_ one: String, _ other: String) -> ProgramError {
    .text("options '{option}' and '{other}' do not go together", ["option": one, "other": other])
  }

  /// There is no memory for what is typed or read.
  static func memory(_ error: SecretError) -> ProgramError { ProgramError(WatchwordError.memory(error)) }

  /// The command `name` cannot be started.
  static func unstartable(_ name: String, _ error: SystemError, _ status: ExitStatus = .usage) -> ProgramError
  {
    .text(
      "cannot start the command {command}: {reason}", ["command": name.quoted, "reason": "\(error)"],
      status: status)
  }

  /// The answer cannot be written to `place`.
  static func unwritten(_ reason: some Error, to place: String) -> ProgramError {
    .text(
      "cannot write to {place}: {reason}", ["place": place, "reason": "\(reason)"], status: .unwritten)
  }

  /// A list that cannot be read or searched, or not be read to its end.
  static func unreadable(list path: String, _ failure: FileError) -> ProgramError {
    .text("cannot read the list {file}: {reason}", ["file": path.quoted, "reason": "\(failure)"])
  }
}
