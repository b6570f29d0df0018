package import WatchwordMessages

extension FormField {
  /// What a field is for. Everything else follows from it and an optional placeholder (reference behaviour, D1 to D3).
  package enum Kind: String, CaseIterable, Sendable {
    /// Any text.
    case text
    /// The name of a person.
    case name
    /// An e-mail address.
    case email
    /// A password that exists already. It is asked for once.
    case password
    /// A password that is being chosen: with bars, panel and a confirm field.
    case newPassword = "new-password"

    /// The name of a field's value if no other is given.
    package var defaultName: String { self == .newPassword ? "new_password" : rawValue }
  }

  /// What can be typed into a field (UIKit: `UIKeyboardType`).
  package enum Keyboard: Equatable, Sendable {
    /// Any text.
    case standard
    /// An e-mail address: white space is refused as it is typed, and trimmed from the ends of what is pasted.
    case emailAddress
  }

  /// Which letters are raised to upper case as they are typed (UIKit: `UITextAutocapitalizationType`).
  package enum Capitalization: Equatable, Sendable {
    /// None.
    case none
    /// The first letter of each word, unless the person took that back.
    case words
  }
}

extension FormField.Configuration {
  /// Makes the configuration of a field that is validated as its kind asks for.
  ///
  /// - Parameters:
  ///   - kind: What the field is for.
  ///   - name: The name of its value in the answer; `nil` takes that of the kind.
  ///   - placeholder: The text that the empty field shows; `nil` takes that of the kind.
  ///   - catalogue: The texts.
  package init(
    _ kind: FormField.Kind, name: String? = nil, placeholder: String? = nil, catalogue: Catalogue = .english
  ) {
    let texts = catalogue.account
    let usual:
      (label: String, placeholder: String, emptyMessage: String?, requirement: FormField.Requirement) =
        switch kind {
        case .text: (texts.textLabel, texts.textPlaceholder, nil, .presence)
        case .name: (texts.nameLabel, texts.namePlaceholder, texts.nameEmpty, .presence)
        case .email: (texts.emailLabel, texts.emailPlaceholder, texts.emailEmpty, .email)
        case .password:
          (texts.passwordLabel, texts.passwordPlaceholder, catalogue.classic.empty, .knownPassword)
        case .newPassword:
          (catalogue.form.newLabel, texts.passwordPlaceholder, catalogue.classic.empty, .policy)
        }
    self.init(placeholder: placeholder ?? usual.placeholder)
    self.name = name ?? kind.defaultName
    (label, emptyMessage, requirement) = (usual.label, usual.emptyMessage, usual.requirement)
    isSecure = kind == .password || kind == .newPassword
    isRevealable = isSecure
    hasClearSign = !isSecure
    isValidated = true
    isConfirmed = kind == .newPassword
    keyboard = kind == .email ? .emailAddress : .standard
    capitalization = kind == .name ? .words : .none
  }

  /// The configuration of the field that confirms field `number`, which has this configuration.
  func confirmation(of number: Int, _ texts: Catalogue) -> FormField.Configuration {
    var confirmation = self
    confirmation.label = texts.form.confirmLabel
    confirmation.placeholder = confirmPlaceholder ?? texts.account.confirmPlaceholder
    confirmation.name = nil
    confirmation.emptyMessage = texts.form.confirmEmpty
    confirmation.requirement = .equality(to: number)
    return confirmation
  }

  /// The field that this one confirms, if it confirms one.
  package var confirmedField: Int? {
    if case .equality(let number) = requirement { number } else { nil }
  }
}
