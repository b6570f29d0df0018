internal import Glibc
internal import Watchword
internal import WatchwordCurses
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

  /// Nobody has pressed a key within the time limit.
  static var timedOut: ProgramError { ProgramError("\(PasswordForm.Cancelled.timeout)", .timeLimit) }

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

/// How the program ends. The same table stands in `--help`, in the man page and in docs/scripting.md.
struct ExitStatus: Equatable, Sendable {
  /// The number, 0 to 255.
  let rawValue: Int32
  /// What ends the program before it can end by itself; `nil` for nothing.
  var interrupt: Interrupt?

  static let accepted = ExitStatus(rawValue: 0)
  static let cancelled = ExitStatus(rawValue: 1)
  static let usage = ExitStatus(rawValue: 2)
  static let noTerminal = ExitStatus(rawValue: 3)
  static let timeLimit = ExitStatus(rawValue: 4)
  static let unwritten = ExitStatus(rawValue: 5)
  static let unlocked = ExitStatus(rawValue: 6)
  static let refused = ExitStatus(rawValue: 7)
  /// The command behind `--` cannot be started, as env(1) says it.
  static let unstartable = ExitStatus(rawValue: 126)
  /// There is no command behind `--` of this name, as env(1) says it.
  static let missing = ExitStatus(rawValue: 127)

  /// A password that was judged without a form, and does not pass or could not be read.
  static let failed = cancelled

  /// The command behind `--` was ended by the signal `number`.
  static func signalled(_ number: Int32) -> ExitStatus { ExitStatus(rawValue: 128 + number) }

  /// The person has pressed Control-C in a form on the terminal at `path`; the number counts where SIGINT is ignored.
  static func interrupted(onTerminalAt path: String?) -> ExitStatus {
    ExitStatus(rawValue: 130, interrupt: Interrupt(onTerminalAt: path))
  }

  /// A way out.
  typealias Row = (status: String, meaning: String, commands: [Command])

  /// All ways out with what they mean, in a few words, and the commands that have them.
  static var table: [Row] {
    [
      // translators: This and the next texts say what the numbers mean with which the program ends.
      ("0", text("accepted; the answer was written, or the password changed"), Command.allCases),
      ("1", text("cancelled by the person; check: it does not pass"), Command.forms + [.check]),
      ("2", text("wrong arguments"), Command.allCases),
      ("3", text("no usable terminal"), Command.forms + [.check]),
      ("4", text("ended by the time limit"), Command.forms),
      ("5", text("the answer could not be written; passwd: not known"), Command.allCases),
      ("6", text("memory could not be locked"), Command.allCases),
      ("7", text("refused too often by the verifier"), Command.answering),
      ("126", text("the command behind --, or passwd, cannot be started"), Command.forms),
      ("127", text("the command behind -- does not exist"), Command.answering),
      ("128+n", text("ended by signal n (130: ^C), or that command was"), Command.allCases),
      (
        // translators: All other numbers.
        text("other"), text("that of the command behind --, or of passwd"), Command.forms
      ),
    ]
  }
}
