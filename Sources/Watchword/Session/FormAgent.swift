package import WatchwordStrength

/// The program that wants the password of a form, where it has a say while the form is shown. gpg-agent is one.
///
/// It is asked and answers in one call, so it has to be quick. The session looks at ``isGone`` after each event.
package protocol FormAgent: AnyObject {
  /// Whether it wants no password any more. Then the form is cancelled.
  var isGone: Bool { get }
  /// Whether it checks a new password before its field is left, and before the form is accepted.
  var checksPasswords: Bool { get }
  /// Whether it makes the passwords of single characters that the form offers.
  var makesPasswords: Bool { get }

  /// Says whether `password` may stand.
  func check(_ password: UTF8Span) -> VerifierOutcome
  /// Makes a password and gives it to `judge`, which answers `nil` where the form does not take it.
  func makePassword(_ judge: (UTF8Span) -> Level?) -> DrawnOffer
  /// Makes a call of the delegate, before it returns.
  func call(_ delegate: () -> Void)
}

extension FormAgent {
  package var checksPasswords: Bool { false }
  package var makesPasswords: Bool { false }
  package func check(_ password: UTF8Span) -> VerifierOutcome { .accepted }
  package func makePassword(_ judge: (UTF8Span) -> Level?) -> DrawnOffer { .failed("") }
  package func call(_ delegate: () -> Void) { delegate() }
}
