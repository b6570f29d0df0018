internal import Watchword
internal import WatchwordForms
internal import WatchwordMessages
internal import WatchwordStrength
internal import WatchwordSystem
internal import WatchwordText

extension FormOptions: FormDescription {
  /// The form, as the command line asks for it.
  func makeForm() -> FormState {
    var form = command == .new ? newPasswordForm.makeForm() : customForm.makeForm()
    if reveal == .always { form.showAll() }
    return form
  }

  /// How an answer of `count` values is written.
  func answerFormat(of count: Int) -> AnswerFormat {
    AnswerFormat(
      format ?? (count > 1 ? .json : .lines), shellPrefix: shellPrefix ?? AnswerFormat.standardShellPrefix,
      hasNewline: hasNewline)
  }

  /// Whether the form asks for a new password.
  var asksForNewPassword: Bool { command == .new || customForm.fields.contains { $0.requirement == .policy } }

  /// What a new password has to be.
  var policy: Policy {
    judge.makePolicy { level in
      command == .new ? .classic(minimumLevel: level) : .account(minimumLevel: level)
    }
  }

  private var newPasswordForm: NewPasswordForm {
    var form = NewPasswordForm()
    form.title = title
    form.catalogue.form.button = button ?? form.catalogue.form.button
    form.prompt = prompt
    form.confirmPrompt = confirmPrompt
    form.hasConfirmation = hasConfirmation
    form.policy = policy
    form.reveal = reveal
    form.clearsOnInsertion = clearsOnInsertion
    form.isPeeking = isPeeking
    form.isAnimated = isAnimated
    return form
  }

  /// The form of the other commands.
  var customForm: CustomForm {
    var form = preset
    form.title = title
    form.button = button
    form.catalogue.account.confirmPlaceholder = confirmPrompt ?? form.catalogue.account.confirmPlaceholder
    form.policy = judge.policy == nil ? nil : policy
    form.minimumLevel = judge.minimumLevel
    form.normalization = judge.normalization
    form.validationDelay = validationDelay
    form.isAnimated = isAnimated
    for index in form.fields.indices { configure(&form.fields[index]) }
    // The person goes on where the command line has left something to type.
    form.firstField = form.fields.firstIndex { $0.text.isEmpty } ?? 0
    return form
  }

  private var preset: CustomForm {
    switch command {
    case .signIn: .signIn()
    case .signUp: .signUp()
    case .new, .form, .check: CustomForm(fields: fields)
    }
  }

  private func configure(_ field: inout TextField.Configuration) {
    let name = field.name ?? ""
    field.text = values[name] ?? ""
    // As of what is pasted, blanks at the ends of an email address are left out.
    if field.keyboard == .emailAddress { field.text = field.text.withoutOuterWhiteSpace }
    field.isOptional = field.isOptional || optionalNames.contains(name)
    field.clearsOnInsertion = clearsOnInsertion
    guard field.isSecure else { return }
    field.isRevealable = reveal != .never
    field.isPeeking = isPeeking
  }
}

extension String {
  /// The text without the white space at its two ends.
  fileprivate var withoutOuterWhiteSpace: String {
    let start = unicodeScalars.drop(while: \.isWhiteSpace)
    return String(String.UnicodeScalarView(start.reversed().drop(while: \.isWhiteSpace).reversed()))
  }
}
