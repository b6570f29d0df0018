package import WatchwordMessages
internal import WatchwordStrength

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
  ///   - texts: The texts.
  package init(
    _ kind: FormField.Kind, name: String? = nil, placeholder: String? = nil, texts: Texts = .english
  ) {
    let usual:
      (label: String, placeholder: String, emptyMessage: String?, requirement: FormField.Requirement) =
        switch kind {
        case .text: (texts("Text"), texts("Enter your text..."), nil, .presence)
        case .name: (texts("Name"), texts("Enter your name..."), texts("Enter your name."), .presence)
        case .email: (texts("Email"), texts("Enter your email..."), texts("Enter your email."), .email)
        case .password:
          (
            texts("Password"), texts("Enter your password..."), Policy.Message.empty(texts).text,
            .knownPassword
          )
        case .newPassword:
          (
            texts("Enter password"), texts("Enter your password..."), Policy.Message.empty(texts).text,
            .policy
          )
        }
    self.init(placeholder: placeholder ?? usual.placeholder)
    self.name = name ?? kind.defaultName
    (label, emptyMessage, requirement) = (usual.label, usual.emptyMessage, usual.requirement)
    (hasUsualLabel, hasUsualPlaceholder) = (true, placeholder == nil)
    isSecure = kind == .password || kind == .newPassword
    isRevealable = isSecure
    hasClearSign = !isSecure
    isValidated = true
    isConfirmed = kind == .newPassword
    keyboard = kind == .email ? .emailAddress : .standard
    capitalization = kind == .name ? .words : .none
  }

  /// The configuration of the field that confirms field `number`, which has this configuration.
  func confirmation(of number: Int, _ texts: Texts) -> FormField.Configuration {
    var confirmation = self
    confirmation.label = confirmLabel ?? texts("Re-enter password")
    confirmation.placeholder =
      confirmPlaceholder ?? usualConfirmPlaceholder ?? texts("Re-enter password...")
    (confirmation.hasUsualLabel, confirmation.hasUsualPlaceholder) = (
      confirmLabel == nil, confirmPlaceholder == nil
    )
    confirmation.name = nil
    confirmation.emptyMessage = texts("Enter your password again.")
    confirmation.requirement = .equality(to: number)
    return confirmation
  }

  /// The field that this one confirms, if it confirms one.
  package var confirmedField: Int? {
    if case .equality(let number) = requirement { number } else { nil }
  }
}
