internal import WatchwordMessages

/// One picture of the screen: a grid of cells and where the caret stands.
package struct Frame: Equatable, Sendable {
  /// The extent of the picture, in cells.
  package let size: Size
  /// The cells of each row. A row in which nothing was put shares its memory with the frame that it was copied from, and
  /// so is neither copied nor compared.
  package private(set) var lines: [[Cell]]
  /// Where the terminal's cursor stands; `nil` hides it.
  package var cursor: Position?
  /// What is written after all else, in this order, where the picture before had something else there: errors, level and
  /// reason. A reading aid says last what is written last.
  package var news: [Part] = []
  /// The texts of the cells that show a cluster of more than one scalar. Never part of a secret.
  package private(set) var clusters: [String] = []
  /// What is drawn, in secrets too, for a character that could not be seen: a sign of one column.
  package let invisible: Unicode.Scalar

  /// Whether a cell is a hole for a secret.
  package private(set) var hasSecrets = false

  /// A rectangle of cells.
  package struct Part: Equatable, Sendable {
    /// The rows, inside the frame.
    package var rows: Range<Int>
    /// The columns.
    package var columns: Range<Int>
    /// The number of the field that it says something of; `nil` where that is the form.
    package var field: Int?

    package init(rows: Range<Int>, columns: Range<Int>) { (self.rows, self.columns) = (rows, columns) }
  }

  package init(size: Size, invisible: Unicode.Scalar = "?") {
    self.size = size
    self.invisible = invisible
    lines = Array(repeating: Array(repeating: Cell(), count: max(0, size.columns)), count: max(0, size.rows))
  }

  /// All cells, row after row.
  package var cells: [Cell] { lines.flatMap(\.self) }

  /// The cell at `row` and `column`. Traps outside the frame.
  package subscript(row: Int, column: Int) -> Cell {
    get { lines[row][column] }
    set {
      lines[row][column] = newValue
      if newValue.isSecret { hasSecrets = true }
    }
  }

  /// Writes `text` from `position` on and returns the columns it took.
  ///
  /// What lies outside the frame or past `limit` columns is left out; a wide cluster is never cut in half. Where a part
  /// of one that stood there would be left, blanks take its place.
  @discardableResult
  package mutating func put(
    _ text: String, at position: Position, style: Style = .plain, limit: Int = .max, width: CharacterWidth
  ) -> Int {
    let (row, start) = (position.row, position.column)
    guard row >= 0, row < size.rows else { return 0 }
    let end = limit < size.columns - start ? start + limit : size.columns
    let cutsCluster = start > 0 && start < size.columns && self[row, start].isContinuation
    var column = start
    if start >= 0, text.isPrintableASCII {
      for byte in text.utf8 where column < end {
        lines[row][column] = Cell(.scalar(Unicode.Scalar(byte)), style: style)
        column += 1
      }
    } else {
      for character in text {
        let columns = width.columns(of: character.unicodeScalars)
        guard column + columns <= end else { break }
        if column >= 0 {
          put(glyph(for: character), columns: columns, row: row, column: column, style: style)
        }
        column += columns
      }
    }
    guard column > start else { return 0 }
    if cutsCluster {
      let first = (0..<start).last { !self[row, $0].isContinuation }
      blank(row, columns: (first ?? 0)..<start)
    }
    let behind = max(0, column)
    let next = (behind..<size.columns).first { !self[row, $0].isContinuation }
    blank(row, columns: behind..<(next ?? size.columns))
    return column - start
  }

  /// Blanks what is left of a cluster that was cut.
  private mutating func blank(_ row: Int, columns: Range<Int>) {
    for column in columns { self[row, column] = Cell(style: self[row, column].style) }
  }

  /// Writes `glyph`, which takes `columns` columns, at `row` and `column`, if all of it lies inside the frame.
  package mutating func put(_ glyph: Cell.Glyph, columns: Int, row: Int, column: Int, style: Style = .plain) {
    guard row >= 0, row < size.rows, column >= 0, column + max(1, columns) <= size.columns else { return }
    self[row, column] = Cell(glyph, style: style)
    for further in 1..<max(1, columns) { self[row, column + further] = Cell(.continuation, style: style) }
  }

  /// Fills `columns` of `row` with `scalar`, which is one column wide; what lies outside the frame is left out.
  package mutating func fill(_ scalar: Unicode.Scalar, row: Int, columns: Range<Int>, style: Style) {
    guard row >= 0, row < size.rows else { return }
    let cell = Cell(.scalar(scalar), style: style)
    for column in columns.clamped(to: 0..<size.columns) { lines[row][column] = cell }
  }

  /// Takes everything out of `row`.
  package mutating func clear(_ row: Int) {
    lines[row] = Array(repeating: Cell(), count: size.columns)
  }

  /// Whether `row` has the memory of the same row of `frame`, so that nothing can have changed in it.
  package func shares(_ row: Int, with frame: Frame) -> Bool {
    unsafe lines[row].withUnsafeBufferPointer { mine in
      unsafe frame.lines[row].withUnsafeBufferPointer { unsafe mine.baseAddress == $0.baseAddress }
    }
  }

  /// Takes everything out of `part`.
  package mutating func blank(_ part: Part) {
    for row in part.rows { fill(" ", row: row, columns: part.columns, style: .plain) }
  }

  /// The glyph that shows `character`, which is not part of a secret, with signs for what could not be seen.
  package mutating func glyph(for character: Character) -> Cell.Glyph {
    var visibility = ClusterVisibility()
    let all = character.unicodeScalars
    if let first = all.first, all.index(after: all.startIndex) == all.endIndex {
      return .scalar(visibility.needsSign(for: first) ? invisible : first)
    }
    let scalars = all.map { visibility.needsSign(for: $0) ? invisible : $0 }
    let text = String(String.UnicodeScalarView(scalars))
    if let index = clusters.firstIndex(of: text) { return .cluster(UInt16(index)) }
    clusters.append(text)
    return .cluster(UInt16(clusters.count - 1))
  }
}

extension Frame: CustomStringConvertible {
  /// The frame as text: a picture, a line that says where the cursor is, then the letter of each cell's style;
  /// blanks at the end of a line are cut. A hole for a secret is drawn as `¿`.
  package var description: String {
    let styles = lines(blank: ".") { String($0.style.letter) }
    let caret = cursor.map { "--- cursor \($0.row),\($0.column)" } ?? "--- no cursor"
    return (rows + [caret] + styles).joined(separator: "\n")
  }

  /// The picture alone, a string a row, blanks at the end of each cut.
  package var rows: [String] { lines(blank: " ", symbol(of:)) }

  /// What stands in `part`, without the blanks at the end of each row.
  package func text(in part: Part) -> String {
    part.rows.map { row in
      var line = part.columns.clamped(to: 0..<size.columns).map { symbol(of: self[row, $0]) }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  /// What the picture has for a cell.
  package func symbol(of cell: Cell) -> String {
    switch cell.glyph {
    case .scalar(let scalar): String(scalar)
    case .cluster(let index): clusters[Int(index)]
    case .secret: "¿"
    case .continuation: ""
    }
  }

  /// A string a row of `symbol` of its cells, with each `blank` at the end cut.
  package func lines(blank: Character, _ symbol: (Cell) -> String) -> [String] {
    (0..<size.rows).map { row in
      var line = (0..<size.columns).map { symbol(self[row, $0]) }.joined()
      while line.last == blank { line.removeLast() }
      return line
    }
  }
}
