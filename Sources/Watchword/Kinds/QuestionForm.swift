package import WatchwordMessages
import WatchwordStrength

/// A question that is answered by a button, or with one button a message. It has no fields.
package struct QuestionForm: Equatable, Sendable {
  /// The texts of the form.
  package var catalogue: Catalogue
  /// The title; empty for none.
  package var title: String
  /// What is asked or said; newlines break lines. It is shown whole, and scrolls where the window is too small.
  package var text: String?
  /// What went wrong before; `nil` for nothing.
  package var alert: String?
  /// The buttons, one at least, from the left.
  package var buttons: [FormButton]
  /// How long after the last key the form ends; `nil` for no limit.
  package var timeout: Duration?
  /// Whether every key that does nothing else presses the first button.
  package var endsWithAnyKey = false

  /// Makes a question.
  package init(
    title: String = "", text: String?, buttons: [FormButton], catalogue: Catalogue = .english
  ) {
    (self.title, self.text, self.buttons, self.catalogue) = (title, text, buttons, catalogue)
  }

  /// The form, with nothing in focus.
  package func makeForm() -> FormState {
    var configuration = FormConfiguration(
      title: title, buttons: buttons, fields: [], policy: .anything, timeout: timeout,
      catalogue: catalogue)
    (configuration.text, configuration.isTextWhole, configuration.alert) = (text, true, alert)
    configuration.endsWithAnyKey = endsWithAnyKey
    return FormState(configuration)
  }
}
