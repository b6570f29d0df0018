internal import WatchwordScreen

/// The rows of the main screen that an inline form has taken, and what is written to take and to erase them.
struct InlineRows: Equatable {
  /// Counted from the top of the window.
  let rows: Range<Int>
  /// The window when the rows were taken.
  let size: Size
  /// The last row that may be taken: the window's, or that of its scroll region.
  private let lastRow: Int
  /// Where the form has left the cursor.
  var rest: Position
  /// What stands in the rows, as far as it was kept.
  var lines: [[Cell]] = []
  /// What stands above them of an earlier form, if the terminal wraps rows anew.
  var overhang = Overhang()
  /// Whether the window has changed since, so that nobody knows where the rows are.
  var isMoved = false

  /// Takes `height` rows from that of `cursor` on, or from the next one if the cursor is not in the first column. If the
  /// window of `size`, or its scroll region in `lastRow`, ends before, what stands in it scrolls up.
  init(_ height: Int, from cursor: Position, in size: Size, upTo lastRow: Int? = nil) {
    let first = cursor.row + (cursor.column > 0 ? 1 : 0)
    let last = lastRow ?? size.rows - 1
    let top = max(0, min(first, last + 1 - height))
    (rows, self.size, self.lastRow) = (top..<top + height, size, last)
    rest = Position(row: top, column: 0)
  }

  /// Makes room below `cursor` by newlines, which scroll a window that is too short, and erases the rows.
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
  /// What erases them, from where the form is drawn anew, and what then stands above it.
  typealias Remains = (erasure: [UInt8], start: Position, overhang: Overhang)

  /// Lines that could not be erased, because they are in the scrollback or nobody knew where they are. A wider window
  /// can bring them back.
  struct Overhang: Equatable {
    var lines: [[Cell]] = []
    /// Whether the last line goes on in the form's first row, as the terminal sees it.
    var goesOn = false
  }

  /// Erases the form's rows, and all below them up to `lastRow`, after the size of the window has changed. The new form
  /// begins where this one began. Rows are erased one by one: tmux saves a window that is erased from its first cell
  /// on.
  ///
  /// If the terminal `reflows`, each row above the cursor takes as many rows as it needs now: one of 80 columns takes
  /// two of 40. Otherwise none counts as wrapped: what stands above must not be erased.
  func remains(inWindowOf size: Size, cursor: Position, upTo lastRow: Int, reflows: Bool) -> Remains {
    let caret = caret(in: size.columns)
    // tmux sends a cursor whose row has left the window to the first cell, which then moves with the text. But it keeps
    // the blank rows at the end. What another program writes moves the cursor down.
    let isLost =
      caret.column != cursor.column
      && (cursor.column == 0 ? reflows || cursor.row == 0 : reflows && cursor.row < rest.row)
    let isKnown = isLost || cursor.column == caret.column
    let lines = logicalLines(toCaret: !isLost)
    let heights = lines.map { Self.wrap($0[...], in: size.columns).row + 1 }
    let first =
      isLost
      ? min(cursor.row, min(rows.upperBound, size.rows) - heights.reduce(0, +))
      : cursor.row - caret.row - heights.dropLast().reduce(0, +)
    let top = max(0, reflows && isKnown ? first : cursor.row - (rest.row - rows.lowerBound))
    let overhang = isKnown ? Self.start(of: lines, rows: top - first, in: size.columns) : Overhang()
    return (Self.erasure(of: top..<lastRow + 1), Position(row: top, column: 0), overhang)
  }

  /// Whether a terminal whose cursor is at `cursor` in a window of `size` has wrapped its rows anew. Any other keeps
  /// the cursor in its row if only the width changed, and in the last column if its own column is gone.
  func showsReflow(inWindowOf size: Size, cursor: Position) -> Bool {
    let caret = caret(in: size.columns)
    guard size.columns != self.size.columns, cursor.column == caret.column else { return false }
    return caret.row > 0 && caret.column < size.columns - 1
      || size.rows == self.size.rows && cursor.row != rest.row
  }

  /// Where the cursor is, counted from the start of its row, once that is wrapped in a window of `columns`.
  private func caret(in columns: Int) -> Position {
    let caret = Self.wrap((logicalLines(toCaret: true).last ?? [])[...], in: columns)
    return caret.column < columns ? caret : Position(row: caret.row + 1, column: 0)
  }

  /// The lines from the first one of the overhang on, or only up to the cursor.
  private func logicalLines(toCaret: Bool) -> [[Cell]] {
    var all = overhang.lines
    let end = toCaret ? max(rows.lowerBound, rest.row) + 1 : rows.upperBound
    for row in rows.lowerBound..<end {
      let number = row - rows.lowerBound
      var line = lines.indices.contains(number) ? lines[number] : []
      if toCaret, row == rest.row {
        line = Array((line + Array(repeating: Cell(), count: rest.column)).prefix(rest.column))
      } else {
        line = Array(line.prefix((line.lastIndex { $0 != Cell() } ?? -1) + 1))
      }
      all.append(number == 0 && overhang.goesOn ? (all.popLast() ?? []) + line : line)
    }
    return all
  }

  /// The first `rows` rows of `lines`, which are wrapped at `columns`.
  private static func start(of lines: [[Cell]], rows: Int, in columns: Int) -> Overhang {
    var start = Overhang()
    var rest = rows
    for line in lines where rest > 0 {
      let end = line.indices.first { wrap(line.prefix($0 + 1), in: columns).row >= rest }
      start.lines.append(Array(line.prefix(end ?? line.count)))
      start.goesOn = end != nil
      rest -= wrap(line[...], in: columns).row + 1
    }
    return start
  }

  /// The place behind `cells` in rows of `columns`, where no wide character is divided.
  private static func wrap(_ cells: ArraySlice<Cell>, in columns: Int) -> Position {
    var place = Position(row: 0, column: 0)
    for index in cells.indices where !cells[index].isContinuation {
      let width = 1 + cells[(index + 1)...].prefix(while: \.isContinuation).count
      if place.column + width > columns { place = Position(row: place.row + 1, column: 0) }
      place.column += width
    }
    return place
  }

  /// Erases what is surely the form's, after another program has written from ``rest`` to `cursor`. `masks` are the
  /// columns with masks of each row, if known. The new form begins below. `-` is erased, and `?` only if it is a mask:
  ///
  ///     -----------------   above
  ///     ----text?????????   where the other program began
  ///     text?????????????   between
  ///     text-------------   where it stopped
  ///
  /// If that is the last row, the window may have scrolled: then only what is behind the cursor is erased.
  func remains(under cursor: Position, masks: [Range<Int>]) -> Remains {
    let right = Array("\u{1B}[K".utf8)
    guard cursor.row >= rest.row else {
      return (erasure + Self.move(cursor.row, cursor.column), cursor, Overhang())
    }
    guard cursor.row < lastRow || cursor.row == rest.row && cursor.column >= rest.column else {
      return (Self.move(cursor.row, cursor.column) + right, cursor, Overhang())
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
    return (bytes + Self.move(cursor.row, cursor.column), cursor, Overhang())
  }
}
