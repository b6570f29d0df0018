package import WatchwordBase
import WatchwordStrength
import WatchwordSystem

extension FormField {
  /// What a field is for. The rest of its configuration follows from the kind and an optional placeholder (D1 to D3).
  package enum Kind: String, CaseIterable, Sendable {
    case text
    case name
    case email
    /// An existing password, asked for once.
    case password
    /// A new password, with bars, panel and a confirm field.
    case newPassword = "new-password"
    case choice
    case yesno
    case number
    case date

    /// The name of a field's value if no other is given.
    package var defaultName: String { self == .newPassword ? "new_password" : rawValue }
  }
}

extension FormField.Kind {
  /// What the kind says of a field.
  fileprivate struct Row {
    let label: String
    var placeholder = ""
    var emptyMessage: String?
    var requirement = FormField.Requirement.presence
    var input = FieldInput.anything
  }

  fileprivate func row(_ texts: Texts) -> Row {
    switch self {
    case .text, .choice: Row(label: texts("Text"))
    case .name:
      Row(
        label: texts("Name"), placeholder: texts("Enter your name..."),
        emptyMessage: texts("Enter your name."))
    case .email:
      Row(
        label: texts("Email"), placeholder: texts("Enter your email..."),
        emptyMessage: texts("Enter your email."), requirement: .email)
    case .password:
      Row(
        label: texts("Password"), placeholder: texts("Enter your password..."),
        emptyMessage: Policy.Message.empty(texts).text, requirement: .knownPassword)
    case .newPassword:
      Row(
        label: texts("New password"), placeholder: texts("Enter your password..."),
        emptyMessage: Policy.Message.empty(texts).text, requirement: .policy)
    case .yesno: Row(label: texts("Text"), input: .choice(.yesNo(texts)))
    case .number: Row(label: texts("Text"), input: .number(0...FieldInput.numbers.upperBound))
    case .date: Row(label: texts("Text"), input: .date)
    }
  }
}

extension FormField.Configuration {
  /// Makes the configuration of a field that is validated as its kind requires. If `name` or `placeholder` is `nil`,
  /// that of the kind is used.
  package init(
    _ kind: FormField.Kind, name: String? = nil, placeholder: String? = nil, texts: Texts = .english
  ) {
    let row = kind.row(texts)
    let usual = row.input.kind.placeholder(texts)
    self.init(placeholder: placeholder ?? usual ?? row.placeholder)
    (label, emptyMessage, requirement, input) = (row.label, row.emptyMessage, row.requirement, row.input)
    self.name = name ?? kind.defaultName
    (hasUsualLabel, hasUsualPlaceholder) = (true, placeholder == nil && usual == nil)
    isSecure = kind == .password || kind == .newPassword
    isRevealable = isSecure
    hasClearSign = !isSecure && isText
    isValidated = true
    isConfirmed = kind == .newPassword
    if isConfirmed { (confirmLabel, confirmPlaceholder) = (texts("New password again"), "") }
    capitalizesWords = kind == .name
  }

  /// Gives the field a label of the caller's. Of an existing password it says better than the usual texts what is asked
  /// for.
  package mutating func rename(_ label: String) {
    guard label != self.label else { return }
    self.label = label
    guard requirement == .knownPassword else { return }
    emptyMessage = nil
    if hasUsualPlaceholder { placeholder = "" }
  }

  /// Makes the field take only `input`, and keeps the caller's placeholder.
  package mutating func take(_ input: FieldInput, _ texts: Texts) {
    let usual = self.input.kind.placeholder(texts) ?? ""
    self.input = input
    if placeholder == usual, let usual = input.kind.placeholder(texts) { placeholder = usual }
    if !isText { hasClearSign = false }
  }

  var isText: Bool { input.kind.content == .text }

  /// Whether white space around a paste or a line is left out.
  var trims: Bool { requirement == .email || !isText }
}
