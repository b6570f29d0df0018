import TestSupport
import Testing
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

@testable import Watchword

/// Arbitrary events on the whole form, compared with a plain model of its texts.
@Suite struct ArbitraryEventsTests {
  private static let inspector = FrameInspector(forbidden: Set(ArbitraryEvents.alphabet))

  /// Plays one session to its end, or `limit` events of it. Returns their number.
  private func playSession(_ events: inout ArbitraryEvents, limit: Int) throws -> Int {
    let form = arbitraryForm(&events)
    var terminal = KeepingTerminal(size: events.size(), fieldCount: form.placeCount)
    (terminal.canSuspend, terminal.canBeInline) = (events.chance(80), events.chance(30))
    let glyphs: GlyphSet = [.unicode, .emoji, .ascii].randomElement(using: &events.random) ?? .unicode
    var appearance = Appearance(glyphs: glyphs, width: .standard)
    if events.chance(50) { appearance.lacks = [] }
    var screen = try FormScreen(form, appearance: appearance)
    var models = Array(repeating: PlainText(), count: form.placeCount)
    screen.start(on: &terminal)
    var timeLimit = TimeLimitModel(form.configuration.timeLimit)
    for count in 1...limit {
      // An event finds the form arranged.
      _ = screen.willBeInline()
      let (before, wasUsable) = (screen.form.state, screen.isFormUsable)
      let showedKeys = screen.layout.showsKeys
      let event = events.next(for: &terminal, before: screen.deadline)
      let pasted = terminal.paste
      let isOver = timeLimit.ends(with: event, at: terminal.now)
      // Sometimes keys come faster than they are judged.
      let isJudged = events.chance(80)
      if isJudged { screen.play(event, on: &terminal) } else { screen.handle(event, on: &terminal) }
      if isOver != (screen.form.ending == .timeLimit) {
        Issue.record(
          "WATCHWORD_SEED=\(events.random.seed), event \(count), \(event): the time limit is wrong")
        throw Failure.found
      }
      if screen.isLeft {
        if let fault = faultOfLines(after: screen, at: terminal.now, &events) {
          Issue.record("WATCHWORD_SEED=\(events.random.seed), event \(count): \(fault)")
          throw Failure.found
        }
        return count
      }
      if screen.form.ending != nil { return count }
      terminal.echo = nil
      if let echo = screen.echo() { _ = terminal.echo(echo) }
      screen.paint(on: &terminal)
      update(
        &models, by: event, pasting: pasted, before: before,
        // In a window that is too small a key first brings its field into view.
        isUsable: wasUsable || !showedKeys && screen.isFormUsable, after: screen.form.state)
      if form.offersPasswords { models[form.offerPlace] = PlainText(terminal.texts[form.offerPlace]) }
      let fault =
        (event == .tick ? screen.faultOfTimers(afterTickAt: terminal.now) : nil)
        ?? (isJudged ? fault(of: screen, terminal, models, isThorough: count % 16 == 0) : nil)
      if let fault {
        Issue.record(
          "WATCHWORD_SEED=\(events.random.seed), event \(count), \(event): \(fault)\n\(terminal.frame?.description ?? "")"
        )
        throw Failure.found
      }
    }
    return limit
  }

  private enum Failure: Error { case found }

  private func arbitraryForm(_ events: inout ArbitraryEvents) -> FormState {
    var description = FormDescription.newPassword()
    description.fields[0].isConfirmed = events.chance(80)
    description.reveal = FormDescription.Reveal.allCases.randomElement(using: &events.random) ?? .allowed
    description.isPeeking = events.chance(30)
    description.isAnimated = events.chance(50)
    description.isTypingQuiet = events.chance(20)
    description.showsBits = events.chance(30)
    description.policy = .classic(minimumLevel: Level.allCases.randomElement(using: &events.random) ?? .weak)
    description.timeLimit = events.timeout()
    description.text = events.paragraph()
    if events.chance(10) { description.policy = Policy.anything }
    return description.makeForm()
  }

  private func update(
    _ models: inout [PlainText], by event: Event, pasting pasted: String, before: FormState, isUsable: Bool,
    after: FormState
  ) {
    if case .release = event {
      for (index, field) in after.fields.enumerated() { models[index].caret = field.shape.caret }
    }
    guard let focus = before.focusedField, isUsable else { return }
    if before.offer != nil {
      guard event == .key(Key(.enter)) else { return }
      for field in before.fields where field.tag == focus || field.configuration.confirmedField == focus {
        models[field.tag] = models[before.offerPlace]
      }
      return
    }
    models[focus].isArmed = before.fields[focus].editReplacesAll
    switch event {
    case .key(let key): models[focus].press(key, isShown: before.fields[focus].isShown)
    case .paste: models[focus].paste(pasted)
    default: break
    }
  }

  private func fault(
    of screen: borrowing FormScreen, _ terminal: KeepingTerminal, _ models: [PlainText],
    isThorough: Bool
  ) -> String? {
    let form = screen.form.state
    for (index, field) in form.fields.enumerated() {
      let model = models[index]
      if field.isFirstResponder != (form.firstResponder == .field(index)) {
        return "two answers to who has the focus"
      }
      guard 0...field.shape.count ~= field.shape.caret else {
        return "the caret of field \(index) is outside"
      }
      guard field.shape.count == model.characters.count, field.shape.caret == model.caret else {
        let (text, model) = (
          terminal.texts[index].unicodeScalars.map(\.value), model.text.unicodeScalars.map(\.value)
        )
        return "field \(index) has \(field.shape) \(text), the model \(models[index].caret) \(model)"
      }
      if Array(terminal.texts[index].utf8) != Array(model.text.utf8) {
        return
          "field \(index) is \(terminal.texts[index].debugDescription), not \(model.text.debugDescription)"
      }
    }
    if form.fields.count > 1, models[1].characters.count > 0,
      (form.confirmSign(of: 1) == .met) != (Array(models[0].text.utf8) == Array(models[1].text.utf8))
    {
      return "the form is wrong about the texts being equal"
    }
    guard let frame = terminal.frame, frame.fits(terminal.size) else {
      return "the frame is not of the window's size"
    }
    if let fault = Self.inspector.fault(of: frame, fields: models) { return fault }
    if let echo = terminal.echo, frame.lines[echo.row][echo.columns].contains(where: { $0 != echo.cell }) {
      return "what was shown first is not part of the frame"
    }
    for row in frame.lines.indices where terminal.shown[row] != terminal.holes(inRow: row, of: frame) {
      return "row \(row) shows an old text"
    }
    if isThorough, let fresh = screen.freshFrame(in: terminal.size), !fresh.looks(like: frame) {
      return "the frame is not that of the form\n\(fresh)"
    }
    return faultOfFocus(form, frame, screen.layout)
  }

  private func faultOfFocus(_ form: FormState, _ frame: Frame, _ layout: Layout) -> String? {
    let shown = Set(
      frame.cells.compactMap { if case .secret(let field, _) = $0.glyph { Int(field) } else { nil } })
    if shown.contains(form.offerPlace), form.offer == nil { return "an offer is drawn that is not there" }
    for field in shown
    where field != form.offerPlace && !form.fields[field].isShown && form.fields[field].peek == nil {
      return "field \(field) is masked and drawn as it is"
    }
    guard let focus = form.focusedField, layout.page == .form, !layout.isTooSmall else { return nil }
    // With quiet typing, an offer is drawn after the words for its keys.
    if form.offer != nil, form.configuration.isTypingQuiet, !shown.contains(form.offerPlace) { return nil }
    guard let cursor = frame.cursor else { return "field \(focus) has the focus and the cursor is hidden" }
    if shown.contains(form.offerPlace) {
      let cells = frame.cells[..<(cursor.row * frame.size.columns + cursor.column + 1)].suffix(2)
      let isBehind = cells.contains { cell in
        if case .secret(let field, _) = cell.glyph { Int(field) == form.offerPlace } else { false }
      }
      return isBehind ? nil : "the cursor is not behind the offer"
    }
    let place = layout.fields[focus].text
    let isAtStart = form.fields[focus].shape.caret == 0 || place.count < 3
    let isBehindText = isAtStart || cursor.column > place.lowerBound
    guard place.contains(cursor.column), isBehindText else { return "the caret is not behind its text" }
    let isTextRow = layout.row(layout.fields[focus].textLine) == cursor.row
    return isTextRow ? nil : "the cursor is not in a text row"
  }

  @Test
  func `any events leave one first responder, the texts of a plain model and a whole frame without a secret`()
  {
    var events = ArbitraryEvents(random: SeededGenerator())
    var rest = 20_000 * soak
    while rest > 0 {
      guard let played = try? playSession(&events, limit: min(rest, 600)) else { return }
      rest -= played
    }
  }
}

extension FormScreen {
  /// The form drawn with a new layout in `window`; `nil` on the page of keys.
  func freshFrame(in window: Size) -> Frame? {
    // With quiet typing, not everything known is drawn.
    if layout.showsKeys || form.state.configuration.isTypingQuiet { return nil }
    if let plea { return plea }
    var fresh = LayoutBuilder.layout(of: form.state, in: window, appearance, isInline: layout.isInline)
    (fresh.page, fresh.scroll) = (layout.page, layout.scroll)
    // Where fields come and go, those above them stay where they were.
    if form.state.arrangement > 0 { fresh.top = layout.top }
    let view = FormView(form: form.state, layout: fresh, appearance: appearance, firstVisible: firstVisible)
    return withPlea(view.frame, of: view)
  }
}
