internal import CWatchwordCurses
internal import CWatchwordSystem
internal import CWatchwordTerminal
internal import Glibc
internal import WatchwordBase
package import WatchwordScreen
package import WatchwordSecrets

/// The user's terminal, drawn on by ncurses from the first frame. Destroying the value restores the terminal.
///
/// Only one can exist at a time, because ncurses and signal actions belong to the process. See ``ProcessClaim``.
@safe
package struct CursesTerminal: ~Copyable {
  package static let capacities = [TerminalInput.blockSize, Paste.capacity, SecretOutput.capacity]

  /// The window size in cells, at least 1 by 1.
  package private(set) var size: Size
  package let encoding: CharacterEncoding
  package let characterWidth: CharacterWidth
  package let glyphs: GlyphRepertoire
  package var showsItalics: Bool {
    canvas.styles.theme.coloring.slants && CursesScreen.capability("sitm") != nil
  }
  package var canUnderline: Bool { CursesScreen.capability("smul") != nil }
  package var hasColors: Bool { canvas.styles.theme.depth != .none }

  var screen: CursesScreen
  var canvas: Canvas
  private var output: SecretOutput
  var input: TerminalInput
  var modes: TerminalModes
  let usesMouse: Bool
  /// What keeps a secret out of sudo's log. Empty if nothing does.
  private let hidingTail: [UInt8]
  /// Whether this is the Linux console, which can report Caps Lock.
  private let isConsole: Bool
  var asksForModes: Bool
  /// Whether to ask the terminal for its background colour: it can answer, and our colours depend on it.
  private var asksForBackground: Bool
  /// Whether to ask the terminal how wide it draws: it can answer, and the form uses more than ASCII.
  private var asksForWidth: Bool
  /// Whether the terminal draws characters of ambiguous width in two columns.
  package var isWide: Bool { input.isWide }
  private var wasWide = false
  /// Whether Backspace moves the cursor by a column, as ncurses would.
  private lazy var movesBackByBackspace = CursesScreen.capability("cub1") == [Self.backspace]
  /// Whether ncurses may write several masks as one and a number. In UTF-8 it does not.
  private lazy var mayRepeat = encoding != .utf8 && CursesScreen.capability("rep") != nil
  /// Whether there was input after the echo; `nil` if nothing was echoed since the last look, or nobody looked.
  private var hasInput: Bool?
  /// Whether ncurses has written every echo as foreseen so far.
  private var foreseesEchoes = true
  /// Whether the user has done anything yet.
  private var isTouched = false
  /// The signals that have arrived but are not events yet.
  private var signals = 0
  /// Why the terminal is unusable; the next event is then ``Event/hangUp``. `nil` while the terminal is usable, and
  /// also if it has simply gone.
  package var failure: TerminalError? { screen.device.failure }
  /// What is known of the rows of an inline form; `nil` if no frame can be inline.
  var inline: InlineState?
  /// Whether the last frame was inline.
  var isInline = false
  /// What is written before the next picture.
  var pending: [UInt8] = []
  /// What happens to keys typed before the form appears. `discarded` also drops keys typed while other programs had the
  /// terminal.
  private let typedAhead: TypedAhead

  /// Opens a terminal.
  ///
  /// Sets the process's character set to the locale's, and does not restore it. Catches SIGWINCH, SIGCONT and, unless
  /// ignored, SIGTSTP during the value's life. Writes nothing before the first frame.
  ///
  /// - Parameters:
  ///   - coloring: The colours that the user wants.
  ///   - isInline: Whether frames can be inline, if the terminal tells where its cursor is. Then mouse presses are not
  ///     asked for, so that what stands above can be selected.
  ///   - usesMouse: Whether to ask for mouse presses. Selecting text in the terminal then needs Shift.
  ///   - isASCII: Whether frames have only ASCII, so that the width of no other character matters.
  ///   - typedAhead: What happens to keys typed before the form appears.
  ///   - memory: Where the buffers come from, see ``capacities``.
  ///   - path: The terminal device. `nil` means the controlling terminal or, if the process has none, the first of
  ///     standard input, standard error and standard output that is a terminal.
  ///   - mustBeOwn: Whether the terminal has to belong to the process's user. With a caller it always has to.
  ///   - manner: Whether and how the process waits for the terminal.
  ///   - caller: The program the form is shown for; `nil` if it is this one.
  /// - Throws: Why the terminal, which is then unchanged, cannot be used: another form is on it, for instance.
  package init(
    _ coloring: Coloring = Coloring(), isInline: Bool = false, usesMouse: Bool = true,
    isASCII: Bool = false, typedAhead: TypedAhead = .taken, in memory: SecretMemory, path: String?,
    mustBeOwn: Bool = false, manner: TerminalManner = TerminalManner(), caller: Caller? = nil
  ) throws(TerminalError) {
    let device = try TerminalDevice(path: path, mustBeOwn: mustBeOwn || caller != nil, manner)
    let environment = caller?.environmentVariable ?? environmentVariable
    let type = caller?.terminalType ?? environmentVariable("TERM") ?? ""
    if let error = TerminalError(ofType: type) { throw error }
    let encoding = CharacterEncoding.adopt(caller?.locale)
    let escapeTime = environment("ESCDELAY").flatMap { Int32($0) } ?? Self.escapeTime
    var input = try rethrow(
      try TerminalInput(encoding, escapeTime: max(0, escapeTime), in: memory), as: TerminalError.memory)
    let output = try rethrow(try SecretOutput(encoding, in: memory), as: TerminalError.memory)
    var screen = try CursesScreen(device, type: type)
    self.typedAhead = typedAhead
    // The terminal has not been asked anything yet, so no answer can be lost with the input.
    switch typedAhead {
    case .taken: break
    case .withoutLines: input.dropLines(from: screen.device.descriptor)
    case .discarded: screen.device.discardInput()
    }
    let colors = screen.colors
    let depth = ColorDepth(
      coloring.when, type: type, count: colors.count, isDirect: colors.isDirect, environment: environment)
    let background = Background(coloring.background, type: type, colorFGBG: environment("COLORFGBG"))
    // The Linux console shows dim text too dark to be read.
    let canDim = CursesScreen.capability("dim") != nil && !type.utf8.starts(with: "linux".utf8)
    let theme = Theme(
      depth: depth, background: background, canDim: canDim,
      uncolorable: CellStyles.uncolorable, coloring: coloring)
    let styles = CellStyles(theme, replacesColors: depth == .direct && !colors.isDirect)
    characterWidth = encoding.characterWidth
    let glyphs = GlyphRepertoire(type: type, encoding: encoding, version: environment("XTERM_VERSION"))
    self.glyphs = glyphs
    // With the mouse, screen 4.9 keeps ESC to itself until the next key. Its alternate screen can be switched off, and
    // nothing tells whether it is, though an inline form shows secrets only there.
    let isGNUScreen = TerminalType.isGNUScreen(type, environment)
    let usesMouse = usesMouse && !isGNUScreen
    let isInline =
      isInline && caller == nil && !isGNUScreen && environment("STY") == nil
      && ["smcup", "sc", "rc"].allSatisfy { CursesScreen.capability($0) != nil }
    let modes = TerminalModes(usesMouse: usesMouse && !isInline, capability: CursesScreen.capability)
    let canAsk = modes.isECMA48 && !GlyphRepertoire.isPlain(type)
    // `self` must not be read before it is fully initialised: a throw above would destroy fields that do not exist.
    inline =
      isInline && canAsk
      ? InlineState(reflows: environment("TMUX") != nil, passesOthersOn: manner.outerModes != nil) : nil
    asksForModes = canAsk
    asksForBackground = depth != .none && background == .unknown && canAsk
    // The question is written into a row of the alternate screen.
    asksForWidth = canAsk && encoding == .utf8 && glyphs != .ascii && !isASCII && !isGNUScreen
    self.modes = modes
    self.usesMouse = usesMouse
    hidingTail = SudoLog.tail(for: type)
    isConsole = type.utf8.starts(with: "linux".utf8)
    size = screen.currentSize
    if unsafe screen.window != nil { styles.turnOnColors() }
    canvas = Canvas(styles, encoding: encoding, width: characterWidth, size: size)
    self.encoding = encoding
    if let caller { screen.device.watch(caller) }
    self.screen = screen
    self.input = input
    self.output = output
  }

  deinit { leave() }

  /// How long ESC waits for the rest of a sequence unless ESCDELAY is set, in milliseconds.
  private static let escapeTime: Int32 = 50

  package consuming func close() {}
}

extension CursesTerminal {
  /// Clears secrets, leaves the screen and resets the input modes. endwin(3) would reset the user's colours too.
  private borrowing func leave() {
    guard canvas.isOnScreen else { return }
    blankSecrets()
    // If ncurses could not draw everything, the leave sequence still clears the rest.
    screen.device.write((pending + screen.readPicture() + wayOut).span)
  }
}

extension CursesTerminal: ScreenTerminal {
  package var now: Instant { Instant(nanoseconds: ww_now()) }

  package mutating func paint(_ frame: Frame, readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void)
  {
    // A window of another size than the frame's would be drawn beyond its end.
    guard failure == nil else { return }
    let isFirst = !canvas.isOnScreen
    screen.device.tail = frame.takesSecret ? hidingTail : []
    if !frame.isInline { inline?.patience = nil }
    // The rows of an inline frame are a window of ncurses.
    if frame.isInline, !startDrawing() { return }
    if isInline || frame.isInline { change(to: frame) }
    defer { if isInline, let cursor = screen.cursor { inline?.taken?.rest = cursor } }
    // From the first byte of the picture, a deadly signal has to clear the screen and leave it.
    if isFirst {
      screen.device.arm(writing: mend)
      ww_stderr_keep()
    }
    let isShown = isFirst && showFirst(frame)
    guard startDrawing(), let window = unsafe screen.window else { return }
    unsafe canvas.paint(frame, on: window)
    guard !canvas.secretRows.isEmpty else {
      unsafe canvas.paintNews(of: frame, on: window)
      if isShown { forgetPicture() } else { _ = show(isFirst: isFirst) }
      return
    }
    // News come last, even after shown secrets. ncurses does not know about those, so the picture has three parts. All
    // three go out in one write.
    guard show(isFirst: isFirst, waits: true) else { return }
    paintSecrets(in: frame, readSecret)
    unsafe canvas.paintNews(of: frame, on: window)
    _ = show(waits: true)
    output.flush(to: screen.device)
    guard !output.isWritten else { return }
    screen.device.isHungUp = true
    if isFirst { canvas.isOnScreen = false }
  }

  /// Starts ncurses unless it runs. Returns false if that fails; ``failure`` then says why.
  mutating func startDrawing() -> Bool {
    guard failure == nil else { return false }
    guard unsafe screen.window == nil else { return true }
    do throws(TerminalError) {
      try screen.start(at: size)
      canvas.styles.turnOnColors()
      return true
    } catch {
      screen.device.failure = error
      return false
    }
  }

  /// Writes the first picture before ncurses is started, if ``FirstPicture`` can draw it. Returns whether it did.
  private mutating func showFirst(_ frame: Frame) -> Bool {
    guard unsafe screen.window == nil, screen.canDrawAll,
      FirstPicture.canDraw(frame, canvas.styles.theme, encoding)
    else {
      return false
    }
    let picture = FirstPicture(of: frame, in: size, &canvas.styles, characterWidth)
    canvas.isOnScreen = true
    guard screen.device.write(opening(with: picture.bytes)) else {
      screen.device.isHungUp = true
      canvas.isOnScreen = false
      return false
    }
    // What follows takes longer than to write, and on a busy machine nobody can read before the process sleeps.
    screen.device.giveWayToPicture()
    return true
  }

  /// Writes to the terminal first: ncurses takes twice as long as everything else before the echo.
  package mutating func echo(_ echo: Echo) -> Bool {
    guard let window = unsafe screen.window, !isInline || !isPlaceOld && screen.currentSize == size else {
      return false
    }
    guard let bytes = foreseenBytes(of: echo) else {
      guard unsafe canvas.echo(echo, on: window), show() else { return false }
      hasInput = screen.device.giveWay()
      return true
    }
    guard screen.device.write(bytes) else {
      screen.device.isHungUp = true
      return false
    }
    hasInput = screen.device.giveWay()
    let isTold = unsafe canvas.echo(echo, on: window)
    foreseesEchoes = isTold && screen.takePicture() == bytes
    if !foreseesEchoes { forget() }
    if isInline, let cursor = screen.cursor {
      inline?.taken?.rest = cursor
      noteWriting()
    }
    return true
  }

  /// What ncurses is going to write for `echo`, in the terminal's encoding; `nil` if that is not certain.
  private mutating func foreseenBytes(of echo: Echo) -> [UInt8]? {
    guard foreseesEchoes, let scalar = canvas.plainCharacter(of: echo), scalar.isASCII || encoding == .utf8,
      let character = UTF8.encode(scalar)
    else { return nil }
    guard echo.columns.count == 1 else {
      return echo.isErasing || mayRepeat ? nil : echo.columns.flatMap { _ in character }
    }
    guard echo.isErasing else { return Array(character) }
    return movesBackByBackspace ? [Self.backspace] + character + [Self.backspace] : nil
  }

  private static let backspace = UInt8(ascii: "\u{8}")

  /// Writes what ncurses has produced to the terminal, or to ``output`` if it `waits`. Returns false on failure.
  private mutating func show(isFirst: Bool = false, waits: Bool = false) -> Bool {
    var picture = Self.withoutIdleSequences(
      screen.takePicture(), replacing: canvas.styles.replacements + (isFirst ? replacementsAtStart : []))
    if isInline, !picture.isEmpty {
      // Where the terminal has left the cursor depends on how wide it draws.
      picture += restingPlace
      noteWriting()
    }
    let bytes = isFirst ? opening(with: picture) : pending + picture
    pending = []
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

  /// Drops what ncurses has produced, which the terminal shows already.
  private mutating func forgetPicture() {
    _ = screen.takePicture()
    if canvas.failure != 0 { screen.device.failure = .cannotDraw(errno: canvas.failure) }
  }

  /// Has ncurses write blanks over the secrets that are shown.
  borrowing func blankSecrets() {
    if let window = unsafe screen.window { unsafe canvas.blankSecrets(window) }
  }

  /// Replaces the start of ncurses' first picture: ``opening(with:)`` switches to the alternate screen.
  private var replacementsAtStart: [CellStyles.Replacement] {
    [(modes.screen, []), screen.scrollingRegion].filter { !$0.palette.isEmpty }
  }

  /// The first picture and everything before it. Sends the queries right after switching to the alternate screen, so a
  /// terminal that prints them is painted over. The query for the screen mode has to go first.
  private mutating func opening(with picture: [UInt8]) -> [UInt8] {
    guard !isInline else { return modes.on + pending + picture }
    let before = asksForModes ? modes.screenQuestion() : []
    let questions = asksForModes ? backgroundQuestion + TerminalModes.question : []
    let width = size.rows > 1 ? takeWidthQuestion(inRow: 1) : []
    let reports: [TerminalInput.Report] =
      (asksForModes ? [.place, .trace] : []) + (width.isEmpty ? [] : [.width])
    asksForModes = false
    let all = questions + width
    return pending + before + modes.screen + (all.isEmpty ? [] : asking(all, reports)) + modes.on + picture
  }

  /// The question for the background colour; empty if that is known or not needed.
  var backgroundQuestion: [UInt8] { asksForBackground ? Self.backgroundQuestion : [] }

  /// The question for the width of some characters, which is asked once.
  mutating func takeWidthQuestion(inRow row: Int) -> [UInt8] {
    guard asksForWidth else { return [] }
    asksForWidth = false
    return TerminalModes.widthQuestion(inRow: row)
  }

  /// `questions`, answered by `reports`, and behind them the one that ends the answers.
  mutating func asking(_ questions: [UInt8], _ reports: [TerminalInput.Report]) -> [UInt8] {
    ww_answer_expect()
    input.expect(reports)
    return questions + Self.lastQuestion
  }

  private static let backgroundQuestion = Array("\u{1B}]11;?\u{1B}\\".utf8)
  /// The request every terminal answers (DA1), which marks the end of the answers.
  private static let lastQuestion = Array("\u{1B}[c".utf8)

  /// At least once a second, or four times with a caller, checks what no signal reports: changed terminal modes, and
  /// the window size if the terminal is not the controlling one.
  package mutating func nextEvent(before deadline: Instant?) -> Event {
    input.learnKeys()
    while true {
      // No signal reports a resize of a terminal that is not the controlling one. Check first: a key belongs to the
      // window it was pressed in.
      if !screen.device.isHungUp, !screen.device.isControlling, screen.currentSize != size { return resize() }
      if let event = pendingEvent() { return event }
      if inline?.patience != nil, !input.expectsPlace { return .tick }
      if screen.device.isHungUp { return .hangUp }
      if let event = eventOfSignals() { return event }
      if ww_terminal_holder() != WW_TERMINAL_FORMS {
        if let event = screen.device.eventOfHosts(before: deadline) { return event }
        input.forgetQuestions()
        // The host has got an orderly terminal, without the form's rows.
        inline?.taken = nil
        goOn(writing: isInline ? modes.on : modes.enter.showingCursor)
        // SIGWINCH did not reach us while the host had the terminal.
        if screen.currentSize != size { signals |= WW_EVENT_RESIZE }
        return .disturbed
      }
      if screen.device.findForeignModes() {
        // After a stop, SIGCONT may still be pending: a wait whose time is over delivers no signal.
        ww_events_deliver()
        if let event = eventOfSignals() { return event }
        // Some terminals set modes of their own only after they have started the program.
        if !isTouched, !screen.device.foreignModesSpoil {
          screen.device.setRaw()
          continue
        }
        goOn(writing: modes.on)
        return isTouched ? .disturbed : .resize(size)
      }
      let patience = input.deadline
      let end = if let deadline, let patience { min(deadline, patience) } else { deadline ?? patience }
      let now = now
      let time = end.map { max(.zero, $0 - now) }
      // With a deadline the form need not check more often: deadlines are usually close and wake the form anyway.
      let isBusy = end == nil && now - input.lastRead < Self.busyTime
      let watchPeriod = isBusy ? Self.shortWatchPeriod : screen.device.watchPeriod
      let wait = min(time ?? watchPeriod, watchPeriod)
      switch screen.device.wait(wait) {
      // Once the host has the terminal, input is not for the form.
      case WW_WAIT_READABLE where ww_terminal_holder() == WW_TERMINAL_FORMS: read(at: self.now)
      case WW_WAIT_GONE: screen.device.isHungUp = true
      case WW_WAIT_CALLED: return .withdrawn
      case WW_WAIT_OVER where screen.device.isAbandoned: screen.device.isHungUp = true
      case WW_WAIT_OVER where screen.device.takeLateLines(): return resize()
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

  /// How often modes are checked while the user types. In canonical mode, as after "stty sane", no key wakes the form.
  private static let shortWatchPeriod = Duration.milliseconds(100)
  private static let busyTime = Duration.seconds(1)

  /// The next event from the last read. After a picture that could not be drawn it is ``Event/hangUp``, and what was
  /// typed is dropped.
  package mutating func pendingEvent() -> Event? {
    guard failure == nil else { return .hangUp }
    var event = input.next()
    while event == .recolor, !recolor() { event = input.next() }
    if event != nil, event != .recolor { isTouched = true }
    screen.device.remainder = input.remainder
    // Adopt the modes before the event is returned, because the event may end the form.
    if modes.found != input.modesFound || modes.hasTraces != input.hasTraces { adoptModesFound() }
    return event
  }

  /// Makes every exit path leave the modes as they were found.
  private mutating func adoptModesFound() {
    let keypad = TerminalModes.keypad
    let setsKeypad = !modes.found.contains(keypad.mode) && input.modesFound.contains(keypad.mode)
    modes = makeModes()
    guard canvas.isOnScreen else { return }
    screen.device.arm(writing: mend)
    if setsKeypad { screen.device.write(keypad.off) }
  }

  /// Adopts colours for the reported background. Returns true if the colours or the width of characters require drawing
  /// again.
  private mutating func recolor() -> Bool {
    if input.isWide, !wasWide {
      wasWide = true
      invalidate()
      return true
    }
    guard asksForBackground, let color = input.background, Background(of: color) != .unknown else {
      return false
    }
    canvas.recolor(for: color)
    return true
  }

  package mutating func eventWithoutWaiting() -> Event? {
    if let event = pendingEvent() { return event }
    guard !screen.device.isHungUp, ww_terminal_holder() == WW_TERMINAL_FORMS,
      hasInput.take() ?? (screen.device.wait(.zero) == WW_WAIT_READABLE)
    else { return nil }
    read(at: now)
    return pendingEvent()
  }

  package mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R { input.paste.withText(body) }

  package mutating func forgetPaste() { input.paste.forget() }

  package mutating func takeLines() -> [String] { ProcessClaim.showLines() }

  package mutating func beep() { draw(.beep) }

  /// Rings the bell or flashes, whichever of the two the terminal can do if it cannot do both.
  package mutating func draw(_ announcement: Caller.Announcement) {
    let bell = CursesScreen.capability("bel")
    if let flash = CursesScreen.capability("flash"), announcement == .flash || bell == nil {
      // The pause in the middle, which terminfo(5) asks for, makes the flash visible.
      let pause = flash.firstIndex(of: UInt8(ascii: "$")) ?? flash.endIndex
      screen.device.write(Array(flash[..<pause]))
      poll(nil, 0, Self.flashMilliseconds)
      screen.device.write(TerminalModes.withoutPadding(Array(flash[pause...])))
    } else if let bell {
      screen.device.write(TerminalModes.withoutPadding(bell))
    }
    if isInline { noteWriting() }
  }

  private static let flashMilliseconds: Int32 = 100

  /// Sends the modes again and makes the next picture a full one, because another program wrote to the terminal or it
  /// is another terminal now.
  package mutating func invalidate() {
    if canvas.isOnScreen { screen.device.write(modes.returning(enter)) }
    forget()
  }

  mutating func forget() {
    inline?.forget()
    if !isInline {
      // Without an alternate screen, a terminal may keep what it clears in its scrollback.
      if canvas.showsSecret, modes.isECMA48 { pending += TerminalModes.erase }
      screen.forget()
    }
    canvas.forget()
  }

  private var enter: [UInt8] {
    if isInline { return modes.on }
    return canvas.hidesCursor ? modes.enter.hidingCursor : modes.enter.showingCursor
  }

  /// `text`, with what the terminal is told before and after it to write it in `style`.
  package mutating func styled(_ text: String, _ style: Style) -> String {
    let (before, after) = canvas.styles.sequences(around: style)
    return String(decoding: before, as: UTF8.self) + text + String(decoding: after, as: UTF8.self)
  }

  /// Writes `text` to the terminal that a form at `path` was shown on.
  package static func write(_ text: String, toTerminalAt path: String?) {
    guard let terminal = try? TerminalDevice.open(path) else { return }
    let bytes = Array(text.utf8)
    unsafe bytes.withUnsafeBytes { _ = unsafe ww_write_all(terminal, $0.baseAddress, $0.count, nil, nil) }
    Glibc.close(terminal)
  }

  /// Writes out what the host has printed to a terminal, before a form covers it or comes first.
  package static func flushOutput() { ww_stdout_flush() }

  package var foreignNumber: UInt? { screen.device.foreignNumber }

  /// Stops querying the terminal: its answers could go to another program.
  package mutating func askNothing() {
    (asksForModes, asksForBackground, asksForWidth) = (false, false, false)
    giveUpRows()
  }

  package var isCapsLocked: Bool { isConsole && ww_terminal_is_caps_locked(screen.device.descriptor) }

  package var isLight: Bool { canvas.styles.theme.background == .light }

  package var canSuspend: Bool { screen.device.canSuspend }

  /// Leaves the screen, stops the process group, and comes back once continued in the foreground, with a full repaint.
  package mutating func suspend() {
    findLastPlace()
    leaveScreen()
    // Keys read together with the one that suspends were meant for other programs.
    input.forget()
    guard screen.device.suspend() else { return }
    // An inline form opens anew, at the place where the cursor is then.
    canvas.isOnScreen = inline == nil
    goOn(writing: enter)
    discardTypedAhead()
    if screen.currentSize != size { signals |= WW_EVENT_RESIZE }
  }

  package mutating func stepAside(_ body: () -> Void) {
    guard canvas.isOnScreen else { return body() }
    leaveScreen()
    inline?.origin = nil
    screen.device.arm(writing: modes.abort)
    body()
    canvas.isOnScreen = inline == nil
    goOn(writing: enter)
    // A slow line may still be at work on what was written.
    askPlace(patience: .seconds(3))
  }

  private mutating func leaveScreen() {
    leave()
    pending = []
    inline?.taken = nil
    _ = screen.takePicture()
    canvas.isOnScreen = false
  }
}

extension CursesTerminal {
  /// Removes what ncurses writes needlessly: attributes that the next sequence resets, and all but the first selection
  /// of the default character set, which another program may have changed. Replaces the sequences in `colors`.
  static func withoutIdleSequences(
    _ picture: [UInt8], replacing colors: [CellStyles.Replacement] = []
  ) -> [UInt8] {
    let usualSet = TerminalModes.usualSet
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

  /// The end of the attribute sequence (SGR) that `bytes` starts with; `nil` if it starts with anything else.
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
      // Only here is the cursor where another program left it, which is the place to save.
      goOn(writing: enter)
      discardTypedAhead()
      return .resume
    }
    if take(WW_EVENT_RESIZE) { return resize() }
    guard signals & WW_EVENT_WAKE != 0 else { return nil }
    // Keys come first, so that a host that prints without end cannot keep the user from the form.
    if let event = eventWithoutWaiting() { return event }
    return take(WW_EVENT_WAKE) ? .tick : nil
  }

  private mutating func discardTypedAhead() {
    guard typedAhead == .discarded else { return }
    screen.device.discardInput()
    input.forgetQuestions()
  }

  private mutating func take(_ signal: Int) -> Bool {
    defer { signals &= ~signal }
    return signals & signal != 0
  }

  private mutating func goOn(writing bytes: [UInt8]) {
    screen.device.arm(writing: canvas.isOnScreen ? mend : [])
    if canvas.isOnScreen { ww_stderr_keep() }
    screen.device.setRaw()
    if canvas.isOnScreen { screen.device.write(bytes) }
    forget()
  }

  /// Adapts to the window's size. An unchanged size may mean another terminal, as after a dtach attach.
  mutating func resize() -> Event {
    let isChanged = screen.currentSize != size
    if isChanged { keepLines() } else if canvas.isOnScreen { screen.device.write(enter) }
    forget()
    guard isChanged else { return .resize(size) }
    inline?.taken?.isMoved = true
    size = screen.currentSize
    screen.resize(to: size)
    canvas.resize(to: size)
    return .resize(size)
  }
}

/// Writes shown secrets from guarded memory over the blanks ncurses put there.
///
/// Both before and after, attributes are reset, as field text needs it, and the cursor is where ncurses left it.
extension CursesTerminal {
  private static let mostFollowers = 4

  private mutating func paintSecrets(
    in frame: Frame, _ readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void
  ) {
    // Whether a character in the lower right corner scrolls the screen.
    let cornerScrolls = unsafe tigetflag("am") == 1 && tigetflag("xenl") != 1
    let firstRow = isInline ? inline?.taken?.rows.lowerBound ?? 0 : 0
    for row in canvas.secretRows {
      let isLast = firstRow + row == size.rows - 1 && cornerScrolls
      let end = min(frame.size.columns, isLast ? size.columns - 1 : size.columns)
      var column = 0
      while column < end {
        guard case .secret(let field, let first) = frame[row, column].glyph else {
          column += 1
          continue
        }
        move(row: firstRow + row, column: column)
        let start = column
        let style = frame[row, column].style
        let around = canvas.styles.sequences(around: style)
        output.append(around.before)
        readSecret(Int(field)) { text in
          text.forEachCluster(in: Int(first)..<Int(first) + end - start) { index, cluster in
            guard column < end,
              frame[row, column].glyph == .secret(field: field, index: UInt16(clamping: index)),
              frame[row, column].style == style
            else { return }
            let columns = min(frame.columnsOfGlyph(row: row, column: column), end - column)
            add(cluster, columns: columns, invisible: frame.invisible, row: firstRow + row, column: column)
            column += columns
            if output.isHalfFull { output.flush(to: screen.device) }
          }
        }
        output.append(around.after)
        column = max(column, start + 1)
      }
    }
    if let cursor = screen.cursor { move(row: cursor.row, column: cursor.column) }
    StackScratch.scrub()
  }

  /// Adds a grapheme cluster at `row` and `column`, cut or padded to `columns` columns, and places the cursor after it.
  /// Terminals disagree on the width of multi-character clusters. If one is drawn narrower, no old text may stay, so a
  /// wide one is written over blanks. Like ncurses, adds at most four zero-width characters after each character with a
  /// width.
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
