import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
package import WatchwordStrength

/// Why a description makes no form. The description is one line without a full stop. Fields are called by their names,
/// or, where they have none, by their labels.
package enum FormProblem: Error, Equatable, Sendable {
  /// The form asks for something, and has no field.
  case noFields
  /// The form has neither a field nor a button.
  case noButtons
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
    case .noButtons: "the form has neither fields nor buttons"
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

extension FormConfiguration {
  /// Checks whether the configuration makes a form that works.
  func check() throws(FormProblem) {
    guard !fields.isEmpty || !buttons.isEmpty else { throw .noButtons }
    guard fields.count <= Cell.fieldLimit else {
      throw .tooManyFields(fields.count, limit: Cell.fieldLimit)
    }
    guard fields.isEmpty || fields.indices.contains(firstField) else { throw .noFirstField(firstField) }
    if let policy = knownPasswordPolicy, policy.hasBlocklist || policy.refusesLeaked {
      throw .listOfKnownPasswords
    }
    let newPasswords = fields.count { $0.requirement == .policy }
    guard newPasswords <= 1 else { throw .tooManyNewPasswords(newPasswords) }
    var names: Set<String> = []
    for (index, field) in fields.enumerated() {
      if let other = field.confirmedField {
        guard (0..<index).contains(other), fields[other].confirmedField == nil else {
          throw .confirmsNothing(field.nameInProblems)
        }
      }
      if let name = fields.name(of: index) {
        guard !name.isEmpty else { throw .emptyName(label: field.label) }
        guard names.insert(name).inserted else { throw .duplicateName(name) }
      }
      guard !field.isSecure || field.validator == nil else {
        throw .secureValidator(field.nameInProblems)
      }
      try field.checkText()
    }
  }
}

extension [FormField.Configuration] {
  /// The name by which a program knows field `index`; `nil` for none.
  package func name(of index: Int) -> String? {
    guard let confirmed = self[index].confirmedField else { return self[index].name }
    return self[confirmed].name.map { "\($0).confirmation" }
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

extension CustomForm {
  /// The form, after its description was checked.
  package func makeCheckedForm() throws(FormProblem) -> FormState {
    guard !fields.isEmpty else { throw .noFields }
    guard fields.indices.contains(firstField) else { throw .noFirstField(firstField) }
    if let policy {
      let asksForOld = fields.contains { $0.requirement == .knownPassword }
      try rethrow(
        try Policy.check(policy.groups, adding: asksForOld ? 1 : 0), as: FormProblem.policy)
    }
    let form = makeForm()
    try form.configuration.check()
    return form
  }
}

extension NewPasswordForm {
  /// The form, after its description was checked.
  package func makeCheckedForm() throws(FormProblem) -> FormState {
    let form = makeForm()
    try form.configuration.check()
    return form
  }
}
