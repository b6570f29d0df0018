import WatchwordBase
import WatchwordSecrets
import WatchwordSystem

final class ProgramVerifier: FormVerifier {
  private let verifier: Verifier
  private let texts: Texts
  private let locking: SecretMemory.Locking
  private var run: VerifierRun?
  /// Memory reserved for the input of the program.
  private var reserve: SecretBuffer?
  /// Why the program was not started.
  private var failure: VerifierFailure?
  private var answer: Answer?

  init(_ verifier: Verifier, for form: FormState, locking: SecretMemory.Locking) throws(SecretError) {
    (self.verifier, texts, self.locking) = (verifier, form.texts, locking)
    run = try VerifierRun(locking: locking)
    reserve = try SecretBuffer(capacity: Answer.largestInput(of: form, for: verifier), locking: locking)
  }

  var attempts: Int? { verifier.attempts }

  func begin(_ answer: Answer, about subject: Submission.Subject) {
    // Frees the reserve for the input, and reserves it again afterwards. If another thread has taken the memory by
    // then, the next start may fail.
    let capacity = reserve?.capacity
    reserve = nil
    defer { reserve = capacity.flatMap { try? SecretBuffer(capacity: $0, locking: locking) } }
    self.answer = answer
    do throws(VerifierFailure) {
      let input = try answer.input(of: verifier, about: subject, locking: locking)
      try run?.start(verifier, fields: answer.values.map(\.name), input: input)
    } catch {
      failure = error
    }
  }

  func verdict(after elapsed: Duration) -> FormVerdict? {
    do throws(VerifierFailure) {
      if let failure = failure.take() { throw failure }
      let said = try run?.proceed(after: elapsed) { hide in
        for value in answer?.values ?? [] where value.isSecure { answer?.withText(of: value, hide) }
      }
      switch said ?? nil {
      case nil: return nil
      case .accepted: return .accepted
      case .refused(let message): return .refused(message.map(reason) ?? Refusal(doubtsTexts: true))
      }
    } catch {
      return .failed(error.text(texts))
    }
  }

  private func reason(_ message: VerifierMessage) -> Refusal {
    let text = message.text ?? texts("Not accepted here. Try a different password.")
    guard let field = message.field else { return Refusal(message: text, doubtsTexts: true) }
    return Refusal(messages: [field: text], doubtsTexts: true)
  }

  func stop() { run = nil }
}
