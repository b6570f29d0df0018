/// The extent of a screen or a part of it, in cells.
public struct Size: Equatable, Hashable, Sendable {
  /// The number of columns, 0 or more.
  public var columns: Int
  /// The number of rows, 0 or more.
  public var rows: Int

  /// Makes a size of `columns` by `rows` cells.
  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

/// A cell of the screen, counted from 0 at the upper left corner.
public struct Position: Equatable, Hashable, Sendable {
  /// The row, from 0 at the top.
  public var row: Int
  /// The column, from 0 at the left.
  public var column: Int

  /// Makes the position at `row` and `column`.
  public init(row: Int, column: Int) {
    self.row = row
    self.column = column
  }
}
