import WatchwordScreen
import WatchwordSecrets
import WatchwordSystem

/// Asks the verifiers of a submission, one after the other, and the verifier of a field.
extension Session {
  mutating func startVerifier() {
    guard case .verifying(let subject, _) = form.state.submission else { return }
    asked = (subject == .form ? verifiers : fieldVerifier.map { [$0] } ?? [])[...]
    if let verifier = asked.first { begin(verifier, about: subject) }
  }

  private mutating func begin(_ verifier: any FormVerifier, about subject: Submission.Subject) {
    questions += 1
    form.state.isTimeHeld = verifier.holdsTime
    do throws(SecretError) {
      let answer = Answer(form)
      verifier.begin(verifier.keepsAnswers ? try answer.copy(locking: locking) : answer, about: subject)
    } catch {
      // The verifier was not asked, so anything it says is ignored.
      form.verifierDidEnd(.failed(VerifierFailure.noMemory.text(form.state.texts)))
    }
  }

  mutating func lookAtVerifier(at now: Instant) {
    guard case .verifying(let subject, let start) = form.state.submission, let verifier = asked.first
    else { return }
    guard let verdict = verifier.verdict(after: now - start) else {
      if verifier.thrown != nil { form.end(.cancelled) }
      return
    }
    switch verdict.kind {
    case .accepted:
      asked.removeFirst()
      if let next = asked.first { return begin(next, about: subject) }
    case .refused:
      guard let attempts = verifier.attempts ?? advisers.mostRefusals else { break }
      refusals += 1
      if refusals >= attempts { return form.end(.refused(count: refusals)) }
    case .asks(let fields):
      do throws(WatchwordError) {
        try form.add(fields, locking: locking)
      } catch {
        return form.end(.failed(error))
      }
    case .failed: break
    }
    asked = []
    form.verifierDidEnd(verdict)
  }
}
