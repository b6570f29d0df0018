internal import CWatchwordTerminal
internal import Glibc
package import WatchwordScreen

/// What is known of the rows of an inline form.
struct InlineState {
  /// Where the cursor is; `nil` until the terminal has said so.
  var cursor: Position?
  /// When to give up waiting for that place; `nil` if the terminal was not asked.
  var patience: Instant?
  var taken: InlineRows?
  /// The last cell of the scroll region. Its column tells the terminal's width, which can change a moment before the
  /// window's.
  var end = Position(row: 0, column: 0)
  /// The columns of the window as the terminal sees it.
  var columns: Int { end.column + 1 }
  /// Whether the terminal wraps its rows anew when the window changes: it is tmux, or was seen to do so.
  var reflows: Bool
  /// What stands above the rows that are going to be taken.
  var overhang = InlineRows.Overhang()
  /// Whether others write only through this process, so that nobody else moves the cursor, which is brought back in the
  /// end.
  let passesOthersOn: Bool
  /// Where the cursor was before the form: how many rows above its first one, and in which column.
  var origin: Position?
  /// When the form has last written something.
  var writtenAt = Instant(nanoseconds: 0)

  mutating func forget() { (cursor, patience) = (nil, nil) }

  /// What erases the rows in the end, unless the window, now of so many `columns`, has changed since: nobody knows where
  /// they are then.
  func erasure(columns: Int) -> [UInt8] {
    guard let taken, !taken.isMoved else { return [] }
    guard passesOthersOn, let origin else { return taken.erasure }
    return taken.erasure
      + InlineRows.move(taken.rows.lowerBound - origin.row, min(origin.column, columns - 1))
  }

  /// What writes `lines` in rows of the window from `start` on, which moves below the last one. A character that is not
  /// ASCII is written as `substitute`, if there is one.
  func rows(
    of lines: [String], from start: inout Position, _ width: CharacterWidth, substitute: Character?
  ) -> [UInt8] {
    guard !lines.isEmpty else { return [] }
    var rows = start.column > 0 ? [""] : []
    for line in lines.flatMap({ $0.split(separator: "\n", omittingEmptySubsequences: false) }) {
      rows.append("")
      var room = self.columns
      for character in line {
        let columns = width.columns(of: character.unicodeScalars)
        room -= columns
        if room < 0 {
          rows.append("")
          room = self.columns - columns
        }
        rows[rows.count - 1].append(character.isASCII ? character : substitute ?? character)
      }
    }
    start = Position(row: min(start.row + rows.count, end.row), column: 0)
    return rows.flatMap { Array($0.utf8) + [0x0D, 0x0A] }
  }
}

/// Inline frames stand in rows of the main screen, all others on the alternate screen, which the form enters and leaves
/// with them.
extension CursesTerminal {
  package var canBeInline: Bool { inline != nil }

  /// Whether the form has ended inline, perhaps before its first frame.
  package var endsInline: Bool { isInline || inline != nil && !canvas.isOnScreen }

  /// Resets the modes, and leaves the alternate screen or erases the rows.
  var wayOut: [UInt8] { (isInline ? modes.settle : modes.leave) + rowsLeft }

  private var rowsLeft: [UInt8] { inline?.erasure(columns: size.columns) ?? [] }

  /// What a deadly signal writes. The signal may come before the switch to the alternate screen was written, so this
  /// switches first: ``TerminalModes/leave`` would clear the main screen.
  var mend: [UInt8] { modes.abort + (isInline || inline?.taken == nil ? [] : modes.screen) + wayOut }

  func makeModes() -> TerminalModes {
    TerminalModes(
      usesMouse: usesMouse && inline == nil, found: input.modesFound, hasTraces: input.hasTraces,
      capability: CursesScreen.capability)
  }

  /// Takes rows for an inline `frame`, unless those of the last frame will do, or the alternate screen for any other.
  /// Lines of the host come first. They are written where the rows began, which then begin below.
  mutating func change(to frame: Frame) {
    guard frame.isInline else { return takeWindow() }
    guard let cursor = inline?.cursor, let end = inline?.end else { return }
    let old = inline?.taken
    let lines = ProcessClaim.takeLines(atMost: Self.mostLines)
    if let old, old.rows.count == frame.size.rows, !canvas.isForgotten, lines.isEmpty { return }
    var start = old.map { Position(row: $0.rows.lowerBound, column: 0) } ?? cursor
    let above =
      inline?.rows(of: lines, from: &start, characterWidth, substitute: encoding == .utf8 ? nil : "?") ?? []
    var taken = InlineRows(frame.size.rows, from: start, in: windowOfRows, upTo: end.row)
    if lines.isEmpty { taken.overhang = old?.overhang ?? inline?.overhang ?? taken.overhang }
    inline?.overhang = InlineRows.Overhang()
    if inline?.origin == nil {
      inline?.origin = Position(row: cursor.column > 0 ? 1 : 0, column: cursor.column)
    }
    pending += (old?.erasure ?? []) + above + taken.opening(from: start)
    let width = takeWidthQuestion(inRow: taken.rows.lowerBound + 1)
    if !width.isEmpty { pending += asking(width, [.width]) }
    guard screen.use(taken.rows) else {
      screen.device.failure = .cannotDraw(errno: ENOMEM)
      return
    }
    pending += restingPlace
    canvas.resize(to: frame.size)
    canvas.forget()
    isInline = true
    inline?.taken = taken
    if canvas.isOnScreen { screen.device.arm(writing: mend) }
  }

  /// The most lines of the host that are written with one frame. Keys typed meanwhile come before the others.
  private static let mostLines = 50

  /// The window as the terminal sees it.
  private var windowOfRows: Size { Size(columns: inline?.columns ?? 1, rows: size.rows) }

  private mutating func takeWindow() {
    keepLines()
    isInline = false
    screen.useWindow()
    if canvas.isOnScreen { pending += modes.screen }
    canvas.resize(to: size)
    forget()
    if canvas.isOnScreen { screen.device.arm(writing: mend) }
  }

  /// Remembers what stands in the rows, to find them if the terminal wraps them anew.
  mutating func keepLines() {
    guard isInline, !canvas.isForgotten, canvas.lines.count == inline?.taken?.rows.count else { return }
    inline?.taken?.lines = canvas.lines
  }

  private mutating func leaveWindow() {
    blankSecrets()
    screen.device.write(screen.takePicture() + modes.back)
    isInline = true
    forget()
    screen.device.arm(writing: mend)
  }

  /// Moves the cursor to where ncurses takes it to be.
  var restingPlace: [UInt8] { screen.cursor.map { CursesScreen.expand("cup", $0.row, $0.column) } ?? [] }

  mutating func noteWriting() {
    let now = now
    inline?.writtenAt = now
  }

  /// Whether the form has written nothing for so long that another program may have.
  var isPlaceOld: Bool {
    guard canvas.isOnScreen, let inline, !inline.passesOthersOn else { return false }
    // A countdown writes once a second.
    return now - inline.writtenAt >= .milliseconds(900)
  }

  package mutating func findPlace() -> Event? {
    guard inline != nil, ww_terminal_holder() == WW_TERMINAL_FORMS else { return nil }
    // What is written before SIGWINCH is here would stand in rows that have moved.
    if screen.currentSize != size { return resize() }
    if !isInline, canvas.isOnScreen { leaveWindow() }
    if isPlaceOld { inline?.cursor = nil }
    if inline?.cursor != nil { return nil }
    if inline?.patience == nil { askPlace() }
    while let end = inline?.patience {
      if !input.expectsPlace {
        // The answer may be about another window.
        if screen.currentSize != size { return resize() }
        take(input.reports[.place])
      } else if end <= now {
        take(nil)
      } else {
        let event = nextEvent(before: end)
        if event != .tick || Wake.take() { return event }
      }
    }
    return nil
  }

  /// Before the form leaves its rows, finds out whether another program has written there. Drops keys meanwhile.
  package mutating func findLastPlace() {
    guard let inline, inline.taken != nil, !inline.passesOthersOn, failure == nil, !screen.device.isHungUp
    else { return }
    self.inline?.cursor = nil
    while let event = findPlace(), event != .hangUp {}
  }

  /// Asks where the cursor is, and waits for the answer no longer than `patience`. The answer can come while the form is
  /// made ready.
  package mutating func askPlace(patience: Duration = .milliseconds(300)) {
    guard inline != nil else { return }
    let end = now.advanced(by: patience)
    inline?.patience = end
    let question =
      asksForModes
      ? modes.screenQuestion(behind: backgroundQuestion, others: TerminalModes.inputModes)
      : TerminalModes.placeQuestion
    let reports: [TerminalInput.Report] = asksForModes ? [.place, .trace, .end] : [.place, .end]
    asksForModes = false
    screen.device.write(asking(question + modes.endQuestion, reports))
    // The answer is on its way meanwhile. If ncurses cannot start, the next event says so.
    _ = startDrawing()
  }

  /// Adopts the cursor's place. No frame is inline from now on if the terminal does not tell it, shows the alternate
  /// screen already, or has a scroll region that ends too high for any form.
  private mutating func take(_ cursor: Position?) {
    inline?.patience = nil
    if input.hasTraces {
      input.hasTraces = false
      pending += (cursor.map { InlineRows.move($0.row, $0.column) } ?? []) + TerminalModes.eraseRight
    }
    let isMain = input.modesFound.isDisjoint(with: TerminalModes.screenModes)
    guard let cursor, let end = input.reports[.end], isMain, cursor.row <= end.row, end.row < size.rows,
      (end.row + 1) * 3 >= size.rows * 2
    else { return giveUpRows() }
    inline?.cursor = cursor
    inline?.end = end
    guard let taken = inline?.taken, taken.rest != cursor || taken.isMoved else { return }
    let window = windowOfRows
    if taken.isMoved, taken.showsReflow(inWindowOf: window, cursor: cursor) { inline?.reflows = true }
    let (erasure, start, overhang) =
      taken.isMoved
      ? taken.remains(inWindowOf: window, cursor: cursor, upTo: end.row, reflows: inline?.reflows == true)
      : taken.remains(under: cursor, masks: canvas.masks)
    pending += erasure
    inline?.taken = nil
    inline?.cursor = start
    inline?.overhang = overhang
  }

  mutating func giveUpRows() {
    guard inline != nil else { return }
    pending += rowsLeft
    inline = nil
    modes = makeModes()
    if canvas.isOnScreen { pending += modes.on }
  }
}
