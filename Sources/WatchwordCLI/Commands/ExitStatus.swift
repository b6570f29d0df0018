internal import WatchwordCurses
internal import WatchwordMessages

/// How the program ends. The same table stands in `--help`, in the man page and in the README.
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
      ("0", text("accepted; the answer was written"), Command.allCases),
      ("1", text("cancelled by the person; check: it does not pass"), Command.forms + [.check]),
      ("2", text("wrong arguments"), Command.allCases),
      ("3", text("no usable terminal"), Command.forms),
      ("4", text("ended by the time limit"), Command.forms),
      ("5", text("the answer could not be written"), Command.allCases),
      ("6", text("memory could not be locked"), Command.allCases),
      ("7", text("refused too often by the verifier"), Command.forms),
      ("126", text("the command behind -- cannot be started"), Command.forms),
      ("127", text("the command behind -- does not exist"), Command.forms),
      ("128+n", text("ended by signal n (130: ^C), or that command was"), Command.allCases),
      (
        // translators: All other numbers.
        text("other"), text("that of the command behind --"), Command.forms
      ),
    ]
  }
}
