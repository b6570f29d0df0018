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
  /// Whether all choices are there.
  private(set) var isWhole = false

  init(of field: FormField, _ choices: Choices, in room: Range<Int>, _ appearance: Appearance) {
    let (all, chosen) = (choices.values.count, field.meaning)
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
    let label = chosen.map { choices.labels[$0] } ?? field.configuration.placeholder
    let count = chosen.map { "\($0 + 1)/\(all)" } ?? ""
    let last = room.upperBound - 1
    add("<", at: column, ((chosen ?? all) + all - 1) % all)
    add(
      appearance.cut(label, columns: max(0, room.count - 4)), at: column + 2, chosen, isChosen: chosen != nil)
    column = last - 1 - appearance.width.columns(of: count)
    if items[items.count - 1].columns.upperBound < column { add(count, at: column, nil) }
    if last > room.lowerBound { add(">", at: last, ((chosen ?? -1) + 1) % all) }
  }
}

extension FormView {
  /// The columns of a text without an icon and, if nothing stands behind it, of its error.
  func room(of index: Int) -> Range<Int> {
    let place = layout.fields[index]
    guard place.error == place.lines, form.fields[index].sign == nil, errorText(of: index) == nil else {
      return place.text
    }
    return place.text
      .lowerBound..<max(place.text.upperBound, layout.right - (layout.isInline ? Layout.indent : 0))
  }

  /// `nil` if field `index` has no choices.
  func choices(of index: Int) -> ChoiceRow? {
    let field = form.fields[index]
    return field.configuration.input.choices.map { ChoiceRow(of: field, $0, in: room(of: index), appearance) }
  }

  /// Draws the choices of field `index`, the chosen one in the first role.
  mutating func draw(_ choices: ChoiceRow, of index: Int, row: Int, _ plain: Style.Role, _ faint: Style.Role)
  {
    let (field, room) = (form.fields[index], room(of: index))
    for item in choices.items {
      put(
        item.text, item.isChosen && field.isEnabled ? plain : faint, row: row, column: item.columns.lowerBound
      )
    }
    let chosen = choices.items.first(where: \.isChosen)
    let column = chosen.map { $0.columns.lowerBound + (choices.isWhole ? 1 : 0) } ?? room.lowerBound
    guard field.isFirstResponder, layout.page == .form, column < layout.size.columns else { return }
    frame.cursor = Position(row: row, column: column)
  }
}
