package import WatchwordMessages

extension PasswordForm {
  /// What is said of all that was typed: asked for once every field is right, and before the form is accepted.
  ///
  /// ```swift
  /// let answer = try await form.run { answer in
  ///   await server.create(answer) ? .accepted : .refused(["user": "This name is taken."])
  /// }
  /// ```
  public struct Verdict: Sendable {
    package enum Kind: Sendable {
      case accepted
      case refused(Refusal)
      /// These fields are asked for as well.
      case asks(@Sendable (Texts) throws(FormProblem) -> [FormField.Configuration])
      /// There is no answer, for this reason; nothing that was typed is known to be wrong.
      case failed(String)
    }

    package let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// The form is accepted.
    public static let accepted = Verdict(.accepted)

    /// The form stays open. Each message stands at the field of its name, and goes with the next edit there; the focus goes
    /// to the first of these fields. One for a name that no field has, or a hidden one, stands beside the button.
    ///
    /// - Parameters:
    ///   - messages: What is wrong, by the names of the fields.
    ///   - fields: The names of the fields that are emptied; all other texts stay, a new password too.
    /// - Returns: The verdict.
    public static func refused(_ messages: [String: String], clearing fields: [String] = []) -> Verdict {
      refused(Refusal(messages: messages, cleared: fields))
    }

    /// The form stays open, and the message stands beside the button. It goes with the next edit. The focus goes to the first
    /// field that is emptied, or else to the button.
    ///
    /// - Parameters:
    ///   - message: Why the form is not accepted.
    ///   - fields: The names of the fields that are emptied; all other texts stay, a new password too.
    /// - Returns: The verdict.
    public static func refused(_ message: String, clearing fields: [String] = []) -> Verdict {
      refused(Refusal(message: message, cleared: fields))
    }

    /// The form stays open, and asks for more: hidden fields with the names of `fields` are shown, as the form has them; the
    /// others are added to the form, below its own. The focus goes to the first of them. When the person submits the form
    /// again, the next verdict finds their texts in the answer. A new password cannot be added.
    public static func asks(_ fields: [Field]) -> Verdict {
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

/// Why a form is not accepted.
package struct Refusal: Equatable, Sendable {
  /// What is wrong, by the names of the fields.
  package var messages: [String: String] = [:]
  /// What is wrong with the form as a whole.
  package var message: String?
  /// The names of the fields that are emptied.
  package var cleared: [String] = []
  /// Whether all that was typed may be wrong, as after the no of a program: where no field is named, the person begins
  /// with the first one, or a known password, and the first edit replaces a password that was refused.
  package var doubtsTexts = false

  package init(
    messages: [String: String] = [:], message: String? = nil, cleared: [String] = [],
    doubtsTexts: Bool = false
  ) {
    (self.messages, self.message) = (messages, message)
    (self.cleared, self.doubtsTexts) = (cleared, doubtsTexts)
  }
}
