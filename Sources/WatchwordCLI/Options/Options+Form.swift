internal import Watchword
internal import WatchwordMessages
internal import WatchwordStrength
internal import WatchwordSystem

extension Options {
  /// The form, as the command line asks for it, with nothing typed.
  func makeForm() -> FormState { makeDescription().makeForm() }

  /// The form, as the command line asks for it.
  func makeDescription() -> FormDescription {
    let (texts, policy, base) = (Texts.ofProcess, self.policy, self.form)
    var form: FormDescription =
      switch command {
      case .new: .newPassword(texts, isConfirmed: hasConfirmation, policy: policy, from: base)
      case .change, .passwd: .change(texts, policy: policy, from: base)
      case .ask: .ask(texts, policy: policy, from: base)
      case .signIn: .signIn(texts, withUserName: asksForUser, policy: policy, from: base)
      case .signUp: .signUp(texts, policy: policy, from: base)
      case .form, .check, .generate, .policies:
        .custom(fields: base.fields, texts: texts, policy: policy, from: base)
      }
    if command == .signIn, standardPolicy != nil {
      form.knownPasswordPolicy = StandardPolicy.account.policy(texts, minimumLevel: .weakest)
    }
    if command == .ask {
      form.fields[0].isOptional = allowsEmpty
      // A label of the caller's own says better than the standard texts what is asked for.
      if labels[Self.askedName] != nil {
        (form.fields[0].placeholder, form.fields[0].emptyMessage) = ("", nil)
      }
    }
    if let prompt { form.fields[0].placeholder = prompt }
    let namesConfirm = base.fields.contains { $0.name == Self.confirmName }
    for index in form.fields.indices {
      configure(&form.fields[index])
      if !namesConfirm, let label = labels[Self.confirmName] { form.fields[index].confirmLabel = label }
    }
    // The person goes on where the command line has left something to type.
    form.firstField = form.fields.firstIndex { $0.text.isEmpty } ?? 0
    return form
  }

  private func configure(_ field: inout FormField.Configuration) {
    let name = field.name ?? ""
    if let label = labels[name] { field.label = label }
    field.text = texts[name] ?? ""
    if !capitalizes { field.capitalizesWords = false }
    // Blanks at the ends of an email address are left out, as they are when one is pasted.
    if field.requirement == .email { field.text = field.text.withoutOuterWhiteSpace }
    field.isOptional = field.isOptional || optionalNames.contains(name)
    field.clearsOnInsertion = clearsOnInsertion
    field.isPeeking = isPeeking && field.isSecure
    field.confirmPlaceholder = confirmPrompt
  }

  /// Whether a password that is typed into `form` is a part of the answer.
  func handsOutPassword(of form: FormDescription) -> Bool {
    form.fields.enumerated().contains { index, field in
      field.isSecure && !(field.requirement == .policy && hashMethod != nil)
        && answer.template?.names(index) ?? true
    }
  }

  /// What is said once the answer was handed out; `nil` for nothing.
  var success: String? {
    switch (command, receiver) {
    case (.new, nil), (.change, nil): text("Password accepted.")
    case (.new, _?): successWords ?? text("Done.")
    case (.change, _?): successWords ?? text("Success: You have successfully changed your password.")
    default: successWords
    }
  }

  /// Whether the form asks for a new password.
  var asksForNewPassword: Bool {
    command == .form
      ? form.fields.contains { $0.requirement == .policy }
      : Option.Scope.newPassword.commands.contains(command)
  }

  /// How an answer of `count` values is written.
  func answerFormat(of count: Int) -> AnswerFormat {
    var answer = answer
    answer.kind = format ?? (count > 1 ? .json : .lines)
    return answer
  }
}

/// Who is asked before a form is accepted.
struct Verifying: Equatable, Sendable {
  /// The command that is asked about all that was typed, and the one about the old password; `nil` for none.
  var command, oldCommand: String?
  var usesShell = false
  var input = Verifier.Input.json
  var timeout = Verifier.defaultTimeout
  /// How many refusals end the form; `nil` for no end.
  var attempts: Int?

  var verifier: Verifier? { verifier(command) }
  var oldVerifier: Verifier? { verifier(oldCommand) }

  private func verifier(_ command: String?) -> Verifier? {
    guard let command, var verifier = usesShell ? Verifier(shell: command) : Verifier(command) else {
      return nil
    }
    (verifier.input, verifier.timeout, verifier.attempts) = (input, timeout, attempts)
    return verifier
  }
}

extension String {
  /// The text without the white space at its two ends.
  var withoutOuterWhiteSpace: String {
    guard let first = unicodeScalars.firstIndex(where: { !$0.isWhiteSpace }),
      let last = unicodeScalars.lastIndex(where: { !$0.isWhiteSpace })
    else { return "" }
    return String(unicodeScalars[first...last])
  }
}
