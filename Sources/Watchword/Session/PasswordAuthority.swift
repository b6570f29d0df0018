package import WatchwordScreen
package import WatchwordStrength

/// The program that wants a passphrase, and that has a say in it while the form is shown. gpg-agent is one.
///
/// An authority answers later, while keys are read: the session listens to it before each event.
package protocol PasswordAuthority: AnyObject {
  /// Who checks a new password before its field is left, and before the form is accepted; `nil` for nobody.
  var verifier: (any FormVerifier)? { get }
  /// Whether the authority generates the passwords that the form offers, except those made of words.
  var makesPasswords: Bool { get }

  /// Whether an answer is owed. What the authority says then is that answer, and no wish to end the form.
  var isAnswering: Bool { get }
  /// Takes in what was said by `now`, and gives up an answer that is overdue.
  func listen(at now: Instant)
  /// When to listen again, even without an event; `nil` if no answer is owed.
  func nextLook(after now: Instant) -> Instant?
  /// Whether something was said for which the form has to be judged again.
  var hasNews: Bool { get }
  /// Calls `judge`, which judges the form again, with what the authority has said.
  func takeNews(_ judge: () -> Void)
  /// Whether the passwords that are judged now were generated for an offer. The authority is not asked about such
  /// passwords.
  var isDrawing: Bool { get set }

  /// Generates a password and offers it to `judge`, which returns `nil` if the form refuses it. Returns `nil` until one
  /// is ready.
  func makePassword(_ judge: (UTF8Span) -> Level?) -> DrawnOffer?
}
