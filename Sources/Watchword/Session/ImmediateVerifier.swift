/// A closure that gives its verdict at once. The form stands still meanwhile and says "Checking…".
package final class ImmediateVerifier: FormVerifier {
  private let verify: (Answer) throws -> FormVerdict
  private var answer: Answer?
  private var isAnnounced = false
  package private(set) var thrown: (any Error)?

  package init(_ verify: @escaping (Answer) throws -> FormVerdict) { self.verify = verify }

  package var keepsAnswers: Bool { true }
  package var holdsTime: Bool { true }

  package func begin(_ answer: Answer, about subject: Submission.Subject) {
    (self.answer, isAnnounced) = (answer, false)
  }

  package func verdict(after elapsed: Duration) -> FormVerdict? {
    guard isAnnounced else {
      isAnnounced = true
      return nil
    }
    do { return try answer.take().map(verify) } catch { thrown = error }
    return nil
  }

  package func wait(atMost duration: Duration) -> Bool { true }
}
