import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
package import WatchwordStrength

/// Why a description makes no form. The description is one line without a full stop. Fields are called by their names,
/// or, where they have none, by their labels.
package enum FormProblem: Error, Equatable, Sendable {
  /// The form asks for something, and has no field.
  case noFields
  /// There are more fields than a form can show, with those that confirm another.
  case tooManyFields(Int, limit: Int)
  /// The name of a field is empty.
  case emptyName(label: String)
  /// Two fields have this name.
  case duplicateName(String)
  /// The field that the person starts in is none of the form's.
  case noFirstField(Int)
  /// The field confirms none that is before it, or one that is itself a confirmation.
  case confirmsNothing(String)
  /// The field is secure and starts with a text.
  case secureStartText(String)
  /// The text that the field starts with has a control character.
  case controlInStartText(String)
  /// The text that the field starts with has more bytes than the field takes.
  case longStartText(String, limit: Int)
  /// The field takes fewer bytes than one, or more than a field can hold.
  case wrongMaximum(String, limit: Int)
  /// The field is secure and has a validator, which would get its text.
  case secureValidator(String)
  /// The field has two validators.
  case twoValidators(String)
  /// There are more new passwords than the one that a form judges.
  case tooManyNewPasswords(Int)
  /// A known password is to be in no list, which it is never looked up in.
  case listOfKnownPasswords
  /// What a new password has to be is no policy.
  case policy(PolicyProblem)
}

extension FormProblem: CustomStringConvertible {
  /// What is wrong.
  package var description: String {
    switch self {
    case .noFields: "the form has no fields"
    case .tooManyFields(let count, let limit): "a form has \(limit) fields at most, and not \(count)"
    case .emptyName(let label): "the name of the field labelled \"\(label)\" is empty"
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
    case .tooManyNewPasswords(let count): "a form has one new password at most, and not \(count)"
    case .listOfKnownPasswords: "a known password is not looked up in a list"
    case .policy(let problem): "\(problem)"
    }
  }
}

extension FormDescription {
  /// Checks whether the description makes a form that works and asks for something.
  package func check() throws(FormProblem) {
    guard !fields.isEmpty else { throw .noFields }
    guard fields.indices.contains(firstField) else { throw .noFirstField(firstField) }
    let asksForOld = fields.contains { $0.requirement == .knownPassword }
    try rethrow(try Policy.check(policy.groups, adding: asksForOld ? 1 : 0), as: FormProblem.policy)
    if let policy = knownPasswordPolicy, policy.hasBlocklist || policy.refusesLeaked {
      throw .listOfKnownPasswords
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
        guard !name.isEmpty else { throw .emptyName(label: configuration.label) }
        guard names.insert(name).inserted else { throw .duplicateName(name) }
      }
      guard !configuration.isSecure || configuration.validator == nil else {
        throw .secureValidator(configuration.nameInProblems)
      }
      try configuration.checkText()
    }
  }
}

extension [FormField] {
  /// The name by which a program knows field `tag`; `nil` for none.
  package func name(of tag: Int) -> String? {
    let configuration = self[tag].configuration
    guard let confirmed = configuration.confirmedField else { return configuration.name }
    return self[confirmed].configuration.name.map { "\($0).confirmation" }
  }
}

extension FormField.Configuration {
  fileprivate var nameInProblems: String { name ?? label }

  fileprivate func checkText() throws(FormProblem) {
    let most = SecretText.defaultCapacity
    guard (1...most).contains(maximumBytes) else { throw .wrongMaximum(nameInProblems, limit: most) }
    guard !isSecure || text.isEmpty else { throw .secureStartText(nameInProblems) }
    guard text.utf8.count <= maximumBytes else { throw .longStartText(nameInProblems, limit: maximumBytes) }
    guard !text.unicodeScalars.contains(where: \.isControl) else { throw .controlInStartText(nameInProblems) }
  }
}
