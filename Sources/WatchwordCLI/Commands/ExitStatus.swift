internal import Watchword

/// How the program ends. The same table stands in `--help`, in the man page and in the README.
enum ExitStatus: Int32, CaseIterable, Sendable {
  case accepted = 0
  case cancelled = 1
  case usage = 2
  case noTerminal = 3
  case timeLimit = 4
  case unwritten = 5
  case unlocked = 6
  case refused = 7

  /// A password that was judged without a form, and does not pass or could not be read.
  static let failed = ExitStatus.cancelled

  /// What the status means, in a few words.
  var meaning: String {
    switch self {
    case .accepted: "accepted; the answer was written"
    case .cancelled: "cancelled by the person; check: it does not pass"
    case .usage: "wrong arguments"
    case .noTerminal: "no usable terminal"
    case .timeLimit: "reserved for a time limit"
    case .unwritten: "the answer could not be written"
    case .unlocked: "memory could not be locked"
    case .refused: "refused too often by the verifier"
    }
  }

  /// All ways out with what they mean, those by a signal included.
  static let table: [(status: String, meaning: String)] =
    allCases.map { (String($0.rawValue), $0.meaning) } + [("128+n", "ended by signal n")]
}

extension WatchwordError {
  /// How the program ends because of the error.
  var status: ExitStatus {
    switch self {
    case .noTerminal, .terminalGone: .noTerminal
    case .noMemory, .tooManyFields, .memoryNotLocked, .memoryNotShielded, .processNotGuarded: .unlocked
    case .tooManyRefusals: .refused
    }
  }

  /// The line for standard error, which names the option that helps where one does.
  var line: String {
    canBeAllowed ? "\(self); \(Option.allowUnlockedMemory.flag) goes on" : "\(self)"
  }
}
