/// The cells that a key changes at once at the end of a masked text: new masks, or blanks over the last ones.
package struct Echo: Equatable, Sendable {
  /// The mask or the blank, one column wide.
  package var cell: Cell
  package var row: Int
  /// The columns that get ``cell``.
  package var columns: Range<Int>
  /// Whether the last masks went: the cursor is then before ``columns``, otherwise after them.
  package var isErasing: Bool

  package init(_ cell: Cell, row: Int, columns: Range<Int>, isErasing: Bool = false) {
    (self.cell, self.row, self.columns, self.isErasing) = (cell, row, columns, isErasing)
  }

  package var cursor: Position {
    Position(row: row, column: isErasing ? columns.lowerBound : columns.upperBound)
  }

  /// Where the cursor has to be beforehand.
  package var start: Position {
    Position(row: row, column: isErasing ? columns.upperBound : columns.lowerBound)
  }
}
