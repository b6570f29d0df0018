internal import CWatchwordCurses
internal import CWatchwordSystem
internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordMessages
package import WatchwordScreen
package import WatchwordSecrets

/// The terminal of the person, drawn on by ncurses. The form is on the screen from the first frame on for as long
/// as the value lives; when it goes, the terminal is as it was before.
///
/// There can be one at a time: ncurses and the actions of signals are the process's, see ``ProcessClaim``.
@safe
package struct CursesTerminal: ~Copyable {
  /// The bytes of the buffers that a terminal takes.
  package static let capacities = [TerminalInput.blockSize, Paste.capacity, SecretOutput.capacity]

  /// The extent of the window, in cells, at least 1 by 1.
  package private(set) var size: Size
  package let encoding: CharacterEncoding
  package let characterWidth: CharacterWidth
  /// Which signs the terminal can be expected to show.
  package let glyphs: GlyphRepertoire
  /// Whether words that stand back look other than others.
  package var showsFaint: Bool { canvas.styles.theme.showsFaint }

  private var screen: CursesScreen
  private(set) var canvas: Canvas
  private var output: SecretOutput
  private var input: TerminalInput
  private var modes: TerminalModes
  private let usesMouse: Bool
  /// Whether the terminal can say which modes it has.
  private let asksForModes: Bool
  /// Whether the terminal can say which background it has, and colours depend on it.
  private let asksForBackground: Bool
  /// The signals that came and are no events yet.
  private var signals = 0
  /// Why the terminal cannot be used any more, where it is not simply gone; then the next event is
  /// ``Event/hangUp``.
  package var failure: TerminalError? { screen.device.failure }
  /// What becomes of keys that were pressed before the form was there; where they are discarded, so are those that were
  /// pressed while others had the terminal.
  private let typedAhead: TypedAhead

  /// Opens a terminal.
  ///
  /// Takes over the locale's character set for the process, and the signals SIGWINCH, SIGCONT and, unless it is
  /// ignored, SIGTSTP, until the value goes. Nothing is written before the first frame.
  ///
  /// - Parameters:
  ///   - color: When colours are used.
  ///   - background: What the terminal's own background is taken for.
  ///   - usesMouse: Whether presses of the mouse are asked for. The terminal's own selection needs Shift then.
  ///   - typedAhead: What becomes of keys that were pressed before.
  ///   - memory: Where the buffers take their parts, see ``capacities``.
  ///   - path: The device of the terminal. `nil` takes the one that controls the process, or, where none does, the first
  ///     of standard input, standard error and standard output that is a terminal.
  ///   - mustBeOwn: Whether the terminal has to belong to the user of the process; for a caller it always has to.
  ///   - caller: The program that the form is shown for; `nil` where that is this one.
  /// - Throws: What is in the way, a form of another process for instance; then the terminal is as it was.
  package init(
    color: ColorChoice = .auto, background: BackgroundChoice = .auto, usesMouse: Bool = true,
    typedAhead: TypedAhead = .taken, in memory: SecretMemory, path: String?, mustBeOwn: Bool = false,
    caller: Caller? = nil
  ) throws(TerminalError) {
    let device = try TerminalDevice(path: path, mustBeOwn: mustBeOwn || caller != nil)
    let environment = caller?.environmentVariable ?? environmentVariable
    let type = caller?.terminalType ?? environmentVariable("TERM") ?? ""
    if let error = TerminalError(ofType: type) { throw error }
    let encoding = CharacterEncoding.adopt(caller?.locale)
    var input = try rethrow(try TerminalInput(encoding, in: memory), as: TerminalError.memory)
    let output = try rethrow(try SecretOutput(encoding, in: memory), as: TerminalError.memory)
    var screen = try CursesScreen(device, type: type)
    self.typedAhead = typedAhead
    // Now, since no answer of the terminal can be among it.
    switch typedAhead {
    case .taken: break
    case .withoutLines: input.dropLines(from: screen.device.descriptor)
    case .discarded: screen.device.discardInput()
    }
    let colors = screen.colors
    let depth = ColorDepth(
      color, type: type, count: colors.count, isDirect: colors.isDirect, environment: environment)
    let actualBackground = Background(background, type: type, colorFGBG: environment("COLORFGBG"))
    // The Linux console shows dim text too dark to be read.
    let canDim = CursesScreen.capability("dim") != nil && !type.utf8.starts(with: "linux".utf8)
    let theme = Theme(depth: depth, background: actualBackground, canDim: canDim)
    let styles = CellStyles(theme, replacesColors: depth == .direct && !colors.isDirect)
    characterWidth = encoding.characterWidth
    glyphs = GlyphRepertoire(type: type, encoding: encoding, version: environment("XTERM_VERSION"))
    let modes = TerminalModes(usesMouse: usesMouse, capability: CursesScreen.capability)
    // The value itself is not read before it is whole: an error above would have parts destroyed then that are not there.
    let canAsk = modes.isECMA48 && !GlyphRepertoire.isPlain(type)
    asksForModes = canAsk
    asksForBackground = depth != .none && actualBackground == .unknown && canAsk
    self.modes = modes
    self.usesMouse = usesMouse
    size = screen.currentSize
    canvas = Canvas(styles, encoding: encoding, width: characterWidth, size: size)
    self.encoding = encoding
    if let caller { screen.device.watch(caller) }
    self.screen = screen
    self.input = input
    self.output = output
  }

  deinit { leave() }

  /// Leaves the screen at once, as the end of the value's life does.
  package consuming func close() {}
}

extension CursesTerminal {
  /// Leaves the screen, with no secret on it, and the modes for input.
  ///
  /// It does so without endwin(3), after which ncurses would reset the colours that the person has changed.
  private borrowing func leave() {
    guard canvas.isOnScreen else { return }
    unsafe canvas.blankSecrets(screen.window)
    // What cannot be drawn is left with the rest of the screen.
    screen.device.write(screen.readPicture() + modes.leave)
  }
}

extension CursesTerminal: Terminal {
  /// The time now, on the clock that starts with the machine.
  package var now: Instant { Instant(nanoseconds: ww_now()) }

  /// Shows `frame`; see ``Terminal/paint(_:readSecret:)``. Only cells that changed are written.
  package mutating func paint(_ frame: Frame, readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void)
  {
    let isFirst = !canvas.isOnScreen
    // From the first byte of the picture on, a deadly signal has to clear the screen and leave it.
    if isFirst { screen.device.arm(writing: modes.mend) }
    unsafe canvas.paint(frame, on: screen.window)
    guard canvas.showsSecret else {
      unsafe canvas.paintNews(of: frame, on: screen.window)
      _ = show(isFirst: isFirst)
      return
    }
    // The news come after shown secrets too, which ncurses does not know, and all in one write.
    guard show(isFirst: isFirst, waits: true) else { return }
    paintSecrets(in: frame, readSecret)
    unsafe canvas.paintNews(of: frame, on: screen.window)
    _ = show(waits: true)
    output.flush(to: screen.device)
    guard !output.isWritten else { return }
    screen.device.isHungUp = true
    if isFirst { canvas.isOnScreen = false }
  }

  package mutating func echo(_ mask: Cell, row: Int, columns: Range<Int>) -> Bool {
    unsafe canvas.echo(mask, row: row, columns: columns, on: screen.window) && show()
  }

  /// Writes what ncurses has written to the terminal, and answers whether all is well. Where it `waits` for more it is kept
  /// in ``output``, if there is room.
  private mutating func show(isFirst: Bool = false, waits: Bool = false) -> Bool {
    let region = isFirst && !screen.regionAtStart.isEmpty ? [screen.scrollingRegion] : []
    let picture = Self.withoutIdleSequences(
      screen.takePicture(), replacing: canvas.styles.replacements + region)
    let bytes = isFirst ? opening(with: picture) : picture
    if canvas.failure != 0 {
      screen.device.failure = .cannotDraw(errno: canvas.failure)
    } else {
      if waits, output.keep(bytes) { return true }
      output.flush(to: screen.device)
      if output.isWritten, screen.device.write(bytes) { return true }
      screen.device.isHungUp = true
    }
    if isFirst { canvas.isOnScreen = false }
    return false
  }

  /// The first picture, with all that goes before it. The questions come directly behind the switch to the alternate
  /// screen, but for that for the screen, so that a terminal that prints them does so where the picture covers them.
  private func opening(with picture: [UInt8]) -> [UInt8] {
    let start = picture.starts(with: modes.screen) ? modes.screen.count : 0
    guard asksForModes else { return picture[..<start] + modes.on + picture[start...] }
    ww_answer_expect()
    let background = asksForBackground ? Self.backgroundQuestion : []
    return modes.screenQuestion + picture[..<start] + background + TerminalModes.question + Self.lastQuestion
      + modes.on + picture[start...]
  }

  private static let backgroundQuestion = Array("\u{1B}]11;?\u{1B}\\".utf8)
  /// Asks for what every terminal answers (DA1), so that the end of the answers can be known.
  private static let lastQuestion = Array("\u{1B}[c".utf8)

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
    var event = input.next()
    while event == .recolor, !recolor() { event = input.next() }
    // Before the event, which may end the form.
    if modes.found != input.modesFound { adoptModesFound() }
    return event
  }

  /// Has every way out leave the modes as they were found.
  private mutating func adoptModesFound() {
    modes = TerminalModes(
      usesMouse: usesMouse, found: input.modesFound, capability: CursesScreen.capability)
    if canvas.isOnScreen { screen.device.arm(writing: modes.mend) }
  }

  /// Takes the colours for the background that the terminal has; answers whether they are others than before.
  private mutating func recolor() -> Bool {
    guard asksForBackground, let color = input.background, Background(of: color) != .unknown else {
      return false
    }
    canvas.recolor(for: Background(of: color))
    return true
  }

  package mutating func eventWithoutWaiting() -> Event? {
    if let event = pendingEvent() { return event }
    guard !screen.device.isHungUp, screen.device.wait(.zero) == WW_WAIT_READABLE else { return nil }
    read(at: now)
    return pendingEvent()
  }

  package mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R { input.paste.withText(body) }

  package mutating func forgetPaste() { input.paste.forget() }

  /// Sounds the bell, or flashes where there is none.
  package mutating func beep() {
    CWatchwordCurses.beep()
    _ = show()
  }

  /// Tells the person that a form has come, in a way that `announcement` names.
  package mutating func draw(_ announcement: Caller.Announcement) {
    guard announcement == .flash, let flash = CursesScreen.capability("flash") else { return beep() }
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

  package var isLight: Bool { canvas.styles.theme.background == .light }

  package var canSuspend: Bool { screen.device.canSuspend }

  /// Leaves the screen, stops the process group, and comes back when it is continued in the foreground; the next
  /// frame is painted whole.
  package mutating func suspend() {
    leave()
    _ = screen.takePicture()
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
  /// `picture` without what ncurses writes for nothing: attributes that the next sequence resets, and with every reset
  /// the choice of the usual character set. Its first one stays, which mends what another program may have left. The
  /// sequences of `colors` are replaced.
  static func withoutIdleSequences(
    _ picture: [UInt8], replacing colors: [CellStyles.Replacement] = []
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

/// Writing shown secrets, over the blanks that ncurses has put there, from guarded memory.
///
/// ncurses has left the terminal with no attribute, as text in a field is drawn, and the cursor where it belongs, and
/// finds it so again.
extension CursesTerminal {
  /// The most characters of no width that a cell of ncurses takes behind another.
  private static let mostFollowers = 4

  /// Fills the holes of `frame`.
  private mutating func paintSecrets(
    in frame: Frame, _ readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void
  ) {
    // Whether a character in the lower right corner makes the screen scroll.
    let cornerScrolls = unsafe tigetflag("am") == 1 && tigetflag("xenl") != 1
    for row in canvas.secretRows {
      let isLast = row == size.rows - 1 && cornerScrolls
      let end = min(frame.size.columns, isLast ? size.columns - 1 : size.columns)
      var column = 0
      while column < end {
        guard case .secret(let field, let first) = frame[row, column].glyph else {
          column += 1
          continue
        }
        move(row: row, column: column)
        let start = column
        readSecret(Int(field)) { text in
          text.forEachCluster(in: Int(first)..<Int(first) + end - start) { index, cluster in
            guard column < end,
              frame[row, column].glyph == .secret(field: field, index: UInt16(clamping: index))
            else { return }
            let columns = min(frame.columnsOfGlyph(row: row, column: column), end - column)
            add(cluster, columns: columns, invisible: frame.invisible, row: row, column: column)
            column += columns
            if output.isHalfFull { output.flush(to: screen.device) }
          }
        }
        column = max(column, start + 1)
      }
    }
    let screenOfNCurses = unsafe cn_curscr()
    unsafe move(row: Int(getcury(screenOfNCurses)), column: Int(getcurx(screenOfNCurses)))
    StackScratch.scrub()
  }

  /// Adds a grapheme cluster at `row` and `column`, cut or filled with blanks so that it takes `columns` columns, and places
  /// the cursor behind it: terminals do not agree on how wide a cluster of several characters is, and one that takes fewer
  /// columns must not leave what was there before. Like ncurses it takes at most four characters of no width after another.
  private mutating func add(
    _ cluster: UTF8Span, columns: Int, invisible: Unicode.Scalar, row: Int, column: Int
  ) {
    if columns > 2 {
      for _ in 0..<columns { output.append(" ") }
      move(row: row, column: column)
    }
    var scalars = cluster.makeUnicodeScalarIterator()
    var visibility = ClusterVisibility()
    var followers = 0
    let width = characterWidth
    width.lay(in: columns) {
      scalars.next().map { visibility.needsSign(for: $0) ? invisible : $0 }
    } put: { scalar, columns in
      followers = columns > 0 ? 0 : followers + 1
      if followers <= Self.mostFollowers { output.append(scalar) }
    }
    if cluster.span.count > 1 { move(row: row, column: column + columns) }
  }

  private mutating func move(row: Int, column: Int) {
    output.append(CursesScreen.expand("cup", row, column))
  }
}
