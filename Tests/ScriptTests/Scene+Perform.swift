import TestSupport
import WatchwordBase
import WatchwordScreen
import WatchwordSecrets
import WatchwordSystem

@testable import Watchword
@testable import WatchwordCommands
@testable import WatchwordOptions

extension Script.Scene {
  /// The result of the form.
  var completion: Completion {
    do throws(ProgramError) {
      return try perform()
    } catch {
      return Completion(status: error.status.rawValue, errors: error.line.map { "watchword: \($0)\n" } ?? "")
    }
  }

  /// Shows the command's form on a scripted terminal, as ``FormCommand`` does on the real one.
  private func perform() throws(ProgramError) -> Completion {
    let invocation = try rethrow(
      try Invocation(words, width: .standard),
      as: { (error: ProgramError) in error.withHint(about: Arguments(words).command) })
    guard case .run(let options) = invocation else { throw ProgramError("this is no form") }
    let form =
      options.command == .confirm
      ? options.form(for: ConfirmCommand(options).inquiry) : options.makeDescription()
    let (verifier, oldVerifier) = (options.verifying.verifier, options.verifying.oldVerifier)
    let judge = options.asksForNewPassword ? try options.makeJudgeConfiguration() : JudgeConfiguration()
    var advisers = Advisers(judge: judge, verifier: verifier, oldVerifier: oldVerifier)
    advisers.host.delegate = TemplateGuard(options.answer.template)
    var terminal = RowTerminal(rows, fieldCount: form.makeForm().fields.count, size: size, run: run)
    defer { terminal.end(mayBeEnded: isWhole) }
    let answer: Answer
    do throws(Ending) {
      answer = try form.show(on: &terminal, width: .standard, options.presentation, advisers)
    } catch {
      return Completion(status: try error.status(onTerminalAt: nil, escape: options.cancelStatus).rawValue)
    }
    return options.command == .confirm ? Completion(status: 0) : try answer.written(for: options)
  }
}

extension Answer {
  func written(for options: Options) throws(ProgramError) -> Completion {
    var answer = self
    do throws(AnswerError) {
      if let method = options.hashMethod {
        let cost = options.hashCost ?? method.standardCost
        answer = try answer.hashingNewPassword(
          with: try PasswordHasher(method, cost: cost, locking: .ifPossible), locking: .ifPossible)
      }
      let text = try answer.encode(options.answerFormat(of: answer.values.count), locking: .ifPossible)
      let bytes = text.bytes
      return Completion(
        status: 0, output: String(decoding: (0..<bytes.count).map { bytes[$0] }, as: UTF8.self))
    } catch { throw ProgramError("\(error)", .unwritten) }
  }
}
