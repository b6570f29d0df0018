package import Watchword
internal import WatchwordBase
internal import WatchwordOptions
package import WatchwordSystem

/// Keeps what a template cannot write out of the fields: a text with a separator, or one that the reader of the file
/// would misread, is an error of its field, which blocks the form.
package final class TemplateGuard: TextFieldDelegate {
  private let template: AnswerTemplate

  /// `nil` if the template can write every text. With a delegate, the form judges each key before it shows the key.
  package init?(_ template: AnswerTemplate?) {
    guard let template, template.canRefuse else { return nil }
    self.template = template
  }

  package func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
  ) {
    let name = textField.name
    guard event == .editingChanged || event == .editingDidEnd,
      let fault = textField.withText({ template.fault(in: $0, of: name) })
    else { return }
    // More may follow.
    if event == .editingChanged, fault == .blankAtEnd || fault == .backslashAtEnd { return }
    form[name].errorMessage = fault.advice
  }
}

extension AnswerTemplate {
  /// A warning if the answer goes to a well-known file whose reader would misread a value of this template; `nil` if it
  /// does not. A command may only read a file that it names.
  func remark(on destination: Destination) -> String? {
    for path in destination.paths {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      guard let escape = Self.escapes[name],
        hasPlainValue || !destination.isReceiver && lacks(escape)
      else { continue }
      return text(
        "{file} gives some characters a meaning of their own: write {value} in the template",
        ["file": name.quoted, "value": "{NAME:\(escape.rawValue)}".quoted])
    }
    return nil
  }

  private static let escapes: [String: ValueEscape] = [
    ".pgpass": .pgpass, "my.cnf": .mycnf, ".my.cnf": .mycnf, ".netrc": .netrc,
  ]
}
