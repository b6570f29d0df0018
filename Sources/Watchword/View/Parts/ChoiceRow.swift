import WatchwordBase
import WatchwordScreen

/// How a field of choices stands in its columns: all choices side by side or, if there is too little room, the chosen
/// one between two arrows.
struct ChoiceRow {
  struct Item {
    var text: String
    var columns: Range<Int>
    /// The choice that a press here chooses; `nil` for none.
    var number: Int?
    var isChosen = false
  }

  private(set) var items: [Item] = []
  private let room: Range<Int>
  /// Whether all choices are there.
  private var isWhole = false

  init(
    _ choices: Choices, chosen: Int?, _ field: FormField.Configuration, in room: Range<Int>,
    _ appearance: Appearance
  ) {
    self.room = room
    let all = choices.values.count
    func add(_ text: String, at column: Int, _ number: Int?, isChosen: Bool = false) {
      let text = appearance.cut(text, columns: max(0, room.upperBound - column))
      let end = column + appearance.width.columns(of: text)
      if end > column {
        items.append(Item(text: text, columns: column..<end, number: number, isChosen: isChosen))
      }
    }
    var column = room.lowerBound
    let widths = choices.labels.prefix(room.count).map { appearance.width.columns(of: $0) + 3 }
    isWhole = !widths.isEmpty && widths.reduce(-1, +) <= room.count
    if isWhole {
      for (number, label) in choices.labels.enumerated() {
        add(number == chosen ? "[\(label)]" : " \(label) ", at: column, number, isChosen: number == chosen)
        column += widths[number]
      }
      return
    }
    let label = chosen.map { choices.labels[$0] } ?? field.placeholder
    let count = chosen.map { "\($0 + 1)/\(all)" } ?? ""
    let last = room.upperBound - 1
    add("<", at: column, ((chosen ?? all) + all - 1) % all)
    add(
      appearance.cut(label, columns: max(0, room.count - 4)), at: column + 2, chosen, isChosen: chosen != nil)
    column = last - 1 - appearance.width.columns(of: count)
    if items[items.count - 1].columns.upperBound < column { add(count, at: column, nil) }
    if last > room.lowerBound { add(">", at: last, ((chosen ?? -1) + 1) % all) }
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
