internal import CWatchwordCurses
internal import Glibc
internal import WatchwordScreen
internal import WatchwordText

/// Brings frames to ncurses: of each row the part that differs from the frame before, which spares ncurses most of its
/// own comparing.
///
/// In the place of a secret it gives ncurses blanks that no other part of a frame has. ``SecretPainter`` writes the
/// text over these, so that it never comes into ncurses' memory, which would hold four copies, none of them locked. As
/// ncurses tells such a blank from any other, it writes over it as soon as something else belongs there.
@safe
struct Canvas {
  /// Whether ncurses has taken the screen over.
  var isOnScreen = false
  /// Whether the cursor is hidden.
  private(set) var hidesCursor = false
  /// Whether a secret is on the screen.
  var showsSecret: Bool { shown.hasSecrets }
  /// What the styles are on this terminal.
  var styles: CellStyles

  private var row: RowOfCells
  private let width: CharacterWidth
  private let blankForSecret: (scalar: Unicode.Scalar, cell: cchar_t)
  private var size: Size
  private var shown: Frame

  /// Makes a canvas for a blank window of `size`.
  init(_ styles: CellStyles, encoding: CharacterEncoding, width: CharacterWidth, size: Size) {
    self.styles = styles
    self.width = width
    self.size = size
    row = RowOfCells(width: width, columns: size.columns)
    // Where there is no U+00A0 it is a bold space.
    blankForSecret = encoding == .utf8 ? ("\u{A0}", cn_blank(0, 0)) : (" ", cn_blank(cn_bold(), 0))
    shown = Frame(size: size)
  }

  /// Forgets what is shown, since the window has another `size`.
  mutating func resize(to size: Size) {
    self.size = size
    shown = Frame(size: Size(columns: 0, rows: 0))
    row = RowOfCells(width: width, columns: size.columns)
  }

  /// Gives the picture other colours, from the next frame on.
  mutating func recolor(for background: Background) {
    styles.theme = Theme(depth: styles.theme.depth, background: background)
    shown = Frame(size: Size(columns: 0, rows: 0))
  }

  /// Draws `frame` on `window`, but for the secrets, and has ncurses write what changed. What lies outside the window
  /// is left out.
  mutating func paint(_ frame: Frame, on window: UnsafeMutablePointer<WINDOW>) {
    if shown.size != frame.size || shown.clusters != frame.clusters {
      unsafe werase(window)
      shown = Frame(size: frame.size)
    }
    for index in 0..<min(frame.size.rows, size.rows) {
      let changed = frame.columns(ofRow: index, thatDifferFrom: shown)
      guard !changed.isEmpty else { continue }
      draw(index, of: frame, columns: changed.clamped(to: 0..<size.columns))
      unsafe row.copy(to: window, row: index, column: changed.lowerBound)
    }
    shown = frame
    unsafe placeCursor(frame.cursor, window)
    unsafe wrefresh(window)
    isOnScreen = true
  }

  private mutating func draw(_ index: Int, of frame: Frame, columns: Range<Int>) {
    row.begin()
    var column = columns.lowerBound
    while column < columns.upperBound {
      let cell = frame[index, column]
      if column > columns.lowerBound, !cell.isContinuation, cell == frame[index, column - 1],
        column + 1 == columns.upperBound || !frame[index, column + 1].isContinuation
      {
        row.repeatLast()
        column += 1
        continue
      }
      let span = min(frame.columnsOfGlyph(row: index, column: column), columns.upperBound - column)
      switch cell.glyph {
      case .scalar(let scalar): row.put(scalar, columns: span, blank: styles.blank(in: cell.style))
      case .cluster(let number):
        row.put(
          frame.clusters[Int(number)].unicodeScalars, columns: span, blank: styles.blank(in: cell.style))
      case .continuation: row.put(EmptyCollection(), columns: span, blank: styles.blank(in: cell.style))
      case .secret:
        row.put(
          repeatElement(blankForSecret.scalar, count: span), columns: span, blank: blankForSecret.cell)
      }
      column += span
    }
  }

  private mutating func placeCursor(_ cursor: Position?, _ window: UnsafeMutablePointer<WINDOW>) {
    if hidesCursor != (cursor == nil) {
      hidesCursor = cursor == nil
      curs_set(hidesCursor ? 0 : 1)
    }
    let row = min(max(cursor?.row ?? 0, 0), size.rows - 1)
    let column = min(max(cursor?.column ?? 0, 0), size.columns - 1)
    unsafe wmove(window, Int32(row), Int32(column))
  }

  /// Takes every secret off the screen.
  func blankSecrets(_ window: UnsafeMutablePointer<WINDOW>) {
    guard showsSecret else { return }
    unsafe werase(window)
    unsafe wrefresh(window)
  }
}

/// A row in ncurses' cells: a base character with up to four characters of no width, all in one style. A cluster with
/// several characters that have a width takes a cell for each. A wide character has one cell here, and several columns
/// on the screen.
private struct RowOfCells {
  private var cells: [cchar_t]
  private var count = 0
  private let width: CharacterWidth
  private var blank = cchar_t()
  private var columnsLeft = 0
  private var hasBase = false

  /// Makes a row of up to `columns` columns.
  init(width: CharacterWidth, columns: Int) {
    self.width = width
    cells = Array(repeating: cchar_t(), count: columns)
  }

  /// Begins a part of a row.
  mutating func begin() { count = 0 }

  /// Adds what was added last once more, which took one column.
  mutating func repeatLast() {
    cells[count] = cells[count - 1]
    count += 1
  }

  /// Adds a character that takes `columns` columns, in the style of `blank`.
  mutating func put(_ scalar: Unicode.Scalar, columns: Int, blank: cchar_t) {
    guard columns == 1, scalar.isPrintableASCII else {
      return put(CollectionOfOne(scalar), columns: columns, blank: blank)
    }
    self.blank = blank
    columnsLeft = 1
    setBase(scalar, columns: 1)
  }

  /// Adds a grapheme cluster, cut or filled with blanks so that it takes exactly `columns` columns.
  mutating func put(_ scalars: some Sequence<Unicode.Scalar>, columns: Int, blank: cchar_t) {
    self.blank = blank
    columnsLeft = columns
    hasBase = false
    for scalar in scalars { add(scalar) }
    while columnsLeft > 0 { setBase(" ", columns: 1) }
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    let columns = width.columns(of: scalar)
    if columns == 0 {
      if !hasBase { setBase(" ", columns: 1) }
      if hasBase && scalar.value != 0 { unsafe cn_cell_add(&cells[count - 1], wchar_t(scalar.value)) }
    } else {
      setBase(width.isDrawable(scalar) ? scalar : "?", columns: columns)
    }
  }

  private mutating func setBase(_ scalar: Unicode.Scalar, columns: Int) {
    guard columns <= columnsLeft else { return }
    unsafe cn_cell_set(&cells[count], wchar_t(scalar.value), &blank)
    count += 1
    columnsLeft -= columns
    hasBase = true
  }

  /// Hands the cells to `window`, from `column` of `row` on.
  mutating func copy(to window: UnsafeMutablePointer<WINDOW>, row: Int, column: Int) {
    unsafe cells.withUnsafeMutableBufferPointer {
      _ = unsafe mvwadd_wchnstr(window, Int32(row), Int32(column), $0.baseAddress, Int32(count))
    }
  }
}

extension Frame {
  /// The columns of `row`, from the first to the last, that look other than in `before`, which has the same size
  /// and clusters. No glyph of either frame lies half inside.
  func columns(ofRow row: Int, thatDifferFrom before: Frame) -> Range<Int> {
    let start = row * size.columns
    let isSame = unsafe cells.withUnsafeBytes { new in
      unsafe before.cells.withUnsafeBytes { old in
        guard let new = new.baseAddress, let old = old.baseAddress else { return true }
        let stride = MemoryLayout<Cell>.stride
        return unsafe memcmp(new + start * stride, old + start * stride, size.columns * stride) == 0
      }
    }
    guard !isSame else { return 0..<0 }
    var first = 0
    while cells[start + first] == before.cells[start + first] { first += 1 }
    var end = size.columns
    while cells[start + end - 1] == before.cells[start + end - 1] { end -= 1 }
    func isInside(_ column: Int) -> Bool {
      cells[start + column].isContinuation || before.cells[start + column].isContinuation
    }
    while first > 0, isInside(first) { first -= 1 }
    while end < size.columns, isInside(end) { end += 1 }
    return first..<end
  }

  /// The columns of the glyph that begins at `column`: itself and its continuations.
  func columnsOfGlyph(row: Int, column: Int) -> Int {
    var end = column + 1
    while end < size.columns, self[row, end].isContinuation { end += 1 }
    return end - column
  }
}
