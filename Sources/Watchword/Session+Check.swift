import Forms
import Messages
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
    memoryForCheck = []
    do throws(Unstarted) {
      runningCheck = try start(check, at: terminal.now)
    } catch {
      holdMemoryForCheck()
      carryOut(screen.checkDidEnd(.failed(error.reason)), on: &terminal)
    }
  }

  private func start(_ check: SubmissionCheck, at now: Instant) throws(Unstarted) -> RunningCheck {
    let answer = Answer(screen.form)
    let input: SecretBuffer
    do throws(AnswerError) {
      input =
        switch check.input {
        case .json: try answer.encode(AnswerFormat(.json), locking: locking)
        case .text: try answer.encodePassword(AnswerFormat(.lines), locking: locking)
        }
    } catch {
      if case .memory(let failure) = error {
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
    let texts = screen.form.texts.fields, normalizer = screen.form.texts.normalizer
    let form = form
    let secrets = form.fields.filter(\.configuration.isSecure).map {
      (text: texts[$0.tag], normalizer: form.takesNewPassword($0.tag) ? normalizer : nil)
    }
    let result = runningCheck?.proceed(at: terminal.now.nanoseconds) { hide in
      for secret in secrets {
        secret.text.withText(by: secret.normalizer, hide)
        secret.text.withText(hide)
      }
    }
    guard let result = result ?? nil else { return }
    runningCheck = nil
    holdMemoryForCheck()
    if case .refused = result {
      refusals += 1
      if let attempts = check?.attempts, refusals >= attempts {
        ending = .refused
        return
      }
    }
    let verdict = SubmissionVerdict(
      result, of: Answer.values(of: form), withheld: form.configuration.catalogue.check.withheld)
    carryOut(screen.checkDidEnd(verdict), on: &terminal)
  }

  /// Takes the memory for the next check again. What was free a moment ago is so still, but for other threads.
  private mutating func holdMemoryForCheck() {
    memoryForCheck =
      (try? HeldMemory.forCheck(of: form, isNormalized: screen.form.texts.isNormalized, locking: locking))
      ?? []
  }
}

/// Secret memory that nobody uses yet, so that there is enough when it is needed.
final class HeldMemory {
  private let buffer: SecretBuffer

  private init(capacity: Int, locking: SecretBuffer.Locking) throws(SecretError) {
    buffer = try SecretBuffer(capacity: capacity, locking: locking)
  }

  /// Takes as much as a check of what is typed into `form` can need.
  ///
  /// In JSON a byte of a text, which has no control characters, becomes two at most. A normal form has up to three for
  /// each that was typed, none of which JSON escapes.
  static func forCheck(
    of form: FormState, isNormalized: Bool, locking: SecretBuffer.Locking
  ) throws(SecretError) -> [HeldMemory] {
    var input = 64
    for value in Answer.values(of: form) {
      let growth = isNormalized && form.takesNewPassword(value.field) ? 3 : 2
      input += value.name.utf8.count + 8 + growth * SecretText.defaultCapacity
    }
    return try ([input] + RunningCheck.capacities).map { (capacity) throws(SecretError) in
      try HeldMemory(capacity: capacity, locking: locking)
    }
  }
}
