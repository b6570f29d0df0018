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
    var words = [button.title]
    if let letter = button.accelerator {
      words.append(String(letter))
      // Where the letter is none of the word, it stands behind it, as in "はい (Y)".
      let sign = "(\(letter))"
      if button.title.lowercased().hasSuffix(sign) {
        let word = button.title.dropLast(sign.count)
        words.append(String(word.last == " " ? word.dropLast() : word))
      }
    }
    let texts = form.configuration.catalogue.askpass
    return switch button.title {
    case texts.yes: words + ["yes", "y"]
    case texts.no: words + ["no", "n"]
    default: words
    }
  }
}
