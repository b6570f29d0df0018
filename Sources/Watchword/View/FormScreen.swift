import WatchwordBase
package import WatchwordScreen

/// A form in its window. It handles events and makes frames.
///
/// An event goes up the responder chain, from first responder to form to screen, until one handles it (E3).
package struct FormScreen: ~Copyable {
  /// The form. Whoever calls one of its methods has to take the requests it makes.
  package internal(set) var form: Form
  package private(set) var appearance: Appearance
  /// The window, what is on it, where everything is, and how far the form is scrolled.
  private(set) var layout: Layout
  /// The window of the terminal. The size of an inline layout has only the form's own rows.
  private var window: Size
  /// Whether the terminal can show inline frames, see ``Frame/isInline``.
  package var canBeInline = false
  /// Whether the layout was made for a form that wants to be inline.
  private var wantedInline = false
  /// The last picture of the form; `nil` if the next one is drawn in full.
  private var picture: Picture?
  /// The last frame of the form, and how often the texts in it had changed by then.
  private(set) var last: (frame: Frame, changes: [UInt32])?
  /// The end of the masked text last drawn in the focused field, see ``echo()``.
  private var drawnEnd: (field: Int, row: Int, column: Int)?
  /// Whether masks were written since the last frame.
  private(set) var isEchoed = false
  /// With quiet typing, the form before the first key in the edited field, see ``noteTyping(_:)``.
  var still: FormState?
  /// With quiet typing, the news held back.
  var heldNews = HeldNews()
  /// Until the next input, the last mouse press: its target, if it hit any, and its time.
  private var pressed: (target: PressTarget?, at: Instant)?
  private(set) var firstVisible: [Int]
  /// The ``FormState/arrangement`` of the layout.
  private var arrangement: Int
  /// Whether the user goes on in line mode.
  package private(set) var isLeft = false

  /// Shows `form` in a window of `size`, or in that of the first ``Event/resize(_:)``.
  package init(_ form: consuming Form, appearance: Appearance, size: Size? = nil) {
    firstVisible = form.state.fields.map { _ in 0 }
    arrangement = form.state.arrangement
    window = size ?? Layout().size
    layout = size.map { LayoutBuilder.layout(of: form.state, in: $0, appearance) } ?? Layout()
    self.form = form
    self.appearance = appearance
  }

  /// Handles one event.
  ///
  /// - Parameters:
  ///   - event: What happened. For a paste use ``handlePaste(_:at:)``.
  ///   - now: When it happened, not before the previous event.
  /// - Returns: What the caller has to do, in this order.
  package mutating func handle(_ event: Event, at now: Instant) -> [Request] {
    arrange()
    let action = action(of: event, at: now)
    // A key never presses a button out of view. It only brings the button into view.
    let isSeen = !hidesButton(pressedBy: event)
    guard prepare(for: event, at: now), isSeen, let event = action, !refusesEarly(event, at: now) else {
      return form.takeRequests()
    }
    let isOpen = form.state.submission == .open
    let isHandled =
      isOpen
      ? isFormUsable && respondAsForm(to: event) || respondAsScreen(to: event)
      : event.isForVerifying && respondAsScreen(to: event)
    if !isHandled, event.isInput {
      if isOpen, case .key = event, isFormUsable, form.state.configuration.endsWithAnyKey {
        form.pressButton(0)
      } else {
        form.beep()
      }
    }
    form.takeAnswers()
    return form.takeRequests()
  }

  /// The event to respond to; `nil` for none. A mouse press counts only once it is released on the same target, within
  /// two seconds and before any other input (A12).
  private mutating func action(of event: Event, at now: Instant) -> Event? {
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

  /// Handles a paste of `text`, as ``handle(_:at:)`` does other events.
  package mutating func handlePaste(_ text: UTF8Span, at now: Instant) -> [Request] {
    arrange()
    pressed = nil
    guard prepare(for: .paste, at: now), !refusesEarly(.paste, at: now) else { return form.takeRequests() }
    if form.state.submission != .open || !isFormUsable || !form.paste(text) { form.beep() }
    form.takeAnswers()
    return form.takeRequests()
  }

  /// Enters a line into the focused field, see ``Form/enter(_:choosing:)``. `isTaken` tells whether the field has it
  /// now.
  package mutating func enter(
    _ text: UTF8Span, choosing choice: Int? = nil, at now: Instant
  ) -> (requests: [Request], isTaken: Bool) {
    let isOpen = prepare(for: .paste, at: now) && form.state.submission == .open
    let isTaken = isOpen && form.enter(text, choosing: choice)
    form.takeAnswers()
    return (form.takeRequests(), isTaken)
  }

  /// Adapts the icons to the background: some can hardly be seen on a light background.
  package mutating func followBackground(isLight: Bool) {
    guard isLight, let sign = appearance.glyphs.unmetOnLight else { return }
    appearance.glyphs.unmet = sign
    picture = nil
  }

  /// Draws the form in ASCII, because the terminal draws one-column glyphs in two columns.
  package mutating func avoidAmbiguousWidth() {
    appearance.glyphs = .ascii
    if !appearance.mask.isASCII { appearance.mask = appearance.glyphs.mask }
    lay(in: window)
  }

  /// Whether the next frame is inline.
  package var isInline: Bool {
    mutating get {
      arrange()
      return layout.isInline
    }
  }

  /// Whether the form should be inline now. A secret is shown only on the alternate screen, where nothing of it can get
  /// into the lines that are scrolled away, and so is what takes the whole window.
  private var wantsInline: Bool {
    canBeInline && layout.page == .form && form.state.offer == nil && !form.state.configuration.isPeeking
      && !form.state.fields.contains { $0.showsSecret }
  }

  /// Focuses the field in which the user starts.
  package mutating func begin() -> [Request] {
    form.begin()
    showStart()
    return form.takeRequests()
  }

  /// When the next tick is needed, for the form (see ``FormState/deadline``) or to show held-back news.
  package var deadline: Instant? { Instant.first(form.state.deadline, heldNews.end) }

  /// The current frame, scrolled to show the caret. Every frame has to be painted, because the next frames and
  /// ``echo()`` build on it.
  package mutating func frame() -> Frame {
    arrange()
    drawnEnd = nil
    if case .keys(let top) = layout.page { return hidingForm(behind: keysPage.frame(from: top)) }
    endStillness()
    scrollToFocus()
    if let plea { return hidingForm(behind: plea) }
    var view = FormView(form: drawn, layout: layout, appearance: appearance, firstVisible: firstVisible)
    for index in firstVisible.indices where isQuiet || picture?.has(index, of: view.form) != true {
      firstVisible[index] = view.form.fields[index].firstVisible(
        in: layout.fields[index].text.count, after: firstVisible[index])
    }
    view.firstVisible = firstVisible
    // Held-back news are found by comparing all news, which only a full picture lists.
    if isQuiet || picture?.update(&view) != true { picture = Picture(&view) }
    drawnEnd = textEnd
    let changes = form.state.fields.map(\.textChanges) + [form.offerCount]
    func hasChanged(_ index: Int, since before: [UInt32]) -> Bool {
      !before.indices.contains(index) || before[index] != changes[index]
    }
    // The picture keeps the rows, so that the next time most are known to be the same.
    if let last { picture?.share(with: last.frame) { hasChanged($0, since: last.changes) } }
    // The plea has its row before news is held back. Otherwise it would take a row that waits for news.
    var frame = withoutHeldNews(withPlea(picture?.frame ?? Frame(size: layout.size)))
    frame.takesSecret = form.state.focusedField.map { form.state.fields[$0].configuration.isSecure } ?? false
    if let last, isQuiet { frame.share(with: last.frame) { hasChanged($0, since: last.changes) } }
    (last, isEchoed) = ((frame, changes), false)
    return frame
  }

  /// `frame`, which shows nothing of the form. No news waits to be shown meanwhile.
  private mutating func hidingForm(behind frame: Frame) -> Frame {
    heldNews.wait()
    picture = nil
    return frame
  }

  /// Prepares for line mode, in which no frame is made: nothing waits to be shown.
  mutating func prepareForLines() {
    form.maskAll()
    form.state.dropMutedErrors()
    form.state.prepareForLines()
    (heldNews, still, isLeft) = (HeldNews(), nil, false)
  }

  /// The masks that have come or gone, if characters were typed or deleted at the end of a masked text, some are left,
  /// and nothing else changed at the caret; otherwise `nil`. What follows from it comes with the next frame.
  package mutating func echo() -> Echo? {
    arrange()
    guard let picture, let start = drawnEnd, let end = textEnd,
      (start.field, start.row) == (end.field, end.row), start.column != end.column
    else { return nil }
    (drawnEnd, isEchoed) = (end, true)
    let isErasing = end.column < start.column
    let mask = picture.frame[start.row, layout.fields[start.field].text.lowerBound]
    let style = mask.style.role == .mark ? Style(appearance.isFilled ? .activeField : .plain) : mask.style
    return Echo(
      Cell(isErasing ? .scalar(" ") : mask.glyph, style: style), row: end.row,
      columns: min(start.column, end.column)..<max(start.column, end.column), isErasing: isErasing)
  }

  private mutating func arrange() {
    guard arrangement != form.state.arrangement || wantedInline != wantsInline else { return }
    arrangement = form.state.arrangement
    let old = layout
    layout = makeLayout()
    if layout.isInline == old.isInline { layout.stay(like: old) } else { layout.page = old.page }
    firstVisible += Array(repeating: 0, count: form.state.fields.count - firstVisible.count)
    (picture, drawnEnd, still) = (nil, nil, nil)
  }

  private mutating func makeLayout() -> Layout {
    wantedInline = wantsInline
    return LayoutBuilder.layout(of: form.state, in: window, appearance, isInline: wantedInline)
  }

  /// The end of the focused field's text, if the caret is there and only masks precede it.
  private var textEnd: (field: Int, row: Int, column: Int)? {
    guard layout.page == .form, form.state.submission == .open, form.state.offer == nil,
      let index = form.state.focusedField, let row = layout.row(layout.fields[index].textLine)
    else { return nil }
    let (field, place) = (form.state.fields[index], layout.fields[index].text)
    let count = field.shape.count
    guard !field.isShown, !field.isUnseen, field.peek == nil, count > 0, count < place.count,
      field.shape.caret == count
    else { return nil }
    return (index, row, place.lowerBound + count)
  }

  var isFormUsable: Bool {
    !layout.showsKeys && (!layout.isTooSmall || form.state.offer == nil && takesSmallWindow)
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

  /// Prepares for `event`. Returns false if the time limit has passed. The form has then ended.
  private mutating func prepare(for event: Event, at now: Instant) -> Bool {
    if let end = form.state.timeLimitEnd, end <= now {
      form.end(.timeLimit)
      return false
    }
    noteTyping(event)
    form.prepare(for: event, at: now)
    if isReading, event.isInput, !event.isPaging, !event.isPress, linesRead(by: event) == nil {
      leaveReading()
    }
    return true
  }

  /// Refuses keys typed while a field is checked, and keys that follow without a pause. Otherwise only the rest of what
  /// the user types would be taken, as if it were the whole text.
  private mutating func refusesEarly(_ event: Event, at now: Instant) -> Bool {
    let isChecking = if case .verifying(.field, _) = form.state.submission { true } else { false }
    let goesOn = form.earlyKey.map { now < $0.advanced(by: .seconds(1)) } ?? false
    guard isChecking && event.isTyping || goesOn && !event.isForVerifying else { return false }
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

  private mutating func respondAsForm(to event: Event) -> Bool {
    if let lines = linesRead(by: event) {
      read(from: layout.scroll + lines)
      return true
    }
    guard case .press(let position) = event else { return form.respond(to: event) }
    // Find the target before leaving the reading by page, because the user presses what is on the screen now.
    let target = target(at: position)
    leaveReading()
    form.press(target)
    return true
  }

  private mutating func respondAsScreen(to event: Event) -> Bool {
    switch event {
    case .resize(let size): lay(in: size)
    case .stop: form.ask(.suspend)
    case .resume:
      form.maskAll()
      form.ask(.redraw)
    case .disturbed:
      form.noticeDisturbance()
      form.ask(.redraw)
    case .hangUp: form.end(.hangUp)
    case .withdrawn: form.end(.withdrawn)
    case .tick, .recolor: break
    case .key(let key):
      switch KeyBinding.action(for: key) {
      case .redraw: form.ask(.redraw)
      case .pageUp: turnPage(by: -1)
      case .pageDown: turnPage(by: 1)
      case .showKeys: layout.page = layout.showsKeys ? .form : .keys(top: 0)
      case .cancel where layout.showsKeys && form.state.submission == .open: layout.page = .form
      case .cancel: if !form.withdrawOffer() { form.end(.cancelled) }
      case .focusNext: return scrollKeys(by: 1)
      case .focusPrevious: return scrollKeys(by: -1)
      case .interrupt: form.end(.interrupted)
      case .suspend: form.ask(.suspend)
      case .goOnInLines where appearance.hasLines: (layout.page, isLeft) = (.form, true)
      case .ignore: break
      default: return false
      }
    default: return false
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
    (picture, drawnEnd) = (nil, nil)
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
        let number = view.choices(of: index)?.items.first(where: { $0.columns.contains(position.column) })?
          .number
      {
        return .choice(index, number: number)
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

  /// `frame` with a line that tells why text is refused, if a row is free.
  func withPlea(_ frame: Frame) -> Frame {
    guard layout.isTooSmall, !takesSmallWindow,
      let row = frame.lines.lastIndex(where: { $0.prefix(layout.right).allSatisfy { $0 == Cell() } })
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

  /// Scrolls the page of keys by `lines`. Returns false if it is not on the screen.
  private mutating func scrollKeys(by lines: Int) -> Bool {
    guard case .keys(let top) = layout.page else { return false }
    let last = keysPage.lastTop
    // If the window has grown since the last scroll, the page shows more than `top` says.
    let seen = min(top, last)
    let target = min(max(0, seen + lines), last)
    layout.page = .keys(top: target)
    if target == seen { form.beep() }
    return true
  }

  /// Turns a page of the keys, or of a form that does not fit.
  private mutating func turnPage(by direction: Int) {
    if scrollKeys(by: direction * max(1, keysPage.rows.count - 1)) { return }
    guard layout.overflow > 0 else { return form.beep() }
    read(from: layout.page(direction))
  }

  /// Whether `event` would press a button that is out of view, in a question that is being read.
  private func hidesButton(pressedBy event: Event) -> Bool {
    guard isReading, form.state.fields.isEmpty, case .key(let key) = event,
      let button = form.state.button(pressedBy: key)
    else { return false }
    return layout.row(layout.buttons[button].line) == nil
  }

  /// By how many lines `event` scrolls the form; `nil` if it does not. Up and Down scroll a form without fields.
  private func linesRead(by event: Event) -> Int? {
    guard layout.overflow > 0, form.state.fields.isEmpty, case .key(let key) = event else { return nil }
    return [Key(.up): -1, Key(.down): 1][key]
  }

  private mutating func read(from line: Int) {
    layout.page = .reading(top: min(max(0, line), layout.overflow))
    scrollToFocus()
  }
}

extension Event {
  fileprivate var isPress: Bool {
    if case .press = self { true } else if case .release = self { true } else { false }
  }

  /// Whether the event is handled while the verifier runs. Cancelling, suspending and redrawing always work. Other keys
  /// beep and are not kept, because what they type may be secret.
  fileprivate var isForVerifying: Bool {
    guard case .key(let key) = self else { return !isInput }
    return [.redraw, .cancel, .interrupt, .suspend].contains(KeyBinding.action(for: key))
  }

  fileprivate var isPaging: Bool {
    guard case .key(let key) = self else { return false }
    let action = KeyBinding.action(for: key)
    return action == .pageUp || action == .pageDown
  }
}
