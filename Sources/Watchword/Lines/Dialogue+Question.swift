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
    let chosen = typedButton()
    forgetLine()
    let takesAny = isMessage && (isEmpty || form.configuration.endsWithAnyKey)
    guard let index = chosen ?? (takesAny ? 0 : nil) else { return }
    for _ in buttons where !isOver && form.firstResponder != .button(index) {
      session.press(Key(.tab), on: &terminal)
    }
    session.press(Key(.enter), on: &terminal)
  }

  /// The button whose text or letter was typed, in English too where the text is one of this program's, or of whose text
  /// alone the start was typed; `nil` for none.
  private mutating func typedButton() -> Int? {
    let buttons = form.configuration.buttons
    let catalogue = form.configuration.catalogue
    for words in [buttons.map(\.words), buttons.map { $0.englishWords(in: catalogue) }] {
      if let index = words.indices.first(where: { isTyped(oneOf: words[$0]) }) { return index }
    }
    let started = buttons.indices.filter { isTyped(oneOf: buttons[$0].starts) }
    return started.count == 1 ? started[0] : nil
  }

  private mutating func isTyped(oneOf words: [String]) -> Bool {
    terminal.withPaste { line in words.contains { line.isWord($0) } }
  }
}

extension FormButton {
  fileprivate var words: [String] {
    guard let accelerator else { return [title] }
    let words = [title, String(accelerator)]
    // Where the letter is none of the word, it stands behind it, as in "はい (Y)".
    let sign = "(\(accelerator))"
    guard title.lowercased().hasSuffix(sign) else { return words }
    let word = title.dropLast(sign.count)
    return words + [String(word.last == " " ? word.dropLast() : word)]
  }

  fileprivate var starts: [String] { title.indices.dropFirst().map { String(title[..<$0]) } }

  fileprivate func englishWords(in catalogue: Catalogue) -> [String] {
    switch title {
    case catalogue.askpass.yes: ["yes", "y"]
    case catalogue.askpass.no: ["no", "n"]
    case catalogue.passphrase.ok: ["ok"]
    default: effect == .cancel ? ["cancel"] : []
    }
  }
}
