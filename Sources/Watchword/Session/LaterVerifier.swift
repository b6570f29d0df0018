/// A closure that gives its verdict later, on any thread.
package final class LaterVerifier: FormVerifier {
  private let start: AwaitedForm.Start<Answer, FormVerdict>
  private var verdicts = Inbox<Result<FormVerdict, any Error>>()
  private var cancelRun: (@Sendable () -> Void)?
  package private(set) var thrown: (any Error)?

  package init(_ start: @escaping AwaitedForm.Start<Answer, FormVerdict>) { self.start = start }

  package var keepsAnswers: Bool { true }
  package var holdsTime: Bool { true }

  package func begin(_ answer: Answer, about subject: Submission.Subject) {
    let verdicts = Inbox<Result<FormVerdict, any Error>>()
    self.verdicts = verdicts
    cancelRun = start(answer) { verdicts.put($0) }
  }

  package func verdict(after elapsed: Duration) -> FormVerdict? {
    do { return try verdicts.take().first?.get() } catch { thrown = error }
    return nil
  }

  package func wait(atMost duration: Duration) -> Bool { verdicts.wait(atMost: duration) }

  package func stop() { cancelRun?() }
}
