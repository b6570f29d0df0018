import TestSupport
import WatchwordBase
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

@testable import Watchword

typealias Step = ScriptedTerminal.Step

/// The result of a session played from a script.
struct Performance {
  enum Ending: Equatable {
    case accepted(String, Level)
    case cancelled
    case refused
    case timedOut
  }

  let terminal: ScriptedTerminal
  let ending: Ending
  /// The delegate's calls before and after each step, without those of the ^C that ends the script.
  let calls: [[String]]

  /// The frame after the last step.
  var frame: Frame { terminal.lastFrame ?? Frame(size: terminal.size) }
  /// The texts of the fields after the last step.
  var texts: [String] { terminal.texts }
  /// The picture after the last step, a string a row.
  var rows: [String] { frame.rows }
  /// The calls since the last step.
  var lastCalls: [String] { calls.last ?? [] }

  func shows(_ text: String) -> Bool { rows.contains { $0.contains(text) } }
}

extension Appearance {
  static let plain = Appearance(glyphs: .unicode, width: .standard)
}

/// Plays `script` to a session of `form`.
func perform(
  _ script: [Step], on form: FormState = .ofAnyLevel,
  size: Size = Size(columns: 80, rows: 24),
  appearance: Appearance = .plain, judge: Judge = Judge(), lists: [WordFile] = [],
  verifier: Verifier? = nil, oldVerifier: Verifier? = nil, verdict: (any FormVerifier)? = nil,
  delegate: RecordingDelegate = RecordingDelegate(), canSuspend: Bool = true,
  suspensionTime: Duration = .zero
) throws -> Performance {
  var terminal = ScriptedTerminal(script, fieldCount: form.fields.count, size: size) { delegate.turnPage() }
  (terminal.canSuspend, terminal.suspensionTime) = (canSuspend, suspensionTime)
  let ending = try run(
    form, on: &terminal, appearance: appearance, judge: judge, lists: lists, verifier: verifier,
    oldVerifier: oldVerifier, verdict: verdict, delegate: delegate)
  let calls = terminal.isOver ? delegate.pages.dropLast() : delegate.pages
  return Performance(terminal: terminal, ending: ending, calls: calls)
}

extension FormState {
  /// The form `new` for tests that are not about levels: the meter goes by length.
  static var ofAnyLevel: FormState {
    var description = FormDescription.newPassword()
    description.policy = .classic(minimumLevel: .weak)
    return description.makeForm()
  }
}

/// Runs a session of `form` to its end.
@discardableResult
func run(
  _ form: FormState = .ofAnyLevel, on terminal: inout some ScreenTerminal,
  appearance: Appearance = .plain, judge: Judge = Judge(), lists: [WordFile] = [],
  verifier: Verifier? = nil, oldVerifier: Verifier? = nil, verdict: (any FormVerifier)? = nil,
  delegate: (any TextFieldDelegate)? = nil
) throws -> Performance.Ending {
  let screen = try FormScreen(
    form, appearance: appearance, judge: judge, lists: lists, verifier: verifier,
    oldVerifier: oldVerifier, verdict: verdict, delegate: delegate)
  var ending = Performance.Ending.cancelled
  do throws(Ending) {
    let answer = try screen.run(on: &terminal)
    answer.withPasswordIfAny { ending = .accepted(String(copying: $0), answer.level) }
  } catch {
    switch error {
    case .timeLimit: ending = .timedOut
    case .refused: ending = .refused
    default: if let failure = error.failure { throw failure }
    }
  }
  return ending
}

/// A form with fields made by `configure` from those of the new-password form.
func makeForm(_ configure: (_ fields: inout [FormField.Configuration]) -> Void) -> FormState {
  var configuration = FormDescription.newPassword().makeForm().configuration
  configure(&configuration.fields)
  return FormState(configuration)
}

extension [Step] {
  /// Types `texts` into one field after the other.
  static func filling(_ texts: String...) -> Self {
    Array(texts.map { [Step].typing($0) }.joined(separator: [Step.tab]))
  }
}

extension FormScreen {
  /// Handles `event`, and judges what was typed, as if no input waited.
  mutating func play(_ event: Event, on terminal: inout some ScreenTerminal & ~Copyable) {
    handle(event, on: &terminal)
    form.reevaluate()
  }
}
