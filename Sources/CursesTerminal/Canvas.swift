internal import CNcursesw
internal import Screen

/// Brings frames to ncurses: what differs from the frame shown last.
///
/// In the place of a secret it gives ncurses blanks that no other part of a frame has. Over these the text is
/// written apart, by ``SecretPainter``, so that it never comes into ncurses' memory, of which there would be
/// four copies, none of them locked. As ncurses takes such a blank for something of its own, it writes over it as
/// soon as something else belongs there.
@safe
struct Canvas {
  /// Whether ncurses has taken the screen over.
  var isOnScreen = false
  /// Whether the cursor is hidden.
  private(set) var hidesCursor = false
  /// Whether a row has a hole for a secret, in the frame shown last.
  private(set) var rowHasSecret: [Bool]

  private var styles: CellStyles
  private var writer: CellWriter
  private let width: CharacterWidth
  private let blankForSecret: CellWriter.Blank
  private var size: Size
  private var shown: Frame?

  /// Makes a canvas for a window of `size`, of which nothing is known yet.
  init(_ theme: Theme, encoding: CharacterEncoding, width: CharacterWidth, size: Size) {
    styles = CellStyles(theme)
    writer = CellWriter(width: width, columns: size.columns)
    self.width = width
    blankForSecret = encoding == .utf8 ? .noBreakSpace : .boldSpace
    self.size = size
    rowHasSecret = Array(repeating: false, count: size.rows)
  }

  /// Whether a secret is on the screen.
  var showsSecret: Bool { rowHasSecret.contains(true) }

  /// Forgets what is shown, since the window has another `size`.
  mutating func resize(to size: Size) {
    self.size = size
    shown = nil
    rowHasSecret = Array(repeating: false, count: size.rows)
    writer = CellWriter(width: width, columns: size.columns)
  }

  /// Draws `frame` on `window`, but for the secrets, and brings it to the terminal. What lies outside the window
  /// is left out.
  mutating func paint(_ frame: Frame, on window: UnsafeMutablePointer<WINDOW>) {
    let known: Frame
    if let shown, shown.size == frame.size, shown.clusters == frame.clusters {
      known = shown
    } else {
      unsafe werase(window)
      known = Frame(size: frame.size)
      rowHasSecret = Array(repeating: false, count: size.rows)
    }
    for row in 0..<min(frame.size.rows, size.rows) {
      let changed = frame.columns(ofRow: row, thatDifferFrom: known)
      guard !changed.isEmpty else { continue }
      rowHasSecret[row] = frame.hasSecret(inRow: row)
      draw(frame, row: row, columns: changed.clamped(to: 0..<size.columns))
      unsafe writer.copy(to: window, row: row, column: changed.lowerBound)
    }
    shown = frame
    unsafe placeCursor(frame.cursor, window)
    unsafe wrefresh(window)
    isOnScreen = true
  }

  private mutating func draw(_ frame: Frame, row: Int, columns: Range<Int>) {
    writer.begin()
    var column = columns.lowerBound
    while column < columns.upperBound {
      let cell = frame[row, column]
      let span = min(frame.columnsOfGlyph(row: row, column: column), columns.upperBound - column)
      let look = styles.look(of: cell.style)
      switch cell.glyph {
      case .scalar(let scalar): writer.put(scalar, columns: span, look: look)
      case .cluster(let index):
        writer.put(frame.clusters[Int(index)].unicodeScalars, columns: span, look: look)
      case .continuation: writer.put(EmptyCollection(), columns: span, look: look)
      case .secret: writer.put(blankForSecret, columns: span)
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
