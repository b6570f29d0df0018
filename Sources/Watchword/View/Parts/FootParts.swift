import WatchwordBase
import WatchwordScreen

/// The title and, if the form scrolls, which of several fields has the focus.
struct TitlePart: Equatable {
  struct Place: Equatable {
    var number, count: Int
  }

  let place: Place?
  /// The columns of the countdown in the row of the title.
  let countdown: Int

  func draw(on sheet: inout Sheet) {
    let layout = sheet.layout
    // Most keys leave the title as it is, and it takes long to cut.
    guard layout.title.indices.contains(where: { sheet.row($0) != nil }) else { return }
    var words = ""
    if let place {
      words = sheet.texts(
        "{number} of {count}", ["number": "\(place.number)", "count": "\(place.count)"])
    }
    let end = layout.width - (countdown == 0 ? 0 : countdown + 2)
    let room = end - (words.isEmpty ? 0 : sheet.columns(of: words) + 2)
    sheet.put(layout.title.map { sheet.appearance.cut($0, columns: room) }, .title, from: 0)
    sheet.put(words, .faint, line: 0, indent: end - sheet.columns(of: words))
  }
}

/// The paragraph below the title.
struct ParagraphPart: Equatable {
  func draw(on sheet: inout Sheet) {
    let layout = sheet.layout
    let text =
      layout.cutsText
      ? sheet.appearance.lines(
        of: sheet.form.text, columns: layout.width, rows: layout.formHead - layout.textLine)
      : layout.text
    sheet.put(text, .plain, from: layout.textLine)
  }
}

struct ButtonPart: Equatable {
  let index: Int
  let isActive, hasFocus: Bool

  func draw(on sheet: inout Sheet) {
    let place = sheet.layout.buttons[index]
    guard let row = sheet.row(place.line) else { return }
    let button = sheet.form.buttons[index]
    let glyphs = sheet.appearance.glyphs
    let ends = hasFocus ? glyphs.focusedButtonEnds : glyphs.buttonEnds
    let (start, room) = (place.columns.lowerBound, place.columns.count)
    let isWhole = sheet.columns(of: button.title) <= room - 4
    let text = isWhole ? button.title + " " : sheet.appearance.cut(button.title, columns: room - 3)
    let (role, letterRole): (Style.Role, Style.Role) =
      switch (isActive, hasFocus) {
      case (true, true): (.focusedButton, .focusedButtonLetter)
      case (true, false): (.button, .buttonLetter)
      case (false, true): (.focusedInactiveButton, .focusedInactiveButtonLetter)
      case (false, false): (.inactiveButton, .inactiveButtonLetter)
      }
    sheet.put("\(ends.left) \(text)\(ends.right)", role, row: row, column: start)
    if let letter = sheet.form.accelerator(of: index),
      let place = text.firstIndex(where: { $0.lowercased() == String(letter) })
    {
      let column = start + 2 + sheet.columns(of: String(text[..<place]))
      sheet.put(String(text[place]), letterRole, row: row, column: column)
    }
    if hasFocus { sheet.placeCursor(row: row, column: start + 2) }
  }
}

/// The marks in the margin that there are more lines. While the form is read by page, the cursor is on the first line
/// that changes.
struct ClipsPart: Equatable {
  /// Whether lines can be scrolled now. While a verifier runs, nothing scrolls.
  let areShown: Bool

  func draw(on sheet: inout Sheet) {
    let layout = sheet.layout
    let (column, rows) = (layout.right, layout.viewport)
    if areShown, layout.overflow > 0, column < layout.size.columns, !rows.isEmpty {
      if layout.scroll > 0 {
        sheet.putClip(sheet.appearance.glyphs.clippedAbove, row: rows.lowerBound, column: column)
      }
      if layout.scroll < layout.overflow {
        sheet.putClip(sheet.appearance.glyphs.clippedBelow, row: rows.upperBound - 1, column: column)
      }
    }
    if case .reading = layout.page { sheet.placeCursor(row: rows.lowerBound, column: layout.left) }
  }
}

/// Says that a verifier runs: in the row of the field that is checked, or beside the buttons, or else in their place or
/// in the last row.
struct SpinnerPart: Equatable {
  let step: Int
  let checked: Int?

  func draw(on sheet: inout Sheet) {
    let pictures = sheet.appearance.glyphs.spinner
    let checking = sheet.texts("Checking…")
    let words = "\(pictures[step % pictures.count]) \(checking)"
    let place = place(for: words, sheet)
    let room = sheet.layout.right - place.column
    sheet.fill(" ", row: place.row, columns: place.column..<max(place.column, sheet.layout.right))
    sheet.put(
      sheet.appearance.cut(words, columns: room), .inactiveButton, row: place.row, column: place.column)
    sheet.placeCursor(row: place.row, column: place.column)
  }

  private func place(for words: String, _ sheet: Sheet) -> Position {
    let layout = sheet.layout
    if let checked {
      let place = layout.fields[checked]
      let column = place.errorColumn + (place.hasErrorBehind ? 0 : Layout.indent)
      if let row = sheet.row(place.error.lowerBound), column + sheet.columns(of: words) <= layout.right {
        return Position(row: row, column: column)
      }
    }
    let start = layout.left + Layout.indent
    guard let button = layout.buttons.last, !layout.hidesButtons, let row = sheet.row(button.line) else {
      return Position(row: layout.size.rows - 1, column: start)
    }
    let beside = button.columns.upperBound + 2
    return Position(row: row, column: beside + sheet.columns(of: words) <= layout.right ? beside : start)
  }
}
