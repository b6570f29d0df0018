import CursesTerminal
public import Forms
import Secrets
import Strength

extension FormDescription {
  /// Shows the form on the terminal of the process (/dev/tty) until it is accepted or cancelled.
  ///
  /// When this returns, or throws, the terminal is as it was before. Standard input and output are not touched.
  ///
  /// - Parameters:
  ///   - presentation: How the form is shown.
  ///   - configuration: What says how strong a new password is, and whether it is a common one. Its lists are read while no
  ///     key waits.
  ///   - check: Who has to accept what was typed before the form is accepted; the form stays open until then.
  ///   - delegate: Who answers the questions of the fields and is told what happened.
  /// - Returns: What was typed and the strength of the password, or that the form was cancelled.
  /// - Throws: Why the form could not be shown or brought to its end.
  public func run(
    _ presentation: Presentation = Presentation(),
    judge configuration: JudgeConfiguration = JudgeConfiguration(), check: SubmissionCheck? = nil,
    delegate: any TextFieldDelegate = DefaultDelegate()
  ) throws(SessionError) -> Outcome {
    if presentation.catchesDeadlySignals { DeadlySignals.install(ownsProcess: false) }
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
    let form = makeForm()
    let judge: Judge
    do throws(SecretError) {
      let asks = form.fields.contains { $0.configuration.judgement == .policy }
      judge = asks ? try configuration.makeJudge(locking: presentation.locking) : Judge()
    } catch {
      throw .memory(error)
    }
    let session = try Session(
      form, appearance: presentation.appearance(on: terminal), judge: judge, lists: configuration.lists,
      check: check,
      locking: presentation.locking, delegate: delegate)
    do throws(SessionError) {
      return try session.run(on: &terminal)
    } catch {
      if error == .terminalGone, let failure = terminal.failure { throw .terminal(failure) }
      throw error
    }
  }
}
