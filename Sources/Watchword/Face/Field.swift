internal import WatchwordMessages

extension PasswordForm {
  /// A field of a form. What it is for says how it is judged and drawn.
  public struct Field: Sendable {
    /// The name of the field, by which its text is found in the answer and by a delegate.
    public let name: String
    /// What the field is called on the screen; `nil`, as by default, takes the usual word for its kind.
    public var label: String?
    /// The text that the empty field shows; `nil`, as by default, takes the usual one for its kind, if it has one. One that has
    /// the words of the label is left out.
    public var placeholder: String?
    /// The text that the field starts with; by default none. A secure field starts empty.
    public var initialText = ""
    /// Whether the person may show the text of a secure field; by default they may.
    public var isRevealable = true
    /// Whether a new password is asked for a second time; by default it is.
    public var isConfirmed = true
    /// Whether the person can work in the field; by default they can.
    public var isEnabled = true
    /// Whether the field is not there until it is shown: by ``RunningForm/setHidden(_:of:)``, or by
    /// ``PasswordForm/Verdict/asks(_:)``. By default it is there.
    public var isHidden = false
    /// Whether a sign clears the text of a field that is not secure, while it is edited and has a text; by default one does.
    public var hasClearSign = true
    /// Whether the text is cleared when editing begins; by default it stays.
    public var clearsOnBeginEditing = false
    /// Whether, when editing begins again, the first insertion or deletion clears the text; by default it does not.
    public var clearsOnInsertion = false

    let kind: FormField.Kind
    private var isOptional = false
    private(set) var validator: FieldValidator? {
      didSet { hasTwoValidators = oldValue != nil }
    }
    private var hasTwoValidators = false

    private init(_ kind: FormField.Kind, _ name: String, _ label: String?) {
      (self.kind, self.name, self.label) = (kind, name, label)
    }

    /// A field for any text. Its label is its name, unless `label` says otherwise.
    public static func text(_ name: String, label: String? = nil) -> Field {
      Field(.text, name, label ?? name.prefix(1).uppercased() + name.dropFirst())
    }

    /// A field for the name of a person.
    public static func name(_ name: String = "name", label: String? = nil) -> Field {
      Field(.name, name, label)
    }

    /// A field for an e-mail address.
    public static func email(_ name: String = "email", label: String? = nil) -> Field {
      Field(.email, name, label)
    }

    /// A field for a password that exists already. It has to be there, and nothing else is asked of it.
    public static func password(_ name: String = "password", label: String? = nil) -> Field {
      Field(.password, name, label)
    }

    /// A field for a new password, which is judged by the form's ``PasswordForm/policy``, with a field to confirm it.
    public static func newPassword(_ name: String = "password", label: String? = nil) -> Field {
      Field(.newPassword, name, label)
    }

    /// The field, which may stay empty when the form is accepted.
    public func optional() -> Field {
      var field = self
      field.isOptional = true
      return field
    }

    /// What a validator says of a text.
    @nonexhaustive
    public enum Validity: Equatable, Sendable {
      /// The text is right.
      case valid
      /// The text is wrong; the sentence stands under the field.
      case invalid(String)
    }

    /// The field, whose text `validate` judges as well, each time that the person pauses. It is called where the form
    /// runs, so it has to be quick. An empty text is not judged. Where it throws, the text is not taken, and the description
    /// of the error stands under the field.
    ///
    /// A field has one validator. A secure field cannot have a validator, which would see a password as a `String`: see
    /// ``WatchwordStrength/PasswordPolicy/Criterion/custom(_:_:)``.
    public func validated(_ validate: @escaping @Sendable (String) throws -> Validity) -> Field {
      var field = self
      field.validator = FieldValidator(
        .now { text in
          do { return try validate(text) } catch { return .invalid("\(error)") }
        })
      return field
    }

    /// The field, whose text `validate` judges as well, each time that the person pauses. Its task is cancelled when the
    /// text changes. The button waits for its answer. Where it throws, the text is not taken, and the description of the
    /// error stands under the field. While ``PasswordForm/runAndWait(delegate:verdict:)`` blocks the main actor, a
    /// validator on the main actor cannot answer.
    @export(implementation)
    public func validated(_ validate: @escaping @Sendable (String) async throws -> Validity) -> Field {
      validated(starting: { text, end in
        let task = Task {
          do { end(try await validate(text)) } catch { end(.invalid("\(error)")) }
        }
        return { task.cancel() }
      })
    }

    /// The field, whose text is judged by what `start` starts. It returns how that is cancelled.
    @usableFromInline
    func validated(
      starting start:
        @escaping @Sendable (String, _ end: @escaping @Sendable (Validity) -> Void) -> @Sendable () -> Void
    ) -> Field {
      var field = self
      field.validator = FieldValidator(.later(start))
      return field
    }

    static func configurations(
      of fields: [Field], _ texts: Texts
    ) throws(FormProblem) -> [FormField.Configuration] {
      if let field = fields.first(where: \.hasTwoValidators) { throw .twoValidators(field.name) }
      return fields.map { $0.configuration(texts) }
    }

    private func configuration(_ texts: Texts) -> FormField.Configuration {
      var configuration = FormField.Configuration(
        kind, name: name, placeholder: placeholder, texts: texts)
      if let label { configuration.label = label }
      configuration.text = initialText
      configuration.validator = validator
      (configuration.isOptional, configuration.isConfirmed) = (isOptional, isConfirmed)
      configuration.isRevealable = configuration.isSecure && isRevealable
      (configuration.isEnabled, configuration.isHidden) = (isEnabled, isHidden)
      configuration.hasClearSign = !configuration.isSecure && hasClearSign
      configuration.clearsOnBeginEditing = clearsOnBeginEditing
      configuration.clearsOnInsertion = clearsOnInsertion
      return configuration
    }
  }
}
