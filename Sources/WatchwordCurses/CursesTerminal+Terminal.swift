internal import CWatchwordCurses
internal import CWatchwordSystem
internal import CWatchwordTerminal
internal import Glibc
package import WatchwordScreen

extension CursesTerminal: Terminal {
  /// The time now, on the clock that starts with the machine.
  package var now: Instant { Instant(nanoseconds: ww_now()) }

  /// Shows `frame`; see ``Terminal/paint(_:readSecret:)``. Only cells that changed are written.
  package mutating func paint(_ frame: Frame, readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void)
  {
    let wasOnScreen = canvas.isOnScreen
    // From the first byte of the picture on, a deadly signal has to clear the screen and leave it.
    if !wasOnScreen { screen.device.arm(writing: modes.mend) }
    unsafe canvas.paint(frame, on: screen.window)
    // The news come after shown secrets too, which are written by themselves.
    if canvas.showsSecret {
      guard show(first: !wasOnScreen) else { return }
      if !secretPainter.paint(frame, size: size, on: screen.device, readSecret: readSecret) {
        screen.device.isHungUp = true
      }
      guard canvas.hasNews else { return }
    }
    unsafe canvas.paintNews(of: frame, on: screen.window)
    _ = show(first: !wasOnScreen && !canvas.showsSecret)
  }

  /// Writes what was painted. With the `first` picture the modes are set, and the background is asked for.
  private mutating func show(first: Bool) -> Bool {
    guard show(after: first ? modes.on : []) else {
      if first { canvas.isOnScreen = false }
      return false
    }
    if first, asksForBackground { askForBackground() }
    return true
  }

  /// Waits for the next event; see ``Terminal/nextEvent(before:)``. At least once a second, and four times where there is
  /// a caller, it looks for what nobody wakes it for: whether the terminal's modes were changed, and the size of a
  /// terminal that does not control the process.
  package mutating func nextEvent(before deadline: Instant?) -> Event {
    input.learnKeys()
    while true {
      // Of another terminal than the controlling one no signal says that its window has another size. A key belongs to
      // the window in which it was pressed.
      if !screen.device.isHungUp, !screen.device.isControlling, screen.currentSize != size { return resize() }
      if let event = pendingEvent() { return event }
      if screen.device.isHungUp { return .hangUp }
      if let event = eventOfSignals() { return event }
      if ww_deadly_take_restored() {
        goOn(writing: modes.enter.showingCursor)
        return .disturbed
      }
      if screen.device.findForeignModes() {
        goOn(writing: modes.on)
        return .disturbed
      }
      let patience = input.deadline
      let end = if let deadline, let patience { min(deadline, patience) } else { deadline ?? patience }
      let now = now
      let time = end.map { max(.zero, $0 - now) }
      // Where something is due, it comes soon after a key and wakes the form as well.
      let isBusy = end == nil && now - input.lastRead < Self.busyTime
      let watchPeriod = isBusy ? Self.shortWatchPeriod : screen.device.watchPeriod
      let wait = min(time ?? watchPeriod, watchPeriod)
      switch screen.device.wait(wait) {
      case WW_WAIT_READABLE: read(at: self.now)
      case WW_WAIT_GONE: screen.device.isHungUp = true
      case WW_WAIT_CALLED: return .withdrawn
      case WW_WAIT_OVER where time != wait: break
      case WW_WAIT_OVER where patience == end: input.expire()
      case WW_WAIT_OVER: return .tick
      default: break
      }
    }
  }

  private mutating func read(at now: Instant) {
    screen.device.isHungUp = !input.read(from: screen.device.descriptor, at: now)
  }

  /// How long the modes are left unwatched while somebody types: in line mode, as after "stty sane", no key wakes the form.
  private static let shortWatchPeriod = Duration.milliseconds(100)
  /// For how long after a key somebody is taken to be typing.
  private static let busyTime = Duration.seconds(1)

  /// The next event of those that came in one read; see ``Terminal/pendingEvent()``. What was typed ahead of a picture
  /// that could not be drawn is no event.
  package mutating func pendingEvent() -> Event? {
    guard failure == nil else { return .hangUp }
    while let event = input.next() {
      guard event == .recolor else { return event }
      if recolor() { return event }
    }
    return nil
  }

  /// Takes the colours for the background that the terminal has; answers whether they are others than before.
  private mutating func recolor() -> Bool {
    guard asksForBackground, let color = input.background, Background(of: color) != .unknown else {
      return false
    }
    canvas.recolor(for: Background(of: color))
    return true
  }

  /// The next event that is there by now; see ``Terminal/eventWithoutWaiting()``.
  package mutating func eventWithoutWaiting() -> Event? {
    if let event = pendingEvent() { return event }
    guard !screen.device.isHungUp, screen.device.wait(.zero) == WW_WAIT_READABLE else { return nil }
    read(at: now)
    return pendingEvent()
  }

  /// Calls `body` with the text of the last paste; see ``Terminal/withPaste(_:)``.
  package mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R { input.paste.withText(body) }

  /// Wipes the text of the last paste.
  package mutating func forgetPaste() { input.paste.forget() }

  /// Sounds the bell, or flashes where there is none.
  package mutating func beep() {
    CWatchwordCurses.beep()
    _ = show()
  }

  /// Tells the person that a form has come, in a way that `alert` names.
  package mutating func draw(_ alert: Caller.Alert) {
    guard alert == .flash, let flash = CursesScreen.capability("flash") else { return beep() }
    // The pause in the middle, as terminfo(5) asks for it, is what makes the flash visible.
    let pause = flash.firstIndex(of: UInt8(ascii: "$")) ?? flash.endIndex
    screen.device.write(Array(flash[..<pause]))
    poll(nil, 0, Self.flashMilliseconds)
    screen.device.write(TerminalModes.withoutPadding(Array(flash[pause...])))
  }

  private static let flashMilliseconds: Int32 = 100

  /// Forgets what the screen shows: the next frame is painted whole, for instance after another program wrote to
  /// the terminal.
  package mutating func invalidate() {
    unsafe clearok(cn_curscr(), true)
    canvas.forget()
  }

  package var canSuspend: Bool { screen.device.canSuspend }

  /// Leaves the screen, stops the process group, and comes back when it is continued in the foreground; the next
  /// frame is painted whole.
  package mutating func suspend() {
    leave()
    // What came together with the key was typed for others.
    input.forget()
    canvas.isOnScreen = false
    guard screen.device.suspend() else { return }
    canvas.isOnScreen = true
    goOn(writing: canvas.hidesCursor ? modes.enter.hidingCursor : modes.enter.showingCursor)
    if typedAhead == .discarded { screen.device.discardInput() }
    // The window may have changed while others had the terminal, and SIGWINCH went to them.
    if screen.currentSize != size { signals |= WW_EVENT_RESIZE }
  }
}

extension CursesTerminal {
  /// Asks for the background, and for what every terminal answers, so that the end of the answers can be known.
  private func askForBackground() {
    screen.device.write(Array("\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8))
    ww_answer_expect()
  }

  /// Writes `bytes` and then what ncurses has written to the terminal, and answers whether all is well.
  private mutating func show(after bytes: [UInt8] = []) -> Bool {
    do throws(TerminalError) {
      let picture = try screen.takePicture()
      let colors = canvas.styles.replacements
      if screen.device.write(bytes + Self.withoutIdleSequences(picture, replacing: colors)) { return true }
      screen.device.isHungUp = true
    } catch {
      screen.device.failure = error
    }
    return false
  }

  /// `picture` without what ncurses writes for nothing: attributes that the next sequence resets, and with every reset
  /// the choice of the usual character set. Its first one stays, which mends what another program may have left. The
  /// sequences of `colors` are replaced.
  static func withoutIdleSequences(
    _ picture: [UInt8], replacing colors: [ColorReplacement] = []
  ) -> [UInt8] {
    let usualSet = Array("\u{1B}(B".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(picture.count + (colors.isEmpty ? 0 : picture.count / 4))
    var hasSet = false
    var rest = picture[...]
    while let escape = rest.firstIndex(of: 0x1B) {
      result += rest[..<escape]
      rest = rest[escape...]
      var length = 1
      var isIdle = false
      if rest.starts(with: usualSet) {
        (length, isIdle, hasSet) = (usualSet.count, hasSet, true)
      } else if let end = endOfAttributes(rest) {
        var next = rest[end...]
        if next.starts(with: usualSet) { next = next.dropFirst(usualSet.count) }
        length = end - rest.startIndex
        isIdle = next.starts(with: "\u{1B}[m".utf8) || next.starts(with: "\u{1B}[0".utf8)
      }
      if !isIdle {
        let color = colors.first { rest.starts(with: $0.palette) }
        result += color?.exact[...] ?? rest.prefix(length)
        length = color?.palette.count ?? length
      }
      rest = rest.dropFirst(length)
    }
    return result + rest
  }

  /// The end of the sequence that sets attributes (SGR) at the start of `bytes`; `nil` where there is another.
  private static func endOfAttributes(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.starts(with: "\u{1B}[".utf8) else { return nil }
    let final = bytes.dropFirst(2).firstIndex { !(0x30...0x3B).contains($0) }
    return final.flatMap { bytes[$0] == 0x6D ? $0 + 1 : nil }
  }

  private mutating func eventOfSignals() -> Event? {
    signals |= Int(ww_events_take())
    if take(WW_EVENT_STOP) { return .stop }
    if take(WW_EVENT_CONTINUE) {
      guard ww_await_foreground(screen.device.descriptor) else { return .hangUp }
      goOn(writing: modes.on)
      if typedAhead == .discarded { screen.device.discardInput() }
      return .resume
    }
    if take(WW_EVENT_RESIZE) { return resize() }
    return take(WW_EVENT_WAKE) ? .tick : nil
  }

  private mutating func take(_ signal: Int) -> Bool {
    defer { signals &= ~signal }
    return signals & signal != 0
  }

  /// Takes the terminal again from whoever had it meanwhile.
  private mutating func goOn(writing bytes: [UInt8]) {
    screen.device.arm(writing: canvas.isOnScreen ? modes.mend : [])
    screen.device.setRaw()
    if canvas.isOnScreen { screen.device.write(bytes) }
    invalidate()
  }

  /// Follows the window to its size.
  private mutating func resize() -> Event {
    size = screen.currentSize
    screen.resize(to: size)
    canvas.resize(to: size)
    invalidate()
    return .resize(size)
  }
}
