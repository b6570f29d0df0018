package import WatchwordMessages
package import WatchwordStrength

/// What a form consists of.
package struct FormConfiguration: Equatable, Sendable {
  /// The title.
  package var title: String
  /// A paragraph below the title, in which newlines break lines; `nil` for none.
  package var text: String?
  /// Whether the paragraph is shown whole, so that the form scrolls where the window is too small for it.
  package var isTextWhole = false
  /// What was wrong before the form was shown, as an error below the paragraph; newlines break lines. `nil` for nothing.
  package var alert: String?
  /// The buttons, one at least, from the left.
  package var buttons: [FormButton]
  /// The fields, from the top.
  package var fields: [FormField.Configuration]
  /// What the password has to be.
  package var policy: Policy
  /// What a password that is known already has to be, where it has to be more than there (C4).
  package var knownPasswordPolicy: Policy?
  /// Whether a change of level moves the bars.
  package var isAnimated: Bool
  /// How long nothing may have been typed before a text is validated, 0 to a day (C6).
  package var validationDelay: Duration
  /// How long after the last key a secret stays shown; `nil` for no end (A2).
  package var revealTimeout: Duration?
  /// How long after the last key the form ends; `nil` for no limit (F7).
  package var timeout: Duration?
  /// The number of the field in which the person starts; if it refuses, the next one in the ring is taken.
  package var firstField: Int
  /// Whether every key that does nothing else presses the first button, in a form without fields.
  package var endsWithAnyKey = false
  /// Whether the person can have a new password made.
  package var offersPasswords = true
  /// The file of the words of which such a password is made; `nil` for that of the system.
  package var wordList: String?
  /// Texts of the place, such as the name of a service, whose words count against a password.
  package var contextTexts: [String]
  /// All other texts.
  package var catalogue: Catalogue

  /// Makes a configuration.
  package init(
    title: String, buttons: [FormButton], fields: [FormField.Configuration], policy: Policy,
    isAnimated: Bool = true, validationDelay: Duration = .milliseconds(200), revealTimeout: Duration? = nil,
    timeout: Duration? = nil, firstField: Int = 0, contextTexts: [String] = [],
    catalogue: Catalogue = .english
  ) {
    self.title = title
    self.buttons = buttons
    self.fields = fields
    self.policy = policy
    self.isAnimated = isAnimated
    self.validationDelay = validationDelay
    self.revealTimeout = revealTimeout
    self.timeout = timeout
    self.firstField = firstField
    self.contextTexts = contextTexts
    self.catalogue = catalogue
  }
}

extension FormConfiguration {
  /// What is said of an empty field of `field`'s configuration.
  func emptyMessage(of field: FormField.Configuration) -> String {
    field.emptyMessage ?? catalogue.account.fillIn(field.label)
  }

  /// All messages that a field of `configuration` can have, from its requirement.
  func messages(of configuration: FormField.Configuration, isShort: Bool) -> [String] {
    let wrong: [String] =
      switch configuration.requirement {
      case .nothing, .presence: []
      case .knownPassword: knownPasswordPolicy?.rules.map(\.message.text) ?? []
      case .email: [catalogue.account.invalidEmail]
      case .policy: policy.rules.map { isShort ? $0.message.short : $0.message.text }
      case .equality: [catalogue.form.confirmDiffers]
      }
    return wrong + [emptyMessage(of: configuration)]
  }
}
