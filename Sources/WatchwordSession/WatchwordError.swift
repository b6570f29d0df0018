package import WatchwordCurses
internal import WatchwordMessages
package import WatchwordSecrets

/// Why a form could not be shown or brought to its end. The description is one line without a full stop, which says
/// what is wrong and what to do where something can be done.
package enum WatchwordError: Error, Equatable, Sendable {
  /// There is no terminal that the form can be shown on; `reason` says why, and what to do.
  case noTerminal(reason: String)
  /// The terminal went away while the form was shown.
  case terminalGone
  /// This process has a form open already: ncurses, signals and the locale allow one at a time. The other form goes on.
  case busy
  /// There is no memory for what is typed.
  case noMemory
  /// The form has more than 256 fields.
  case tooManyFields
  /// Memory could not be locked, see ``Presentation/allowsUnlockedMemory``.
  case memoryNotLocked
  /// Memory could not be kept out of core dumps, see ``Presentation/allowsUnlockedMemory``.
  case memoryNotShielded
  /// The process could not be kept from core dumps and tracing, see ``Presentation/allowsUnlockedMemory``.
  case processNotGuarded
  /// The verifier refused what was typed as often as it may, see ``Verifier/attempts``.
  case tooManyRefusals
  /// Nobody pressed a key within the time limit, see ``FormDescription/timeout``. Nothing is handed out.
  case timedOut

  /// Whether ``Presentation/allowsUnlockedMemory`` goes on in spite of the error.
  package var canBeAllowed: Bool {
    switch self {
    case .memoryNotLocked, .memoryNotShielded, .processNotGuarded: true
    case .noTerminal, .terminalGone, .busy, .noMemory, .tooManyFields, .tooManyRefusals, .timedOut: false
    }
  }
}

extension WatchwordError: CustomStringConvertible {
  /// The error as one line.
  package var description: String {
    switch self {
    case .noTerminal(let reason): reason
    case .terminalGone: text("the terminal went away")
    case .busy: text("a form of this process is open already: wait for its end")
    case .noMemory: text("there is no memory for the password")
    case .tooManyFields: text("a form cannot have so many fields")
    case .memoryNotLocked: text("memory cannot be locked ({command})", ["command": "ulimit -l"])
    case .memoryNotShielded: text("memory cannot be kept out of core dumps")
    case .processNotGuarded: text("the process cannot be kept from core dumps and tracing")
    case .tooManyRefusals: text("the verifier refused what was typed too often")
    case .timedOut: text("the form was ended by its time limit: nobody pressed a key")
    }
  }
}

/// Why a form could not be shown or brought to its end, as a program of this package is told.
package enum FormFailure: Error, Equatable, Sendable {
  /// The terminal cannot be used.
  case terminal(TerminalError)
  /// The reason lies elsewhere.
  case form(WatchwordError)
}

/// What the errors of the modules below become.
extension WatchwordError {
  package init(_ failure: FormFailure) {
    switch failure {
    case .terminal(let error): self = .terminal(error)
    case .form(let error): self = error
    }
  }

  package static func memory(_ error: SecretError) -> WatchwordError {
    switch error {
    case .notLocked: .memoryNotLocked
    case .notShielded: .memoryNotShielded
    case .notGuarded: .processNotGuarded
    case .tooMany: .tooManyFields
    case .notMapped, .full, .controlCharacter: .noMemory
    }
  }

  package static func terminal(_ error: TerminalError) -> WatchwordError {
    if case .memory(let error) = error { return .memory(error) }
    return .noTerminal(reason: "\(error)")
  }
}
