import Messages
import Strength

/// What a field's text has to be for the form to be submitted (reference behaviour, C).
public enum ValidationRule: Equatable, Sendable {
  /// Not empty, and more than white space.
  case presence
  /// An e-mail address (C3).
  case email
  /// What the form's policy asks for: of a password that is being chosen.
  case policy
  /// What C4 asks for, whatever the form's policy: of a password that is known already.
  case account
  /// What ``policy`` asks for, and to be equal to the text of field `number` (C5).
  case confirmation(of: Int)

  /// Whether the form's policy has a say in it.
  var asksPolicy: Bool {
    switch self {
    case .presence, .email, .account: false
    case .policy, .confirmation: true
    }
  }
}

extension FormConfiguration {
  /// All messages that a field with `rule` can have.
  func messages(of rule: ValidationRule) -> [String] {
    switch rule {
    case .presence: []
    case .email: [catalogue.account.invalidEmail]
    case .policy: policy.rules.map(\.message)
    case .account: Policy.account(catalogue).rules.map(\.message)
    case .confirmation: [catalogue.account.differs] + policy.rules.map(\.message)
    }
  }
}
