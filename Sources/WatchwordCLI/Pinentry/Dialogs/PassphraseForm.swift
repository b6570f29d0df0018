internal import Watchword
internal import WatchwordMessages
internal import WatchwordStrength

/// The form in which a passphrase is asked for, or a new one is chosen (GETPIN).
///
/// The agent alone says what a passphrase has to be, so that the form asks for nothing; also an empty one is accepted.
struct PassphraseForm: FormDescription {
  let request: PinentryRequest
  let buttons: [FormButton]
  /// The texts that the agent does not set.
  var catalogue = Catalogue.ofProcess

  /// The most bytes of a passphrase: the agent takes no more.
  static let maximumBytes = 255

  /// Whether a new passphrase is chosen.
  private var isNew: Bool { request.repeatLabel != nil }

  func makeForm() -> FormState {
    var catalogue = catalogue
    catalogue.form.confirmDiffers = request.repeatError.nonEmpty ?? catalogue.passphrase.differs
    catalogue.strength.sayStrong(catalogue.passphrase.strong)
    // An empty passphrase is taken, and nothing has to be said of that.
    catalogue.form.leaveOptionalUnsaid()
    var configuration = FormConfiguration(
      title: request.title ?? "", buttons: buttons,
      fields: fields(catalogue.passphrase), policy: .anything,
      revealTimeout: .seconds(30),
      timeout: request.surroundings.timeout > 0 ? .seconds(request.surroundings.timeout) : nil,
      catalogue: catalogue)
    (configuration.text, configuration.isTextWhole, configuration.alert) = (text, true, request.error)
    configuration.offersPasswords = isNew
    return FormState(configuration)
  }

  /// The description, and the long hint for a new passphrase below it.
  private var text: String? {
    let hint = isNew ? request.surroundings.constraints.longHint.nonEmpty : nil
    let parts = [request.description.nonEmpty, hint].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "\n")
  }

  private func fields(_ texts: Catalogue.Passphrase) -> [FormField.Configuration] {
    let hint = isNew ? request.surroundings.constraints.shortHint : nil
    var first = FormField.Configuration(placeholder: hint ?? "")
    first.label = label(request.prompt ?? request.surroundings.defaults[.prompt], or: texts.label)
    first.name = "passphrase"
    first.isOptional = true
    first.maximumBytes = Self.maximumBytes
    // Bars belong to a field that the policy judges.
    if isNew || request.qualityLabel != nil { first.requirement = .policy }
    guard isNew else { return [first] }
    var second = first
    second.label = label(request.repeatLabel, or: texts.repeatLabel)
    second.placeholder = ""
    second.name = nil
    second.requirement = .equality(to: 0)
    second.equalMessage = request.repeatOK.nonEmpty
    return [first, second]
  }

  /// The label of a field: `text`, without the colon that stands before a field elsewhere.
  private func label(_ text: String?, or standard: String) -> String {
    guard let text = text.nonEmpty else { return standard }
    return text.hasSuffix(":") || text.hasSuffix("：") ? String(text.dropLast()) : text
  }
}

extension String? {
  /// The text; `nil` where it is empty.
  var nonEmpty: String? { self?.isEmpty == true ? nil : self }
}
