internal import Watchword
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// Asking for a passphrase (GETPIN).
extension TerminalDialogs {
  func passphrase(_ request: PinentryRequest, _ agent: Agent) throws(PinentryError) -> Passphrase {
    request.adoptLanguage()
    defer { SpokenLanguage.release() }
    let inquiries = try AgentInquiries(agent, for: request)
    var advisers = Advisers(agent: inquiries)
    // The agent says how strong a passphrase is where it wants to be asked, else the meter of all forms.
    if request[.quality] != nil {
      advisers.judge.ownMeter = inquiries
    } else if request[.repeatLabel] != nil {
      advisers.judge.dictionary = try? WordFile(path: WordFile.systemPath)
    }
    let outcome = try show(passphraseForm(request), for: request, advisers)
    return try Self.passphrase(of: outcome, for: request, inquiries)
  }

  /// The form in which a passphrase is asked for, or a new one is chosen.
  ///
  /// The agent alone says what a passphrase has to be, so that the form asks for nothing; also an empty one is accepted.
  func passphraseForm(_ request: PinentryRequest) -> FormDescription {
    let isNew = request[.repeatLabel] != nil
    let texts = Texts.ofProcess
    var field = FormField.Configuration(placeholder: isNew ? request[.shortHint] ?? "" : "")
    field.label = (request[.prompt] ?? request[.usualPrompt]).asLabel ?? texts("PIN")
    field.name = "passphrase"
    field.isOptional = true
    field.maximumBytes = Self.maximumBytes
    // Bars belong to a field that the policy judges.
    if isNew || request[.quality] != nil { field.requirement = .policy }
    var fields = [field]
    if isNew {
      field.label = request[.repeatLabel].asLabel ?? texts("Repeat")
      (field.placeholder, field.name, field.requirement) = ("", nil, .equality(to: 0))
      field.equalMessage = request[.repeatOK].nonEmpty
      field.unequalMessage = request[.repeatError].nonEmpty ?? texts("The passphrases do not match.")
      fields.append(field)
    }
    var form = FormDescription(
      buttons: [okButton(request), cancelButton(request)], fields: fields, texts: texts)
    // An empty passphrase is taken, and nothing has to be said of that.
    (form.saysOptional, form.strongWords) = (false, texts("Strong passphrase"))
    // It is no title of the place: its words count against nothing.
    form.usualTitle = request[.title] ?? ""
    let lines = [request[.description].nonEmpty, isNew ? request[.longHint].nonEmpty : nil].compactMap(\.self)
    form.text = lines.isEmpty ? nil : lines.joined(separator: "\n")
    (form.isTextWhole, form.alert, form.timeout) = (true, request[.error], request.timeLimit)
    form.offersPasswords = isNew
    return form
  }

  /// The most bytes of a passphrase: the agent takes no more.
  private static let maximumBytes = 255

  /// The passphrase that was typed.
  static func passphrase(
    of outcome: consuming Outcome, for request: PinentryRequest, _ inquiries: AgentInquiries
  ) throws(PinentryError) -> Passphrase {
    switch consume outcome {
    case .cancelled: throw inquiries.failure ?? .cancelled
    case .accepted(let answer):
      var bytes = try rethrow(
        try SecretBuffer(capacity: maximumBytes),
        as: { (_: SecretError) in PinentryError.noMemory })
      let isTaken = answer.withPassword { text in (try? bytes.append(text.span)) != nil }
      guard isTaken == true else { throw .noMemory }
      return Passphrase(bytes: bytes, isRepeated: request[.repeatLabel] != nil)
    }
  }
}

extension String? {
  /// The text; `nil` where it is empty.
  var nonEmpty: String? { self?.isEmpty == true ? nil : self }

  /// The text as the label of a field, without the colon that stands before a field elsewhere; `nil` where it is empty.
  fileprivate var asLabel: String? {
    nonEmpty.map { $0.hasSuffix(":") || $0.hasSuffix("：") ? String($0.dropLast()) : $0 }
  }
}
