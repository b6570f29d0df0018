import WatchwordBase
import WatchwordSystem

/// A text that an expression matches.
struct ExpressionInput: InputKind {
  let expression: RegularExpression
  let message: String?

  func fault(in text: String, _ texts: Texts) -> String? {
    let most = RegularExpression.mostCharacters
    if text.unicodeScalars.count > most {
      return texts("At most {count} characters.", ["count": String(most)])
    }
    return expression.matches(text) ? nil : usualFault(texts)
  }

  /// A caller may begin with any text.
  func check(_ field: FormField.Configuration, _ name: String) throws(FormProblem) {}

  func usualFault(_ texts: Texts) -> String? {
    message ?? texts("It has to look like {pattern}.", ["pattern": expression.text])
  }
}
