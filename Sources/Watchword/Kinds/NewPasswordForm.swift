package import WatchwordMessages
package import WatchwordStrength

/// The form in which a new password is chosen: a field, its bars and criteria, a confirm field, a button (A1).
package struct NewPasswordForm: Equatable, Sendable {
  /// Whether the person may see what was typed.
  package enum Reveal: String, CaseIterable, Sendable {
    /// Masked at the start; the sign shows and hides.
    case allowed
    /// Masked for good; there is no sign.
    case never
    /// Shown at the start; the sign hides and shows.
    case always
  }

  /// The texts. What is set below replaces single ones of them.
  package var catalogue: Catalogue
  /// A title of the caller's own, whose words count against the password; `nil` takes the catalogue's.
  package var title: String?
  /// A paragraph below the title, in which newlines break lines; `nil` for none. A small window cuts it or leaves it
  /// out, so it should say nothing that a person cannot do without. Its words do not count against the password.
  package var text: String?
  /// The text of the button; `nil` takes the catalogue's.
  package var button: String?
  /// The placeholder of the first field; `nil` takes the catalogue's.
  package var prompt: String?
  /// The placeholder of the confirm field; `nil` takes the catalogue's.
  package var confirmPrompt: String?
  /// Whether the password is asked for a second time.
  package var hasConfirmation = true
  /// What the password has to be; `nil` takes the classic rule with ``minimumLevel``.
  package var policy: Policy?
  /// The least level that is accepted, where ``policy`` is `nil`.
  package var minimumLevel = Level.medium
  /// Whether the person may see what was typed.
  package var reveal = Reveal.allowed
  /// How long after the last key a password that the person has shown stays so; `nil` for no end. Where ``reveal`` is
  /// `always` it has none.
  package var revealTimeout: Duration? = .seconds(30)
  /// How long after the last key the form ends with `WatchwordError.timedOut`; `nil` for no limit. The last 20 seconds
  /// are counted on the screen.
  package var timeout: Duration?
  /// Whether, when editing begins again in a field, the first insertion or deletion clears it (E5).
  package var clearsOnInsertion = false
  /// Whether the character typed last is shown for a moment (E7).
  package var isPeeking = false
  /// Whether the person can have a password made, which is drawn and shown in the clear. Where ``reveal`` is `never`
  /// that cannot be.
  package var offersPasswords = true
  /// The path of the list of words of which a password is made, one a line; `nil` takes ``WordFile/systemPath``. It is
  /// read when the person asks for words.
  package var wordList: String?
  /// Whether a change of level moves the bars (B7).
  package var isAnimated = true

  /// Makes the form with its defaults.
  package init(catalogue: Catalogue = .english) { self.catalogue = catalogue }

  /// The form, with nothing typed and nothing in focus.
  package func makeForm() -> FormState {
    var first = field(catalogue.form.newLabel, prompt ?? catalogue.form.newPlaceholder)
    first.name = "password"
    first.requirement = .policy
    var fields = [first]
    if hasConfirmation {
      var second = field(catalogue.form.confirmLabel, confirmPrompt ?? catalogue.form.confirmPlaceholder)
      second.requirement = .equality(to: 0)
      second.emptyMessage = catalogue.form.confirmEmpty
      fields.append(second)
    }
    var configuration = FormConfiguration(
      title: title ?? catalogue.form.title, buttons: [FormButton(button ?? catalogue.form.button)],
      fields: fields, policy: policy ?? .classic(catalogue, minimumLevel: minimumLevel),
      isAnimated: isAnimated, revealTimeout: reveal == .always ? nil : revealTimeout,
      timeout: timeout,
      contextTexts: [title].compactMap(\.self),
      catalogue: catalogue)
    configuration.text = text
    (configuration.offersPasswords, configuration.wordList) = (offersPasswords, wordList)
    var form = FormState(configuration)
    if reveal == .always { form.showAll() }
    return form
  }

  private func field(_ label: String, _ placeholder: String) -> FormField.Configuration {
    var configuration = FormField.Configuration(placeholder: placeholder)
    configuration.label = label
    configuration.isRevealable = reveal != .never
    configuration.clearsOnInsertion = clearsOnInsertion
    configuration.isPeeking = isPeeking
    return configuration
  }
}
