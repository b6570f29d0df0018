internal import WatchwordScreen

/// The rows of the main screen that an inline form has taken, and what is written to take and to erase them.
struct InlineRows: Equatable {
  /// Counted from the top of the window.
  let rows: Range<Int>
  /// The window when the rows were taken.
  let size: Size
  /// Where the form has left the cursor.
  var rest: Position
  /// Whether the window has changed since, so that nobody knows where the rows are.
  var isMoved = false

  /// Takes `height` rows from that of `cursor` on, or from the next one if the cursor is not in the first column. If the
  /// window of `size` ends before, what stands in it scrolls up.
  init(_ height: Int, from cursor: Position, in size: Size) {
    let first = cursor.row + (cursor.column > 0 ? 1 : 0)
    let top = max(0, min(first, size.rows - height))
    (rows, self.size, rest) = (top..<top + height, size, Position(row: top, column: 0))
  }

  /// Makes room below `cursor` by newlines down to the last row, which scroll the window if it ends before, and erases
  /// the rows.
  func opening(from cursor: Position) -> [UInt8] {
    let newlines = (cursor.column > 0 ? 1 : 0) + rows.count - 1
    return Array(repeating: [0x0D, 0x0A], count: newlines).flatMap(\.self) + erasure
  }

  /// Erases the rows, and leaves the cursor at the start of the first.
  var erasure: [UInt8] { Self.erasure(of: rows) }

  private static func erasure(of rows: Range<Int>) -> [UInt8] {
    let row = Array("\u{1B}[K\u{1B}[B".utf8)
    return move(rows.lowerBound, 0) + rows.flatMap { _ in row } + move(rows.lowerBound, 0)
  }

  static func move(_ row: Int, _ column: Int) -> [UInt8] {
    Array("\u{1B}[\(row + 1);\(column + 1)H".utf8)
  }
}

/// What is left of a form's rows once the cursor is no longer where the form has left it.
extension InlineRows {
  /// What erases them, and from where the form is drawn anew.
  typealias Remains = (erasure: [UInt8], start: Position)

  /// Erases the rows of a window whose size has changed since, and all rows below. Where the form begins, the new form
  /// begins as well. Rows are erased one by one: tmux saves a window that is erased from its first cell on.
  ///
  /// Nobody tells how the terminal has wrapped the rows anew. A cursor in a column that the window no longer has shows
  /// that its row was wrapped, and otherwise none counts as wrapped: what stands above must not be erased.
  func remains(inWindowOf size: Size, cursor: Position) -> Remains {
    let isWrapped = rest.column >= size.columns && cursor.column == rest.column % size.columns
    let above = rest.row - rows.lowerBound + (isWrapped ? rest.column / size.columns : 0)
    let top = max(0, cursor.row - above)
    return (Self.erasure(of: top..<size.rows), Position(row: top, column: 0))
  }

  /// Erases what can only be the form's, after another program has written at the cursor, which is now at `cursor`.
  /// `masks` are the columns with masks of each row, if they are known. The new form begins below.
  ///
  /// Where the other program's first line begins, and where its last one ends, is known. In between its lines stand over
  /// the form's, and only masks are erased behind their starts. If the last row of the window was reached, the
  /// rows may have been scrolled by nobody knows how much, and stay.
  func remains(under cursor: Position, masks: [Range<Int>]) -> Remains {
    let right = Array("\u{1B}[K".utf8)
    guard cursor.row >= rest.row else { return (erasure + Self.move(cursor.row, cursor.column), cursor) }
    guard cursor.row < size.rows - 1 || cursor.row == rest.row && cursor.column >= rest.column else {
      return (Self.move(cursor.row, cursor.column) + right, cursor)
    }
    var bytes: [UInt8] = []
    func mask(_ row: Int) -> Range<Int> {
      masks.indices.contains(row - rows.lowerBound) ? masks[row - rows.lowerBound] : 0..<0
    }
    func blank(_ row: Int, _ columns: Range<Int>) {
      guard !columns.isEmpty else { return }
      bytes += Self.move(row, columns.lowerBound) + Array(repeating: 0x20, count: columns.count)
    }
    for row in rows {
      switch row {
      case rest.row:
        // A carriage return has brought the cursor to the left, so that what stands there is not the form's.
        if row < cursor.row || cursor.column >= rest.column { blank(row, 0..<rest.column) }
        if row == cursor.row {
          bytes += Self.move(row, cursor.column) + right
        } else {
          blank(row, mask(row).clamped(to: rest.column..<size.columns))
        }
      case cursor.row where cursor.row > rest.row: bytes += Self.move(row, cursor.column) + right
      case rest.row..<max(rest.row, cursor.row): blank(row, mask(row))
      default: bytes += Self.move(row, 0) + right
      }
    }
    return (bytes + Self.move(cursor.row, cursor.column), cursor)
  }
}
