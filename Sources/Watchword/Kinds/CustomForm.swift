package import WatchwordMessages
package import WatchwordStrength

/// A form of configured fields. They are validated as people type, and the button is enabled once every field is valid
/// (reference behaviour, C and D).
package struct CustomForm: Equatable, Sendable {
  /// The texts. What is set below replaces single ones of them.
  package var catalogue: Catalogue
  /// A title of the caller's own, whose words count against a new password; `nil` takes one of the catalogue.
  package var title: String?
  /// A paragraph below the title, in which newlines break lines; `nil` for none. A small window cuts it or leaves it
  /// out, so it should say nothing that a person cannot do without. Its words do not count against a new password.
  package var text: String?
  /// The text of the button; `nil` takes one of the catalogue.
  package var button: String?
  /// The fields, from the top. One for a new password gets a confirm field below it; the first of these has bars and
  /// panel.
  package var fields: [FormField.Configuration]
  /// What a new password has to be; `nil` takes the rule of C4 with ``minimumLevel``, or that of ``change(_:)``.
  package var policy: Policy?
  /// What a password that is known already has to be; `nil` asks only that it is there, since it may be older than any
  /// rule (C4). A list of common passwords cannot be asked for.
  package var knownPasswordPolicy: Policy?
  /// The least level of a new password that is accepted, where ``policy`` is `nil`.
  package var minimumLevel = Level.medium
  /// What is done to a new password before it is judged; `nil` takes what the policy says.
  package var normalization: Policy.Normalization?
  /// How long nothing may have been typed before a text is validated, 0 to a day (C6).
  package var validationDelay: Duration = .milliseconds(200)
  /// How long after the last key a secret that the person has shown stays so; `nil` for no end.
  package var revealTimeout: Duration? = .seconds(30)
  /// How long after the last key the form ends with `WatchwordError.timedOut`; `nil` for no limit. The last 20 seconds
  /// are counted on the screen.
  package var timeout: Duration?
  /// The field in which the person starts, by its number in ``fields``.
  package var firstField = 0
  /// Whether the person can have a new password made, which is drawn and shown in the clear. That cannot be where its
  /// field is not ``FormField/Configuration/isRevealable``.
  package var offersPasswords = true
  /// The path of the list of words of which a password is made, one a line; `nil` takes ``WordFile/systemPath``. It is
  /// read when the person asks for words.
  package var wordList: String?
  /// Whether a change of level moves the bars (B7).
  package var isAnimated = true

  /// Makes a form of `fields`; without `title` and `button` those of the catalogue stand.
  package init(
    title: String? = nil, button: String? = nil, fields: [FormField.Configuration],
    catalogue: Catalogue = .english
  ) {
    self.catalogue = catalogue
    self.title = title
    self.button = button
    self.fields = fields
  }

  /// What the form is for. The catalogue has a title and a button for each purpose.
  private enum Purpose { case any, ask, change, signIn, signUp }

  private var purpose = Purpose.any

  private init(_ purpose: Purpose, _ kinds: [FormField.Kind], _ catalogue: Catalogue) {
    self.init(fields: Self.fields(kinds, catalogue), catalogue: catalogue)
    self.purpose = purpose
  }

  /// The form that asks for one password that exists already. It may not be empty, unless its field is optional.
  package static func ask(_ catalogue: Catalogue = .english) -> CustomForm {
    CustomForm(.ask, [.password], catalogue)
  }

  /// The form by which a person changes a password: the old one, a new one and its confirmation. Where ``policy`` is
  /// `nil` the new one follows the classic rule.
  package static func change(_ catalogue: Catalogue = .english) -> CustomForm {
    var form = CustomForm(.change, [.password, .newPassword], catalogue)
    form.fields[0].name = "old"
    form.fields[0].label = catalogue.account.oldLabel
    form.fields[0].placeholder = catalogue.account.oldPlaceholder
    form.fields[0].emptyMessage = catalogue.account.oldEmpty
    form.fields[1].name = "new"
    form.fields[1].placeholder = catalogue.form.newPlaceholder
    form.catalogue.account.confirmPlaceholder = catalogue.form.confirmPlaceholder
    return form
  }

  /// The form by which a person signs in: email and password (C1), or user name and password (C3).
  package static func signIn(_ catalogue: Catalogue = .english, withUserName: Bool = false) -> CustomForm {
    var form = CustomForm(.signIn, [withUserName ? .text : .email, .password], catalogue)
    guard withUserName else { return form }
    form.fields[0].name = "user"
    form.fields[0].label = catalogue.account.userLabel
    form.fields[0].placeholder = catalogue.account.userPlaceholder
    return form
  }

  /// The form by which a person gets an account: name, e-mail, password and its confirmation (C1).
  package static func signUp(_ catalogue: Catalogue = .english) -> CustomForm {
    CustomForm(.signUp, [.name, .email, .newPassword], catalogue)
  }

  private static func fields(_ kinds: [FormField.Kind], _ catalogue: Catalogue) -> [FormField.Configuration] {
    kinds.map { kind in
      let name = kind == .newPassword ? FormField.Kind.password.defaultName : nil
      var field = FormField.Configuration(kind, name: name, catalogue: catalogue)
      // An account is created when all but the name is right (C7).
      field.isOptional = kind == .name
      return field
    }
  }

  /// The form, with nothing typed and nothing in focus.
  package func makeForm() -> FormState {
    var all: [FormField.Configuration] = []
    var first = 0
    for (index, field) in fields.enumerated() {
      if index == firstField { first = all.count }
      all.append(field)
      if field.requirement == .policy, field.isConfirmed {
        all.append(field.confirmation(of: all.count - 1, catalogue))
      }
    }
    for index in all.indices where all[index].isOptional {
      all[index].label = catalogue.form.optional(all[index].label)
    }
    let standard = purpose == .change ? StandardPolicy.classic : .account
    var rule = policy ?? standard.policy(catalogue, minimumLevel: minimumLevel)
    rule.normalization = normalization ?? rule.normalization
    if fields.contains(where: { $0.requirement == .knownPassword }) {
      rule = rule.refusingOldPasswords(catalogue)
    }
    let texts = catalogue.account
    let (standardTitle, standardButton) =
      switch purpose {
      case .any: (texts.title, texts.button)
      case .ask: (texts.askTitle, texts.askButton)
      case .change: (texts.changeTitle, texts.changeButton)
      case .signIn: (texts.signInTitle, texts.signInButton)
      case .signUp: (texts.signUpTitle, texts.signUpButton)
      }
    var configuration = FormConfiguration(
      title: title ?? standardTitle, buttons: [FormButton(button ?? standardButton)],
      fields: all, policy: rule,
      isAnimated: isAnimated, validationDelay: validationDelay, revealTimeout: revealTimeout,
      timeout: timeout, firstField: first,
      contextTexts: [title].compactMap(\.self), catalogue: catalogue)
    configuration.text = text
    configuration.knownPasswordPolicy = knownPasswordPolicy
    (configuration.offersPasswords, configuration.wordList) = (offersPasswords, wordList)
    return FormState(configuration)
  }
}
