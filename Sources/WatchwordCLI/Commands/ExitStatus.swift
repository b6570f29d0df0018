/// How the program ends. The same table stands in `--help`, in the man page and in the README.
struct ExitStatus: Equatable, Sendable {
  /// The number, 0 to 255.
  let rawValue: Int32

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

  /// All ways out with what they mean, in a few words.
  static let table: [(status: String, meaning: String)] = [
    ("0", "accepted; the answer was written"),
    ("1", "cancelled by the person; check: it does not pass"),
    ("2", "wrong arguments"),
    ("3", "no usable terminal"),
    ("4", "ended by the time limit"),
    ("5", "the answer could not be written"),
    ("6", "memory could not be locked"),
    ("7", "refused too often by the verifier"),
    ("126", "the command behind -- cannot be started"),
    ("127", "the command behind -- does not exist"),
    ("128+n", "ended by signal n, or that command was"),
    ("other", "that of the command behind --"),
  ]
}
