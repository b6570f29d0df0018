import WatchwordBase
package import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// A form in line mode. It asks for one field after the other, and says of each answer first whether it is accepted,
/// then what would help. It gives the form commands, and has no screen.
package struct Dialogue<Device: LineTerminal & ~Copyable>: ~Copyable {
  private var session: Session
  package var terminal: Device
  /// The fields with a valid answer, which are not asked for again.
  private var answered: Set<Int> = []
  private var asked: Set<Int> = []
  /// The errors of fields that the user was told, by field number.
  private var said: [Int: FieldError] = [:]
  /// The error of the form that the user was told.
  private var saidError: String?
  /// Whether the user was told that time is running out.
  private var saidSeconds = false
  /// Whether a button was pressed and the form is still open.
  private var isPressed = false
  /// The field whose text, typed on the screen, Enter keeps.
  private var kept: Int?
  /// The field in which the title of the second button is an answer, because the user said so.
  private var literal: Int?
  /// How many steps were taken since the last question.
  private var silentSteps = 0

  package init(_ session: consuming Session, on terminal: consuming Device) {
    self.session = session
    self.terminal = terminal
    self.session.form.prepareForLines()
  }

  var form: FormState { session.form.state }
  private var texts: Texts { form.texts }
  private var hasEnded: Bool { session.form.ending != nil }

  /// Runs until the form is accepted or cancelled.
  ///
  /// - Parameter reason: Why the form is not drawn on the screen, for users who may expect that; `nil` to say nothing.
  /// - Returns: The answer of the form.
  /// - Throws: As ``Session/finish()`` does.
  package mutating func run(because reason: String? = nil) throws(Ending) -> Answer {
    if let reason { say(reason) }
    say(form.introduction)
    for field in form.fields { said[field.tag] = field.error }
    // Only a form that was on the screen has seen an event.
    let wasOnScreen = form.lastInput != nil
    handle(.tick)
    if wasOnScreen { goOn() } else { session.form.begin() }
    carryOut()
    while !hasEnded {
      silentSteps += 1
      // A delegate may move the focus in circles forever. A question lets the user end that.
      let isStuck = silentSteps > form.fields.count + form.configuration.buttons.count + 1
      if isStuck { (answered, isPressed) = ([], true) }
      switch form.firstResponder {
      case .field(let index): ask(index)
      case .button(let index): if form.fields.isEmpty { choose() } else { press(index) }
      case .form: if form.fields.isEmpty { choose() } else { goOn(isStuck: isStuck) }
      }
      StackScratch.scrub()
    }
    session.form.maskAll()
    return try session.finish()
  }

  /// Goes on with the texts of the form that was on the screen.
  private mutating func goOn() {
    asked = Set(form.order.prefix { $0 != form.focusedField })
    // A button that has the focus is pressed only when the user says so here.
    if form.focusedButton != nil, !form.fields.isEmpty { isPressed = true }
    for field in form.fields where field.shape.count > 0 && field.error == nil {
      if field.tag != form.focusedField { answered.insert(field.tag) } else { kept = field.tag }
    }
  }

  /// Gives the focus to the first thing that takes it. If `isStuck` and nothing does, waits for Enter before the next
  /// try.
  private mutating func goOn(isStuck: Bool) {
    goToFirst()
    _ = sayNotice()
    guard isStuck, !hasEnded, form.firstResponder == .form else { return }
    _ = reply(to: form.retry(form.configuration.buttons.first))
  }

  private mutating func goToFirst() {
    perform { $0.leave { $0.moveFocus(toFirstOf: $0.ring(after: .form)) } }
  }

  /// Has the form do `command` of the user.
  private mutating func perform(_ command: (inout Form) -> Void) {
    session.awaitsOffer = false
    if session.form.takesCommand(at: terminal.now) { command(&session.form) }
    settle()
    hearAgent()
  }

  /// Waits until the agent has answered, or never will. Otherwise its answer would be said too late.
  private mutating func hearAgent() {
    while !hasEnded, session.awaitsAuthority(at: terminal.now) { handle(nextEvent()) }
  }

  private mutating func nextEvent() -> Event { session.nextEvent(before: form.deadline, on: &terminal) }

  private mutating func handle(_ event: Event) {
    let input = Input(session.heard(event))
    if session.form.prepare(for: input, at: terminal.now),
      form.submission != .open || !session.form.respond(to: input)
    {
      _ = session.form.respond(asProgramTo: input)
    }
    settle()
  }

  /// Does what the form asks for, and takes in what its advisers have done.
  private mutating func settle() {
    session.form.takeAnswers()
    carryOut()
    if hasEnded { return }
    session.look(on: &terminal)
    carryOut()
  }

  private mutating func carryOut() {
    for request in session.form.takeRequests() {
      if request == .suspend, session.prepareToStop(on: terminal) {
        terminal.suspend()
        handle(.tick)
      }
      session.carryOut(request)
    }
  }
}

/// Printing and reading.
extension Dialogue where Device: ~Copyable {
  private mutating func say(_ texts: [String]) { for text in texts { terminal.print(wrapped(text)) } }

  private mutating func say(_ text: String) { say([text]) }

  private func wrapped(_ text: String) -> [String] {
    LineWrap.lines(text, columns: terminal.columns, width: terminal.characterWidth)
  }

  /// Asks `question` and waits for a line, which the terminal keeps. Returns false if the form has ended, or if the
  /// line was refused and the user has been told.
  private mutating func hasLine(for question: String, isSeen: Bool = false) -> Bool {
    var lines = wrapped(question)
    if !isSeen, let prompt = form.prompt(behind: question) { lines.append(prompt) }
    lines[lines.count - 1] += " "
    silentSteps = 0
    // What the program said before the question would else make it be asked twice.
    _ = sayLines()
    terminal.ask(lines, isSeen: isSeen)
    while true {
      let event = nextEvent()
      if event == .paste {
        saidSeconds = false
        return true
      }
      handle(event)
      if case .refused(let reason) = event {
        saidSeconds = false
        if !hasEnded { say(form.refusal(of: reason)) }
        return false
      }
      if hasEnded { return false }
      let isSaid = sayLines()
      if saySecondsLeft() || isSaid { terminal.ask(lines, isSeen: isSeen) }
    }
  }

  /// Asks `question`, which words answer, and wipes the line typed for it. The line is hidden if a secret has the focus.
  /// It is also hidden in a form without fields, because it may be typed ahead for a later form. Returns whether the
  /// line is empty, and the indices of the `words` that it is; `nil` if no line came.
  private mutating func reply(
    to question: String, _ words: [String] = []
  ) -> (isEmpty: Bool, words: [Int])? {
    let isSecret = form.focusedField.map { form.fields[$0].configuration.isSecure } ?? form.fields.isEmpty
    guard hasLine(for: question, isSeen: !isSecret) else { return nil }
    defer { forgetLine() }
    return terminal.withPaste { line in
      (line.isEmpty, words.indices.filter { line.isWord(words[$0]) })
    }
  }

  /// Handles a line that is not a field's text: wipes it and restarts the time limit.
  private mutating func forgetLine() {
    terminal.forgetPaste()
    perform { _ in }
  }

  /// Says why a delegate refused. Returns false if there is no reason.
  private mutating func sayNotice() -> Bool {
    guard !hasEnded, let notice = form.notice else { return false }
    say(texts.sentence(notice))
    return true
  }

  /// Says the program's messages. Returns false if there are none.
  private mutating func sayLines() -> Bool {
    let lines = terminal.takeLines()
    say(lines)
    return !lines.isEmpty
  }

  /// Says once that time is running out. Returns whether it did.
  private mutating func saySecondsLeft() -> Bool {
    guard !saidSeconds, let seconds = form.secondsLeft, let limit = form.configuration.timeLimit,
      seconds <= max(1, Int(limit.components.seconds) / 2)
    else { return false }
    saidSeconds = true
    say(
      texts.plural(
        "This ends in {count} second without an answer.", "This ends in {count} seconds without an answer.",
        seconds))
    return true
  }

  /// Handles events until `condition` holds or the form ends. If that takes more than a second, tells the user that
  /// something is being checked.
  private mutating func wait(until condition: (FormState) -> Bool) {
    let end = terminal.now.advanced(by: .seconds(1))
    var isSaid = false
    while !hasEnded, !condition(form) {
      if !isSaid, terminal.now >= end {
        say(texts("This is being checked."))
        isSaid = true
      }
      handle(nextEvent())
      _ = (sayLines(), saySecondsLeft())
    }
  }
}

/// Fields.
extension Dialogue where Device: ~Copyable {
  private mutating func ask(_ index: Int) {
    let field = form.fields[index].configuration
    if answered.contains(index) { return submit(index) }
    let isNew = asked.insert(index).inserted && index == form.newPasswordField
    sayNews { _ in true }
    if isNew, form.fields[index].shape.count == 0, let tip = form.tips(.ascii).first { say(tip) }
    if kept == index, field.isSecure { say(form.typedText(in: index)) }
    let text = field.isSecure ? "" : text(of: index).withText { String(copying: $0) }
    // Enter would not be taken for a number or a day that is wrong.
    let isWrong = !field.isText && field.input.kind.fault(in: text, texts) != nil
    let value = isWrong ? "" : field.input.kind.readable(text, texts)
    if hasLine(for: form.question(for: field, value: value), isSeen: !field.isSecure) { take(index) }
  }

  /// Handles the line that was read for field `index`.
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
    if literal.take() != index, end == .plain, let button = form.configuration.secondaryButton,
      terminal.withPaste({ $0.isWord(button.title) })
    {
      forgetLine()
      return press(button, insteadOf: index)
    }
    if !field.isSecure, terminal.withPaste({ $0.isEmpty }) {
      forgetLine()
      return submit(index)
    }
    if let first = field.confirmedField {
      if said[index]?.cause == .differs, leaves(for: first) { return forgetLine() }
    } else if form.configuration.asker != nil, terminal.withPaste({ $0.isEmpty }) {
      forgetLine()
      return session.form.end(.cancelled)
    }
    if kept.take() == index, terminal.withPaste({ $0.isEmpty }) {
      forgetLine()
    } else {
      form.fields[index].confirmation.map { _ = answered.remove($0) }
      let line = field.isSecure ? "" : terminal.withPaste { String(copying: $0) }
      var item: Int?
      switch field.input.kind.meaning(ofLine: line, texts) {
      case .text: break
      case .item(let number): item = number
      case .wrong(let fault):
        forgetLine()
        return say(form.sentences([texts("Not accepted."), fault]))
      case .unclear(let lines):
        forgetLine()
        return say(lines)
      }
      guard enter(item) else {
        if !hasEnded { say(form.notice.map(texts.sentence) ?? texts("Not taken.")) }
        return
      }
      said[index] = nil
      sayText(of: index, insteadOf: line)
    }
    if end == .show {
      say(form.warning)
      text(of: index).withText { terminal.print(secret: $0) }
      say(texts("Enter takes it, anything else is a new entry."))
      guard hasLine(for: form.question(for: field, value: "")) else { return }
      if !terminal.withPaste({ $0.isEmpty }) { return take(index) }
      forgetLine()
    }
    submit(index)
  }

  /// Enters the last line into the focused field, like a paste, or makes the `item` that it means the text, and judges
  /// it. Returns whether the field accepted it.
  private mutating func enter(_ item: Int?) -> Bool {
    let now = terminal.now
    let isTaken = terminal.withPaste { session.form.enter($0, choosing: item, at: now) }
    terminal.forgetPaste()
    session.form.takeAnswers()
    session.form.reevaluate()
    carryOut()
    return isTaken
  }

  /// The text of field `index`; if `index` is ``FormState/offerPlace``, the text of the offer.
  private func text(of index: Int) -> SecretField { session.form.secrets.fields[index] }

  /// Says what a delegate has turned `line` into, which a screen would show.
  private mutating func sayText(of index: Int, insteadOf line: String) {
    let field = form.fields[index].configuration
    guard !hasEnded, !field.isSecure else { return }
    let text = text(of: index).withText { String(copying: $0) }
    let readable = field.input.kind.readable(text, texts)
    if text.isEmpty || readable == field.input.kind.expected(after: line) { return }
    say(form.ofField(form.label(of: field), readable))
  }

  /// Presses Return in field `index`, and says what came of it.
  private mutating func submit(_ index: Int) {
    if index == form.newPasswordField {
      session.form.reevaluate()
      hearAgent()
      wait { !$0.panel.verdict.isOpen }
    }
    if form.fields[index].configuration.validator != nil { wait { $0.isValidated(index) } }
    if hasEnded { return }
    if form.isLast(index) { goBack(from: index) }
    // A delegate may have moved the focus when the text was entered. Then Return would act elsewhere.
    if form.focusedField == index { perform { $0.performReturn(in: index) } }
    isPressed = false
    if !sayNotice() || form.focusedField != index { sayResult(of: index) }
    // If the field could not be left, it has to be asked for again.
    if form.focusedField == index { answered.remove(index) }
  }

  /// Before Return in the last field accepts the form, goes to the first field that was never asked for, because a
  /// delegate has skipped it or shown it later.
  private mutating func goBack(from index: Int) {
    let before = form.order.prefix { $0 != index }
    let missed = before.first { form.fields[$0].canHaveFocus && !asked.contains($0) }
    guard let missed else { return }
    // Only one try: the field may refuse the focus.
    asked.insert(missed)
    session.form.leave { $0.moveFocus(to: .field(missed)) }
    carryOut()
    hearAgent()
  }

  /// Says what came of field `index`, of other fields with errors, and of the form.
  private mutating func sayResult(of index: Int?) {
    wait { $0.submission == .open }
    if let index { sayResult(ofAnswer: index) }
    guard !hasEnded else { return }
    // Ask again for fields that a verdict has cleared.
    answered = answered.filter { form.fields[$0].shape.count > 0 || form.fields[$0].configuration.isOptional }
    sayNews { $0 != index }
    if let error = form.error, error != saidError {
      say(texts.sentence(error))
      // Nobody has said which answer is wrong, so ask for all of them again.
      answered = []
    }
    saidError = form.error
    if let index, form.fields[index].error?.cause == .differs {
      // translators: n is the letter of "no", see "n".
      say(texts("The two differ. Type the second one again, or n to begin with the first."))
    }
  }

  /// Says the new errors of the fields that satisfy `condition`.
  private mutating func sayNews(of condition: (Int) -> Bool) {
    let fields = form.order.filter(condition).map { form.fields[$0] }.filter { isNews($0) }
    if let attention = form.attention, !fields.isEmpty { say(texts.sentence(attention)) }
    for field in fields {
      guard let error = field.error else { continue }
      let message = texts.sentence(error.message)
      say(error.cause == .missing ? message : form.ofField(form.label(of: field.configuration), message))
      said[field.tag] = error
      answered.subtract(form.fields.pair(of: field.tag))
    }
  }

  private mutating func sayResult(ofAnswer index: Int) {
    let field = form.fields[index]
    let isNewPassword = field.configuration.requirement == .policy
    guard let error = field.error else {
      let isNew = answered.insert(index).inserted && (!hasEnded || session.form.ending == .accepted)
      guard isNew, isNewPassword, field.shape.count > 0 else { return }
      let count = text(of: index).withText {
        form.configuration.policy.characters(in: $0, count: field.shape.count)
      }
      return say(form.acceptance(form.panel.verdict, count))
    }
    answered.subtract(form.fields.pair(of: index))
    said[index] = error
    guard !hasEnded, error.cause != .differs else { return }
    if case .rule = error.cause, isNewPassword {
      // The other program may have other rules.
      let way = form.configuration.asker.map { _ in texts("An empty line leaves the question to you.") }
      say(form.sentences([form.refusal(form.panel.verdict), way].compactMap(\.self)))
    } else {
      say(form.sentences([texts("Not accepted."), texts.sentence(error.message)]))
    }
  }

  /// Whether the user has to be told of the error of `field`. ``sayResult(of:)`` tells that two passwords differ.
  private func isNews(_ field: FormField) -> Bool {
    guard let error = field.error, error != said[field.tag] else { return false }
    return error.cause != .differs || form.attention != nil
  }

  /// After two passwords differed, whether the line typed for the second one is no password: it is empty or n. If it is
  /// n, goes back to field `first`.
  private mutating func leaves(for first: Int) -> Bool {
    let no = form.no
    let isNo = terminal.withPaste { line in no.contains { line.isWord($0) } }
    // If the first password is itself n, the line may be that password, typed again.
    if isNo, !text(of: first).withText({ text in no.contains { text.isWord($0) } }) {
      answered.remove(first)
      perform { $0.leave { $0.moveFocus(toFirstOf: [.field(first)], going: .back) } }
      return true
    }
    return terminal.withPaste { $0.isEmpty }
  }
}

/// Buttons.
extension Dialogue where Device: ~Copyable {
  /// Presses button `index`, which has the focus. If a button was pressed before and the form is still open, asks
  /// first.
  private mutating func press(_ index: Int) {
    if isPressed || form.error != nil {
      let button = form.configuration.buttons[index]
      let second = form.configuration.secondaryButton
      let words = form.no + (second.map { [$0.title] } ?? [])
      guard let reply = reply(to: form.retry(button), words) else { return }
      if let second, reply.words.last == form.no.count { return perform { $0.pressButton(second.index) } }
      if !reply.words.isEmpty {
        answered = []
        goToFirst()
      }
      guard reply.isEmpty else { return }
    }
    isPressed = true
    saidError = nil
    perform { $0.pressButton(index) }
    _ = sayNotice()
    sayResult(of: nil)
  }

  /// Presses `button`, whose title was typed in `field`, unless the user meant the title as an answer there.
  private mutating func press(_ button: (index: Int, title: String), insteadOf field: Int) {
    // translators: The button is its title, which the user has typed; n is the letter of "no", see "n".
    let question = texts(
      "{button}: Enter for the button, n to type it as an answer.", ["button": button.title])
    guard let reply = reply(to: question, form.no) else { return }
    if reply.isEmpty { perform { $0.pressButton(button.index) } }
    literal = reply.words.isEmpty ? nil : field
  }

  /// Asks which button of a form without fields to press, and presses it. With several buttons, an empty line presses
  /// none but the default button. Accepts the buttons' titles and letters, the English words of the program's own
  /// buttons in every language, and any start of a title that fits only one button.
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
    var fallback = takesAny ? 0 : nil
    if reply.isEmpty, case .button(let index) = form.configuration.defaultButton { fallback = index }
    guard let index = chosen.first ?? fallback else { return }
    perform { $0.pressButton(index) }
  }
}

extension FormButton {
  fileprivate var words: [String] {
    guard let accelerator else { return [title] }
    let words = [title, String(accelerator)]
    // A letter that does not occur in the title's word follows the word, as in "はい (Y)".
    let sign = "(\(accelerator))"
    guard title.lowercased().hasSuffix(sign) else { return words }
    let word = title.dropLast(sign.count)
    return words + [String(word.last == " " ? word.dropLast() : word)]
  }

  fileprivate var starts: [String] { title.indices.dropFirst().map { String(title[..<$0]) } }
}

/// Suggested passwords.
extension Dialogue where Device: ~Copyable {
  /// Suggests passwords for field `index` until the user takes one or goes back.
  private mutating func makeOffer(in index: Int) {
    perform { if $0.state.offersPassword(in: index) { $0.request(.offer(.characters)) } }
    if form.offer != nil { say(form.warning) }
    var isPrinted = false
    while !hasEnded {
      guard let offer = form.offer else {
        return say(form.notice.map(texts.sentence) ?? texts("No password is made for this question."))
      }
      if let note = offer.note { say(texts.sentence(note)) } else if !isPrinted { print(offer) }
      isPrinted = true
      let question = texts(
        // translators: The words in quotes are typed: they are the texts "another", "shorter" and so on, and "n".
        "Enter takes it. \"another\", \"shorter\", \"longer\", \"words\" or \"characters\" makes another password, n goes back."
      )
      let own = [
        texts.context("typed", "another"), texts.context("typed", "words"),
        texts.context("typed", "characters"), texts.context("typed", "shorter"),
        texts.context("typed", "longer"), form.no[0],
      ]
      let words = own + ["another", "words", "characters", "shorter", "longer", "n"]
      // The first letter of a word is enough.
      guard let reply = reply(to: question, words + words.map { String($0.prefix(1)) }) else { continue }
      let number = reply.words.first.map { $0 % own.count }
      guard reply.isEmpty || number != nil else { continue }
      // Suspending the program withdraws the offer.
      guard form.offer != nil else { return say(texts("The password is there no more.")) }
      isPrinted = false
      switch number {
      case 0?: perform { $0.request(.offer(offer.kind, parts: offer.askedParts)) }
      case 1?: perform { $0.request(.offer(.words)) }
      case 2?: perform { $0.request(.offer(.characters)) }
      case 3?: perform { $0.request(.offer(offer.kind, parts: offer.parts - 1)) }
      case 4?: perform { $0.request(.offer(offer.kind, parts: offer.parts + 1)) }
      case nil: return take(into: index)
      default: return perform { $0.withdrawOffer() }
      }
    }
  }

  private mutating func take(into index: Int) {
    perform { $0.takeOffer() }
    guard form.offer == nil else { return }
    form.fields[index].confirmation.map { _ = answered.insert($0) }
    submit(index)
  }

  private mutating func print(_ offer: Offer) {
    let form = form
    text(of: form.offerPlace).withText {
      terminal.print(secret: $0)
      terminal.print([form.texts("Spelled:")])
      terminal.spell($0, separator: form.texts.context("spelling", ",")) { form.name(of: $0) }
    }
    if offer.bits != nil { say(texts.sentence(form.suggestionLabel(offer.level, bits: offer.bits))) }
    if let remark = offer.remark { say(remark) }
  }
}

extension UTF8Span {
  /// Whether the text is `word`, ignoring case, accents and surrounding white space. The text may be a secret typed in
  /// the wrong place, so nothing of it is copied.
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
  /// The ASCII equivalent of a full-width character, which Japanese and Chinese input methods type.
  var narrow: Unicode.Scalar {
    (0xFF01...0xFF5E).contains(value) ? Unicode.Scalar(UInt8(value - 0xFEE0)) : self
  }

  /// The base letter of an accented Latin one, in lower case. The name of ã is LATIN SMALL LETTER A WITH TILDE.
  fileprivate var unaccented: String? {
    let words = properties.name?.split(separator: " ") ?? []
    return words.count > 5 && words[0] == "LATIN" && words[4] == "WITH" ? words[3].lowercased() : nil
  }
}
