import WatchwordScreen

/// Items that stand in the columns of a field instead of a text.
struct ItemRow {
  struct Item {
    var text: String
    var columns: Range<Int>
    /// The item that a press here chooses; `nil` for none.
    var number: Int?
    var isChosen = false
  }

  private(set) var items: [Item] = []
  let room: Range<Int>
  let appearance: Appearance
  /// Whether all items are there.
  var isWhole = false

  init(room: Range<Int>, appearance: Appearance) { (self.room, self.appearance) = (room, appearance) }

  mutating func add(_ text: String, at column: Int, _ number: Int?, isChosen: Bool = false) {
    let text = appearance.cut(text, columns: max(0, room.upperBound - column))
    let end = column + appearance.width.columns(of: text)
    if end > column {
      items.append(Item(text: text, columns: column..<end, number: number, isChosen: isChosen))
    }
  }

  /// Draws the chosen item in the role `plain`, and the others in `faint`.
  func draw(on sheet: inout Sheet, row: Int, _ plain: Style.Role, _ faint: Style.Role, isActive: Bool) {
    for item in items {
      sheet.put(item.text, item.isChosen ? plain : faint, row: row, column: item.columns.lowerBound)
    }
    let chosen = items.first(where: \.isChosen)
    let column = chosen.map { $0.columns.lowerBound + (isWhole ? 1 : 0) } ?? room.lowerBound
    guard isActive, sheet.layout.page == .form, column < sheet.layout.size.columns else { return }
    sheet.placeCursor(row: row, column: column)
  }
}
