package import Watchword
internal import WatchwordBase
internal import WatchwordStrength
package import WatchwordSystem

extension Options {
  /// The command's usual form, with `policy` for a new password.
  func usualForm(_ policy: Policy) -> FormDescription {
    let (texts, base) = (Texts.ofProcess, form)
    return switch command {
    case .new: .newPassword(texts, isConfirmed: hasConfirmation, policy: policy, from: base)
    case .change, .passwd: .change(texts, policy: policy, from: base)
    case .ask: .ask(texts, policy: policy, from: base)
    case .signIn: .signIn(texts, withUserName: asksForUser, policy: policy, from: base)
    case .signUp: .signUp(texts, policy: policy, from: base)
    case .form, .check, .hash, .confirm, .generate, .policies, .config, .pinentry, .askpass, .run, .agent:
      .custom(fields: base.fields, texts: texts, policy: policy, from: base)
    }
  }

  /// The form for the command line, with nothing typed.
  package func makeDescription() -> FormDescription {
    let texts = Texts.ofProcess
    var form = usualForm(policy)
    if !self.form.fields.isEmpty { form.fields = self.form.fields }
    if command == .passwd { form.judgesOnlyPassword = true }
    if command == .signIn, standardPolicy != nil {
      form.knownPasswordPolicy = StandardPolicy.account.policy(texts, minimumLevel: .weakest)
    }
    if command == .ask { form.fields[0].isOptional = allowsEmpty }
    for index in form.fields.indices {
      if !capitalizes { form.fields[index].capitalizesWords = false }
      form.fields[index].clearsOnInsertion = clearsOnInsertion
      // The label says as much (D2).
      if command == .form, form.fields[index].hasUsualPlaceholder { form.fields[index].placeholder = "" }
    }
    // The user starts at the first field that the command line leaves empty.
    form.firstField = form.fields.indices.first(where: form.isEmptyAndWanted) ?? 0
    return form
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
      : Option.Scope.newPassword.contains(command)
  }

  package func answerFormat(of count: Int) -> AnswerFormat {
    var answer = answer
    answer.kind = format ?? (count > 1 ? .json : .lines)
    return answer
  }
}
