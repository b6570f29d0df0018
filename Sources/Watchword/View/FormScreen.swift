import WatchwordBase
package import WatchwordScreen

/// A form in its window. It handles events and makes frames.
///
/// An event goes up the responder chain, from first responder to form to screen, until one handles it (E3).
package struct FormScreen: ~Copyable {
  var session: Session
  package private(set) var appearance: Appearance { didSet { picture = nil } }
  /// The window, what is on it, where everything is, and how far the form is scrolled.
  private(set) var layout: Layout
  /// The window of the terminal. The size of an inline layout has only the form's own rows.
  private var window: Size
  /// Whether the terminal can show inline frames, see ``Frame/isInline``.
  package var canBeInline = false
  /// Whether the layout was made for a form that wants to be inline.
  private var wantedInline = false
  /// The last picture of the form; `nil` if the next one is drawn in full.
  var picture: Picture?
  /// The end of the masked text last drawn in the focused field, see ``echo()``.
  private var drawnEnd: (field: Int, row: Int, column: Int)?
  /// Whether masks were written since the last frame.
  private(set) var isEchoed = false
  /// What quiet typing holds back.
  var quiet = QuietTyping()
  /// The last mouse press, until the next input: its target, if it hit any, and its time.
  private var pressed: (target: PressTarget?, at: Instant)?
  private(set) var firstVisible: [Int]
  /// The ``FormState/arrangement`` of the layout.
  private var arrangement: Int
  /// Whether the user goes on in line mode.
  private(set) var isLeft = false

  /// See ``Session/form``.
  var form: Form {
    _read { yield session.form }
    _modify { yield &session.form }
  }

  /// Shows the form of `session` in a window of `size`, or in that of the first ``Event/resize(_:)``.
  package init(_ session: consuming Session, appearance: Appearance, size: Size? = nil) {
    firstVisible = session.form.state.fields.map { _ in 0 }
    arrangement = session.form.state.arrangement
    window = size ?? Layout().size
    layout = size.map { LayoutBuilder.layout(of: session.form.state, in: $0, appearance) } ?? Layout()
    self.session = session
    self.appearance = appearance
  }

  /// Leaves the screen: nothing but the session goes on, in line mode.
  consuming func leave() -> Session { session }

  /// Handles `event`, which happened at `now`, not before the previous one. For a paste, `paste` inserts its text.
  package mutating func handle(
    _ event: Event, at now: Instant, pasting paste: (inout Form) -> Bool = { _ in false }
  ) {
    arrange()
    let click = click(event, at: now)
    let input = Input(
      click ?? event, quotesTab: form.state.quotesNextKey && form.state.focusedField != nil,
      readsLines: readsLines)
    // A key never presses a button out of view. It only brings the button into view.
    let isSeen = !hidesButton(pressedBy: input)
    guard prepare(for: input, at: now), isSeen, click != nil, !refusesEarly(input, at: now) else { return }
    let owner = owner
    let isHandled = event == .paste ? owner == .fields && paste(&form) : respond(to: input, as: owner)
    if !isHandled, event.isInput {
      if owner == .question, case .key = event, form.state.configuration.endsWithAnyKey {
        form.pressButton(0)
      } else {
        form.beep()
      }
    }
    form.takeAnswers()
  }

  /// The event to respond to; `nil` for none. A mouse press counts only once it is released on the same target, within
  /// two seconds and before any other input (A12).
  private mutating func click(_ event: Event, at now: Instant) -> Event? {
    let before = pressed
    if event.isInput { pressed = nil }
    switch event {
    case .press(let position):
      pressed = (target(at: position), now)
      return nil
    case .release(let position):
      guard let before, now < before.at.advanced(by: .seconds(2)),
        PressTarget.isSame(before.target, target(at: position))
      else { return nil }
      return .press(position)
    default: return event
    }
  }

  /// Adapts the icons to the background: some can hardly be seen on a light background.
  package mutating func followBackground(isLight: Bool) {
    guard isLight, let sign = appearance.glyphs.unmetOnLight else { return }
    appearance.glyphs.unmet = sign
  }

  /// Draws the form in ASCII, because the terminal draws one-column glyphs in two columns.
  package mutating func avoidAmbiguousWidth() {
    appearance.glyphs = .ascii
    if !appearance.mask.isASCII { appearance.mask = appearance.glyphs.mask }
    lay(in: window)
  }

  /// Lays out the form. Returns whether the next frame is inline.
  package mutating func willBeInline() -> Bool {
    guard canBeInline else { return false }
    arrange()
    return layout.isInline
  }

  /// Whether the form should be inline now. What shows a secret or takes the whole window is on the alternate screen,
  /// so that no secret gets into the lines that scroll away.
  private var wantsInline: Bool {
    canBeInline && layout.page == .form && !form.state.hasOffer && !form.state.configuration.isPeeking
      && !form.state.fields.contains { $0.showsSecret }
  }

  /// Focuses the field in which the user starts.
  package mutating func begin() {
    form.begin()
    showStart()
  }

  /// When the next tick is needed, for the form (see ``FormState/deadline``) or to show held-back news.
  package var deadline: Instant? { Instant.first(form.state.deadline, quiet.end) }

  /// The current frame, scrolled to show the caret. Every frame has to be painted, because the next frames and
  /// ``echo()`` build on it.
  package mutating func frame() -> Frame {
    arrange()
    drawnEnd = nil
    if case .keys(let top) = layout.page { return hidingForm(behind: keysPage.frame(from: top)) }
    scrollToFocus()
    if let plea { return hidingForm(behind: plea) }
    for index in layout.seenFields {
      firstVisible[index] = form.state.fields[index].firstVisible(
        in: layout.fields[index].text.count, after: firstVisible[index])
    }
    let view = FormView(
      form: form.state, layout: layout, appearance: appearance, firstVisible: firstVisible)
    if isQuiet { showQuietly(view) } else { show(view.parts(saying: view.remarks), of: view) }
    drawnEnd = quiet.lead == nil ? textEnd : nil
    isEchoed = false
    var frame = withPlea(picture?.frame ?? Frame(size: layout.size), of: view)
    if let lead = quiet.lead { frame.cursor = lead.cursor }
    frame.takesSecret = form.state.focusedField.map { form.state.fields[$0].configuration.isSecure } ?? false
    return frame
  }

  mutating func show(_ parts: [FormPart], of view: FormView) {
    if picture?.fits(layout) == true {
      picture?.show(parts)
    } else {
      picture = Picture(parts, on: view.sheet)
    }
  }

  /// `frame`, which shows nothing of the form. No news waits to be shown meanwhile.
  private mutating func hidingForm(behind frame: Frame) -> Frame {
    quiet.wait()
    picture = nil
    return frame
  }

  /// The masks that came or went at the end of the masked text; `nil` if anything else changed at the caret, or no text
  /// is left. The rest of the change comes with the next frame.
  package mutating func echo() -> Echo? {
    arrange()
    guard picture != nil, let start = drawnEnd, let end = textEnd,
      (start.field, start.row) == (end.field, end.row), start.column != end.column
    else { return nil }
    (drawnEnd, isEchoed) = (end, true)
    let isErasing = end.column < start.column
    let roles = appearance.roles(at: layout.fields[end.field], isActive: true)
    return Echo(
      Cell(
        isErasing ? .scalar(" ") : picture?.frame.mask ?? .scalar(" "),
        style: Style(isErasing ? roles.blank : roles.text)),
      row: end.row, columns: min(start.column, end.column)..<max(start.column, end.column),
      isErasing: isErasing)
  }

  private mutating func arrange() {
    guard arrangement != form.state.arrangement || wantedInline != wantsInline else { return }
    if arrangement != form.state.arrangement { quiet.still = nil }
    arrangement = form.state.arrangement
    let old = layout
    layout = makeLayout()
    if layout.isInline == old.isInline { layout.stay(like: old) } else { layout.page = old.page }
    firstVisible += Array(repeating: 0, count: form.state.fields.count - firstVisible.count)
    drawnEnd = nil
  }

  private mutating func makeLayout() -> Layout {
    wantedInline = wantsInline
    return LayoutBuilder.layout(of: form.state, in: window, appearance, isInline: wantedInline)
  }

  /// The end of the focused field's text, if the caret is there and only masks precede it.
  private var textEnd: (field: Int, row: Int, column: Int)? {
    guard layout.page == .form, form.state.submission == .open, !form.state.hasOffer,
      let index = form.state.focusedField, let row = layout.row(layout.fields[index].textLine)
    else { return nil }
    let (place, count) = (layout.fields[index].text, form.state.fields[index].shape.count)
    guard count > 0, count < place.count, form.state.fields[index].isMaskedUpToCaret else { return nil }
    return (index, row, place.lowerBound + count)
  }

  var isFormUsable: Bool {
    !layout.showsKeys && (!layout.isTooSmall || !form.state.hasOffer && takesSmallWindow)
  }

  /// Whether the form can be used in a window that is too small, as long as the focus is in view.
  private var takesSmallWindow: Bool {
    guard form.state.takesSmallWindows else { return false }
    return switch form.state.firstResponder {
    case .field(let index): layout.shows(field: index)
    case .button(let index):
      layout.row(layout.buttons[index].line) != nil
        && layout.buttons[index].columns.lowerBound < layout.size.columns
    case .form: false
    }
  }

  /// Prepares for `input`. Returns false if the time limit has passed. The form has then ended.
  private mutating func prepare(for input: Input, at now: Instant) -> Bool {
    noteTyping(input)
    guard form.prepare(for: input, at: now) else { return false }
    if isReading, input.endsReading { leaveReading() }
    return true
  }

  /// Refuses keys typed while a field is checked, and keys that follow without a pause. Otherwise only the rest of what
  /// the user types would be taken, as if it were the whole text.
  private mutating func refusesEarly(_ input: Input, at now: Instant) -> Bool {
    let isChecking = if case .verifying(.field, _) = form.state.submission { true } else { false }
    let goesOn = form.earlyKey.map { now < $0.advanced(by: .seconds(1)) } ?? false
    guard isChecking && input.isTyping || goesOn && !KeyOwner.verifying.takes(input) else { return false }
    form.refuseEarlyKey(at: now)
    return true
  }

  private var isReading: Bool { if case .reading = layout.page { true } else { false } }

  private mutating func leaveReading() {
    guard isReading else { return }
    layout.page = .form
    scrollToFocus()
  }

  /// Scrolls the focus into view, unless the form is read by page.
  private mutating func scrollToFocus() {
    guard layout.overflow > 0 else { return }
    switch (layout.page, form.state.viewFocus) {
    case (.reading(let top), _): layout.scroll = top
    case (_, .field(let index)): layout.scroll(toField: index)
    case (_, .button(let index)): layout.scroll(toButton: index)
    case (_, .form): break
    }
  }

  private var owner: KeyOwner {
    if form.state.submission != .open { return .verifying }
    return layout.showsKeys ? .keysPage : isFormUsable ? form.state.keyOwner : .screen
  }

  private mutating func respond(to input: Input, as owner: KeyOwner) -> Bool {
    guard owner.takes(input) else { return false }
    let isHandled =
      switch owner {
      case .verifying, .screen: false
      case .keysPage: respondAsKeysPage(to: input.action)
      case .offer, .question, .fields: respondAsForm(to: input)
      }
    return isHandled || respondAsScreen(to: input)
  }

  private mutating func respondAsKeysPage(to action: Action?) -> Bool {
    switch action {
    case .focusNext, .lineDown: scrollKeys(by: 1)
    case .focusPrevious, .lineUp: scrollKeys(by: -1)
    case .pageDown: scrollKeys(by: max(1, keysPage.rows.count - 1))
    case .pageUp: scrollKeys(by: -max(1, keysPage.rows.count - 1))
    case .showKeys, .cancel: layout.page = .form
    default: return false
    }
    return true
  }

  private mutating func respondAsForm(to input: Input) -> Bool {
    switch (input.event, input.action) {
    case (_, .lineUp): read(from: layout.scroll - 1)
    case (_, .lineDown): read(from: layout.scroll + 1)
    case (.press(let position), _):
      // Find the target before leaving the reading by page, because the user presses what is on the screen now.
      let target = target(at: position)
      leaveReading()
      form.press(target)
    default: return form.respond(to: input)
    }
    return true
  }

  private mutating func respondAsScreen(to input: Input) -> Bool {
    switch (input.event, input.action) {
    case (.resize(let size), _): lay(in: size)
    case (_, .pageUp): turnPage(by: -1)
    case (_, .pageDown): turnPage(by: 1)
    case (_, .showKeys): layout.page = .keys(top: 0)
    case (_, .goOnInLines) where !appearance.lacks.contains(.goOnInLines): isLeft = true
    default: return form.respond(asProgramTo: input)
    }
    return true
  }
}

extension FormScreen {
  private mutating func lay(in size: Size) {
    let page = layout.page
    window = size
    layout = makeLayout()
    layout.page = page
    drawnEnd = nil
    leaveReading()
    if layout.page == .form { showStart() }
  }

  private func target(at position: Position) -> PressTarget? {
    for (index, place) in layout.fields.enumerated()
    where place.lines.contains(where: { layout.row($0) == position.row }) {
      let isInText = layout.row(place.textLine) == position.row
      if isInText, place.sign.contains(position.column), form.state.fields[index].presentSign != nil {
        return .sign(index)
      }
      let view = FormView(
        form: form.state, layout: layout, appearance: appearance, firstVisible: firstVisible)
      if isInText,
        let number = view.items(of: index)?.items.first(where: { $0.columns.contains(position.column) })?
          .number
      {
        return .item(index, number: number)
      }
      if (layout.left..<layout.right).contains(position.column) {
        return .field(index, cluster: cluster(at: position.column, in: index, place))
      }
    }
    let button = layout.buttons.firstIndex {
      layout.row($0.line) == position.row && $0.columns.contains(position.column)
    }
    return button.map(PressTarget.button)
  }

  /// The cluster of field `index` before which a press in `column` puts the caret.
  private func cluster(at column: Int, in index: Int, _ place: Layout.Field) -> Int {
    let field = form.state.fields[index]
    var cluster = firstVisible[index]
    var end = place.text.lowerBound + (cluster > 0 ? 1 : 0)
    while cluster < field.shape.count {
      end += field.columns(ofCluster: cluster)
      if column < end { break }
      cluster += 1
    }
    return cluster
  }

  /// Scrolls to what the user should see first: the beginning of a question, or an alert that would be out of view with
  /// the first field.
  private mutating func showStart() {
    guard layout.overflow > 0 else { return }
    scrollToFocus()
    if form.state.fields.isEmpty {
      layout.page = .reading(top: 0)
    } else if !layout.alert.isEmpty, layout.row(layout.alertLine) == nil {
      layout.page = .reading(top: min(layout.alertLine - layout.readingHead, layout.overflow))
    }
  }

  /// A frame that only asks for a larger window, if the form takes small windows but this one has no room for what has
  /// the focus; otherwise `nil`.
  var plea: Frame? {
    guard form.state.takesSmallWindows, layout.isTooSmall, !takesSmallWindow else { return nil }
    var frame = Frame(size: layout.size)
    plead(from: 0, to: layout.size.rows, columns: layout.size.columns, on: &frame)
    return frame
  }

  /// `frame` of `view` with a line that tells why text is refused, if a row is free.
  func withPlea(_ frame: Frame, of view: FormView) -> Frame {
    guard layout.isTooSmall, !takesSmallWindow else { return frame }
    // A row that waits for news is not free.
    let whole = isQuiet ? view.frame : frame
    guard let row = whole.lines.lastIndex(where: { $0.prefix(layout.right).allSatisfy { $0 == Cell() } })
    else { return frame }
    var frame = frame
    plead(from: row, to: row + 1, columns: layout.right, on: &frame)
    return frame
  }

  /// Asks for a larger window in these rows of `frame`.
  private func plead(from first: Int, to end: Int, columns: Int, on frame: inout Frame) {
    let lines = LineWrap.lines(
      form.state.texts("Make the window larger."), columns: columns, width: appearance.width)
    for (row, line) in zip(first..<end, lines) {
      frame.put(
        line, at: Position(row: row, column: 0), style: Style(.notice), limit: columns,
        width: appearance.width)
    }
  }

  private var keysPage: KeysPage {
    let text = appearance.lines(of: form.state.configuration.text, columns: layout.width)
    let state = form.state
    // An inline form may have had too few rows for an error.
    let error =
      canBeInline ? state.error ?? state.focusedField.flatMap { state.fields[$0].error?.message } : nil
    return KeysPage(
      state, size: layout.size, appearance, isTextCut: text.count > layout.text.count, error: error)
  }

  private mutating func scrollKeys(by lines: Int) {
    guard case .keys(let top) = layout.page else { return }
    let last = keysPage.lastTop
    // If the window has grown since the last scroll, the page shows more than `top` says.
    let seen = min(top, last)
    let target = min(max(0, seen + lines), last)
    layout.page = .keys(top: target)
    if target == seen { form.beep() }
  }

  /// Turns a page of a form that does not fit.
  private mutating func turnPage(by direction: Int) {
    guard layout.overflow > 0 else { return form.beep() }
    read(from: layout.page(direction))
  }

  /// Whether `input` would press a button that is out of view, in a question that is being read.
  private func hidesButton(pressedBy input: Input) -> Bool {
    guard isReading, readsLines, let button = form.state.button(pressedBy: input) else { return false }
    return layout.row(layout.buttons[button].line) == nil
  }

  /// Whether Up and Down scroll the form, a question that does not fit.
  private var readsLines: Bool { layout.overflow > 0 && form.state.fields.isEmpty }

  private mutating func read(from line: Int) {
    layout.page = .reading(top: min(max(0, line), layout.overflow))
    scrollToFocus()
  }
}
