public import Messages
public import Strength

/// A value that describes a form.
public protocol FormDescription {
  /// The form, with nothing in focus.
  func makeForm() -> FormState
}

/// A form of configured fields, validated as people type, with a button that wakes up when all is right (reference
/// behaviour, C and D).
public struct CustomForm: FormDescription, Equatable, Sendable {
  /// The texts; what is set below comes before them.
  public var catalogue: Catalogue
  /// The title.
  public var title: String
  /// The text of the button.
  public var button: String
  /// The fields, from the top. One for a new password gets a confirm field below it; the first of these has bars and
  /// panel.
  public var fields: [TextField.Configuration]
  /// What a new password has to be; `nil` takes the rule of C4 with ``minimumLevel``.
  ///
  /// A password that is known already may be older than the policy: with one it only has to be there, without one C4
  /// holds for it too.
  public var policy: Policy?
  /// The least level of a new password that is accepted, where ``policy`` is `nil`.
  public var minimumLevel = Level.weak
  /// What is done to a new password before it is judged; `nil` takes what the policy says.
  public var normalization: Normalization?
  /// How long nothing may have been typed before a text is validated, 0 to a day (C6).
  public var validationDelay: Duration = .milliseconds(200)
  /// The field in which the person starts, by its number in ``fields``.
  public var firstField = 0
  /// Whether a change of level moves the bars (B7).
  public var isAnimated = true

  /// Makes a form of `fields`; without `title` and `button` those of the catalogue stand.
  public init(
    title: String? = nil, button: String? = nil, fields: [TextField.Configuration],
    catalogue: Catalogue = .english
  ) {
    self.catalogue = catalogue
    self.title = title ?? catalogue.account.title
    self.button = button ?? catalogue.account.button
    self.fields = fields
  }

  /// The form by which a person signs in: e-mail and password (C1).
  public static func signIn(_ catalogue: Catalogue = .english) -> CustomForm {
    CustomForm(
      title: catalogue.account.signInTitle, button: catalogue.account.signInButton,
      fields: fields([.email, .password], catalogue), catalogue: catalogue)
  }

  /// The form by which a person gets an account: name, e-mail, password and its confirmation (C1).
  public static func signUp(_ catalogue: Catalogue = .english) -> CustomForm {
    CustomForm(
      title: catalogue.account.signUpTitle, button: catalogue.account.signUpButton,
      fields: fields([.name, .email, .newPassword], catalogue), catalogue: catalogue)
  }

  private static func fields(_ kinds: [TextField.Kind], _ catalogue: Catalogue) -> [TextField.Configuration] {
    kinds.map { kind in
      let name = kind == .newPassword ? TextField.Kind.password.defaultName : nil
      var field = TextField.Configuration(kind, name: name, catalogue: catalogue)
      // An account is created when all but the name is right (C7).
      field.isOptional = kind == .name
      return field
    }
  }

  /// The form, with nothing typed and nothing in focus.
  public func makeForm() -> FormState {
    var all: [TextField.Configuration] = []
    var first = 0
    var hasPanel = false
    for (index, field) in fields.enumerated() {
      if index == firstField { first = all.count }
      all.append(field)
      if policy != nil, field.validation == .account { all[all.count - 1].validation = .presence }
      if field.judgement == .policy {
        if hasPanel { all[all.count - 1].judgement = .none }
        hasPanel = true
        all.append(
          field.confirmation(of: all.count - 1, placeholder: catalogue.account.confirmPlaceholder))
      }
    }
    var rule = policy ?? .account(catalogue, minimumLevel: minimumLevel)
    rule.normalization = normalization ?? rule.normalization
    return FormState(
      FormConfiguration(
        title: title, caption: catalogue.form.caption, button: button, fields: all, policy: rule,
        isAnimated: isAnimated, validationDelay: validationDelay, allowsPanelAtSide: true, firstField: first,
        contextTexts: hasOwnTitle ? [title] : [], catalogue: catalogue))
  }

  /// Whether the title is none of the catalogue's.
  private var hasOwnTitle: Bool {
    let texts = catalogue.account
    return ![texts.title, texts.signInTitle, texts.signUpTitle].contains(title)
  }
}
