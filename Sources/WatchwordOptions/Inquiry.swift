package import Watchword
internal import WatchwordBase
internal import WatchwordSecrets
internal import WatchwordStrength

/// What a command of this program, or another program, wants to know from the user, in its own words. ``Options`` make
/// the form for it and show it, so that settings and requirements hold for every question.
package struct Inquiry {
  package enum Kind {
    /// A secret that exists already.
    case secret
    /// A secret that exists already, whose strength the program that asks rates.
    case ratedSecret
    /// A new secret, held to the rules of the options, and typed twice. The texts are about the second field, `nil` for
    /// the usual ones: its label, its note if both secrets are equal, and its error if they differ.
    case newSecret(label: String? = nil, equal: String? = nil, unequal: String? = nil)
    /// A new secret for which the program that wants it asks a second time itself.
    case newSecretOnce
    /// A text that is shown while it is typed, as no secret.
    case shown
    case question([FormButton])
    /// A message that any key closes.
    case message(FormButton)
    /// A question of yes or no. Yes needs the text `typing`, if any.
    case confirmation(typing: String?, FormDescription.Default)
  }

  package let kind: Kind
  /// The title, whose words count against a new secret; `nil` for the usual one.
  package var title: String?
  /// The title whose words do not count; `nil` for that of the kind.
  package var usualTitle: String?
  /// The paragraph, as whoever asks has written it.
  package var text: String?
  /// The label and the placeholder of the field; `nil` for the usual ones.
  package var label, placeholder: String?
  /// What has to be told first, such as why the last answer was not taken.
  package var alert: String?
  /// The buttons of a form with a field; empty for the usual one.
  package var buttons: [FormButton] = []
  /// The command that asks on this terminal, see ``FormDescription/asker``.
  package var asker: String?
  /// The form's name in the system's log; `nil` for the asker or the title.
  package var nameInLog: String?
  /// What the line names that an inline form leaves behind; `nil` for the form's title or label.
  package var subject: String?
  /// Whether an empty answer is accepted; `nil` accepts it unless the system requires a password.
  package var mayBeEmpty: Bool?
  /// The most bytes of UTF-8 in the answer.
  package var mostBytes = SecretText.defaultCapacity
  /// How long after the last key the form ends at the latest; `nil` for the options' limit alone.
  package var timeLimit: Duration?
  /// Whether nothing on the screen may tell how much was typed.
  package var isSilent = false
  /// Whether the strongest new secret is called a passphrase.
  package var isPassphrase = false

  package init(_ kind: Kind) { self.kind = kind }
}

extension Options {
  /// The form for `inquiry`.
  package func form(for inquiry: Inquiry) -> FormDescription {
    let texts = Texts.ofProcess
    var form: FormDescription
    switch inquiry.kind {
    case .secret, .ratedSecret, .newSecret, .newSecretOnce, .shown: form = fieldForm(for: inquiry, texts)
    case .question(let buttons): form = .question(text: nil, buttons: buttons, texts: texts, from: self.form)
    case .message(let button):
      form = .question(text: nil, buttons: [button], texts: texts, from: self.form)
      form.endsWithAnyKey = true
    case .confirmation(let word, let button):
      form = .confirmation("", typing: word, texts: texts, from: self.form)
      form.defaultButton = button
    }
    (form.title, form.usualTitle) = (inquiry.title, inquiry.usualTitle ?? form.usualTitle)
    (form.text, form.alert) = (inquiry.text, inquiry.alert)
    (form.asker, form.nameInLog) = (inquiry.asker, inquiry.nameInLog)
    // An asker has printed the text above its field itself.
    if inquiry.asker == nil { form.isTextWhole = true }
    form.limitTime(to: inquiry.timeLimit)
    return form
  }

  private func fieldForm(for inquiry: Inquiry, _ texts: Texts) -> FormDescription {
    var form = FormDescription.ask(texts, policy: .anything, from: self.form)
    if case .newSecret = inquiry.kind { form = .newPassword(texts, policy: policy, from: self.form) }
    var field = form.fields[0]
    switch inquiry.kind {
    case .newSecret(let label, let equal, let unequal):
      (field.confirmLabel, field.equalMessage, field.unequalMessage) = (label, equal, unequal)
      // The usual words say "password", which another program's label may not.
      if label != nil { field.confirmPlaceholder = "" }
    case .newSecretOnce: (form.policy, field.requirement, form.offersPasswords) = (policy, .policy, false)
    case .ratedSecret: (field.requirement, form.offersPasswords) = (.policy, false)
    case .shown:
      form.usualTitle = texts("Answer required")
      (field.label, field.placeholder, field.requirement) = (texts("Answer"), "", .presence)
      (field.isSecure, field.isRevealable, field.hasClearSign) = (false, false, true)
    case .secret, .question, .message, .confirmation: break
    }
    if startsMasked, form.reveal == .always { (form.reveal, form.revealTimeout) = (.allowed, nil) }
    if inquiry.isSilent { form.showsMask = false }
    if inquiry.isPassphrase { form.strongWords = texts("Strong passphrase") }
    if !inquiry.buttons.isEmpty { form.buttons = inquiry.buttons }
    form.takesSmallWindows = inquiry.asker == nil
    if let label = inquiry.label { field.label = label }
    if let placeholder = inquiry.placeholder { field.placeholder = placeholder }
    // An empty answer is accepted without a remark.
    (field.isOptional, form.saysOptional) = (inquiry.mayBeEmpty ?? !requiresPassword, false)
    (field.clearsOnInsertion, field.maximumBytes) = (clearsOnInsertion, inquiry.mostBytes)
    form.fields[0] = field
    return form
  }

  /// Who is asked while `form` is shown: the judge of a new password, if it asks for one.
  package func advisers(for form: FormDescription) throws(ProgramError) -> Advisers {
    guard form.fields.contains(where: { $0.requirement == .policy }) else { return Advisers() }
    return Advisers(judge: try makeJudgeConfiguration(for: form.policy))
  }

  /// Shows the form for `inquiry`, with `advisers` if it has others than ``advisers(for:)``, and lets `take` hand out the
  /// answer. The line that an inline form leaves behind says how that ended; `take` returns false if nobody has got the
  /// answer.
  ///
  /// - Returns: How the form ended.
  package func ask(
    _ inquiry: Inquiry, on presentation: Presentation, _ advisers: Advisers? = nil,
    take: (consuming Answer) throws(ProgramError) -> Bool
  ) throws(ProgramError) -> Ending {
    let form = form(for: inquiry)
    let advisers = if let advisers { advisers } else { try self.advisers(for: form) }
    var line: LineBehind?
    let answer: Answer
    do throws(Ending) {
      answer = try form.show(presentation, advisers) {
        line = $0
        line?.isSilent = leavesNoLine || form.endsWithAnyKey
      }
    } catch {
      line?.write(error, label: inquiry.subject)
      return error
    }
    var isTaken = false
    defer {
      if isTaken {
        line?.write(.accepted, label: inquiry.subject)
      } else {
        line?.writeFailure(label: inquiry.subject)
      }
    }
    isTaken = try take(answer)
    return .accepted
  }

  package var leavesNoLine: Bool { isQuiet || leavesNothing }
}
