package import WatchwordBase

extension PasswordForm {
  /// The decision about a submitted form. Requested once every field is valid, before the form is accepted.
  ///
  /// ```swift
  /// let answer = try await form.run { answer in
  ///   await server.create(answer) ? .accepted : .refused(fields: ["user": "This name is taken."])
  /// }
  /// ```
  public struct Verdict: Sendable {
    package enum Kind: Sendable {
      case accepted
      case refused(Refusal)
      /// These fields are needed as well.
      case asks(@Sendable (Texts) throws(FormProblem) -> [FormField.Configuration])
      /// The verifier failed to answer, for this reason. The texts are not known to be wrong.
      case failed(String)
    }

    package let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// The form is accepted.
    public static let accepted = Verdict(.accepted)

    /// The form stays open. Each message in `fields` is shown at its field until the field is left after an edit,
    /// or submitted again; from the edit on it is muted. The first of these fields gets the focus, or else the first
    /// cleared field, or else the button. A message for an unknown or hidden field is shown beside the button if there is
    /// no other. At a name that no field has, a debug build traps and lists the names, because it is most likely mistyped.
    ///
    /// - Parameters:
    ///   - message: What is wrong with the form as a whole, shown beside the button until the next edit.
    ///   - fields: What is wrong, by field name.
    ///   - cleared: The names of fields to clear. All other texts stay, even a new password.
    /// - Returns: The verdict.
    public static func refused(
      _ message: String? = nil, fields: [String: String] = [:], clearing cleared: [String] = []
    ) -> Verdict {
      var refusal = Refusal(messages: fields, message: message, cleared: cleared)
      refusal.isOfHost = true
      return refused(refusal)
    }

    /// The form stays open and asks for more. Hidden fields with the names of `fields` are shown as the form defines
    /// them. Other fields are added at the end of the form. The first of them gets the focus. When the user submits
    /// again, the next verdict finds their texts in the answer. If all of them are shown and filled in already, the
    /// form says of each that it was not accepted. A new password cannot be added.
    public static func incomplete(asking fields: [Field]) -> Verdict {
      Verdict(.asks { (texts) throws(FormProblem) in try Field.configurations(of: fields, texts) })
    }

    package static func asks(_ fields: [FormField.Configuration]) -> Verdict {
      Verdict(.asks { _ in fields })
    }

    package static func refused(_ refusal: Refusal) -> Verdict { Verdict(.refused(refusal)) }

    package static func failed(_ reason: String) -> Verdict { Verdict(.failed(reason)) }
  }
}

package typealias FormVerdict = PasswordForm.Verdict
