internal import WatchwordBase

extension PasswordForm {
  /// A field of a form. Its kind determines how it is judged and drawn. A property that its kind does not have, set to
  /// anything but its default, is an error of the form.
  public struct Field: Sendable, CustomStringConvertible {
    /// The name of the field in the answer and for a delegate.
    public let name: String
    /// The label on the screen; `nil`, as by default, for the label of its kind.
    public var label: String?
    /// The text in the empty field; `nil`, as by default, for the placeholder of its kind, if any. Not shown if it
    /// equals the label.
    public var placeholder: String?
    /// The initial text, empty by default. A secure field always starts empty.
    public var initialText = ""
    /// Whether the user may reveal the text of a secure field. True by default.
    public var isRevealable = true
    /// Whether a new password is entered a second time. True by default.
    public var isConfirmed = true
    /// Whether the field can be edited. True by default.
    public var isEnabled = true
    /// Whether the field has to be filled in before the form is accepted. True by default.
    public var isRequired = true
    /// Whether the field is hidden until ``TextField/isHidden`` or ``PasswordForm/Verdict/incomplete(asking:)`` shows
    /// it. False by default.
    public var isHidden = false
    /// Whether a text, a name or an email address shows a clear button while it is edited and not empty. True by default.
    public var hasClearButton = true
    /// Whether the text is cleared when editing begins. False by default.
    public var clearsOnBeginEditing = false
    /// Whether the first insertion or deletion clears the text when editing begins again. False by default. A choice and a
    /// toggle do not have this.
    public var clearsOnInsertion = false

    /// The format of the text: `9` stands for a digit, `A` for a letter and `*` for either. Everything else is a
    /// separator, which is drawn between them but is not part of the text. "9999 9999 9999 9999" is a card number with
    /// 16 digits.
    ///
    /// The caret skips separators. A paste may contain them or other punctuation. The text is valid once every position
    /// is filled. The pattern is also the default placeholder. Only a text and a person's name can have one. `nil` by
    /// default.
    public var pattern: String?

    let kind: FormField.Kind
    /// What can be typed; `nil` for what the kind takes.
    private let input: FieldInput?
    private(set) var validator: FieldValidator? {
      didSet { hasTwoValidators = oldValue != nil }
    }
    private var hasTwoValidators = false

    private init(_ kind: FormField.Kind, _ name: String, _ label: String?, _ input: FieldInput? = nil) {
      (self.kind, self.name, self.label, self.input) = (kind, name, label, input)
    }

    /// The kind of the field and its name, such as "email \"address\"".
    public var description: String { "\(kind) \(name.debugDescription)" }

    /// A field for any text. The label is its name by default.
    public static func text(_ name: String, label: String? = nil) -> Field {
      Field(.text, name, label ?? usualLabel(for: name))
    }

    /// A field for a person's name.
    public static func personName(_ name: String = "name", label: String? = nil) -> Field {
      Field(.name, name, label)
    }

    /// A field for an email address.
    public static func email(_ name: String = "email", label: String? = nil) -> Field {
      Field(.email, name, label)
    }

    /// A field for an existing password. It only has to be filled in.
    public static func existingPassword(_ name: String = "password", label: String? = nil) -> Field {
      Field(.password, name, label)
    }

    /// A field for a new password, judged by the form's ``PasswordForm/policy``, with a confirmation.
    public static func newPassword(_ name: String = "password", label: String? = nil) -> Field {
      Field(.newPassword, name, label)
    }

    /// A field for one of `values`, which are shown as `labels`, by default as they are. The text is the value. A delegate
    /// is asked about each change with the whole value.
    public static func choice(
      _ name: String, of values: [String], labels: [String]? = nil, label: String? = nil
    ) -> Field {
      Field(.choice, name, label ?? usualLabel(for: name), .choice(Choices(values, labels: labels)))
    }

    /// A field for yes or no. The text is "yes" or "no" in every language. Nothing is chosen at first, unlike in a
    /// switch of UIKit, and the user has to choose. For a switch that is off, set ``initialText`` to "no".
    public static func toggle(_ name: String, label: String? = nil) -> Field {
      Field(.yesno, name, label ?? usualLabel(for: name))
    }

    /// A field for a whole number of at most 15 digits. A range beyond them is an error of the form. The text is as
    /// JSON has it (RFC 8259), so `Int` reads it.
    public static func number(
      _ name: String, in range: ClosedRange<Int> = 0...999_999_999_999_999, label: String? = nil
    ) -> Field {
      Field(.number, name, label ?? usualLabel(for: name), .number(range))
    }

    /// A field for a day. The text is as in 2026-11-28 (ISO 8601); the key t enters today.
    public static func date(_ name: String, label: String? = nil) -> Field {
      Field(.date, name, label ?? usualLabel(for: name))
    }

    private static func usualLabel(for name: String) -> String {
      name.prefix(1).uppercased() + name.dropFirst()
    }

    /// The field with ``isRequired`` set to `false`, for use in a list of fields.
    public func optional() -> Field {
      var field = self
      field.isRequired = false
      return field
    }

    /// The verdict of a validator.
    @nonexhaustive
    public enum Validity: Equatable, Sendable {
      /// The text is valid.
      case valid
      /// The text is invalid. The sentence is shown below the field.
      case invalid(String)
    }

    /// Adds a validator, which judges the text 0.2 seconds after each key. Its message is shown when the field is left,
    /// or after 1.5 seconds without a key. It runs on the form's thread or actor and must be quick. Empty text is not
    /// judged. If it throws, the form says "Cannot be checked now." and asks again when the user presses Return in the
    /// field or submits the form. A debug build writes the error to standard error after the form.
    ///
    /// A field can have only one validator. A secure field cannot have one, because it would see a password as a
    /// `String`. See ``WatchwordStrength/PasswordPolicy/Criterion/custom(_:_:)``.
    public func validated(_ validate: @escaping @Sendable (String) throws -> Validity) -> Field {
      var field = self
      field.validator = FieldValidator(.now(validate))
      return field
    }

    /// Adds a validator, which judges the text 0.2 seconds after each key. A change of the text cancels its task. Its
    /// message is shown when the field is left, or after 1.5 seconds without a key. The button waits for the answer. If it
    /// throws, the text is not known to be wrong, as with a validator that answers at once. While
    /// ``PasswordForm/runAndWait(delegate:verdict:)`` blocks the main actor, a validator on the main actor cannot
    /// answer.
    @export(implementation)
    public func validated(_ validate: @escaping @Sendable (String) async throws -> Validity) -> Field {
      validated(starting: AwaitedForm.inTask(validate))
    }

    /// Adds a validator that `start` starts. `start` returns how to cancel it.
    @usableFromInline
    func validated(starting start: @escaping AwaitedForm.Start<String, Validity>) -> Field {
      var field = self
      field.validator = FieldValidator(.later(start))
      return field
    }

    static func configurations(
      of fields: [Field], _ texts: Texts
    ) throws(FormProblem) -> [FormField.Configuration] {
      if let field = fields.first(where: \.hasTwoValidators) { throw .twoValidators(field.name) }
      for field in fields { try field.check() }
      return fields.map { $0.configuration(texts) }
    }

    /// Throws if a property is set that such a field does not have, or a text cannot be shown.
    private func check() throws(FormProblem) {
      let label = name.isEmpty ? nil : label
      try FormProblem.check(
        ["name": name, "label": label, "placeholder": placeholder, "pattern": pattern], of: name)
      for setting in settings where !setting.kinds.contains(kind) {
        guard let value = setting.value else { continue }
        throw .setting(setting.name, of: name, value, "such a field has none")
      }
      if case .number(let range)? = input, range.clamped(to: FieldInput.numbers) != range {
        throw .setting("range", of: name, "\(range)", "a number has 15 digits at most")
      }
    }

    /// The properties that only some kinds of fields have, these kinds, and the value here; `nil` for the usual one.
    var settings: [(name: String, kinds: [FormField.Kind], value: String?)] {
      let (all, secrets) = (FormField.Kind.allCases, [FormField.Kind.password, .newPassword])
      return [
        // No message has a secret in it.
        ("initialText", all.filter { !secrets.contains($0) }, initialText.isEmpty ? nil : "not empty"),
        ("isRevealable", secrets, isRevealable ? nil : "false"),
        ("isConfirmed", [.newPassword], isConfirmed ? nil : "false"),
        ("hasClearButton", [.text, .name, .email], hasClearButton ? nil : "false"),
        ("clearsOnInsertion", all.filter { $0 != .choice && $0 != .yesno }, clearsOnInsertion ? "true" : nil),
        ("pattern", [.text, .name], pattern?.debugDescription),
      ]
    }

    private func configuration(_ texts: Texts) -> FormField.Configuration {
      var configuration = FormField.Configuration(
        kind, name: name, placeholder: placeholder ?? pattern, texts: texts)
      if let label { configuration.rename(label) }
      if let input { configuration.take(input, texts) }
      if let pattern { configuration.input = .mask(CharacterPattern(pattern)) }
      configuration.text = configuration.input.kind.kept(initialText) ?? initialText
      configuration.validator = validator
      (configuration.isOptional, configuration.isConfirmed) = (!isRequired, isConfirmed)
      configuration.isRevealable = configuration.isSecure && isRevealable
      (configuration.isEnabled, configuration.visibility) = (isEnabled, isHidden ? .hidden : .shown)
      configuration.hasClearSign = configuration.hasClearSign && hasClearButton
      configuration.clearsOnBeginEditing = clearsOnBeginEditing
      configuration.clearsOnInsertion = clearsOnInsertion
      return configuration
    }
  }
}
