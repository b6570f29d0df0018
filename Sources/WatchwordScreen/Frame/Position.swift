/// A cell of the screen, counted from 0 at the upper left corner.
package struct Position: Equatable, Hashable, Sendable {
  package var row: Int
  package var column: Int

  package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
}
