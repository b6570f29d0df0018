import WatchwordMessages
package import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// A form as a talk in lines: it asks for one field after the other, and says what came of each answer, first how it
/// stands, then what helps. The form itself is the session's, so that all that is typed is judged as on the screen.
package struct Dialogue<Device: LineTerminal & ~Copyable>: ~Copyable {
  private var session: Session
  /// The terminal on which the talk is.
  package var terminal: Device
  /// The fields that have an answer which stands: they are not asked for again.
  private var answered: Set<Int> = []
  /// The errors that were said, by the numbers of their fields, and that of the form.
  private var said: [Int: FieldError] = [:]
  private var saidError: String?
  /// Whether it was said that the time is nearly over.
  private var saidSeconds = false
  /// Whether a button was pressed, and the form is still there.
  private var isPressed = false
  /// How many steps the talk has gone since it last asked something.
  private var silentSteps = 0

  /// Makes a talk of `session`.
  package init(_ session: consuming Session, on terminal: consuming Device) {
    self.session = session
    self.terminal = terminal
  }

  private var form: FormState { session.form }
  private var texts: Texts { form.texts }
  private var isOver: Bool { session.ending != nil }

  /// Talks until the form is accepted or cancelled.
  ///
  /// - Throws: As ``Session/run(on:)`` does.
  package mutating func run() throws(WatchwordError) -> Outcome {
    say(form.introduction)
    for field in form.fields { said[field.tag] = field.error }
    session.start(on: &terminal)
    while !isOver {
      silentSteps += 1
      // A delegate may send the focus round for ever, and only who is asked can end that.
      let isStuck = silentSteps > form.fields.count + form.configuration.buttons.count + 1
      if isStuck { (answered, isPressed) = ([], true) }
      switch form.firstResponder {
      case .field(let index): ask(index)
      case .button(let index): if form.fields.isEmpty { choose() } else { press(index) }
      case .form: goOn(isStuck: isStuck)
      }
      StackScratch.scrub()
    }
    return try session.finish(on: &terminal)
  }

  /// Goes on to what can have the focus; where nothing takes it, only once the person has pressed Enter.
  private mutating func goOn(isStuck: Bool) {
    press(Key(.tab))
    guard isStuck, !isOver, form.firstResponder == .form else { return }
    _ = reply(to: form.retry(form.configuration.buttons.first))
  }

  private mutating func press(_ key: Key) { session.handle(.key(key), on: &terminal) }
}

/// What is said and read.
extension Dialogue where Device: ~Copyable {
  /// Prints each of `texts`, wrapped between words.
  private mutating func say(_ texts: [String]) { for text in texts { terminal.print(wrapped(text)) } }

  private mutating func say(_ text: String) { say([text]) }

  private func wrapped(_ text: String) -> [String] {
    LineWrap.lines(text, columns: terminal.columns, width: terminal.characterWidth)
  }

  /// Asks `question`, and waits for a line. Returns whether there is one, which the terminal has: not where the form has
  /// ended, or the line cannot be taken, of which the person has been told.
  private mutating func hasLine(for question: String, isSeen: Bool = false) -> Bool {
    var lines = wrapped(question)
    lines[lines.count - 1] += " "
    silentSteps = 0
    terminal.ask(lines, isSeen: isSeen)
    while true {
      let event = session.nextEvent(on: &terminal)
      if event == .paste {
        saidSeconds = false
        return true
      }
      session.handle(event, on: &terminal)
      if case .refused(let reason) = event {
        saidSeconds = false
        if !isOver { say(form.refusal(of: reason)) }
        return false
      }
      if isOver { return false }
      if saySecondsLeft() { terminal.ask(lines, isSeen: isSeen) }
    }
  }

  /// Asks `question`, which is none for a field, and wipes the line that was read: nothing, or these of `words`. `nil` where
  /// there is none.
  private mutating func reply(
    to question: String, _ words: [String] = []
  ) -> (isEmpty: Bool, words: [Int])? {
    guard hasLine(for: question) else { return nil }
    defer { forgetLine() }
    return terminal.withPaste { line in
      (line.isEmpty, words.indices.filter { line.isWord(words[$0]) })
    }
  }

  /// Takes note of a line that is no text of a field, and wipes it. The time limit begins again.
  private mutating func forgetLine() {
    terminal.forgetPaste()
    press(.control("\\"))
  }

  /// Says once that the time is nearly over. Returns whether it did.
  private mutating func saySecondsLeft() -> Bool {
    guard !saidSeconds, let seconds = form.secondsLeft, let limit = form.configuration.timeout,
      seconds <= max(1, Int(limit.components.seconds) / 2)
    else { return false }
    saidSeconds = true
    say(
      texts.plural(
        "This ends in {count} second without an answer.", "This ends in {count} seconds without an answer.",
        seconds))
    return true
  }

  /// Goes through events until `condition` holds, or the form ends. Where that takes longer than a moment, it is said.
  private mutating func wait(until condition: (FormState) -> Bool) {
    let end = terminal.now.advanced(by: .seconds(1))
    var isSaid = false
    while !isOver, !condition(form) {
      if !isSaid, terminal.now >= end {
        say(texts("This is being checked."))
        isSaid = true
      }
      let event = session.nextEvent(on: &terminal)
      session.handle(event, on: &terminal)
      _ = saySecondsLeft()
    }
  }
}

/// Fields.
extension Dialogue where Device: ~Copyable {
  private mutating func ask(_ index: Int) {
    let field = form.fields[index].configuration
    if answered.contains(index) {
      submit(index)
      if form.focusedField == index { answered.remove(index) }
      return
    }
    let value = field.isSecure ? "" : session.text(of: index).withText { String(copying: $0) }
    if hasLine(for: form.question(for: field, value: value), isSeen: !field.isSecure) { take(index) }
  }

  /// Takes the line that was read for field `index`.
  private mutating func take(_ index: Int) {
    let field = form.fields[index].configuration
    let end = terminal.lineEnd
    if end == .make {
      forgetLine()
      return makeOffer(in: index)
    }
    if end == .show, !field.isSecure || !field.isRevealable {
      forgetLine()
      return say(
        field.isSecure
          ? texts("Not taken: passwords are not shown here.") : form.refusal(of: .controlCharacter))
    }
    if form.listsRules(of: field), end == .plain,
      form.help.contains(where: { word in terminal.withPaste { $0.isWord(word) } })
    {
      forgetLine()
      return say(form.rules(of: field))
    }
    if !field.isSecure, terminal.withPaste({ $0.isEmpty }) {
      forgetLine()
      return submit(index)
    }
    said[index] = nil
    answered.subtract(confirmations(of: index))
    guard session.enter(on: &terminal) else {
      if !isOver { say(form.notice.map(texts.sentence) ?? texts("Not taken.")) }
      return
    }
    if end == .show {
      say(form.warning)
      session.text(of: index).withText { terminal.print(secret: $0) }
      guard hasLine(for: texts("Enter takes it, anything else is a new entry:")) else { return }
      if !terminal.withPaste({ $0.isEmpty }) { return take(index) }
      forgetLine()
    }
    submit(index)
  }

  /// Presses Return in field `index`, and says what came of it.
  private mutating func submit(_ index: Int) {
    if index == form.judgedField { wait { !$0.panel.verdict.isOpen } }
    if form.fields[index].configuration.validator != nil { wait { $0.isValidated(index) } }
    if isOver { return }
    press(Key(.enter))
    isPressed = false
    sayResult(of: index)
  }

  /// Says what became of field `index`, of others that are wrong now, and of the form.
  private mutating func sayResult(of index: Int?) {
    wait { $0.submission == .open }
    if let index { sayResult(ofAnswer: index) }
    guard !isOver else { return }
    let others = form.fields.filter { $0.tag != index && isNews($0) }
    // What a verdict has emptied is asked for again.
    answered = answered.filter { form.fields[$0].shape.count > 0 || form.fields[$0].configuration.isOptional }
    if let attention = form.attention, !others.isEmpty { say(texts.sentence(attention)) }
    for field in others {
      guard let error = field.error else { continue }
      let message = texts.sentence(error.message)
      say(error.cause == .missing ? message : form.ofField(form.label(of: field.configuration), message))
      said[field.tag] = error
      answered.subtract([field.tag] + confirmations(of: field.tag))
    }
    if let error = form.error, error != saidError {
      say(texts.sentence(error))
      // Which of the answers is wrong nobody has said.
      answered = []
    }
    saidError = form.error
    if let index, form.fields[index].error?.cause == .differs { settleMismatch() }
  }

  private mutating func sayResult(ofAnswer index: Int) {
    let field = form.fields[index]
    let isNewPassword = field.configuration.requirement == .policy
    guard let error = field.error else {
      let isNew = answered.insert(index).inserted && (!isOver || session.ending == .accept)
      guard isNew, isNewPassword, field.shape.count > 0 else { return }
      let count = session.text(of: index).withText {
        form.configuration.policy.characters(in: $0, count: field.shape.count)
      }
      return say(form.acceptance(session.screen.form.verdict(of: index), count))
    }
    answered.subtract([index] + confirmations(of: index))
    said[index] = error
    guard !isOver, error.cause != .differs else { return }
    if case .rule = error.cause, isNewPassword {
      say(form.refusal(session.screen.form.verdict(of: index)))
    } else {
      say(form.sentences([texts("Not accepted."), texts.sentence(error.message)]))
    }
  }

  /// Whether the error of `field` was not said yet. That two passwords differ is said where the second is asked for.
  private func isNews(_ field: FormField) -> Bool {
    guard let error = field.error, error != said[field.tag], !field.isHidden else { return false }
    return error.cause != .differs || form.attention != nil
  }

  private func confirmations(of index: Int) -> [Int] {
    form.fields.indices.filter { form.fields[$0].configuration.confirmedField == index }
  }

  /// Asks which of two passwords that differ is to be typed again.
  private mutating func settleMismatch() {
    guard let index = form.focusedField, let first = form.fields[index].configuration.confirmedField else {
      return
    }
    while !isOver {
      let question = texts(
        // translators: n is the letter of "no", see "n".
        "The two differ. Enter for another try at the second one, n to begin with the first:")
      guard let reply = reply(to: question, form.no) else { continue }
      if reply.isEmpty { return }
      if reply.words.isEmpty { continue }
      answered.subtract([first, index])
      for _ in form.fields where form.focusedField != first { press(Key(.tab, .shift)) }
      return
    }
  }
}

/// Buttons.
extension Dialogue where Device: ~Copyable {
  /// Presses button `index`, which has the focus, or asks first where that has not led anywhere.
  private mutating func press(_ index: Int) {
    if isPressed || form.error != nil {
      let button = form.configuration.buttons[index]
      guard let reply = reply(to: form.retry(button), form.no) else { return }
      if !reply.words.isEmpty {
        answered = []
        for _ in form.configuration.buttons where form.focusedField == nil { press(Key(.tab)) }
      }
      guard reply.isEmpty else { return }
    }
    isPressed = true
    saidError = nil
    press(Key(.enter))
    sayResult(of: nil)
  }

  /// Asks which button of a form without fields is to be pressed, and presses it. Where there are several, Enter alone
  /// presses none. In English the words are taken too where they are this program's, and the start of one where no other
  /// begins so.
  private mutating func choose() {
    let buttons = form.configuration.buttons
    func all(_ words: (FormButton) -> [String]) -> [(button: Int, word: String)] {
      buttons.indices.flatMap { index in words(buttons[index]).map { (button: index, word: $0) } }
    }
    let english = all { $0.englishWords.isEmpty && $0.effect == .cancel ? ["cancel"] : $0.englishWords }
    let whole = all(\.words) + english
    let words = whole + all(\.starts)
    guard let reply = reply(to: form.choice, words.map { $0.word }) else { return }
    var chosen = reply.words.map { words[$0].button }
    if let first = reply.words.first, first >= whole.count, Set(chosen).count > 1 { chosen = [] }
    let isMessage = buttons.count == 1
    let takesAny = isMessage && (reply.isEmpty || form.configuration.endsWithAnyKey)
    guard let index = chosen.first ?? (takesAny ? 0 : nil) else { return }
    for _ in buttons where !isOver && form.firstResponder != .button(index) { press(Key(.tab)) }
    press(Key(.enter))
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
}

/// Passwords that are made for the person.
extension Dialogue where Device: ~Copyable {
  /// Has a password made for field `index`, until the person takes one or goes back.
  private mutating func makeOffer(in index: Int) {
    press(.control("g"))
    if form.offer != nil { say(form.warning) }
    var isPrinted = false
    while !isOver {
      guard let offer = form.offer else {
        return say(form.notice.map(texts.sentence) ?? texts("No password is made for this question."))
      }
      if let note = offer.note { say(texts.sentence(note)) } else if !isPrinted { print(offer) }
      isPrinted = true
      let question = texts(
        // translators: The words in quotes are typed: they are the texts "another", "words", "characters" and "n".
        "Enter takes it. \"another\", \"words\" or \"characters\" makes another one, n goes back:")
      let own = [
        texts.context("typed", "another"), texts.context("typed", "words"),
        texts.context("typed", "characters"),
        form.no[0],
      ]
      let words = own + ["another", "words", "characters", "n"]
      // The first letter is enough.
      guard let reply = reply(to: question, words + words.map { String($0.prefix(1)) }) else { continue }
      let number = reply.words.first.map { $0 % own.count }
      guard reply.isEmpty || number != nil else { continue }
      // Whoever stops the program withdraws the offer.
      guard form.offer != nil else { return say(texts("The password is there no more.")) }
      isPrinted = false
      switch number {
      case 0?: press(.control("g"))
      case 1?: press(.control(offer.kind == .words ? "g" : "w"))
      case 2?: press(.control(offer.kind == .words ? "w" : "g"))
      case nil: return take(into: index)
      default: return press(Key(.escape))
      }
    }
  }

  private mutating func take(into index: Int) {
    press(Key(.enter))
    guard form.offer == nil else { return }
    answered.formUnion(confirmations(of: index))
    submit(index)
  }

  private mutating func print(_ offer: Offer) {
    let form = form
    session.text(of: form.offerPlace).withText {
      terminal.print(secret: $0)
      terminal.print([form.texts("Spelled:")])
      terminal.spell($0, separator: form.texts.context("spelling", ",")) { form.name(of: $0) }
    }
    if let bits = offer.bits { say(texts.plural("{count} bit.", "{count} bits.", bits)) }
    if let remark = offer.remark { say(remark) }
  }
}

/// What a talk does with a session.
extension Session {
  /// Puts the line that was read last into the field with the focus, as a paste would be, and judges it. Returns whether
  /// it stands there now.
  fileprivate mutating func enter(on terminal: inout some Terminal & ~Copyable) -> Bool {
    let now = terminal.now
    let (requests, isTaken) = terminal.withPaste { screen.enter($0, at: now) }
    terminal.forgetPaste()
    carryOut(requests, on: &terminal)
    _ = screen.form.settle()
    return isTaken
  }

  /// The text of place `index`, which is one of the fields or that of the offer.
  fileprivate func text(of index: Int) -> SecretField { screen.form.texts.fields[index] }
}

extension UTF8Span {
  /// Whether the text is `word`, whatever the case of its letters, with its accents or without them, and whatever white
  /// space stands around it. The text may be a secret that was typed in the wrong place, so that nothing of it is copied.
  func isWord(_ word: String) -> Bool {
    var scalars = makeUnicodeScalarIterator()
    var rest = word.unicodeScalars[...]
    var isBehind = false
    while let scalar = scalars.next() {
      if scalar.properties.isWhitespace, rest.isEmpty || rest.count == word.unicodeScalars.count {
        isBehind = isBehind || rest.isEmpty
        continue
      }
      guard !isBehind, let next = rest.popFirst(), Self.areEqual(scalar, next) else { return false }
    }
    return rest.isEmpty
  }

  private static func areEqual(_ typed: Unicode.Scalar, _ meant: Unicode.Scalar) -> Bool {
    let typed = typed.narrow
    if typed == meant { return true }
    let letter = typed.properties.lowercaseMapping
    return letter == meant.properties.lowercaseMapping || letter == meant.unaccented
  }
}

extension Unicode.Scalar {
  /// The ASCII character of a full-width one, as input methods for Japanese and Chinese type it.
  fileprivate var narrow: Unicode.Scalar {
    (0xFF01...0xFF5E).contains(value) ? Unicode.Scalar(UInt8(value - 0xFEE0)) : self
  }

  /// The small letter of an accented one of the Latin script: the name of ã is LATIN SMALL LETTER A WITH TILDE.
  fileprivate var unaccented: String? {
    let words = properties.name?.split(separator: " ") ?? []
    return words.count > 5 && words[0] == "LATIN" && words[4] == "WITH" ? words[3].lowercased() : nil
  }
}
