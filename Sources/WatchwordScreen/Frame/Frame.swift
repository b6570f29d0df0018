internal import WatchwordBase

/// One picture of the screen: a grid of cells and the cursor position.
package struct Frame: Equatable, Sendable {
  package let size: Size
  /// The cells of each row. In a copy of a frame, a row that was not written to shares its memory with the original
  /// row. So the painter can skip it without comparing cells.
  package private(set) var lines: [[Cell]]
  /// The position of the terminal's cursor; `nil` hides it.
  package var cursor: Position?
  /// The parts for errors, level and reason. The painter writes the changed ones after everything else, in this order,
  /// so that a screen reader speaks them last.
  package var news: [Part] = []
  /// The parts to change before everything else, in a frame of their own, so that a screen reader speaks them first.
  package var lead: [Part] = []
  /// The texts of cells with several scalars. Never part of a secret.
  package private(set) var clusters: [String] = []
  /// The one-column glyph drawn instead of each invisible character, even in secrets.
  package let invisible: Unicode.Scalar

  package var hasSecrets = false

  /// Whether the next key types a character of a secret.
  package var takesSecret = false

  /// Whether the frame stands in rows of the main screen, below what was printed there, and has only these rows.
  /// Otherwise it fills the window.
  package var isInline = false
  /// What is drawn for each character of a masked text.
  package var mask: Cell.Glyph?

  package struct Part: Equatable, Sendable {
    package var rows: Range<Int>
    package var columns: Range<Int>
    /// The number of the field this part is about; `nil` if it is about the whole form.
    package var field: Int?

    package init(rows: Range<Int>, columns: Range<Int>) { (self.rows, self.columns) = (rows, columns) }
  }

  package init(size: Size, invisible: Unicode.Scalar = "?") {
    self.size = size
    self.invisible = invisible
    lines = Array(repeating: Array(repeating: Cell(), count: max(0, size.columns)), count: max(0, size.rows))
  }

  /// Makes a blank frame in which cluster numbers mean the same as in `frame`.
  package init(blankLike frame: Frame) {
    self.init(size: frame.size, invisible: frame.invisible)
    (clusters, isInline, mask) = (frame.clusters, frame.isInline, frame.mask)
  }

  package var cells: [Cell] { lines.flatMap(\.self) }

  /// The cell at `row` and `column`. Traps outside the frame.
  package subscript(row: Int, column: Int) -> Cell {
    get { lines[row][column] }
    set {
      lines[row][column] = newValue
      if newValue.isSecret { hasSecrets = true }
    }
  }

  /// Writes `text` at `position` and returns the number of columns used.
  ///
  /// Clips at the frame and after `limit` columns, never inside a cluster. If an old cluster is only half overwritten,
  /// its other columns become blank.
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

  private mutating func blank(_ row: Int, columns: Range<Int>) {
    for column in columns { self[row, column] = Cell(style: self[row, column].style) }
  }

  /// Writes `glyph` with a width of `columns` at `row` and `column`, if it fits into the frame.
  package mutating func put(_ glyph: Cell.Glyph, columns: Int, row: Int, column: Int, style: Style = .plain) {
    guard row >= 0, row < size.rows, column >= 0, column + max(1, columns) <= size.columns else { return }
    self[row, column] = Cell(glyph, style: style)
    for further in 1..<max(1, columns) { self[row, column + further] = Cell(.continuation, style: style) }
  }

  /// Fills `columns` of `row`, clipped to the frame, with `scalar`, which is one column wide.
  package mutating func fill(_ scalar: Unicode.Scalar, row: Int, columns: Range<Int>, style: Style) {
    guard row >= 0, row < size.rows else { return }
    let cell = Cell(.scalar(scalar), style: style)
    for column in columns.clamped(to: 0..<size.columns) { lines[row][column] = cell }
  }

  /// The columns of `row` from the first mask to the last.
  package func masks(inRow row: Int) -> Range<Int> {
    let all = lines[row].indices.filter { lines[row][$0].glyph == mask }
    return all.first.flatMap { first in all.last.map { first..<$0 + 1 } } ?? 0..<0
  }

  /// Whether `row` shares its memory with the same row of `frame`, so that nothing can have changed.
  package func shares(_ row: Int, with frame: Frame) -> Bool {
    unsafe lines[row].withUnsafeBufferPointer { mine in
      unsafe frame.lines[row].withUnsafeBufferPointer { unsafe mine.baseAddress == $0.baseAddress }
    }
  }

  /// Whether cluster numbers mean the same in both frames.
  package func sharesClusters(with frame: Frame) -> Bool {
    zip(clusters, frame.clusters).allSatisfy { $0 == $1 }
  }

  /// Takes the cells of `places` from `frame`, which was made blank like this one. Rows that stay the same keep their
  /// memory, except `newRows`, which show a text that has changed.
  package mutating func take(_ places: [Part], from frame: Frame, newRows: [Int]) {
    clusters = frame.clusters
    for place in places {
      for row in place.rows {
        for column in place.columns where lines[row][column] != frame.lines[row][column] {
          lines[row][column] = frame.lines[row][column]
        }
      }
    }
    // An array that is not the only one with its memory gets some of its own.
    for row in newRows { lines[row].reserveCapacity(size.columns) }
  }

  package mutating func copy(_ part: Part, from frame: Frame) {
    for row in part.rows {
      for column in part.columns.clamped(to: 0..<size.columns) { self[row, column] = frame[row, column] }
    }
  }

  package mutating func blank(_ part: Part) {
    for row in part.rows { fill(" ", row: row, columns: part.columns, style: .plain) }
  }

  /// The glyph for `character`, which is not part of a secret. Replaces invisible scalars by ``invisible``.
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
  /// The picture, the cursor position and the letters of the styles. Trailing blanks are cut. A cell of secret text is
  /// `¿`.
  package var description: String {
    let styles = lines(blank: ".") { String($0.style.letter) }
    let caret = cursor.map { "--- cursor \($0.row),\($0.column)" } ?? "--- no cursor"
    return (rows + [caret] + styles).joined(separator: "\n")
  }

  /// The picture only, one string per row, trailing blanks cut.
  package var rows: [String] { lines(blank: " ", symbol(of:)) }

  /// The text in `part`, trailing blanks of each row cut.
  package func text(in part: Part) -> String {
    part.rows.map { row in
      var line = part.columns.clamped(to: 0..<size.columns).map { symbol(of: self[row, $0]) }.joined()
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  package func symbol(of cell: Cell) -> String {
    switch cell.glyph {
    case .scalar(let scalar): String(scalar)
    case .cluster(let index): clusters[Int(index)]
    case .secret: "¿"
    case .continuation: ""
    }
  }

  /// One string per row, made of `symbol` for each cell, with trailing `blank`s cut.
  package func lines(blank: Character, _ symbol: (Cell) -> String) -> [String] {
    (0..<size.rows).map { row in
      var line = (0..<size.columns).map { symbol(self[row, $0]) }.joined()
      while line.last == blank { line.removeLast() }
      return line
    }
  }
}
