import Messages
public import Screen
import Strength

/// Drawing: pure, total, the same for a script, a file and ncurses.
extension Form {
  /// The form as it looks now, in a window of ``size``.
  public func frame(_ appearance: Appearance) -> Frame {
    let layout = layout(appearance)
    var frame = backdrop(layout, appearance)
    drawCriteria(in: &frame, layout, appearance)
    drawContent(in: &frame, layout, appearance)
    return frame
  }

  /// What typing leaves as it is: all but texts, errors, bars, reason and criteria. On the page of keys that is all.
  func backdrop(_ layout: Layout, _ appearance: Appearance) -> Frame {
    if case .keys(let top) = page { return keysFrame(from: top, appearance) }
    var frame = Frame(size: size, invisible: appearance.glyphs.invisible)
    drawTitle(in: &frame, layout, appearance)
    for index in fields.indices { drawBox(of: index, in: &frame, layout, appearance) }
    drawHeading(in: &frame, layout, appearance)
    drawButton(in: &frame, layout, appearance)
    drawClips(in: &frame, layout, appearance)
    if layout.hasKeyLine { drawKeyLine(keyLineItems(appearance.glyphs), in: &frame, layout, appearance) }
    return frame
  }

  /// Draws what changes with every key: texts, errors, bars and the reason.
  func drawContent(in frame: inout Frame, _ layout: Layout, _ appearance: Appearance) {
    if case .keys = page { return }
    for index in fields.indices {
      drawText(of: index, in: &frame, layout, appearance)
      drawError(of: index, in: &frame, layout, appearance)
    }
    drawBars(in: &frame, layout, appearance)
    drawReason(in: &frame, layout, appearance)
    drawFormError(in: &frame, layout, appearance)
    drawSpinner(in: &frame, layout, appearance)
  }

  private func drawTitle(in frame: inout Frame, _ layout: Layout, _ appearance: Appearance) {
    if let row = layout.title.flatMap(layout.row) {
      let title = cut(configuration.title, columns: layout.width, appearance)
      let columns = appearance.width.columns(of: title)
      let position = Position(row: row, column: (size.columns - columns) / 2)
      frame.put(title, at: position, style: Style(.title), width: appearance.width)
    }
    if let row = layout.caption.flatMap(layout.row) {
      put(configuration.caption, row: row, style: .caption, in: &frame, layout, appearance)
    }
  }

  /// `text` in one line of at most `columns` columns, with a sign where something is left out.
  func cut(_ text: String, columns: Int, _ appearance: Appearance) -> String {
    let lines = LineWrap.lines(
      text, columns: columns, rows: 1, ellipsis: appearance.glyphs.ellipsis, width: appearance.width)
    return lines.first ?? ""
  }

  /// Writes `text` at the left edge of all that stands in the middle, cut at its right edge.
  func put(
    _ text: String, row: Int, style: Style.Role, indent: Int = 0, in frame: inout Frame, _ layout: Layout,
    _ appearance: Appearance
  ) {
    frame.put(
      text, at: Position(row: row, column: layout.left + indent), style: Style(style),
      limit: layout.width - indent, width: appearance.width)
  }

  private func drawBox(of index: Int, in frame: inout Frame, _ layout: Layout, _ appearance: Appearance) {
    let place = layout.fields[index]
    let isActive = fields[index].activity == .active
    let glyphs = appearance.glyphs
    let style = Style(isActive ? .activeBorder : .border)
    let columns = layout.left..<layout.left + layout.width
    if place.hasBorder {
      let border = isActive ? glyphs.activeBorder : glyphs.border
      let ends = [columns.lowerBound, columns.upperBound - 1]
      for (line, left, right) in [
        (place.line, border.topLeft, border.topRight),
        (place.line + 2, border.bottomLeft, border.bottomRight),
      ] {
        guard let row = layout.row(line) else { continue }
        frame.fill(border.horizontal, row: row, columns: columns, style: style)
        for (column, corner) in zip(ends, [left, right]) {
          frame.put(.scalar(corner), columns: 1, row: row, column: column, style: style)
        }
      }
      if let row = layout.row(place.textLine) {
        for column in ends {
          frame.put(.scalar(border.vertical), columns: 1, row: row, column: column, style: style)
        }
      }
    }
    guard let row = layout.row(place.textLine) else { return }
    if !place.hasBorder, isActive {
      put(glyphs.activeMark, row: row, style: .activeBorder, in: &frame, layout, appearance)
    }
    if fields[index].configuration.isSecure {
      put(
        glyphs.lock, row: row, style: isActive ? .plain : .faint, indent: place.hasBorder ? 2 : 1, in: &frame,
        layout, appearance)
    }
    if !place.sign.isEmpty {
      frame.put(
        signText(of: index, layout.width, glyphs), at: Position(row: row, column: place.sign.lowerBound),
        style: Style(isActive ? .caption : .faint), width: appearance.width)
    }
  }

  private func drawText(of index: Int, in frame: inout Frame, _ layout: Layout, _ appearance: Appearance) {
    let place = layout.fields[index]
    let field = fields[index]
    guard let row = layout.row(place.textLine) else { return }
    if field.shape.count == 0 {
      frame.put(
        cut(field.configuration.placeholder, columns: place.text.count, appearance),
        at: Position(row: row, column: place.text.lowerBound), style: Style(.faint), width: appearance.width)
    }
    var column = place.text.lowerBound
    if field.firstVisible > 0 {
      drawClip(appearance.glyphs.clippedLeft, row: row, column: column, in: &frame)
      column += 1
    }
    let mask = frame.glyph(for: appearance.mask)
    var caret = column
    for cluster in field.firstVisible..<max(field.firstVisible, field.shape.count) {
      let columns = field.columns(ofCluster: cluster)
      let isLast = cluster == field.shape.count - 1
      // The last column is kept for the caret, or for the sign that there is more.
      guard
        column + columns < place.text.upperBound
          || (isLast && column + columns <= place.text.upperBound && field.shape.caret <= cluster)
      else {
        drawClip(appearance.glyphs.clippedRight, row: row, column: place.text.upperBound - 1, in: &frame)
        break
      }
      let isShown = field.isShown || cluster == field.peek
      frame.put(
        isShown ? .secret(field: UInt8(index), index: UInt16(cluster)) : mask, columns: columns, row: row,
        column: column, style: .plain)
      column += columns
      if cluster < field.shape.caret { caret = column }
    }
    let cursor = Position(row: row, column: min(caret, place.text.upperBound - 1))
    if field.isFirstResponder, page == .form, cursor.column < size.columns { frame.cursor = cursor }
  }

  private func drawError(of index: Int, in frame: inout Frame, _ layout: Layout, _ appearance: Appearance) {
    let place = layout.fields[index]
    let isNotice = notice != nil && noticeField == index
    let lines = errorLines(
      of: index, columns: layout.width, rows: place.error.count, hasFormError: !layout.formError.isEmpty,
      appearance)
    for (line, text) in zip(place.error, lines) {
      guard let row = layout.row(line) else { continue }
      put(text, row: row, style: isNotice ? .notice : .bad, in: &frame, layout, appearance)
    }
  }

  private func drawFormError(in frame: inout Frame, _ layout: Layout, _ appearance: Appearance) {
    let lines = formErrorLines(columns: layout.width, rows: layout.formError.count, appearance)
    for (line, text) in zip(layout.formError, lines) {
      guard let row = layout.row(line) else { continue }
      put(text, row: row, style: .bad, in: &frame, layout, appearance)
    }
  }

  /// Draws the criteria with their signs.
  func drawCriteria(in frame: inout Frame, _ layout: Layout, _ appearance: Appearance) {
    if case .keys = page { return }
    guard let top = layout.panelTop else { return }
    let glyphs = appearance.glyphs
    let labelIndent = appearance.width.columns(of: glyphs.met) + 1
    var labelRole = Style.Role.plain
    for (offset, line) in layout.panel.enumerated() where !line.isHeading {
      guard let row = layout.row(top + offset) else { continue }
      if let criterion = line.criterion {
        let (sign, role): (String, Style.Role) =
          switch panel.sign(of: criterion) {
          case .unmet: (glyphs.unmet, .faint)
          case .met: (glyphs.met, .good)
          case .failed: (glyphs.failed, .bad)
          }
        putInPanel(sign, row: row, style: role, in: &frame, layout, appearance)
        labelRole = role == .faint ? .faint : .plain
      }
      putInPanel(
        line.text, row: row, style: labelRole, indent: labelIndent, in: &frame, layout, appearance)
    }
  }

  private func putInPanel(
    _ text: String, row: Int, style: Style.Role, indent: Int = 0, in frame: inout Frame, _ layout: Layout,
    _ appearance: Appearance
  ) {
    let columns = layout.panelColumns
    frame.put(
      text, at: Position(row: row, column: columns.lowerBound + indent), style: Style(style),
      limit: columns.count - indent, width: appearance.width)
  }

  /// Writes the sentence above the group, with its part set off.
  private func drawHeading(in frame: inout Frame, _ layout: Layout, _ appearance: Appearance) {
    guard let top = layout.panelTop else { return }
    let width = appearance.width
    for (offset, line) in layout.panel.enumerated() where line.isHeading {
      guard let row = layout.row(top + offset) else { continue }
      var position = Position(row: row, column: layout.panelColumns.lowerBound)
      frame.put(line.text, at: position, width: width)
      guard !line.emphasis.isEmpty else { continue }
      position.column += width.columns(of: String(line.text.prefix(line.emphasis.lowerBound)))
      let part = String(line.text.dropFirst(line.emphasis.lowerBound).prefix(line.emphasis.count))
      frame.put(part, at: position, style: Style(.emphasis), width: width)
    }
  }

  private func drawButton(in frame: inout Frame, _ layout: Layout, _ appearance: Appearance) {
    guard submission == .open, let button = layout.button, let row = layout.row(button.line) else { return }
    let hasFocus = firstResponder == .button
    let ends = hasFocus ? appearance.glyphs.focusedButtonEnds : appearance.glyphs.buttonEnds
    let text = "\(ends.left) \(configuration.button) \(ends.right)"
    frame.put(
      text, at: Position(row: row, column: button.columns.lowerBound),
      style: Style(hasFocus ? .focusedButton : canSubmit ? .button : .inactiveButton), width: appearance.width
    )
  }

  /// Says that the check runs, in the place of the button, or else in the last row.
  private func drawSpinner(in frame: inout Frame, _ layout: Layout, _ appearance: Appearance) {
    let pictures = appearance.glyphs.spinner
    guard let step = submission.spinnerStep(at: now, isAnimated: configuration.isAnimated) else { return }
    let words = appearance.glyphs.spelled(configuration.catalogue.check.checking)
    let text = cut("\(pictures[step % pictures.count]) \(words)", columns: size.columns, appearance)
    var row = size.rows - 1
    var columns = 0..<size.columns
    if let button = layout.button, let buttonRow = layout.row(button.line) {
      (row, columns) = (buttonRow, button.columns)
    } else {
      frame.fill(" ", row: row, columns: columns, style: .plain)
    }
    let middle = (columns.lowerBound + columns.upperBound) / 2
    let column = max(0, middle - appearance.width.columns(of: text) / 2)
    frame.put(
      text, at: Position(row: row, column: column), style: Style(.inactiveButton), width: appearance.width)
  }
}
