import WatchwordMessages
import WatchwordScreen

/// Passwords that are made for the person.
extension Dialogue where Device: ~Copyable {
  /// What can be done with a password that is offered.
  private enum Choice { case take, another, words, characters, back }

  /// Has a password made for field `index`, until the person takes one or goes back.
  mutating func makeOffer(in index: Int) {
    session.press(.control("g"), on: &terminal)
    if form.offer != nil { say(texts.warning) }
    var isPrinted = false
    while !isOver {
      guard let offer = form.offer else { return say(form.notice.map(texts.sentence) ?? texts.neverMade) }
      if let note = offer.note { say(texts.sentence(note)) } else if !isPrinted { print(offer) }
      isPrinted = true
      guard let choice = choice() else { continue }
      // Whoever stops the program withdraws the offer.
      guard form.offer != nil else { return say(texts.withdrawn) }
      isPrinted = false
      switch choice {
      case .take: return take(into: index)
      case .back: return session.press(Key(.escape), on: &terminal)
      case .another: session.press(.control("g"), on: &terminal)
      case .words: session.press(.control(offer.kind == .words ? "g" : "w"), on: &terminal)
      case .characters: session.press(.control(offer.kind == .words ? "w" : "g"), on: &terminal)
      }
    }
  }

  private mutating func print(_ offer: Offer) {
    let texts = texts
    session.text(of: form.offerPlace).withText {
      terminal.print(secret: $0)
      terminal.print([texts.spelled])
      terminal.spell($0, separator: texts.spelledSeparator) { texts.name(of: $0) }
    }
    if let bits = offer.bits { say(texts.bits(bits)) }
  }

  /// Asks what is to be done with the offer; `nil` for an answer that means nothing.
  private mutating func choice() -> Choice? {
    guard hasReply(to: texts.takeOffer) else { return nil }
    defer { if !isOver { forgetLine() } }
    if terminal.withPaste({ $0.isEmpty }) { return .take }
    let words: [(Choice, String, String)] = [
      (.another, texts.another, "another"), (.words, texts.words, "words"),
      (.characters, texts.characters, "characters"), (.back, texts.no, "n"),
    ]
    for isWhole in [true, false] {
      for isEnglish in [false, true] {
        for (choice, own, english) in words {
          let word = isEnglish ? english : own
          if terminal.withPaste({ $0.isWord(isWhole ? word : String(word.prefix(1))) }) { return choice }
        }
      }
    }
    return nil
  }

  private mutating func take(into index: Int) {
    session.press(Key(.enter), on: &terminal)
    guard form.offer == nil else { return }
    for field in form.fields where field.configuration.confirmedField == index { answered.insert(field.tag) }
    submit(index)
  }
}
