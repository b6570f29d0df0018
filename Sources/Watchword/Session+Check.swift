import Forms
import Screen
import Secrets
import System

/// The check of a submission: its command runs beside the form, and is looked at after each event.
extension Session {
  /// Why a check could not be started, as the error of the form.
  private struct Unstarted: Error {
    var reason: String
  }

  /// Starts the check.
  mutating func startCheck(on terminal: inout some Terminal & ~Copyable) {
    guard let check else { return }
    do throws(Unstarted) {
      runningCheck = try start(check, at: terminal.now)
    } catch {
      carryOut(form.checkDidEnd(.failed(error.reason), asking: delegate), on: &terminal)
    }
  }

  private func start(_ check: SubmissionCheck, at now: Instant) throws(Unstarted) -> RunningCheck {
    let answer: Answer
    do throws(SecretError) {
      answer = try Answer(texts, of: form, by: normalizer, locking: locking)
    } catch {
      throw Unstarted(reason: CheckFailure.memory(error).description)
    }
    let input: SecretBuffer
    do throws(AnswerFailure) {
      input =
        switch check.input {
        case .json: try answer.encode(ResultText(.json), locking: locking)
        case .text: try answer.encodePassword(ResultText(.lines), locking: locking)
        }
    } catch {
      if case .text(.memory(let failure)) = error {
        throw Unstarted(reason: CheckFailure.memory(failure).description)
      }
      throw Unstarted(reason: form.configuration.catalogue.check.unwritable)
    }
    do throws(CheckFailure) {
      return try check.command.start(
        input: input, fields: answer.values.map(\.name), at: now.nanoseconds, locking: locking)
    } catch {
      throw Unstarted(reason: error.description)
    }
  }

  /// Looks whether the check has ended, and goes on as it says.
  mutating func lookAtCheck(on terminal: inout some Terminal & ~Copyable) {
    guard form.submission != .open else { return }
    let secrets = form.fields.filter(\.configuration.isSecure).map {
      (text: texts[$0.tag], normalizer: normalizer(of: $0.tag))
    }
    let result = runningCheck?.proceed(at: terminal.now.nanoseconds) { hide in
      for secret in secrets {
        secret.text.withText(by: secret.normalizer, hide)
        secret.text.withText(hide)
      }
    }
    guard let result = result ?? nil else { return }
    runningCheck = nil
    if case .refused = result {
      refusals += 1
      if let attempts = check?.attempts, refusals >= attempts {
        ending = .refused
        return
      }
    }
    let verdict = SubmissionVerdict(
      result, of: Answer.values(of: form), withheld: form.configuration.catalogue.check.withheld)
    carryOut(form.checkDidEnd(verdict, asking: delegate), on: &terminal)
  }
}
