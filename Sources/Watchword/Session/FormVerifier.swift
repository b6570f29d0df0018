/// Gives the verdict on a form before it is accepted, or on the text of a field before the user leaves the field. It is
/// a program, an agent, or a closure of the host.
///
/// It works beside the form, which says "Checking…" and takes no keys meanwhile. The session looks for the verdict
/// after each event, and some thirty times a second.
package protocol FormVerifier: AnyObject {
  /// How many refusals end the form; `nil` for no limit. Less than 1 means 1.
  var attempts: Int? { get }
  /// Whether the verifier may keep the answer, or read it on another thread. The verifier then gets a copy in its own
  /// memory.
  var keepsAnswers: Bool { get }
  /// Whether the form's time limit waits for the verdict, because a closure of the host cannot be ended.
  var holdsTime: Bool { get }

  /// Starts verifying `answer`: all of it, or the text of one field. Called again once the user has corrected what was
  /// refused, or filled in what was asked for.
  func begin(_ answer: Answer, about subject: Submission.Subject)
  /// Returns the verdict, once; `nil` while there is none. `elapsed` is the time since the beginning. The form stands
  /// still until this returns.
  func verdict(after elapsed: Duration) -> FormVerdict?
  /// The error thrown instead of a verdict. The form ends with it.
  var thrown: (any Error)? { get }
  /// Waits up to `duration` for the verdict. Returns whether it is there. Only scripted terminals, as in tests, call
  /// this.
  func wait(atMost duration: Duration) -> Bool
  /// Ends what has begun, because the form is over. Afterwards nothing may be written to the terminal.
  func stop()
}

extension FormVerifier {
  package var attempts: Int? { nil }
  package var keepsAnswers: Bool { false }
  package var holdsTime: Bool { false }
  package var thrown: (any Error)? { nil }
  package func wait(atMost duration: Duration) -> Bool { false }
  package func stop() {}
}
