import CursesTerminal
public import Forms
import Secrets
public import Strength
public import System

extension FormDescription {
  /// Shows the form on the terminal of the process (/dev/tty) until it is accepted or cancelled.
  ///
  /// When this returns, or throws, the terminal is as it was before. Standard input and output are not touched.
  ///
  /// - Parameters:
  ///   - presentation: How the form is shown.
  ///   - judge: What says how strong a password is, and whether it is a common one.
  ///   - lists: The word lists that the judge asks: they are read while no key waits.
  ///   - check: What what was typed has to pass before the form is accepted; the form stays open until it does.
  ///   - delegate: Who answers the questions of the fields and is told what happened.
  /// - Returns: What was typed and the strength of the password, or that the form was cancelled.
  /// - Throws: Why the form could not be shown or brought to its end.
  public func run(
    _ presentation: Presentation = Presentation(), judge: Judge = Judge(), lists: [WordFile] = [],
    check: SubmissionCheck? = nil, delegate: any TextFieldDelegate = DefaultDelegate()
  ) throws(SessionError) -> Outcome {
    if presentation.catchesDeadlySignals { DeadlySignals.install() }
    if presentation.hardensProcess {
      do throws(Hardening.Failure) {
        try Hardening.apply()
      } catch {
        if !presentation.allowsUnlockedMemory { throw .hardening(error) }
      }
    }
    var terminal: CursesTerminal
    do throws(TerminalError) {
      terminal = try CursesTerminal(options: presentation.terminalOptions)
    } catch {
      throw .terminal(error)
    }
    let session = try Session(
      makeForm(), appearance: presentation.appearance(on: terminal), judge: judge, lists: lists,
      check: check, locking: presentation.locking, delegate: delegate)
    return try session.run(on: &terminal)
  }
}
