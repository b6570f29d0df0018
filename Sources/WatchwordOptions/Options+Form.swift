package import Watchword
internal import WatchwordBase
internal import WatchwordStrength
package import WatchwordSystem

extension Options {
  /// The form for the command line, with nothing typed.
  func makeForm() -> FormState { makeDescription().makeForm() }

  package func makeDescription() -> FormDescription {
    let (texts, policy, base) = (Texts.ofProcess, self.policy, self.form)
    var form: FormDescription =
      switch command {
      case .new: .newPassword(texts, isConfirmed: hasConfirmation, policy: policy, from: base)
      case .change, .passwd: .change(texts, policy: policy, from: base)
      case .ask: .ask(texts, policy: policy, from: base)
      case .signIn: .signIn(texts, withUserName: asksForUser, policy: policy, from: base)
      case .signUp: .signUp(texts, policy: policy, from: base)
      case .form, .check, .hash, .confirm, .generate, .policies, .config:
        .custom(fields: base.fields, texts: texts, policy: policy, from: base)
      }
    if command == .passwd { form.judgesOnlyPassword = true }
    if command == .signIn, standardPolicy != nil {
      form.knownPasswordPolicy = StandardPolicy.account.policy(texts, minimumLevel: .weakest)
    }
    if command == .ask {
      form.fields[0].isOptional = allowsEmpty
      // The caller's label says better than the standard texts what is asked for.
      if labels[Self.askedName] != nil {
        (form.fields[0].placeholder, form.fields[0].emptyMessage) = ("", nil)
      }
    }
    let namesConfirm = base.fields.contains { $0.name == Self.confirmName }
    for index in form.fields.indices {
      configure(&form.fields[index])
      if !namesConfirm, let label = labels[Self.confirmName] { form.fields[index].confirmLabel = label }
    }
    // The user starts at the first field that the command line leaves empty.
    form.firstField = form.fields.indices.first(where: form.isEmptyAndWanted) ?? 0
    return form
  }

  private func configure(_ field: inout FormField.Configuration) {
    let name = field.name ?? ""
    if let label = labels[name] { field.label = label }
    field.text = texts[name] ?? ""
    if !capitalizes { field.capitalizesWords = false }
    // White space around an email address is stripped, as in a paste.
    if field.requirement == .email { field.text = field.text.withoutOuterWhiteSpace }
    field.isOptional = field.isOptional || optionalNames.contains(name)
    field.clearsOnInsertion = clearsOnInsertion
  }

  /// Whether the answer contains a password typed into `form`.
  package func handsOutPassword(of form: FormDescription) -> Bool {
    form.fields.enumerated().contains { index, field in
      field.isSecure && !(field.requirement == .policy && hashMethod != nil)
        && answer.template?.names(index) ?? true
    }
  }

  /// The message after the answer was handed out; `nil` for none.
  package var success: String? {
    switch (command, receiver) {
    case (.new, nil), (.change, nil): text("Password accepted.")
    case (.new, _?): successWords ?? text("Done.")
    case (.change, _?): successWords ?? text("Password changed.")
    default: successWords
    }
  }

  package var asksForNewPassword: Bool {
    command == .form
      ? form.fields.contains { $0.requirement == .policy }
      : Option.Scope.newPassword.commands.contains(command)
  }

  package func answerFormat(of count: Int) -> AnswerFormat {
    var answer = answer
    answer.kind = format ?? (count > 1 ? .json : .lines)
    return answer
  }
}
