import WatchwordBase
import WatchwordScreen
import WatchwordSecrets
package import WatchwordStrength

/// Why a description makes no form. `description` is one line without a period. Fields are called by their names, or by
/// their labels if they have none.
package enum FormProblem: Error, Equatable, Sendable, CustomStringConvertible {
  case noFields
  /// More fields than a form can show, counting confirm fields.
  case tooManyFields(Int, limit: Int)
  /// The field with this number, counted from 1, has no name.
  case emptyName(Int)
  case duplicateName(String)
  case noFirstField(Int)
  /// The field confirms no earlier field, or one that is itself a confirmation.
  case confirmsNothing(String)
  case secureStartText(String)
  case controlInStartText(String)
  case longStartText(String, limit: Int)
  case wrongMaximum(String, limit: Int)
  /// A secure field has a validator, which would get its text.
  case secureValidator(String)
  case twoValidators(String)
  /// A property of a field, or of the form, is set to a value that it cannot have.
  case setting(String, of: String? = nil, String, String)
  /// Choices that cannot be told apart or read, or that are not as many as their labels.
  case wrongChoices(String, fault: String)
  case wrongStartText(String, String)
  /// A field would be shown by no field, a secret, an impossible text, or itself.
  case wrongCondition(String)
  case tooManyNewPasswords(Int)
  /// A verdict asks for a new password, but the form has no bars or panel for it.
  case lateNewPassword(String)
  /// The policy for known passwords has a list, but known passwords are never looked up in a list.
  case listOfKnownPasswords
  case policy(PolicyProblem)

  package var description: String {
    switch self {
    case .noFields: "the form has no fields"
    case .tooManyFields(let count, let limit): "a form has \(limit) fields at most, and not \(count)"
    case .emptyName(let number): "field \(number) has no name"
    case .duplicateName(let name): "two fields are called \"\(name)\""
    case .noFirstField(let index): "the form has no field number \(index) to start in"
    case .confirmsNothing(let field): "the field \"\(field)\" does not confirm a field before it"
    case .secureStartText(let field): "the field \"\(field)\" is secure and cannot start with a text"
    case .controlInStartText(let field):
      "the text that the field \"\(field)\" starts with has a control character"
    case .longStartText(let field, let limit):
      "the text that the field \"\(field)\" starts with has more than \(limit) bytes"
    case .wrongMaximum(let field, let limit):
      "the field \"\(field)\" has to take 1 to \(limit) bytes"
    case .secureValidator(let field): "the field \"\(field)\" is secure and cannot have a validator"
    case .twoValidators(let field): "the field \"\(field)\" has two validators"
    case .setting(let name, let field, let value, let reason):
      "\(name) of the \(field.map { "field \($0.debugDescription)" } ?? "form") is \(value): \(reason)"
    case .wrongChoices(let field, let fault): "the field \"\(field)\" has \(fault)"
    case .wrongStartText(let field, let text):
      "the field \"\(field)\" does not take the text that it starts with (initialText): \(text.debugDescription)"
    case .wrongCondition(let field): "no text of another field can show the field \"\(field)\""
    case .tooManyNewPasswords(let count): "a form has one new password at most, and not \(count)"
    case .lateNewPassword(let field): "the field \"\(field)\" asks for a new password, which a verdict cannot"
    case .listOfKnownPasswords: "a known password is not looked up in a list"
    case .policy(let problem): "\(problem)"
    }
  }

  /// Throws if one of the host's `texts`, each with its property, cannot be shown as it is.
  static func check(_ texts: KeyValuePairs<String, String?>, of field: String? = nil) throws(FormProblem) {
    for case (let name, let text?) in texts {
      let isBlank = (name == "label" || name == "buttonTitle") && text.allSatisfy(\.isWhitespace)
      let hasControl = text.unicodeScalars.contains { $0.isControl && (name != "message" || $0 != "\n") }
      guard isBlank || hasControl else { continue }
      let reason = isBlank ? "nil is for the usual one" : "it has a control character"
      throw .setting(name, of: field, text.debugDescription, reason)
    }
  }
}

extension FormDescription {
  /// Checks that the description makes a form that works and asks for something.
  package func check() throws(FormProblem) {
    guard !fields.isEmpty else { throw .noFields }
    guard fields.indices.contains(firstField) else { throw .noFirstField(firstField) }
    let asksForOld = fields.contains { $0.requirement == .knownPassword }
    try rethrow(try Policy.check(policy.groups, adding: asksForOld ? 1 : 0), as: FormProblem.policy)
    if let policy = knownPasswordPolicy, policy.hasBlocklist || policy.refusesLeaked {
      throw .listOfKnownPasswords
    }
    for condition in conditions {
      guard (try? check(condition)) != nil else { throw .wrongCondition(condition.field) }
    }
    let fields = makeForm().fields
    guard fields.count <= Cell.fieldLimit else {
      throw .tooManyFields(fields.count, limit: Cell.fieldLimit)
    }
    let newPasswords = fields.count { $0.configuration.requirement == .policy }
    guard newPasswords <= 1 else { throw .tooManyNewPasswords(newPasswords) }
    var names: Set<String> = []
    for field in fields {
      let configuration = field.configuration
      if let other = configuration.confirmedField {
        guard (0..<field.tag).contains(other), fields[other].configuration.confirmedField == nil else {
          throw .confirmsNothing(configuration.nameInProblems)
        }
      }
      if let name = fields.name(of: field.tag) {
        guard !name.isEmpty else { throw .emptyName(field.tag + 1) }
        guard names.insert(name).inserted else { throw .duplicateName(name) }
      }
      guard !configuration.isSecure || configuration.validator == nil else {
        throw .secureValidator(configuration.nameInProblems)
      }
      try configuration.checkText()
    }
  }
}

extension FormField.Configuration {
  fileprivate var nameInProblems: String { name ?? label }

  func checkText() throws(FormProblem) {
    let most = SecretText.defaultCapacity
    guard (1...most).contains(maximumBytes) else { throw .wrongMaximum(nameInProblems, limit: most) }
    guard !isSecure || text.isEmpty else { throw .secureStartText(nameInProblems) }
    guard text.utf8.count <= maximumBytes else { throw .longStartText(nameInProblems, limit: maximumBytes) }
    guard !text.unicodeScalars.contains(where: \.isControl) else { throw .controlInStartText(nameInProblems) }
    try input.kind.check(self, nameInProblems)
  }
}
