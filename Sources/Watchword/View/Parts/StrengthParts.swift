import WatchwordBase
import WatchwordScreen
import WatchwordStrength

/// The bars, without the ends that they have in ASCII until they are drawn.
struct BarsPart: Equatable {
  let stretches: [StrengthBars.Stretch]

  func draw(on sheet: inout Sheet) {
    let layout = sheet.layout
    guard let row = layout.bars.flatMap(sheet.row) else { return }
    let (glyphs, hasEnds) = (
      sheet.appearance.glyphs, layout.barWidth > 2 && !sheet.appearance.glyphs.barEnds.isEmpty
    )
    var (bar, start) = (layout.barColumn, 0)
    for stretch in stretches {
      let end = columns(to: stretch.end, of: layout.barWidth, hasEnds)
      let style = Style(.meter, bar: stretch.level.bar, blend: UInt8(stretch.blend))
      let scalar = stretch.isLit ? glyphs.barHeights[stretch.height - 1] : glyphs.unlitBar
      sheet.fill(scalar, row: row, columns: bar + start..<bar + end, style: style)
      if hasEnds {
        if start == 0 { sheet.fill(glyphs.barEnds[0], row: row, columns: bar..<bar + 1, style: style) }
        if stretch.end == 1 {
          sheet.fill(glyphs.barEnds[1], row: row, columns: bar + end - 1..<bar + end, style: style)
        }
      }
      (bar, start) = stretch.end < 1 ? (bar, end) : (bar + layout.barWidth + 1, 0)
    }
  }

  /// How many columns of a bar `share` of it fills: of those between its ends, if it has any, at least one (B3).
  private func columns(to share: Double, of width: Int, _ hasEnds: Bool) -> Int {
    guard share < 1 else { return width }
    let end = hasEnds ? 1 : 0
    return end + max(1, Int(share * Double(width - 2 * end)))
  }
}

/// The number of characters and how many are required.
struct CounterPart: Equatable {
  let count: Int
  /// The state of the field, whose border goes on below the counter.
  let isActive, isWrong: Bool

  func draw(on sheet: inout Sheet) {
    guard let place = sheet.layout.counter, let row = sheet.row(place.line) else { return }
    let text = sheet.form.counterText(for: count)
    let isInBorder = sheet.layout.fields.contains { $0.hasBorder && $0.line == place.line }
    let role: Style.Role =
      !isInBorder ? .plain : isActive ? .activeBorder : isWrong ? .errorBorder : .border
    let column = place.columns.upperBound - sheet.columns(of: text)
    sheet.fill(
      isInBorder ? sheet.border(isActive: isActive).horizontal : " ", row: row,
      columns: place.columns.lowerBound - (isInBorder ? 1 : 0)..<column, style: Style(role))
    sheet.put(text, .faint, line: place.line, column: column, isInBorder: isInBorder)
  }
}

/// An item of the panel with its sign.
struct PanelPart: Equatable {
  let index: Int
  let sign: CriteriaPanel.Sign
  /// The sign of the criterion that follows the item; `nil` while it has none.
  let aside: CriteriaPanel.Sign?

  func draw(on sheet: inout Sheet) {
    let item = sheet.layout.panel[index]
    guard let row = sheet.row(item.line) else { return }
    let (text, role) = sheet.appearance.glyphs.sign(for: sign)
    if item.hasSign { sheet.put(text, role, row: row, column: item.column) }
    let textRole: Style.Role = item.isCriterion && role == .faint ? .faint : .plain
    sheet.put(
      item.text, textRole, row: row, column: item.textColumn, limit: sheet.layout.right - item.textColumn)
    if let next = item.aside { draw(next, aside, behind: item, textRole, row: row, on: &sheet) }
    guard !item.emphasis.isEmpty else { return }
    let column = item.textColumn + sheet.columns(of: String(item.text.prefix(item.emphasis.lowerBound)))
    let part = item.text.dropFirst(item.emphasis.lowerBound).prefix(item.emphasis.count)
    sheet.put(String(part), .emphasis, row: row, column: column)
  }

  private func draw(
    _ aside: Layout.PanelItem.Aside, _ sign: CriteriaPanel.Sign?, behind item: Layout.PanelItem,
    _ role: Style.Role, row: Int, on sheet: inout Sheet
  ) {
    let column = item.textColumn + sheet.columns(of: item.text)
    guard let sign else {
      sheet.put(aside.joint + aside.text, role, row: row, column: column)
      return
    }
    let (text, signRole) = sheet.appearance.glyphs.sign(for: sign)
    sheet.put(text, signRole, row: row, column: column + 1)
    let start = column + 1 + sheet.columns(of: text) + aside.gap
    sheet.put(aside.text, signRole == .faint ? .faint : .plain, row: row, column: start)
  }
}

/// The refused character after the label of its criterion. It is a hole, so neither this part nor the frame has it.
struct DeniedPart: Equatable {
  let denied: PolicyVerdict.Denied
  let field: Int
  /// How often the text was set: there may be another character now.
  let changes: UInt32
  /// The columns of the character.
  let width: Int

  func draw(on sheet: inout Sheet) {
    let layout = sheet.layout
    guard let item = layout.panel.last(where: { $0.subject == .criterion(denied.criterion) }),
      let row = sheet.row(item.line)
    else { return }
    let not = sheet.texts.notAllowed
    var column = item.textColumn + sheet.columns(of: item.text)
    let end = column + sheet.columns(of: not.before) + width + sheet.columns(of: not.after)
    let next = layout.panel.first { $0.line == item.line && $0.column > item.column }
    guard end <= next?.column ?? layout.right else { return }
    column += sheet.put(not.before, .plain, row: row, column: column)
    sheet.put(
      .secret(field: UInt8(field), index: UInt16(denied.cluster)), columns: width, row: row, column: column)
    sheet.put(not.after, .plain, row: row, column: column + width)
  }
}

/// An offer in clear text in its field. If the field is too short, the text goes on in the rows of bars and reason. The
/// rows that remain have room for `words`.
struct OfferPart: Equatable {
  let offer: Offer
  let field: Int
  /// The place of the text among those of the form.
  let text: Int
  /// What Return does, or why there is no other offer.
  let words: String?

  func draw(on sheet: inout Sheet) {
    let layout = sheet.layout
    let place = layout.fields[field]
    guard let top = sheet.row(place.textLine) else { return }
    let start = layout.left + Layout.indent
    let room = sheet.textColumns
    // An offer hides the field's icon.
    let width = max(place.text.upperBound, place.sign.upperBound) - place.text.lowerBound
    var rows = ([layout.bars].compactMap(\.self) + layout.reason).compactMap(sheet.row)[...]
    let lines = offer.lines(first: width, columns: room, rows: 1 + rows.count)
    for (number, line) in lines.enumerated() {
      let row = number == 0 ? top : rows.removeFirst()
      let left = number == 0 ? place.text.lowerBound : start
      if number > 0 { sheet.fill(" ", row: row, columns: start..<layout.right) }
      for (offset, character) in line.enumerated() {
        let glyph = Cell.Glyph.secret(field: UInt8(text), index: UInt16(character))
        sheet.put(glyph, row: row, column: left + offset)
      }
      guard number == lines.count - 1 else { continue }
      if line.upperBound < offer.count {
        sheet.putClip(sheet.appearance.glyphs.clippedRight, row: row, column: left + line.count)
      }
      sheet.placeCursor(row: row, column: min(left + line.count, layout.size.columns - 1))
    }
    guard let words else { return }
    if sheet.isQuiet {
      guard let row = rows.popFirst() else { return }
      sheet.fill(" ", row: row, columns: start..<layout.right)
      sheet.put(sheet.appearance.cut(words, columns: room), .notice, row: row, indent: Layout.indent)
      return sheet.tell(Frame.Part(rows: row..<row + 1, columns: start..<layout.right))
    }
    let texts = sheet.appearance.lines(of: words, columns: room, rows: rows.count)
    // Where advice stands, if there is room, so that no three rows are empty.
    let below = lines.count == 1 && texts.count < rows.count ? rows.dropFirst() : rows
    for (row, text) in zip(below, texts) {
      sheet.put(text, offer.note == nil ? .caption : .notice, row: row, indent: Layout.indent)
    }
  }
}

extension Offer {
  /// The characters of each line, at most `first` in the first and `columns` in the others. Breaks after separators if
  /// that takes at most `rows` lines. Cuts what does not fit, and one more character for the mark that says so.
  fileprivate func lines(first: Int, columns: Int, rows: Int) -> [Range<Int>] {
    guard first > 0, columns > 0 else { return [] }
    let whole = lines(first, columns, breakingBehind: breaks)
    if whole.count <= rows { return whole }
    var lines = lines(first, columns, breakingBehind: [])
    guard lines.count > rows else { return lines }
    lines.removeSubrange(rows...)
    let last = lines.removeLast()
    return lines + [last.dropLast()]
  }

  private func lines(_ first: Int, _ columns: Int, breakingBehind breaks: [Int]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < count {
      var end = min(count, start + (lines.isEmpty ? first : columns))
      if end < count { end = breaks.last { start < $0 && $0 <= end } ?? end }
      lines.append(start..<end)
      start = end
    }
    return lines
  }
}

extension FormDescription {
  func counterText(for count: Int) -> String {
    guard let range = policy.characterRange else { return "\(count)" }
    let (count, least) = ("\(count)", "\(range.lowerBound)")
    return range.upperBound == .max
      ? texts("{count} of {least}+", ["count": count, "least": least])
      : texts("{count} of {least}-{most}", ["count": count, "least": least, "most": "\(range.upperBound)"])
  }
}
