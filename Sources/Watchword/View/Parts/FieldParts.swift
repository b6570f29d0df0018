import WatchwordScreen
import WatchwordStrength

/// The border, the label and the icon of a field.
struct FieldBox: Equatable {
  let index: Int
  let label: String
  let isActive, isEnabled, isWrong: Bool
  /// Whether an offer stands in the field, so that there is no icon; and whether it also takes the place of the counter.
  let isOffered, hidesRemarks: Bool
  let sign: FormField.Sign?
  /// What a press of the icon does to the text; `nil` if nothing.
  let revealWord: String?
  let isShown: Bool

  var role: Style.Role { isActive ? .activeBorder : isWrong ? .errorBorder : .border }

  func draw(on sheet: inout Sheet) {
    let place = sheet.layout.fields[index]
    let border = sheet.border(isActive: isActive)
    if place.hasBorder { draw(border, on: &sheet, place) }
    let room = sheet.layout.labelColumns(of: index, isOffered: hidesRemarks)
    let label =
      sheet.layout.caption.map { sheet.appearance.cutInside($0, columns: place.label.count) }
      ?? sheet.appearance.cut(label, columns: room)
    sheet.put(
      label, isEnabled ? .caption : .faint, line: place.line, column: place.label.lowerBound,
      isInBorder: place.hasBorder && !label.isEmpty)
    if sheet.layout.isInline {
      for row in place.edge.compactMap(sheet.row) {
        sheet.put(.scalar(border.vertical), row: row, column: sheet.layout.left, style: Style(role))
      }
    } else if sheet.appearance.isFilled {
      // The mark stands for the red border.
      if role == .errorBorder { sheet.put(sheet.appearance.glyphs.activeMark, role, line: place.textLine) }
    } else if !place.hasBorder {
      let mark =
        sheet.marksFocus(isActive) ? sheet.appearance.glyphs.activeMark : String(border.vertical)
      sheet.put(mark, role, line: place.textLine)
    }
    if let lock = place.lock, let row = sheet.row(place.textLine) {
      sheet.put(sheet.appearance.glyphs.lock, isActive ? .plain : .faint, row: row, column: lock)
    }
    drawSign(on: &sheet, place)
  }

  private func draw(_ border: GlyphSet.Border, on sheet: inout Sheet, _ place: Layout.Field) {
    let (left, right) = (sheet.layout.left, sheet.layout.right - 1)
    let counter = sheet.layout.counter.flatMap {
      hidesRemarks || !sheet.form.showsMask ? nil : $0
    }
    for (line, first, last) in [
      (place.line, border.topLeft, border.topRight),
      (place.textLine + 1, border.bottomLeft, border.bottomRight),
    ] {
      guard let row = sheet.row(line) else { continue }
      sheet.put(.scalar(first), row: row, column: left, style: Style(role))
      sheet.put(.scalar(last), row: row, column: right, style: Style(role))
      // The counter draws the border around it, so that a key leaves the rest of the border alone.
      let gap = counter.flatMap { $0.line == line ? $0.columns : nil }
      sheet.fill(
        border.horizontal, row: row, columns: left + 1..<(gap.map { $0.lowerBound - 1 } ?? right),
        style: Style(role))
      if let gap, gap.upperBound + 1 < right {
        sheet.fill(border.horizontal, row: row, columns: gap.upperBound + 1..<right, style: Style(role))
      }
    }
    guard let row = sheet.row(place.textLine) else { return }
    for column in [left, right] {
      sheet.put(.scalar(border.vertical), row: row, column: column, style: Style(role))
    }
  }

  /// Draws the icon beside the text with its word, and its key if the field has the focus.
  private func drawSign(on sheet: inout Sheet, _ place: Layout.Field) {
    guard let row = sheet.row(place.textLine), !isOffered,
      let sign = sheet.appearance.glyphs.sign(sign, revealWord, isShown: isShown, sheet.texts)
    else { return }
    let isKeyed =
      sheet.marksFocus(isActive) && sheet.layout.namesKeysInFields
      && sheet.columns(of: sign.picture + sign.key + sign.word) <= place.sign.count
    let key = isKeyed ? sign.key : ""
    var column = place.sign.upperBound - sheet.columns(of: sign.picture + key + sign.word)
    guard column >= place.sign.lowerBound else { return }
    column += sheet.put(sign.picture, .plain, row: row, column: column)
    column += sheet.put(key, .key, row: row, column: column)
    sheet.put(sign.word, isActive ? .caption : .faint, row: row, column: column)
  }
}

/// The text of a field, or its placeholder, and the cursor.
struct FieldText: Equatable {
  let index: Int
  /// Redraw the text when this has changed, even if its outline has not.
  let changes: UInt32
  let shape: TextShape
  let isShown, isActive, isEnabled: Bool
  let isUnseen: Bool
  let peek: Int?
  let meaning: Int?
  /// The first visible cluster.
  let first: Int
  /// The clusters that are marked; `nil` for none.
  let mark: Range<Int>?
  let markStyle: Style

  /// Whether all characters that can be read in this part can be read in `next`, too.
  func keepsText(of next: FieldText) -> Bool {
    guard isShown || peek != nil, !shape.widths.isEmpty else { return true }
    return (isShown, peek, first, mark) == (next.isShown, next.peek, next.first, next.mark)
      && next.shape.widths.starts(with: shape.widths)
  }

  func draw(on sheet: inout Sheet) {
    let place = sheet.layout.fields[index]
    let columns = place.text
    guard let row = sheet.row(place.textLine) else { return }
    let kind = sheet.form.fields[index].input.special
    let separators = kind?.separators ?? []
    let (text, hint, blank) = sheet.appearance.roles(at: place, isActive: isActive && isEnabled)
    let (plain, faint) = (isEnabled ? text : .faint, text == .plain ? .faint : text)
    let items = kind?.row(meaning, sheet.form.fields[index].placeholder, in: columns, sheet.appearance)
    if blank != .plain, items == nil || blank != .room {
      sheet.fill(" ", row: row, columns: columns, style: Style(blank))
    }
    if let items { return items.draw(on: &sheet, row: row, plain, faint, isActive: isActive) }
    if place.showsRoom, !sheet.appearance.canUnderline {
      sheet.put("|", .border, row: row, column: columns.upperBound)
    }
    if isUnseen {
      if isActive, sheet.layout.page == .form { sheet.placeCursor(row: row, column: columns.lowerBound) }
      return
    }
    if shape.count == 0 {
      let usual = sheet.form.fields[index].placeholder
      for words in [usual, kind?.shorter(usual, sheet.texts) ?? ""] {
        let text = sheet.appearance.glyphs.spelled(
          sheet.appearance.showsItalics || words.isEmpty ? words : "(\(words))")
        guard sheet.columns(of: text) <= columns.count else { continue }
        sheet.put(text, hint, row: row, column: columns.lowerBound)
        break
      }
    }
    var column = columns.lowerBound
    if first > 0 {
      sheet.putClip(sheet.appearance.glyphs.clippedLeft, row: row, column: column)
      column += 1
    }
    let mask = sheet.frame.mask ?? .scalar(" ")
    var caret = column
    for cluster in first..<max(first, shape.count) {
      let width = self.columns(ofCluster: cluster)
      let isLast = cluster == shape.count - 1
      // The last column is kept for the caret or for the mark of more text.
      guard
        column + width < columns.upperBound
          || (isLast && column + width <= columns.upperBound && shape.caret <= cluster)
      else {
        sheet.putClip(sheet.appearance.glyphs.clippedRight, row: row, column: columns.upperBound - 1)
        break
      }
      let isShown = isShown || cluster == peek
      let separator = sheet.put(
        separators.separator(before: cluster), plain, row: row, column: column)
      if cluster == shape.caret { caret = column + separator }
      sheet.put(
        isShown ? .secret(field: UInt8(index), index: UInt16(cluster)) : mask, columns: width - separator,
        row: row, column: column + separator,
        style: mark?.contains(cluster) == true ? markStyle : Style(isShown ? text : plain))
      column += width
      if cluster < shape.caret { caret = column }
    }
    if let note = meaning.flatMap({ kind?.note(on: $0, sheet.texts) }),
      column + 2 + sheet.columns(of: note) <= columns.upperBound
    {
      sheet.put(note, faint, row: row, column: column + 2)
    }
    // The next character is typed after the separator.
    if shape.count > 0, first < shape.count, caret == column {
      let next = sheet.put(
        separators.separator(before: shape.count), plain, row: row, column: column,
        limit: columns.upperBound - column)
      if shape.count != separators.count - 1 { caret += next }
    }
    let cursor = min(caret, columns.upperBound - 1)
    if isActive, sheet.layout.page == .form, cursor < sheet.layout.size.columns {
      sheet.placeCursor(row: row, column: cursor)
    }
  }

  private func columns(ofCluster cluster: Int) -> Int {
    guard isShown || cluster == peek, cluster < shape.widths.count else { return 1 }
    return Int(shape.widths[cluster])
  }
}

/// Whether the text of a confirm field equals the new password, beside the label.
struct ConfirmSign: Equatable {
  let index: Int
  let sign: CriteriaPanel.Sign

  func draw(on sheet: inout Sheet) {
    let place = sheet.layout.fields[index]
    guard !place.confirmSign.isEmpty else { return }
    let (text, role) = sheet.appearance.glyphs.sign(for: sign)
    sheet.put(text, role, line: place.line, column: place.confirmSign.lowerBound, isInBorder: place.hasBorder)
  }
}
