internal import CWatchwordCurses
internal import Glibc
internal import WatchwordBase
internal import WatchwordScreen

/// Passes frames to ncurses: only the changed parts of each row, because a screen reader reads all that is written.
///
/// For a secret it gives ncurses blanks that occur nowhere else in a frame. ``CursesTerminal`` writes the text over
/// these, so that it never enters ncurses' memory, which would hold four unlocked copies. ncurses can tell such a blank
/// from any other, and so overwrites the text when something else belongs there.
@safe
struct Canvas {
  var isOnScreen = false
  /// Why part of the picture could not be written, as an errno value; 0 if all of the picture was written.
  private(set) var failure: Int32 = 0
  private(set) var hidesCursor = false
  var showsSecret: Bool { shown.hasSecrets }
  var styles: CellStyles

  /// Part of a row as ncurses cells. Each is a base character with up to four zero-width ones, in one style. A cluster
  /// in which several characters have a width takes several cells. A wide character takes one cell, but several
  /// columns.
  private var cells: [cchar_t]
  private var cellCount = 0
  private let width: CharacterWidth
  private let blankForSecret: (scalar: Unicode.Scalar, attributes: attr_t)
  private var size: Size
  private var shown: Frame
  /// The rows of the last frame in which a shown text may have changed or been drawn over.
  private(set) var secretRows: [Int] = []
  /// The lead and the news of the last frame that still have to be written.
  private var news: [Frame.Part] = []
  private(set) var isForgotten = true
  /// Where ncurses has left the cursor.
  private var restingPlace: Position?

  init(_ styles: CellStyles, encoding: CharacterEncoding, width: CharacterWidth, size: Size) {
    self.styles = styles
    self.width = width
    self.size = size
    cells = Array(repeating: cchar_t(), count: size.columns)
    // A character set without U+00A0 uses a bold space instead.
    blankForSecret = encoding == .utf8 ? ("\u{A0}", 0) : (" ", cn_bold())
    shown = Frame(size: size)
  }

  mutating func resize(to size: Size) {
    self.size = size
    shown = Frame(size: Size(columns: 0, rows: 0))
    cells = Array(repeating: cchar_t(), count: size.columns)
  }

  mutating func recolor(for backdrop: RGB) {
    (styles.theme.background, styles.theme.backdrop) = (Background(of: backdrop), backdrop)
    shown = Frame(size: Size(columns: 0, rows: 0))
  }

  mutating func forget() { isForgotten = true }

  /// Draws `frame` on `window` without its secrets and news, and makes ncurses write what changed. Skips cells outside
  /// the window. A call of ``paintNews(of:on:)`` has to follow.
  ///
  /// Puts blanks where news have changed, so that ``paintNews(of:on:)`` writes these news in full.
  mutating func paint(_ frame: Frame, on window: UnsafeMutablePointer<cn_window>) {
    if isForgotten || shown.size != frame.size || !shown.sharesClusters(with: frame) {
      unsafe cn_werase(window)
      shown = Frame(size: frame.size)
      isForgotten = true
    }
    if hidesCursor != (frame.cursor == nil) {
      hidesCursor = frame.cursor == nil
      curs_set(hidesCursor ? 0 : 1)
    }
    let rows = 0..<min(frame.size.rows, size.rows)
    secretRows =
      frame.hasSecrets
      ? rows.filter { !frame.shares($0, with: shown) && frame.lines[$0].contains(where: \.isSecret) } : []
    news = (frame.lead + frame.news).filter { frame.differs(from: shown, in: $0) }
    var rest = frame
    for part in news { rest.blank(part) }
    unsafe show(rest, on: window, thenAt: news.first.map(Position.init(startOf:)) ?? frame.cursor)
    (isForgotten, isOnScreen) = (false, true)
  }

  /// Makes ncurses write the news in `frame`, one after the other, and place the cursor.
  mutating func paintNews(of frame: Frame, on window: UnsafeMutablePointer<cn_window>) {
    guard !news.isEmpty else { return }
    var next = shown
    for (number, part) in news.enumerated() {
      next.copy(part, from: frame)
      let following = number + 1 < news.count ? news[number + 1] : nil
      // ncurses writes from top to bottom anyway, so news in that order can be written together.
      if let following, part.rows.upperBound <= following.rows.lowerBound { continue }
      unsafe show(next, on: window, thenAt: following.map(Position.init(startOf:)) ?? frame.cursor)
    }
    shown = frame
    news = []
  }

  /// Whether the cells of `echo` alone can be written now, without a whole frame.
  func canEcho(_ echo: Echo) -> Bool {
    isOnScreen && !isForgotten && !hidesCursor && shown.size == size && echo.row < size.rows
      && echo.columns.upperBound < size.columns
  }

  /// The character of `echo`, if ncurses will write only that and moves by a column; otherwise `nil`.
  func plainCharacter(of echo: Echo) -> Unicode.Scalar? {
    guard canEcho(echo), restingPlace == echo.start, echo.cell.style == .plain,
      case .scalar(let scalar) = echo.cell.glyph
    else { return nil }
    return scalar
  }

  /// Has ncurses write `echo`. Returns false if a whole frame has to be painted instead.
  mutating func echo(_ echo: Echo, on window: UnsafeMutablePointer<cn_window>) -> Bool {
    guard canEcho(echo) else { return false }
    for column in echo.columns { shown[echo.row, column] = echo.cell }
    unsafe draw(echo.row, of: shown, columns: echo.columns, on: window)
    unsafe rest(at: echo.cursor, window)
    return true
  }

  /// Makes ncurses write what differs from the last picture, and leave the cursor at `cursor`.
  ///
  /// Between two nearby changes ncurses may rewrite the text instead of moving the cursor, and a screen reader would
  /// read that text. So nearby changes with more than blanks between them are written one at a time, right to left.
  private mutating func show(
    _ frame: Frame, on window: UnsafeMutablePointer<cn_window>, thenAt cursor: Position?
  ) {
    for row in 0..<min(frame.size.rows, size.rows) where !frame.shares(row, with: shown) {
      var changes = frame.changes(inRow: row, from: shown)
      if isForgotten, let first = changes.first, let last = changes.last {
        changes = [first.lowerBound..<last.upperBound]
      }
      for (number, group) in frame.groups(of: changes, inRow: row).reversed().enumerated() {
        if number > 0, let start = group.first?.lowerBound {
          unsafe rest(at: Position(row: row, column: start), window)
        }
        for change in group {
          unsafe draw(row, of: frame, columns: change.clamped(to: 0..<size.columns), on: window)
        }
      }
    }
    shown = frame
    unsafe rest(at: cursor, window)
  }

  /// Makes ncurses write everything it was given so far, and leave the cursor at `place`.
  private mutating func rest(at place: Position?, _ window: UnsafeMutablePointer<cn_window>) {
    let row = min(max(place?.row ?? 0, 0), size.rows - 1)
    let column = min(max(place?.column ?? 0, 0), size.columns - 1)
    unsafe cn_wmove(window, Int32(row), Int32(column))
    restingPlace = Position(row: row, column: column)
    errno = 0
    unsafe cn_wrefresh(window)
    // ncurses does not report a failed write.
    if [EFBIG, ENOSPC, ENOMEM].contains(errno) { failure = errno }
  }

  private mutating func draw(
    _ row: Int, of frame: Frame, columns: Range<Int>, on window: UnsafeMutablePointer<cn_window>
  ) {
    cellCount = 0
    let line = frame.lines[row]
    var column = columns.lowerBound
    while column < columns.upperBound {
      let cell = line[column]
      if column > columns.lowerBound, !cell.isContinuation, cell == line[column - 1],
        column + 1 == columns.upperBound || !line[column + 1].isContinuation
      {
        cells[cellCount] = cells[cellCount - 1]
        cellCount += 1
        column += 1
        continue
      }
      let span = min(frame.columnsOfGlyph(row: row, column: column), columns.upperBound - column)
      var blank = styles.blank(in: cell.style)
      if cell.isSecret { blank.attr |= blankForSecret.attributes }
      switch cell.glyph {
      case .scalar(let scalar) where span == 1 && scalar.isPrintableASCII: put(scalar, blank)
      case .scalar(let scalar): put(CollectionOfOne(scalar), columns: span, blank)
      case .cluster(let number): put(frame.clusters[Int(number)].unicodeScalars, columns: span, blank)
      case .continuation: put(EmptyCollection(), columns: span, blank)
      case .secret: put(repeatElement(blankForSecret.scalar, count: span), columns: span, blank)
      }
      column += span
    }
    unsafe cells.withUnsafeMutableBufferPointer {
      unsafe cn_mvwadd_wchnstr(
        window, Int32(row), Int32(columns.lowerBound), $0.baseAddress, Int32(cellCount))
    }
  }

  /// Adds a one-cell character in the style of `blank`.
  private mutating func put(_ scalar: Unicode.Scalar, _ blank: cchar_t) {
    var blank = blank
    unsafe cn_cell_set(&cells[cellCount], wchar_t(scalar.value), &blank)
    cellCount += 1
  }

  /// Adds a grapheme cluster, cut or padded to exactly `columns` columns.
  private mutating func put(_ scalars: some Sequence<Unicode.Scalar>, columns: Int, _ blank: cchar_t) {
    var scalars = scalars.makeIterator()
    let width = width
    width.lay(in: columns) {
      scalars.next()
    } put: { scalar, columns in
      if columns > 0 {
        put(scalar, blank)
      } else {
        unsafe cn_cell_add(&cells[cellCount - 1], wchar_t(scalar.value))
      }
    }
  }

  /// The cells of each row.
  var lines: [[Cell]] { shown.lines }
  /// The columns with masks of each row.
  var masks: [Range<Int>] { shown.lines.indices.map(shown.masks) }

  func blankSecrets(_ window: UnsafeMutablePointer<cn_window>) {
    guard showsSecret else { return }
    unsafe cn_werase(window)
    unsafe cn_wrefresh(window)
  }
}

extension Frame {
  /// The columns of `row` that differ from `before`, in whole glyphs. `before` has the same size and shares clusters.
  func changes(inRow row: Int, from before: Frame) -> [Range<Int>] {
    let (new, old) = (lines[row], before.lines[row])
    let isSame = unsafe new.withUnsafeBytes { new in
      unsafe old.withUnsafeBytes { old in
        guard let new = new.baseAddress, let old = old.baseAddress else { return true }
        return unsafe memcmp(new, old, size.columns * MemoryLayout<Cell>.stride) == 0
      }
    }
    guard !isSame else { return [] }
    func isInside(_ column: Int) -> Bool { new[column].isContinuation || old[column].isContinuation }
    var changes: [Range<Int>] = []
    var column = 0
    while column < size.columns {
      guard new[column] != old[column] else {
        column += 1
        continue
      }
      var first = column
      while first > 0, isInside(first) { first -= 1 }
      column += 1
      while column < size.columns, isInside(column) || new[column] != old[column] { column += 1 }
      changes.append(first..<column)
    }
    return changes
  }

  /// Whether anything in `part` differs from `before`, which has the same size.
  func differs(from before: Frame, in part: Part) -> Bool {
    part.rows.contains { row in
      changes(inRow: row, from: before).contains { $0.overlaps(part.columns) }
    }
  }

  /// Groups the changes of `row`. Neighbours are in one group if only blanks lie between them, or if they are so far
  /// apart that ncurses moves the cursor instead of rewriting what lies between.
  fileprivate func groups(of changes: [Range<Int>], inRow row: Int) -> [[Range<Int>]] {
    var groups: [[Range<Int>]] = []
    for change in changes {
      if let last = groups.last?.last,
        change.lowerBound - last.upperBound > Position.shortWay
          || isBlank(last.upperBound..<change.lowerBound, inRow: row)
      {
        groups[groups.count - 1].append(change)
      } else {
        groups.append([change])
      }
    }
    return groups
  }

  private func isBlank(_ columns: Range<Int>, inRow row: Int) -> Bool {
    columns.allSatisfy { self[row, $0].glyph == .scalar(" ") }
  }

  /// The number of columns of the glyph that begins at `column`, continuations included.
  func columnsOfGlyph(row: Int, column: Int) -> Int {
    var end = column + 1
    while end < size.columns, self[row, end].isContinuation { end += 1 }
    return end - column
  }
}

extension Position {
  fileprivate init(startOf part: Frame.Part) {
    self.init(row: part.rows.lowerBound, column: part.columns.lowerBound)
  }

  /// The most columns ncurses may rewrite instead of moving the cursor.
  fileprivate static let shortWay = 6
}
