/// The extent of a screen or a part of it, in cells.
package struct Size: Equatable, Hashable, Sendable {
  /// The number of columns, 0 or more.
  package var columns: Int
  /// The number of rows, 0 or more.
  package var rows: Int

  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
}

/// A cell of the screen, counted from 0 at the upper left corner.
package struct Position: Equatable, Hashable, Sendable {
  /// The row, from 0 at the top.
  package var row: Int
  /// The column, from 0 at the left.
  package var column: Int

  package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
}
