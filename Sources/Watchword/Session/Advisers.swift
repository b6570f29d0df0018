package import WatchwordStrength
package import WatchwordSystem

/// What the program that asks has done while its form is shown.
package enum AskerNews {
  case none
  /// Another wording of the question, which becomes the form's text. Above an inline form, the closure writes it.
  case words(String, _ write: () -> Void)
  /// Output that has to stand on the terminal before the form goes on. The closure writes it.
  case output(_ write: () -> Void)
}

/// Who is asked while a form is shown.
package struct Advisers {
  /// Says how strong a new password is, and whether it is a common password. The judge's lists are read while no key
  /// waits.
  package var judge: JudgeConfiguration
  /// The program that has to accept what was typed. The form stays open until it does.
  package var verifier: Verifier?
  /// The program that has to accept the text of the first field for a known password, and is given nothing else. It is
  /// asked before the field is left, and before the form is accepted.
  package var oldVerifier: Verifier?
  /// Asked about the form, after ``verifier``.
  package var formVerifier: (any FormVerifier)?
  /// Asked about the known password, if there is no ``oldVerifier``.
  package var oldFormVerifier: (any FormVerifier)?
  /// How many refusals end the form, unless the verifier has a limit of its own; `nil` for no limit.
  var mostRefusals: Int?
  /// Whether the form waits for its turn if another one is shown.
  var waits = false
  /// The program that wants the password, if it judges or generates passwords while the form is shown.
  package var authority: (any PasswordAuthority)?
  /// Whether nobody wants the password any more, which cancels the form. Called after each event, after ``askerNews``.
  package var checkWithdrawal: () -> Bool = { false }
  /// What the program that asks has done since the last call, which comes after each event. The argument says whether
  /// all fields are empty.
  package var askerNews: (_ isEmpty: Bool) -> AskerNews = { _ in .none }
  /// How often to ask these two even without an event; `nil` for no more often than needed.
  package var lookPeriod: Duration?
  /// Stops, in place of this process, the program that asks; `nil` if this process stops.
  package var stopAsker: (() -> Void)?
  package var host = Host()

  package init(
    judge: JudgeConfiguration = JudgeConfiguration(nil, context: ContextWords()), verifier: Verifier? = nil,
    oldVerifier: Verifier? = nil,
    authority: (any PasswordAuthority)? = nil, delegate: (any TextFieldDelegate)? = nil
  ) {
    (self.judge, self.verifier, self.oldVerifier) = (judge, verifier, oldVerifier)
    (self.authority, host.delegate) = (authority, delegate)
  }
}
