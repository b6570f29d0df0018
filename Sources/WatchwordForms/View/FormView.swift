import WatchwordMessages
import WatchwordScreen
import WatchwordStrength

/// A form as a person sees it: pure, total, the same for a script, a file and ncurses.
struct FormView {
  let form: FormState
  let window: Window
  let layout: Layout
  let appearance: Appearance
  /// The first cluster of each field that is drawn, in texts longer than their rows.
  let firstVisible: [Int]

  /// What most keys leave as it is: all but texts, errors, bars, the reason and the spinner.
  var backdrop: Frame {
    var frame = Frame(size: window.size, invisible: appearance.glyphs.invisible)
    drawTitle(in: &frame)
    for index in form.fields.indices { drawBox(of: index, in: &frame) }
    drawPanel(in: &frame)
    drawButton(in: &frame)
    drawClips(in: &frame)
    if layout.hasKeyLine { keyLine.draw(in: &frame, from: layout.left, appearance) }
    return frame
  }

  /// The form as it looks now, on its backdrop.
  func frame(on backdrop: Frame) -> Frame {
    var frame = backdrop
    for index in form.fields.indices {
      drawText(of: index, in: &frame)
      drawError(of: index, in: &frame)
    }
    drawBars(in: &frame)
    drawReason(in: &frame)
    drawFormError(in: &frame)
    drawSpinner(in: &frame)
    return frame
  }

  private func drawTitle(in frame: inout Frame) {
    if let row = layout.title.flatMap(layout.row) {
      let title = cut(form.configuration.title, columns: layout.width)
      let columns = appearance.width.columns(of: title)
      let position = Position(row: row, column: (window.size.columns - columns) / 2)
      frame.put(title, at: position, style: Style(.title), width: appearance.width)
    }
    if let row = layout.caption.flatMap(layout.row) {
      put(form.configuration.catalogue.form.newLabel, row: row, style: .caption, in: &frame)
    }
  }

  /// `text` in one line of at most `columns` columns, with a sign where something is left out.
  func cut(_ text: String, columns: Int) -> String {
    let lines = LineWrap.lines(
      text, columns: columns, rows: 1, ellipsis: appearance.glyphs.ellipsis, width: appearance.width)
    return lines.first ?? ""
  }

  /// Writes `text` at the left edge of all that stands in the middle, cut at its right edge.
  func put(
    _ text: String, row: Int, style: Style.Role, indent: Int = 0, in frame: inout Frame
  ) {
    frame.put(
      text, at: Position(row: row, column: layout.left + indent), style: Style(style),
      limit: layout.width - indent, width: appearance.width)
  }

  private func drawBox(of index: Int, in frame: inout Frame) {
    let place = layout.fields[index]
    let isActive = form.fields[index].activity == .active
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
      put(glyphs.activeMark, row: row, style: .activeBorder, in: &frame)
    }
    if form.fields[index].configuration.isSecure {
      put(
        glyphs.lock, row: row, style: isActive ? .plain : .faint, indent: place.hasBorder ? 2 : 1, in: &frame)
    }
    if !place.sign.isEmpty {
      frame.put(
        glyphs.sign(of: form.fields[index], isShort: layout.hasShortSigns, form.configuration.catalogue.form),
        at: Position(row: row, column: place.sign.lowerBound),
        style: Style(isActive ? .caption : .faint), width: appearance.width)
    }
  }

  private func drawText(of index: Int, in frame: inout Frame) {
    let place = layout.fields[index]
    let field = form.fields[index]
    guard let row = layout.row(place.textLine) else { return }
    if field.shape.count == 0 {
      frame.put(
        cut(field.configuration.placeholder, columns: place.text.count),
        at: Position(row: row, column: place.text.lowerBound), style: Style(.faint), width: appearance.width)
    }
    var column = place.text.lowerBound
    if firstVisible[index] > 0 {
      drawClip(appearance.glyphs.clippedLeft, row: row, column: column, in: &frame)
      column += 1
    }
    let mask = frame.glyph(for: appearance.mask)
    var caret = column
    for cluster in firstVisible[index]..<max(firstVisible[index], field.shape.count) {
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
    if field.isFirstResponder, window.page == .form, cursor.column < window.size.columns {
      frame.cursor = cursor
    }
  }

  private func drawError(of index: Int, in frame: inout Frame) {
    let isNotice = form.notice != nil && form.noticeField == index
    let text = form.errorText(of: index, hasFormError: !layout.formError.isEmpty)
    draw(text, lines: layout.fields[index].error, style: isNotice ? .notice : .error, in: &frame)
  }

  private func drawFormError(in frame: inout Frame) {
    draw(form.error, lines: layout.formError, style: .error, in: &frame)
  }

  private func draw(_ text: String?, lines: Range<Int>, style: Style.Role, in frame: inout Frame) {
    let texts = appearance.lines(of: text, columns: layout.width, rows: lines.count)
    for (line, text) in zip(lines, texts) {
      if let row = layout.row(line) { put(text, row: row, style: style, in: &frame) }
    }
  }

  /// Draws the criteria and the sentence above the group with their signs.
  private func drawPanel(in frame: inout Frame) {
    guard let top = layout.panelTop else { return }
    let glyphs = appearance.glyphs
    let labelIndent = appearance.width.columns(of: glyphs.met) + 1
    drawHeading(indent: labelIndent, in: &frame)
    let heading = layout.panel.firstIndex(where: \.isHeading)
    var labelRole = Style.Role.plain
    for (offset, line) in layout.panel.enumerated() {
      guard let row = layout.row(top + offset) else { continue }
      if let mark = offset == heading ? form.panel.groupSign : line.criterion.map(form.panel.sign) {
        let (sign, role): (String, Style.Role) =
          switch mark {
          case .unmet: (glyphs.unmet, .faint)
          case .met: (glyphs.met, .good)
          case .failed: (glyphs.failed, .bad)
          }
        putInPanel(sign, row: row, style: role, in: &frame)
        labelRole = role == .faint ? .faint : .plain
      }
      if line.isHeading { continue }
      putInPanel(
        line.text, row: row, style: labelRole, indent: labelIndent, in: &frame)
    }
  }

  private func putInPanel(
    _ text: String, row: Int, style: Style.Role, indent: Int = 0, in frame: inout Frame
  ) {
    let columns = layout.panelColumns
    frame.put(
      text, at: Position(row: row, column: columns.lowerBound + indent), style: Style(style),
      limit: columns.count - indent, width: appearance.width)
  }

  /// Writes the sentence above the group, with its part set off.
  private func drawHeading(indent: Int, in frame: inout Frame) {
    guard let top = layout.panelTop else { return }
    let width = appearance.width
    for (offset, line) in layout.panel.enumerated() where line.isHeading {
      guard let row = layout.row(top + offset) else { continue }
      var position = Position(row: row, column: layout.panelColumns.lowerBound + indent)
      frame.put(line.text, at: position, width: width)
      guard !line.emphasis.isEmpty else { continue }
      position.column += width.columns(of: String(line.text.prefix(line.emphasis.lowerBound)))
      let part = String(line.text.dropFirst(line.emphasis.lowerBound).prefix(line.emphasis.count))
      frame.put(part, at: position, style: Style(.emphasis), width: width)
    }
  }

  private func drawButton(in frame: inout Frame) {
    guard form.submission == .open, let button = layout.button, let row = layout.row(button.line) else {
      return
    }
    let hasFocus = form.firstResponder == .button
    let ends = hasFocus ? appearance.glyphs.focusedButtonEnds : appearance.glyphs.buttonEnds
    let text = "\(ends.left) \(form.configuration.button) \(ends.right)"
    frame.put(
      text, at: Position(row: row, column: button.columns.lowerBound),
      style: Style(hasFocus ? .focusedButton : form.canSubmit ? .button : .inactiveButton),
      width: appearance.width
    )
  }

  /// Says that the verifier runs, in the place of the button, or else in the last row.
  private func drawSpinner(in frame: inout Frame) {
    let pictures = appearance.glyphs.spinner
    guard let step = form.submission.spinnerStep(at: form.now, isAnimated: form.configuration.isAnimated)
    else { return }
    let words = appearance.glyphs.spelled(form.configuration.catalogue.verifier.running)
    let text = cut("\(pictures[step % pictures.count]) \(words)", columns: window.size.columns)
    var row = window.size.rows - 1
    var columns = 0..<window.size.columns
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

  /// Says that there is more than the window shows, in the margin, so that no row gives anything up for it: where the
  /// window is too narrow for a margin nothing does. While the verifier runs no page can be turned.
  func drawClips(in frame: inout Frame) {
    let column = max(layout.left + layout.width, layout.panelColumns.upperBound) + 1
    guard form.submission == .open, column < window.size.columns, layout.rows > 0 else { return }
    if layout.isClippedAbove {
      drawClip(appearance.glyphs.clippedAbove, row: 0, column: column, in: &frame)
    }
    if layout.isClippedBelow {
      drawClip(appearance.glyphs.clippedBelow, row: layout.rows - 1, column: column, in: &frame)
    }
  }

  /// Draws a sign that there is more than is in view.
  func drawClip(_ sign: Character, row: Int, column: Int, in frame: inout Frame) {
    frame.put(frame.glyph(for: sign), columns: 1, row: row, column: column, style: Style(.faint))
  }
}

extension TextField {
  /// The first cluster that is drawn in `columns` columns so that the caret is in view, when `first` was the one until
  /// now.
  func firstVisible(in columns: Int, after first: Int) -> Int {
    let (count, caret) = (shape.count, shape.caret)
    guard self.columns(of: 0..<count) >= columns else { return 0 }
    var first = min(first, max(0, caret - 1), count)
    // One column is the caret's, and one is lost to the sign that there is more at the left.
    func room(from first: Int) -> Int { columns - 1 - (first > 0 ? 1 : 0) }
    while first < caret, self.columns(of: first..<caret) > room(from: first) { first += 1 }
    while first > 0, self.columns(of: first - 1..<count) <= room(from: first - 1) { first -= 1 }
    return first
  }
}

extension FormState {
  /// The notice or error under field `index`. The error of the form stands there too where the field has the focus and
  /// the form has no line of its own for it (`hasFormError`).
  func errorText(of index: Int, hasFormError: Bool) -> String? {
    if let notice, noticeField == index { return notice }
    let error = fields[index].error?.message
    return focusedField == index ? error ?? (hasFormError ? nil : self.error) : error
  }

  /// The field under which a notice stands: where none has the focus, the last one.
  var noticeField: Int? { focusedField ?? fields.indices.last }

  /// What the layout is made around: while the verifier runs, what had the focus before, so that nothing moves.
  var layoutFocus: Responder { submission == .open ? firstResponder : submitter }

  /// How many characters there are, and how many there may be.
  func counterText(for count: Int) -> String {
    guard let maximum = configuration.policy.maximumCount else { return "\(count)" }
    return "\(count) \(configuration.catalogue.strength.of) \(maximum)"
  }
}
