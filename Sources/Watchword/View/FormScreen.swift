import WatchwordMessages
package import WatchwordScreen

/// A form in its window: where an event goes in, and where a frame comes out.
///
/// An event goes to the first responder and from there up the chain, to the form, and to the screen with the
/// application, until one handles it (E3).
package struct FormScreen: ~Copyable {
  /// The form. What it asks for when it was told something is taken from it.
  package internal(set) var form: Form
  /// How the form is drawn.
  package private(set) var appearance: Appearance
  /// The window, what is on it, where everything stands there, and how far it is scrolled.
  private(set) var layout: Layout
  /// The picture of the form that was drawn last; `nil` where the next one is drawn whole.
  private var picture: Picture?
  /// The end of the masked text that was drawn last in the field with the focus; see ``echo()``.
  private var drawnEnd: (field: Int, row: Int, column: Int)?
  /// With quiet typing, the form as it was before the first key in the field that is edited; see ``noteTyping(_:)``.
  var still: FormState?
  /// With quiet typing, the news that are held back.
  var heldNews = HeldNews()
  /// The first cluster of each field that is drawn.
  private(set) var firstVisible: [Int]
  /// ``FormState/arrangement`` as it was laid out.
  private var arrangement: Int

  /// Shows `form` in a window of `size`, or without one in that of the first ``Event/resize(_:)``.
  package init(_ form: consuming Form, appearance: Appearance, size: Size? = nil) {
    firstVisible = form.state.fields.map { _ in 0 }
    arrangement = form.state.arrangement
    layout = size.map { LayoutBuilder.layout(of: form.state, in: $0, appearance) } ?? Layout()
    self.form = form
    self.appearance = appearance
  }

  /// Takes in one event.
  ///
  /// - Parameters:
  ///   - event: What happened; for a paste see ``handlePaste(_:at:)``.
  ///   - now: When it happened; no earlier than the event before.
  /// - Returns: What the world outside has to do, in this order.
  package mutating func handle(_ event: Event, at now: Instant) -> [Request] {
    arrange()
    // Nothing is pressed unseen: the key brings it into view.
    let isSeen = !hidesButton(pressedBy: event)
    guard prepare(for: event, at: now), isSeen, !refusesEarly(event, at: now) else {
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
    form.lookForFinding()
    return form.takeRequests()
  }

  /// Takes in a paste of `text`, as ``handle(_:at:)`` does with other events.
  package mutating func handlePaste(_ text: UTF8Span, at now: Instant) -> [Request] {
    arrange()
    guard prepare(for: .paste, at: now), !refusesEarly(.paste, at: now) else { return form.takeRequests() }
    if form.state.submission != .open || !isFormUsable || !form.paste(text) { form.beep() }
    form.lookForFinding()
    return form.takeRequests()
  }

  /// Takes in a line that was typed into the field with the focus, see ``Form/enter(_:)``. Answers whether it stands there
  /// as well.
  package mutating func enter(_ text: UTF8Span, at now: Instant) -> (requests: [Request], isTaken: Bool) {
    let isTaken = prepare(for: .paste, at: now) && form.state.submission == .open && form.enter(text)
    form.lookForFinding()
    return (form.takeRequests(), isTaken)
  }

  /// Takes note of what the form stands on: some signs cannot be seen there.
  package mutating func followBackground(isLight: Bool) {
    guard isLight, let sign = appearance.glyphs.unmetOnLight else { return }
    appearance.glyphs.unmet = sign
    picture = nil
  }

  /// Gives the focus to the field in which the person starts.
  package mutating func begin() -> [Request] {
    form.begin()
    showStart()
    return form.takeRequests()
  }

  /// When the form needs a tick, see ``FormState/deadline``, or what is held back of its picture is to be shown.
  package var deadline: Instant? { [form.state.deadline, heldNews.end].lazy.compactMap(\.self).min() }

  /// The form as it looks now, scrolled so that the carets are in view. Each frame is to be shown.
  package mutating func frame() -> Frame {
    arrange()
    drawnEnd = nil
    if case .keys(let top) = layout.page {
      heldNews.wait()
      picture = nil
      return keysPage.frame(from: top)
    }
    endStillness()
    scrollToFocus()
    if form.state.configuration.takesSmallWindows, layout.isTooSmall, !takesSmallWindow {
      picture = nil
      return plea
    }
    let drawn = drawn
    for index in firstVisible.indices where isQuiet || picture?.has(index, of: drawn) != true {
      firstVisible[index] = drawn.fields[index].firstVisible(
        in: layout.fields[index].text.count, after: firstVisible[index])
    }
    let view = FormView(form: drawn, layout: layout, appearance: appearance, firstVisible: firstVisible)
    // What is held back for a reading aid is known by all that is said.
    if isQuiet || picture?.update(view) != true { picture = Picture(view) }
    drawnEnd = textEnd
    return picture.map { withoutHeldNews($0.frame) } ?? Frame(size: layout.size)
  }

  /// What alone is new for the eye on the caret: masks of characters that were typed at the end of a masked text. `nil`
  /// where more is new there. What follows from them comes with the next frame.
  package mutating func echo() -> (mask: Cell, row: Int, columns: Range<Int>)? {
    arrange()
    guard let picture, let start = drawnEnd, let end = textEnd,
      (start.field, start.row) == (end.field, end.row), start.column < end.column
    else { return nil }
    drawnEnd = end
    return (picture.frame[start.row, start.column - 1], end.row, start.column..<end.column)
  }

  /// Lays the form out anew where fields have come or gone since it was drawn.
  private mutating func arrange() {
    guard arrangement != form.state.arrangement else { return }
    arrangement = form.state.arrangement
    let old = layout
    layout = LayoutBuilder.layout(of: form.state, in: old.size, appearance)
    layout.stay(like: old)
    firstVisible += Array(repeating: 0, count: form.state.fields.count - firstVisible.count)
    (picture, drawnEnd, still) = (nil, nil, nil)
  }

  /// The end of the text in the field with the focus, where the caret is and nothing but masks stands before it.
  private var textEnd: (field: Int, row: Int, column: Int)? {
    guard layout.page == .form, form.state.submission == .open, form.state.offer == nil,
      let index = form.state.focusedField, let row = layout.row(layout.fields[index].textLine)
    else { return nil }
    let (field, place) = (form.state.fields[index], layout.fields[index].text)
    let count = field.shape.count
    guard !field.isShown, field.peek == nil, count > 0, count < place.count, field.shape.caret == count
    else { return nil }
    return (index, row, place.lowerBound + count)
  }

  /// Whether fields and buttons are there to be worked in.
  private var isFormUsable: Bool {
    !layout.showsKeys && (!layout.isTooSmall || form.state.offer == nil && takesSmallWindow)
  }

  /// Whether the form is worked in although the window is so small: as long as what has the focus is in view.
  private var takesSmallWindow: Bool {
    guard form.state.configuration.takesSmallWindows else { return false }
    return switch form.state.firstResponder {
    case .field(let index): layout.shows(field: index)
    case .button(let index):
      layout.row(layout.buttons[index].line) != nil
        && layout.buttons[index].columns.lowerBound < layout.size.columns
    case .form: false
    }
  }

  /// Takes note of `event`. Answers false where the time limit was over before: nothing that comes later counts, so the
  /// form ends without it.
  private mutating func prepare(for event: Event, at now: Instant) -> Bool {
    if let end = form.state.timeLimit, end <= now {
      form.cancel(.timeOut)
      return false
    }
    noteTyping(event)
    form.prepare(for: event, at: now)
    if isReading, event.isInput, !event.isPaging, !event.isPress, linesRead(by: event) == nil {
      leaveReading()
    }
    return true
  }

  /// Refuses what is typed while a field is checked, and what follows that without a pause: whoever types on would have
  /// the rest of a text taken for all of it. Answers whether it did.
  private mutating func refusesEarly(_ event: Event, at now: Instant) -> Bool {
    let isChecking = if case .verifying(.field, _) = form.state.submission { true } else { false }
    let goesOn = form.earlyKey.map { now < $0.advanced(by: .seconds(1)) } ?? false
    guard isChecking && event.isTyping || goesOn && !event.isForVerifying else { return false }
    form.refuseEarlyKey(at: now)
    return true
  }

  /// Whether the form is being read by page.
  private var isReading: Bool { if case .reading = layout.page { true } else { false } }

  private mutating func leaveReading() {
    guard isReading else { return }
    layout.page = .form
    scrollToFocus()
  }

  /// Scrolls what has the focus into view, unless the form is being read by page.
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
    // What is met is what is seen, also where the form is being read by page.
    let target = target(at: position)
    leaveReading()
    form.press(target)
    return true
  }

  private mutating func respondAsScreen(to event: Event) -> Bool {
    switch event {
    case .resize(let size):
      let page = layout.page
      layout = LayoutBuilder.layout(of: form.state, in: size, appearance)
      layout.page = page
      (picture, drawnEnd) = (nil, nil)
      leaveReading()
      if layout.page == .form { showStart() }
    case .stop: form.ask(.suspend)
    case .resume:
      form.maskAll()
      form.ask(.redraw)
    case .disturbed:
      form.noticeDisturbance()
      form.ask(.redraw)
    case .hangUp: form.cancel(.hangUp)
    case .withdrawn: form.cancel()
    case .tick, .recolor: break
    case .key(let key):
      switch KeyBinding.action(for: key) {
      case .redraw: form.ask(.redraw)
      case .pageUp: turnPage(by: -1)
      case .pageDown: turnPage(by: 1)
      case .showKeys: layout.page = layout.showsKeys ? .form : .keys(top: 0)
      case .cancel where layout.showsKeys && form.state.submission == .open: layout.page = .form
      case .cancel: if !form.withdrawOffer() { form.cancel() }
      case .focusNext: return scrollKeys(by: 1)
      case .focusPrevious: return scrollKeys(by: -1)
      case .interrupt: form.cancel(.interrupt)
      case .suspend: form.ask(.suspend)
      case .ignore: break
      default: return false
      }
    default: return false
    }
    return true
  }
}

/// What lies where, and what is in view.
extension FormScreen {
  /// What a press at `position` meets.
  private func target(at position: Position) -> PressTarget? {
    for (index, place) in layout.fields.enumerated()
    where place.lines.contains(where: { layout.row($0) == position.row }) {
      let isInText = layout.row(place.textLine) == position.row
      if isInText, place.sign.contains(position.column), form.state.fields[index].presentSign != nil {
        return .sign(index)
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

  /// Begins with the start of a question, and with what was wrong before where it is not in view beside the first field.
  private mutating func showStart() {
    guard layout.overflow > 0 else { return }
    scrollToFocus()
    if form.state.fields.isEmpty {
      layout.page = .reading(top: 0)
    } else if !layout.alert.isEmpty, layout.row(layout.alertLine) == nil {
      layout.page = .reading(top: min(layout.alertLine - layout.readingHead, layout.overflow))
    }
  }

  /// What a window shows that has no room for the field.
  private var plea: Frame {
    var frame = Frame(size: layout.size)
    let lines = LineWrap.lines(
      form.state.texts("Make the window larger."), columns: layout.size.columns, width: appearance.width)
    for (row, line) in lines.prefix(layout.size.rows).enumerated() {
      frame.put(
        line, at: Position(row: row, column: 0), style: Style(.notice), limit: layout.size.columns,
        width: appearance.width)
    }
    return frame
  }

  private var keysPage: KeysPage { KeysPage(form.state, size: layout.size, appearance) }

  /// Scrolls the page of keys by `lines`; answers `false` where it is not on the screen.
  private mutating func scrollKeys(by lines: Int) -> Bool {
    guard case .keys(let top) = layout.page else { return false }
    let last = keysPage.lastTop
    // The window may have grown since the page was scrolled.
    let seen = min(top, last)
    let target = min(max(0, seen + lines), last)
    layout.page = .keys(top: target)
    if target == seen { form.beep() }
    return true
  }

  /// Turns a page of the keys, or of a form that the window is too small for.
  private mutating func turnPage(by direction: Int) {
    if scrollKeys(by: direction * max(1, keysPage.rows.count - 1)) { return }
    guard layout.overflow > 0 else { return form.beep() }
    read(from: layout.page(direction))
  }

  /// Whether `event` would press a button of a question that is being read, while its buttons are not in view.
  private func hidesButton(pressedBy event: Event) -> Bool {
    guard isReading, form.state.fields.isEmpty, case .key(let key) = event,
      let button = form.state.button(pressedBy: key)
    else { return false }
    return layout.row(layout.buttons[button].line) == nil
  }

  /// By how many lines `event` reads on: with Up and Down, where no field is there that they could lead to.
  private func linesRead(by event: Event) -> Int? {
    guard layout.overflow > 0, form.state.fields.isEmpty, case .key(let key) = event else { return nil }
    return [Key(.up): -1, Key(.down): 1][key]
  }

  /// Scrolls what is read so that `line` is its first.
  private mutating func read(from line: Int) {
    layout.page = .reading(top: min(max(0, line), layout.overflow))
    scrollToFocus()
  }
}

extension Event {
  /// Whether the event is a press of the mouse.
  fileprivate var isPress: Bool { if case .press = self { true } else { false } }

  /// Whether the event is heard while the verifier runs. Cancelling, suspending and painting work as ever; other keys are
  /// not kept, since what they type may be secret, and beep.
  fileprivate var isForVerifying: Bool {
    guard case .key(let key) = self else { return !isInput }
    return [.redraw, .cancel, .interrupt, .suspend].contains(KeyBinding.action(for: key))
  }

  /// Whether the event turns the pages of what is read.
  fileprivate var isPaging: Bool {
    guard case .key(let key) = self else { return false }
    let action = KeyBinding.action(for: key)
    return action == .pageUp || action == .pageDown
  }
}
