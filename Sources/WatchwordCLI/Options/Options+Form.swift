internal import Watchword
internal import WatchwordMessages
internal import WatchwordStrength
internal import WatchwordSystem

extension Options: FormDescription {
  /// The form, as the command line asks for it.
  func makeForm() -> FormState {
    guard command == .new else {
      var form = customForm.makeForm()
      if reveal == .always { form.showAll() }
      return form
    }
    var form = NewPasswordForm(catalogue: catalogue)
    form.catalogue.form.newLabel = labels["password"] ?? catalogue.form.newLabel
    form.title = title
    form.text = paragraph
    form.catalogue.form.button = button ?? form.catalogue.form.button
    form.prompt = prompt
    form.confirmPrompt = confirmPrompt
    form.hasConfirmation = hasConfirmation
    form.policy = policy
    form.reveal = reveal
    form.revealTimeout = revealEnd
    form.timeout = timeout
    form.clearsOnInsertion = clearsOnInsertion
    form.isPeeking = isPeeking
    form.isAnimated = isAnimated
    form.wordList = drawing.wordList
    return form.makeForm()
  }

  private var catalogue: Catalogue {
    var catalogue = Catalogue.ofProcess
    if let label = labels[Self.confirmName], !fields.contains(where: { $0.name == Self.confirmName }) {
      catalogue.form.confirmLabel = label
    }
    return catalogue
  }

  /// The form of the other commands.
  var customForm: CustomForm {
    var form =
      switch command {
      case .change: CustomForm.change(catalogue)
      case .ask: CustomForm.ask(catalogue)
      case .signIn: CustomForm.signIn(catalogue, withUserName: asksForUser)
      case .signUp: CustomForm.signUp(catalogue)
      case .new, .form, .check, .generate, .policies: CustomForm(fields: fields, catalogue: catalogue)
      }
    form.title = title
    form.text = paragraph
    form.button = button
    form.catalogue.account.confirmPlaceholder = confirmPrompt ?? form.catalogue.account.confirmPlaceholder
    form.policy = policy
    if command == .signIn, standardPolicy != nil {
      form.knownPasswordPolicy = .account(catalogue, minimumLevel: .weakest)
    }
    form.validationDelay = validationDelay
    form.revealTimeout = revealEnd
    form.timeout = timeout
    form.isAnimated = isAnimated
    form.wordList = drawing.wordList
    if command == .ask { configureAsking(&form.fields[0]) }
    for index in form.fields.indices { configure(&form.fields[index]) }
    // The person goes on where the command line has left something to type.
    form.firstField = form.fields.firstIndex { $0.text.isEmpty } ?? 0
    return form
  }

  /// How long a secure field stays shown; `nil` for no end.
  private var revealEnd: Duration? { reveal == .always || revealTimeout == .zero ? nil : revealTimeout }

  /// A label of the caller's own says better than the standard texts what is asked for.
  private func configureAsking(_ field: inout FormField.Configuration) {
    field.isOptional = allowsEmpty
    if labels[Self.askedName] != nil { (field.placeholder, field.emptyMessage) = ("", nil) }
    field.placeholder = prompt ?? field.placeholder
  }

  private func configure(_ field: inout FormField.Configuration) {
    let name = field.name ?? ""
    field.label = labels[name] ?? field.label
    field.text = texts[name] ?? ""
    if !capitalizes { field.capitalization = .none }
    // Blanks at the ends of an email address are left out, as they are when one is pasted.
    if field.keyboard == .emailAddress { field.text = field.text.withoutOuterWhiteSpace }
    field.isOptional = field.isOptional || optionalNames.contains(name)
    field.clearsOnInsertion = clearsOnInsertion
    guard field.isSecure else { return }
    field.isRevealable = reveal != .never
    field.isPeeking = isPeeking
  }

  /// Whether the form asks for a new password.
  var asksForNewPassword: Bool { command == .new || customForm.fields.contains { $0.requirement == .policy } }

  /// How an answer of `count` values is written.
  func answerFormat(of count: Int) -> AnswerFormat {
    AnswerFormat(
      format ?? (count > 1 ? .json : .lines), shellPrefix: shellPrefix ?? AnswerFormat.standardShellPrefix,
      hasNewline: hasNewline, template: template, hasStrength: hasStrength)
  }

  /// The verifier; `nil` for none.
  var verifier: Verifier? { makeVerifier(verifierCommand) }

  /// The verifier of the old password; `nil` for none.
  var oldVerifier: Verifier? { makeVerifier(oldVerifierCommand) }

  /// The verifier by `command`; `nil` where there is none, or nothing in it.
  private func makeVerifier(_ command: String?) -> Verifier? {
    guard let command,
      var verifier = usesShell ? Verifier(shell: command) : Verifier(command)
    else { return nil }
    verifier.input = verifierInput
    verifier.timeout = verifierTimeout
    verifier.attempts = attempts
    return verifier
  }
}

extension String {
  /// The text without the white space at its two ends.
  var withoutOuterWhiteSpace: String {
    let start = unicodeScalars.drop(while: \.isWhiteSpace)
    return String(String.UnicodeScalarView(start.reversed().drop(while: \.isWhiteSpace).reversed()))
  }
}
