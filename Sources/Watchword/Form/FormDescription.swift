package import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
package import WatchwordStrength

/// What a form is. Whoever wants one makes this value and adjusts it; state, session and view read it.
package struct FormDescription: Equatable, Sendable {
  /// Whether the person may see what was typed into a secure field.
  package enum Reveal: String, CaseIterable, Sendable {
    /// Masked at the start; the sign shows and hides, in each field that is ``FormField/Configuration/isRevealable``.
    case allowed
    /// Masked for good; there is no sign.
    case never
    /// Shown at the start, and for as long as the person wants; the sign hides and shows.
    case always
  }

  /// A title of the caller's own, whose words count against a new password; `nil` takes the usual one.
  package var title: String?
  package var usualTitle = ""
  /// A paragraph below the title, in which newlines break lines; `nil` for none. A small window cuts it or leaves it
  /// out, so it should say nothing that a person cannot do without. Its words do not count against a new password.
  package var text: String?
  /// Whether the paragraph is shown whole, so that the form scrolls where the window is too small for it.
  package var isTextWhole = false
  /// Whether text is taken in every window in which the field can be seen, however small.
  package var takesSmallWindows = false
  /// What was wrong before the form was shown, as an error below the paragraph; newlines break lines. `nil` for nothing.
  package var alert: String?
  /// The fields, from the top. In the description that a form has, those that confirm others are among them.
  package var fields: [FormField.Configuration]
  /// The number of the field in which the person starts; if it refuses, the next one in the ring is taken.
  package var firstField = 0
  /// The buttons, one at least, from the left.
  package var buttons: [FormButton]
  /// Whether every key that does nothing else presses the first button, in a form without fields.
  package var endsWithAnyKey = false
  /// What a new password has to be. Where a known one is asked for as well, it also has to be another (C4).
  package var policy: Policy
  /// What a password that is known already has to be; `nil` asks only that it is there, since it may be older than any
  /// rule (C4). A list of common passwords cannot be asked for.
  package var knownPasswordPolicy: Policy?
  /// Whether the person may see what was typed into secure fields.
  package var reveal = Reveal.allowed
  /// How long after the last key a secret stays shown; `nil` for no end (A2).
  package var revealTimeout: Duration? = .seconds(30)
  /// How long after the last key the form ends; `nil` for no limit (F7).
  package var timeout: Duration?
  /// How long nothing may have been typed before a text is validated, 0 to a day (C6).
  package var validationDelay = Duration.milliseconds(200)
  /// Whether the person can have a new password made, which is drawn and shown in the clear. That cannot be where its
  /// field is masked for good.
  package var offersPasswords = true
  /// The path of the list of words of which such a password is made, one a line; `nil` takes the one that comes with the
  /// program in the language of the texts. It is read when the person asks for words.
  package var wordList: String?
  /// The folder that comes with the program; `nil` where it is to be looked for.
  package var listFolder: String?
  /// Whether a change of level moves the bars (B7).
  package var isAnimated = true
  /// Whether a password and its confirm field are one of the fields that need attention, as they are for a caller who
  /// names the fields.
  var countsPairs = false
  /// Whether counter, bars, reasons and signs stand still while the person types, and change when the field is left.
  package var isTypingQuiet = false
  /// Whether a password that is typed will stand on a screen in the end, which is said.
  package var isPrinted = false
  /// Whether it is said of a field that it may stay empty.
  package var saysOptional = true
  /// The words beside the bars at the highest level; `nil` takes the usual ones.
  package var strongWords: String?
  /// All other texts.
  package var texts: Texts

  package init(
    title: String? = nil, buttons: [FormButton] = [], fields: [FormField.Configuration] = [],
    policy: Policy = .anything, texts: Texts = .english
  ) {
    (self.title, self.buttons, self.fields) = (title, buttons, fields)
    (self.policy, self.texts) = (policy, texts)
  }

  /// The form, with nothing typed and nothing in focus.
  package func makeForm() -> FormState { FormState(self) }
}

/// The forms that there are. Each is made from `base`, which has what was set for any form.
extension FormDescription {
  /// The form in which a new password is chosen: a field, its bars and criteria, a confirm field, a button (A1). Without
  /// a policy the password follows the classic rule.
  package static func newPassword(
    _ texts: Texts = .english, isConfirmed: Bool = true, policy: Policy? = nil,
    from base: FormDescription = FormDescription()
  ) -> FormDescription {
    var field = FormField.Configuration(placeholder: texts("New password"))
    field.label = texts("Enter password")
    (field.hasUsualLabel, field.hasUsualPlaceholder) = (true, true)
    field.name = "password"
    field.requirement = .policy
    (field.isConfirmed, field.usualConfirmPlaceholder) = (isConfirmed, texts("Re-enter new password"))
    return FormDescription(
      base, texts, policy, .classic, texts("Choose a new password"), texts("Set password"),
      [field])
  }

  /// The form by which a person changes a password: the old one, a new one and its confirmation. Without a policy the new
  /// one follows the classic rule.
  package static func change(
    _ texts: Texts = .english, policy: Policy? = nil, from base: FormDescription = FormDescription()
  ) -> FormDescription {
    var old = FormField.Configuration(
      .password, name: "old", placeholder: texts("Old password"), texts: texts)
    (old.label, old.emptyMessage) = (texts("Old password"), texts("Enter your old password."))
    var new = FormField.Configuration(
      .newPassword, name: "new", placeholder: texts("New password"), texts: texts)
    (new.label, new.confirmLabel) = (texts("New password"), texts("New password again"))
    (old.hasUsualPlaceholder, new.hasUsualPlaceholder) = (true, true)
    return FormDescription(
      base, texts, policy, .classic, texts("Change password"), texts("Change password"),
      [old, new])
  }

  /// The form that asks for one password that exists already. It may not be empty, unless its field is optional.
  package static func ask(
    _ texts: Texts = .english, policy: Policy? = nil, from base: FormDescription = FormDescription()
  ) -> FormDescription {
    FormDescription(
      base, texts, policy, .account, texts("Password required"), texts("Continue"),
      [FormField.Configuration(.password, texts: texts)])
  }

  /// The form by which a person signs in: email and password (C1), or user name and password (C3).
  package static func signIn(
    _ texts: Texts = .english, withUserName: Bool = false, policy: Policy? = nil,
    from base: FormDescription = FormDescription()
  ) -> FormDescription {
    var person = FormField.Configuration(withUserName ? .text : .email, texts: texts)
    if withUserName {
      (person.name, person.label) = ("user", texts("User name"))
      person.placeholder = texts("Enter your user name...")
      person.hasUsualPlaceholder = true
    }
    return FormDescription(
      base, texts, policy, .account, texts("Sign in"), texts("Sign in"),
      [person, FormField.Configuration(.password, texts: texts)])
  }

  /// The form by which a person gets an account: name, e-mail, password and its confirmation (C1). All but the name has to
  /// be right (C7).
  package static func signUp(
    _ texts: Texts = .english, policy: Policy? = nil, from base: FormDescription = FormDescription()
  ) -> FormDescription {
    var name = FormField.Configuration(.name, texts: texts)
    name.isOptional = true
    let others = [
      FormField.Configuration(.email, texts: texts),
      FormField.Configuration(.newPassword, name: "password", texts: texts),
    ]
    return FormDescription(
      base, texts, policy, .account, texts("Create account"), texts("Create account"),
      [name] + others)
  }

  /// A form of configured fields. They are validated as people type, and the button is enabled once every field is valid
  /// (reference behaviour, C and D).
  package static func custom(
    fields: [FormField.Configuration], texts: Texts = .english, policy: Policy? = nil,
    from base: FormDescription = FormDescription()
  ) -> FormDescription {
    var form = FormDescription(
      base, texts, policy, .account, texts("Fill in the form"), texts("Submit"), fields)
    form.countsPairs = true
    return form
  }

  /// A question that is answered by a button, or with one button a message. It has no fields, and is shown whole.
  package static func question(
    title: String = "", text: String?, buttons: [FormButton], texts: Texts = .english
  ) -> FormDescription {
    var form = FormDescription(title: title, buttons: buttons, texts: texts)
    (form.text, form.isTextWhole) = (text, true)
    return form
  }

  private init(
    _ base: FormDescription, _ texts: Texts, _ policy: Policy?, _ usualPolicy: StandardPolicy,
    _ usualTitle: String, _ button: String, _ fields: [FormField.Configuration]
  ) {
    self = base
    self.texts = texts
    self.policy = policy ?? usualPolicy.policy(texts)
    (self.usualTitle, self.fields) = (usualTitle, fields)
    if buttons.isEmpty { buttons = [FormButton(button)] }
  }
}

extension FormDescription {
  package var shownTitle: String { title ?? usualTitle }

  /// Texts of the place, such as the name of a service, whose words count against a password.
  package var contextTexts: [String] { title.map { [$0] } ?? [] }

  /// The description with all that follows from it: the fields that confirm others, below these, and what the policy
  /// refuses beside its own.
  var completed: FormDescription {
    var form = self
    form.fields = []
    let asksForOld = fields.contains { $0.requirement == .knownPassword }
    for (index, var field) in fields.enumerated() {
      if index == firstField { form.firstField = form.fields.count }
      if reveal == .never { field.isRevealable = false }
      let isConfirmed = field.isConfirmed && field.requirement == .policy
      field.isConfirmed = false
      form.fields.append(field)
      if isConfirmed {
        var confirmation = field.confirmation(of: form.fields.count - 1, texts)
        // The label says which of two passwords it is.
        if asksForOld, confirmation.hasUsualPlaceholder { confirmation.placeholder = "" }
        form.fields.append(confirmation)
      }
    }
    for (index, field) in form.fields.enumerated()
    where !field.placeholder.isEmpty && field.placeholderRepeatsLabel {
      form.fields[index].placeholder = ""
    }
    if asksForOld { form.policy = policy.refusingOldPasswords(texts) }
    if reveal == .always { form.revealTimeout = nil }
    if isTypingQuiet { for index in form.fields.indices { form.fields[index].leaveOutWhatComesAndGoes() } }
    return form
  }

  /// Field `tag`, with nothing typed.
  func makeField(_ tag: Int) -> FormField {
    var field = FormField(
      tag: tag, configuration: configuration(of: tag, isOptional: fields[tag].isOptional),
      validationDelay: min(max(.zero, validationDelay), .seconds(86_400)))
    if reveal == .always { field.isShown = true }
    return field
  }

  /// The configuration of field `tag`, which may stay empty or has to be filled in.
  func configuration(of tag: Int, isOptional: Bool) -> FormField.Configuration {
    var configuration = fields[tag]
    configuration.isOptional = isOptional
    if isOptional, saysOptional {
      configuration.label = texts("{label} (optional)", ["label": configuration.label])
    }
    return configuration
  }

  /// What is said of an empty field of `field`'s configuration.
  func emptyMessage(of field: FormField.Configuration) -> String {
    field.emptyMessage ?? texts("Fill in: {label}", ["label": field.label])
  }

  /// What is said where a confirm field of `field`'s configuration has another text than the field that it confirms.
  func unequalMessage(of field: FormField.Configuration) -> String {
    field.unequalMessage ?? texts("Passwords do not match.")
  }

  /// All messages that a field of `configuration` can have, from its requirement.
  func messages(of configuration: FormField.Configuration, isShort: Bool) -> [String] {
    let wrong: [String] =
      switch configuration.requirement {
      case .nothing, .presence: []
      case .knownPassword: knownPasswordPolicy?.rules.map(\.message.text) ?? []
      case .email: [texts("Invalid email address.")]
      case .policy: policy.rules.map { isShort ? $0.message.short : $0.message.text }
      case .equality: [unequalMessage(of: configuration)]
      }
    return wrong + [emptyMessage(of: configuration)]
  }
}

/// Why a description makes no form. The description is one line without a full stop. Fields are called by their names,
/// or, where they have none, by their labels.
package enum FormProblem: Error, Equatable, Sendable, CustomStringConvertible {
  case noFields
  /// There are more fields than a form can show, with those that confirm another.
  case tooManyFields(Int, limit: Int)
  case emptyName(label: String)
  case duplicateName(String)
  case noFirstField(Int)
  /// The field confirms none that is before it, or one that is itself a confirmation.
  case confirmsNothing(String)
  case secureStartText(String)
  case controlInStartText(String)
  case longStartText(String, limit: Int)
  case wrongMaximum(String, limit: Int)
  /// The field is secure and has a validator, which would get its text.
  case secureValidator(String)
  case twoValidators(String)
  case tooManyNewPasswords(Int)
  /// A verdict asks for a new password, for which there are neither bars nor a panel.
  case lateNewPassword(String)
  /// A known password is to be in no list, which it is never looked up in.
  case listOfKnownPasswords
  case policy(PolicyProblem)

  package var description: String {
    switch self {
    case .noFields: "the form has no fields"
    case .tooManyFields(let count, let limit): "a form has \(limit) fields at most, and not \(count)"
    case .emptyName(let label): "the name of the field labelled \"\(label)\" is empty"
    case .duplicateName(let name): "two fields are called \"\(name)\""
    case .noFirstField(let index): "the form has no field number \(index) to start in"
    case .confirmsNothing(let field): "the field \"\(field)\" does not confirm a field before it"
    case .secureStartText(let field): "the field \"\(field)\" is secure and cannot start with a text"
    case .controlInStartText(let field):
      "the text that the field \"\(field)\" starts with has a control character"
    case .longStartText(let field, let limit):
      "the text that the field \"\(field)\" starts with has more than \(limit) bytes"
    case .wrongMaximum(let field, let limit):
      "the field \"\(field)\" has to take 1 to \(limit) bytes"
    case .secureValidator(let field): "the field \"\(field)\" is secure and cannot have a validator"
    case .twoValidators(let field): "the field \"\(field)\" has two validators"
    case .tooManyNewPasswords(let count): "a form has one new password at most, and not \(count)"
    case .lateNewPassword(let field): "the field \"\(field)\" asks for a new password, which a verdict cannot"
    case .listOfKnownPasswords: "a known password is not looked up in a list"
    case .policy(let problem): "\(problem)"
    }
  }
}

extension FormDescription {
  /// Checks whether the description makes a form that works and asks for something.
  package func check() throws(FormProblem) {
    guard !fields.isEmpty else { throw .noFields }
    guard fields.indices.contains(firstField) else { throw .noFirstField(firstField) }
    let asksForOld = fields.contains { $0.requirement == .knownPassword }
    try rethrow(try Policy.check(policy.groups, adding: asksForOld ? 1 : 0), as: FormProblem.policy)
    if let policy = knownPasswordPolicy, policy.hasBlocklist || policy.refusesLeaked {
      throw .listOfKnownPasswords
    }
    let fields = makeForm().fields
    guard fields.count <= Cell.fieldLimit else {
      throw .tooManyFields(fields.count, limit: Cell.fieldLimit)
    }
    let newPasswords = fields.count { $0.configuration.requirement == .policy }
    guard newPasswords <= 1 else { throw .tooManyNewPasswords(newPasswords) }
    var names: Set<String> = []
    for field in fields {
      let configuration = field.configuration
      if let other = configuration.confirmedField {
        guard (0..<field.tag).contains(other), fields[other].configuration.confirmedField == nil else {
          throw .confirmsNothing(configuration.nameInProblems)
        }
      }
      if let name = fields.name(of: field.tag) {
        guard !name.isEmpty else { throw .emptyName(label: configuration.label) }
        guard names.insert(name).inserted else { throw .duplicateName(name) }
      }
      guard !configuration.isSecure || configuration.validator == nil else {
        throw .secureValidator(configuration.nameInProblems)
      }
      try configuration.checkText()
    }
  }
}

extension [FormField] {
  /// The name by which a program knows field `tag`; `nil` for none.
  package func name(of tag: Int) -> String? {
    let configuration = self[tag].configuration
    guard let confirmed = configuration.confirmedField else { return configuration.name }
    return self[confirmed].configuration.name.map { "\($0).confirmation" }
  }
}

extension FormField.Configuration {
  fileprivate var nameInProblems: String { name ?? label }

  fileprivate func checkText() throws(FormProblem) {
    let most = SecretText.defaultCapacity
    guard (1...most).contains(maximumBytes) else { throw .wrongMaximum(nameInProblems, limit: most) }
    guard !isSecure || text.isEmpty else { throw .secureStartText(nameInProblems) }
    guard text.utf8.count <= maximumBytes else { throw .longStartText(nameInProblems, limit: maximumBytes) }
    guard !text.unicodeScalars.contains(where: \.isControl) else { throw .controlInStartText(nameInProblems) }
  }
}
