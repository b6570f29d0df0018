internal import Watchword
import WatchwordMessages
internal import WatchwordSystem

/// Asking a question, and showing a message (CONFIRM and MESSAGE).
extension TerminalDialogs: PinentryDialogs {
  func confirm(_ request: PinentryRequest, hasOneButton: Bool) throws(PinentryError) {
    request.adoptLanguage()
    defer { SpokenLanguage.release() }
    switch try show(questionForm(request, hasOneButton: hasOneButton), for: request) {
    case .accepted(let answer): if answer.button > 0 { throw .notConfirmed }
    // A message is seen, however the person leaves it.
    case .cancelled: if !hasOneButton { throw .cancelled }
    }
  }

  /// The form of a question: a yes, a no where the agent names one, and a way out. Without the last two it is a message.
  func questionForm(_ request: PinentryRequest, hasOneButton: Bool) -> FormDescription {
    var form = FormDescription.question(
      title: request[.title] ?? "", text: request[.description], buttons: [okButton(request)],
      texts: .ofProcess)
    if !hasOneButton {
      form.buttons += request[.notOK].nonEmpty.map { [FormButton(ButtonLabel($0))] } ?? []
      form.buttons.append(cancelButton(request))
    }
    (form.alert, form.timeout) = (request[.error], request.timeLimit)
    return form
  }

  /// The button that says yes.
  func okButton(_ request: PinentryRequest) -> FormButton {
    let own = request[.ok].nonEmpty ?? request[.usualOK].nonEmpty
    var button = FormButton(ButtonLabel(own ?? text("OK")))
    // In English the title says it.
    if own == nil, button.title != "OK" { button.englishTitle = "ok" }
    return button
  }

  /// The button that cancels.
  func cancelButton(_ request: PinentryRequest) -> FormButton {
    let standard = request[.usualCancel].nonEmpty ?? text("Cancel")
    var button = FormButton(ButtonLabel(request[.cancel].nonEmpty ?? standard))
    button.effect = .cancel
    return button
  }
}

extension FormButton {
  fileprivate init(_ label: ButtonLabel) { self.init(label.text, accelerator: label.accelerator) }
}
