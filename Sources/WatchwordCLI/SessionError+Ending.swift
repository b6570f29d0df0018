internal import CursesTerminal
internal import Secrets
internal import Watchword

extension SessionError {
  /// How the program ends because of the error.
  var status: ExitStatus {
    switch self {
    case .memory, .terminal(.memory), .hardening: .unlocked
    case .terminal, .terminalGone: .noTerminal
    case .tooManyRefusals: .refused
    }
  }

  /// What standard error is told: one line that says what to do where something can be done.
  var line: String {
    switch self {
    case .memory(let error), .terminal(.memory(let error)): Self.line(error)
    case .terminal(let error): "\(error)"
    case .terminalGone: "the terminal went away"
    case .tooManyRefusals: "the check refused what was typed too often"
    case .hardening:
      "the process cannot be kept from core dumps and tracing; \(Option.allowUnlockedMemory.flag) goes on"
    }
  }

  private static func line(_ error: SecretError) -> String {
    switch error {
    case .notLocked: "memory cannot be locked (ulimit -l); \(Option.allowUnlockedMemory.flag) goes on"
    case .notShielded: "memory cannot be kept out of core dumps; \(Option.allowUnlockedMemory.flag) goes on"
    case .tooMany: "a form cannot have so many fields"
    case .notMapped, .full, .controlCharacter: "there is no memory for the password"
    }
  }
}
