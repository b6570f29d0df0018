import Synchronization
import WatchwordScreen
import WatchwordSystem

/// The validators that answer later, beside the form. What they say is taken in after each event.
///
/// Who uses tasks starts them outside of this module: what Swift needs for tasks would be part of the program.
extension Session {
  /// Asks the validator of field `field` about its text, unless that has changed since.
  mutating func startValidator(of field: Int, number: Int) {
    guard form.awaitsValidator(of: field, number: number), let text = screen.form.text(of: field),
      case .later(let start)? = form.fields[field].configuration.validator?.work
    else { return }
    let answers = validatorAnswers ?? ValidatorAnswers()
    validatorAnswers = answers
    let cancel = start(text) {
      answers.put((field, number, $0))
    }
    validatorRuns.updateValue((number, cancel), forKey: field)?.cancel()
  }

  /// Takes in what the validators have said, and cancels those that are asked about texts that have changed.
  mutating func lookAtValidators(on terminal: inout some Terminal & ~Copyable) {
    guard !validatorRuns.isEmpty else { return }
    for answer in validatorAnswers?.take() ?? [] where ending == nil {
      tellForm(on: &terminal) {
        $0.validatorDidEnd(answer.validity, of: answer.field, number: answer.number)
      }
    }
    for (field, run) in validatorRuns where !form.awaitsValidator(of: field, number: run.number) {
      run.cancel()
      validatorRuns[field] = nil
    }
  }

  /// Ends all validators with the form.
  mutating func endValidators() {
    for run in validatorRuns.values { run.cancel() }
    validatorRuns = [:]
  }
}

/// What validators have said that the form does not know yet.
final class ValidatorAnswers: Sendable {
  /// What was said of the text of `field` for the question of this number.
  typealias Answer = (field: Int, number: Int, validity: Validity)

  private let answers = Mutex<[Answer]>([])
  private let hasMore = Semaphore()

  func put(_ answer: Answer) {
    answers.withLock { $0.append(answer) }
    hasMore.signal()
  }

  /// Waits for an answer. Returns whether there is one.
  func wait(atMost duration: Duration) -> Bool {
    // It may have been signalled for an answer that was taken since.
    for _ in 0..<2 where answers.withLock(\.isEmpty) { hasMore.wait(for: duration) }
    return !answers.withLock(\.isEmpty)
  }

  /// Hands out the answers, once.
  func take() -> [Answer] {
    answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }
}
