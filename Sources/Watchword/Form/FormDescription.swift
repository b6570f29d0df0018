package import WatchwordBase
package import WatchwordStrength

/// The description of a form. Callers make and adjust it; state, session and view read it.
package struct FormDescription: Equatable, Sendable {
  package enum Reveal: String, CaseIterable, Sendable {
    /// Masked at the start. An icon shows and hides each ``FormField/Configuration/isRevealable`` field.
    case allowed
    /// Always masked, without an icon.
    case never
    /// Shown at the start, and not masked when the user pauses. The icon hides and shows.
    case always
  }

  /// The caller's own title, whose words count against a new password; `nil` for the usual one.
  package var title: String?
  package var usualTitle = ""
  /// A paragraph below the title; newlines break lines, and `nil` means none. A small window cuts it or leaves it out,
  /// so it should hold nothing essential. Its words do not count against a new password.
  package var text: String?
  /// Whether the paragraph is shown whole, so that a form too large for its window scrolls.
  package var isTextWhole = false
  /// Whether a whole paragraph may stand in place of the label of a single inline field.
  package var textLabelsField = true
  /// The command that asks; `nil` if it is this program. Esc then hands the question back to the user, as an empty line
  /// does in line mode; ^C stops the command; and an inline form omits the paragraph, which the command has printed.
  package var asker: String?
  /// What the system's log calls the form; `nil` for the asker or the title. Needed if the title can be another program's.
  package var nameInLog: String?
  /// Whether text is accepted in every window that shows the field, however small.
  package var takesSmallWindows = false
  /// An error, below the paragraph, from before the form was shown; newlines break lines. `nil` for none.
  package var alert: String?
  /// The fields, from the top. In the description that a form holds, confirm fields are among them.
  package var fields: [FormField.Configuration]
  /// When fields are shown: a field with conditions is shown only while one of them holds.
  package var conditions: [FieldCondition] = []
  /// The number of the field where the user starts. If that field does not take the focus, the next one in the ring
  /// gets it.
  package var firstField = 0
  /// The buttons, at least one, from the left.
  package var buttons: [FormButton]
  /// The title of a button behind these, which leaves the form; `nil` or blank for none. In line mode it is typed, so it
  /// has no blanks at its ends.
  package var secondaryTitle: String? {
    didSet { secondaryTitle = secondaryTitle?.withoutOuterWhiteSpace }
  }
  /// Whether, in a form without fields, every key that does nothing else presses the first button.
  package var endsWithAnyKey = false
  package enum Default: Equatable, Sendable {
    /// The first button has the focus; in line mode an empty line presses none.
    case focused
    /// No button has the focus, so Return does nothing until the user has chosen one.
    case unfocused
    /// This button has the focus, and an empty line presses it.
    case button(Int)
  }
  /// What Return presses at first in a form without fields.
  package var defaultButton = Default.focused
  /// The policy for a new password. If the form also asks for a known password, the new one has to differ from it (C4).
  package var policy: Policy
  /// The policy for a known password; `nil` only requires that the field is filled in, because a known password may be
  /// older than any rule (C4). The policy cannot use a list of common or leaked passwords.
  package var knownPasswordPolicy: Policy?
  package var reveal = Reveal.allowed
  /// Whether a masked field shows a glyph for each character. If not, the screen reveals nothing about the text: there
  /// is no counter, and typing is quiet.
  package var showsMask = true
  /// How long a secret stays shown after the last key; `nil` for no end (A2).
  package var revealTimeout: Duration? = .seconds(30)
  /// How long after the last key the form ends; `nil` for no limit.
  package var timeLimit: Duration?
  /// The pause in typing after which a text is validated, 0 to a day (C6).
  package var validationDelay = Duration.milliseconds(200)
  /// Whether secure fields show the character typed last for a second or until the next key (E7).
  package var isPeeking = false
  /// Whether the user can ask for a generated password, which is shown in the clear. Not possible if its field is
  /// always masked.
  package var offersPasswords = true
  /// The path of the word list for generated passwords, one word a line; `nil` for the list that comes with the program
  /// in the language of the texts. It is read when the user asks for words.
  package var wordList: String?
  /// The folder of lists that comes with the program; `nil` to search for it.
  package var listFolder: String?
  /// Whether a change of level animates the bars (B7).
  package var isAnimated = true
  /// Whether a verdict that names no field is about the new password.
  package var judgesOnlyPassword = false
  /// Whether counter, bars, reasons and icons stay still while the user types, and change when the field is left.
  package var isTypingQuiet = false
  /// Whether the bits of a new password stand beside the reason even while it is masked, unless it can never be shown.
  package var showsBits = false
  /// Whether the password will be printed on a screen once the form is accepted. The form warns of that.
  package var isPrinted = false
  /// Whether the labels of optional fields say so.
  package var saysOptional = true
  /// The words beside the bars at the highest level; `nil` for the usual ones.
  package var strongWords: String?
  package var texts: Texts

  package init(
    title: String? = nil, buttons: [FormButton] = [], fields: [FormField.Configuration] = [],
    policy: Policy = .anything, texts: Texts = .english
  ) {
    (self.title, self.buttons, self.fields) = (title, buttons, fields)
    (self.policy, self.texts) = (policy, texts)
  }

  package func makeForm() -> FormState { FormState(self) }
}

/// The built-in forms. Each is made from `base`, which holds the settings of any form.
extension FormDescription {
  /// The form for choosing a new password: a field, its bars and criteria, a confirm field, a button (A1). The default
  /// policy is the classic rule.
  package static func newPassword(
    _ texts: Texts = .english, isConfirmed: Bool = true, policy: Policy? = nil,
    from base: FormDescription = FormDescription()
  ) -> FormDescription {
    var field = FormField.Configuration(placeholder: texts("New password"))
    field.label = texts("Enter password")
    (field.hasUsualLabel, field.hasUsualPlaceholder) = (true, true)
    field.name = "password"
    field.requirement = .policy
    (field.isConfirmed, field.confirmPlaceholder) = (isConfirmed, texts("Re-enter new password"))
    var form = FormDescription(
      base, texts, policy, .classic, texts("Choose a new password"), texts("Set password"),
      [field])
    form.judgesOnlyPassword = true
    return form
  }

  /// The form for changing a password: old, new, and the new one again. The default policy is the classic rule.
  package static func change(
    _ texts: Texts = .english, policy: Policy? = nil, from base: FormDescription = FormDescription()
  ) -> FormDescription {
    var old = FormField.Configuration(
      .password, name: "old", placeholder: texts("Old password"), texts: texts)
    (old.label, old.emptyMessage) = (texts("Old password"), texts("Enter your old password."))
    var new = FormField.Configuration(.newPassword, name: "new", texts: texts)
    new.nameAsNew()
    old.hasUsualPlaceholder = true
    return FormDescription(
      base, texts, policy, .classic, texts("Change password"), texts("Change password"),
      [old, new])
  }

  /// The form that asks for one existing password. The password may not be empty, unless its field is optional.
  package static func ask(
    _ texts: Texts = .english, policy: Policy? = nil, from base: FormDescription = FormDescription()
  ) -> FormDescription {
    FormDescription(
      base, texts, policy, .account, texts("Password required"), texts("Continue"),
      [FormField.Configuration(.password, texts: texts)])
  }

  /// The form for signing in with email (C1) or user name (C3), and password.
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

  /// The form for creating an account: name, email, password and its confirmation (C1). Only the name is optional.
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

  /// A form of the caller's fields, validated as the user types. The button is enabled once all are valid (C7).
  package static func custom(
    fields: [FormField.Configuration], texts: Texts = .english, policy: Policy? = nil,
    from base: FormDescription = FormDescription()
  ) -> FormDescription {
    FormDescription(
      base, texts, policy, .account, texts("Fill in the form"), texts("Submit"), fields)
  }

  /// A question answered by a button, or a message with one button. It has no fields, and its text is shown whole.
  package static func question(
    title: String = "", text: String?, buttons: [FormButton], texts: Texts = .english,
    from base: FormDescription = FormDescription()
  ) -> FormDescription {
    var form = base
    (form.title, form.buttons, form.texts) = (title, buttons, texts)
    (form.text, form.isTextWhole) = (text, true)
    return form
  }

  /// The question `text`, to be answered by yes or no. No cancels the form. With a `word`, yes needs it typed.
  package static func confirmation(
    _ text: String, typing word: String?, texts: Texts, from base: FormDescription
  ) -> FormDescription {
    var form = base
    (form.texts, form.text, form.isTextWhole) = (texts, text, true)
    form.usualTitle = texts("Please confirm")
    form.buttons = FormButton.yesAndNo(texts)
    guard let word else { return form }
    let request = texts("Type {word} to go on.", ["word": word])
    var field = FormField.Configuration(.text, name: "word", texts: texts)
    (field.label, field.placeholder, field.emptyMessage) = (texts("Type {word}", ["word": word]), "", request)
    field.validator = FieldValidator(.now { $0 == word ? .valid : .invalid(request) })
    (form.fields, form.textLabelsField) = ([field], false)
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

  /// Makes the form end after `limit` without a key, unless it ends sooner already; `nil` changes nothing.
  package mutating func limitTime(to limit: Duration?) {
    timeLimit = [timeLimit, limit].compactMap(\.self).min()
  }

  /// Texts around the form, such as the name of a service, whose words count against a password.
  package var contextTexts: [String] { title.map { [$0] } ?? [] }

  /// The description with everything that follows from it, such as a confirm field below each field that needs one, and
  /// a policy that refuses the old password.
  var completed: FormDescription {
    var form = self
    form.fields = []
    // A password that is asked for only sometimes is not the one to be changed.
    let asksForOld = fields.contains { field in
      field.requirement == .knownPassword && !conditions.contains { $0.field == field.name }
    }
    for (index, var field) in fields.enumerated() {
      if index == firstField { form.firstField = form.fields.count }
      field.visibility = visibility(of: index) { fields[$0].text } ?? field.visibility
      if asksForOld { field.nameAsNew() }
      if reveal == .never { field.isRevealable = false }
      if !showsMask, field.isSecure { (field.showsMask, field.placeholder) = (false, "") }
      let isConfirmed = field.hasConfirmation
      field.isConfirmed = false
      form.fields.append(field)
      if isConfirmed {
        form.fields.append(field.confirmation(of: form.fields.count - 1, texts))
      }
    }
    for (index, field) in form.fields.enumerated()
    where !field.placeholder.isEmpty && field.placeholderRepeatsLabel {
      form.fields[index].placeholder = ""
    }
    if asksForOld { form.policy = policy.refusingOldPasswords(texts) }
    if let title = secondaryTitle, !title.isEmpty, secondaryButton == nil {
      form.buttons.append(FormButton(title, effect: .leave))
    }
    if reveal == .always { form.revealTimeout = nil }
    if !showsMask { form.isTypingQuiet = true }
    if form.isTypingQuiet {
      for index in form.fields.indices { form.fields[index].leaveOutWhatComesAndGoes() }
    }
    return form
  }

  func makeField(_ tag: Int) -> FormField {
    var field = FormField(
      tag: tag, configuration: configuration(of: tag, isOptional: fields[tag].isOptional),
      confirmedBy: fields.firstIndex { $0.confirmedField == tag },
      validationDelay: min(max(.zero, validationDelay), .seconds(86_400)))
    if reveal == .always { field.isShown = true }
    return field
  }

  func configuration(of tag: Int, isOptional: Bool) -> FormField.Configuration {
    var configuration = fields[tag]
    configuration.isOptional = isOptional
    if isOptional, saysOptional {
      configuration.label = texts("{label} (optional)", ["label": configuration.label])
    }
    return configuration
  }

  func emptyMessage(of field: FormField.Configuration) -> String {
    field.emptyMessage ?? texts("Fill in: {label}", ["label": field.label])
  }

  /// The message for a confirm field of configuration `field` whose text differs from the confirmed one.
  func unequalMessage(of field: FormField.Configuration) -> String {
    field.unequalMessage ?? texts("Passwords do not match.")
  }

  /// What stands behind the text instead of an error that has no room there.
  func shortMessage(of cause: FieldError.Cause, in field: FormField.Configuration) -> String {
    switch cause {
    case .differs: texts("no match")
    case .missing where field.input.choices != nil: texts("choose one")
    case .missing: texts("missing")
    case .rule, .validation, .loss, .refusal, .program: texts("invalid")
    }
  }

  /// Every message that a field of `configuration` can have.
  func messages(of configuration: FormField.Configuration, isShort: Bool) -> [String] {
    var wrong: [String] =
      switch configuration.requirement {
      case .nothing, .presence: []
      case .knownPassword: knownPasswordPolicy?.rules.map(\.message.text) ?? []
      case .email: [texts("Invalid email address.")]
      case .policy: policy.rules.flatMap { messages(of: $0, isShort: isShort) }
      case .equality: [unequalMessage(of: configuration)]
      }
    if let fault = configuration.input.kind.usualFault(texts) { wrong.append(fault) }
    return wrong + [emptyMessage(of: configuration)]
  }

  /// The messages about a text that fails `rule`, for each of which room is kept.
  private func messages(of rule: Policy.Rule, isShort: Bool) -> [String] {
    if case .group(let number) = rule.cause, let kinds = policy.kinds(ofGroup: number) {
      return [texts.unmet(kinds.map { policy.criteria[$0].shortLabel })]
    }
    return rule.texts(isShort: isShort)
  }

  /// Names the criteria `lacking` as what has to be added.
  func lack(of lacking: [Int]) -> String {
    let all = lacking.map { policy.criteria[$0].row.missing?(texts) ?? policy.criteria[$0].label }
    return texts("Missing: {what}.", ["what": texts.list(all)])
  }
}

extension [FormField] {
  /// The name by which a program knows field `tag`; `nil` for none.
  package func name(of tag: Int) -> String? {
    let configuration = self[tag].configuration
    guard let confirmed = configuration.confirmedField else { return configuration.name }
    return self[confirmed].configuration.name.map { "\($0).confirmation" }
  }

  /// Field `tag`, and the field that confirms it.
  package func pair(of tag: Int) -> [Int] { self[tag].confirmation.map { [tag, $0] } ?? [tag] }

  /// See ``FormState/order``.
  var shown: [Int] { indices.filter { self[$0].visibility == .shown } }

  /// The names of all fields, in order; empty for a field without one.
  var names: [String] { indices.map { name(of: $0) ?? "" } }
}
