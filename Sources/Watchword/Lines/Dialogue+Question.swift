import WatchwordForms
import WatchwordMessages
import WatchwordScreen

/// A form without fields: a question that is answered by one of its buttons, or a message.
extension Dialogue where Device: ~Copyable {
  /// Asks which button is to be pressed, and presses it. Where there are several, Enter alone presses none.
  mutating func choose() {
    let buttons = form.configuration.buttons
    let isMessage = buttons.count == 1
    guard hasReply(to: isMessage ? texts.close(buttons[0].title) : texts.choice(buttons.map(\.title))) else {
      return
    }
    let isEmpty = terminal.withPaste { $0.isEmpty }
    let chosen = buttons.indices.first { index in
      words(for: buttons[index]).contains { word in terminal.withPaste { $0.isWord(word) } }
    }
    forgetLine()
    let takesAny = isMessage && (isEmpty || form.configuration.endsWithAnyKey)
    guard let index = chosen ?? (takesAny ? 0 : nil) else { return }
    for _ in buttons where !isOver && form.firstResponder != .button(index) {
      session.press(Key(.tab), on: &terminal)
    }
    session.press(Key(.enter), on: &terminal)
  }

  /// What is typed for `button`: its text or its letter, and in English as well for yes and no.
  private func words(for button: FormButton) -> [String] {
    let words = [button.title] + (button.accelerator.map { [String($0)] } ?? [])
    let texts = form.configuration.catalogue.askpass
    return switch button.title {
    case texts.yes: words + ["yes", "y"]
    case texts.no: words + ["no", "n"]
    default: words
    }
  }
}
