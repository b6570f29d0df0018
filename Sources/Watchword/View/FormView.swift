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

  /// What most keys leave as it is: all but texts, signs of confirm fields, errors, bars, counter, reason, what is
  /// not allowed, what is said of the form as a whole, and spinner.
  var backdrop: Frame {
    var frame = Frame(size: window.size, invisible: appearance.glyphs.invisible)
    drawTitle(in: &frame)
    drawParagraph(in: &frame)
    drawAlert(in: &frame)
    for index in form.fields.indices { drawBox(of: index, in: &frame) }
    drawPanel(in: &frame)
    for index in layout.buttons.indices { drawButton(index, in: &frame) }
    drawClips(in: &frame)
    drawKeyLine(in: &frame)
    return frame
  }

  /// The form as it looks now, on its backdrop.
  func frame(on backdrop: Frame) -> Frame {
    var frame = backdrop
    var errors: [Frame.Part?] = []
    for index in form.fields.indices {
      drawText(of: index, in: &frame)
      drawConfirmSign(of: index, in: &frame)
      errors.append(drawError(of: index, in: &frame))
    }
    // The error of the field in which the person is comes last of all.
    if let index = form.focusedField { errors.append(errors.remove(at: index)) }
    if let offer = form.offer {
      draw(offer, in: &frame)
    } else {
      drawBars(in: &frame)
      drawReason(in: &frame)
    }
    drawDenied(in: &frame)
    drawCounter(in: &frame)
    errors.insert(drawWords(in: &frame), at: 0)
    frame.news += errors.compactMap(\.self)
    drawLoneCountdown(in: &frame)
    if case .reading = window.page { frame.cursor = readingPlace }
    drawSpinner(in: &frame)
    return frame
  }

  /// Where the person reads who turns the pages of the form: at the first line that changes.
  private var readingPlace: Position { Position(row: layout.viewport.lowerBound, column: layout.left) }

  /// The title and, where the form is scrolled, which of several fields has the focus.
  private func drawTitle(in frame: inout Frame) {
    var words = ""
    if layout.overflow > 0, form.fields.count > 1, case .field(let index) = form.viewFocus {
      words = form.configuration.texts(
        "{number} of {count}", ["number": "\(index + 1)", "count": "\(form.fields.count)"])
    }
    let columns = appearance.width.columns(of: words)
    for (line, text) in layout.title.enumerated() {
      guard let row = layout.row(line) else { continue }
      let room = layout.width - (columns > 0 ? columns + 2 : 0)
      put(appearance.cut(text, columns: room), row: row, style: .title, in: &frame)
      if line == 0 { put(words, row: row, style: .faint, indent: layout.width - columns, in: &frame) }
    }
  }

  private func drawParagraph(in frame: inout Frame) {
    for (line, text) in layout.text.enumerated() {
      guard let row = layout.row(layout.textLine + line) else { continue }
      put(text, row: row, style: .plain, in: &frame)
    }
  }

  private func drawAlert(in frame: inout Frame) {
    for (line, text) in layout.alert.enumerated() {
      guard let row = layout.row(layout.alertLine + line) else { continue }
      if line == 0 { put(appearance.glyphs.error, row: row, style: .bad, in: &frame) }
      put(text, row: row, style: .error, indent: Layout.indent, in: &frame)
      frame.news.append(part(rows: row..<row + 1, columns: layout.width))
    }
  }

  /// The first `columns` of the block in `rows`.
  private func part(rows: Range<Int>, from start: Int = 0, columns: Int) -> Frame.Part {
    Frame.Part(rows: rows, columns: layout.left + start..<layout.left + max(start, columns))
  }

  /// Writes `text` at the left edge of the block, cut at its right edge.
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
    let style = Style(isActive ? .activeBorder : .border)
    if place.hasBorder {
      drawBorder(
        of: place, isActive ? appearance.glyphs.activeBorder : appearance.glyphs.border, style, in: &frame)
    }
    if let row = layout.row(place.label.line) {
      let isInBorder = place.hasBorder && !place.labelText.isEmpty
      frame.put(
        isInBorder ? " \(place.labelText) " : place.labelText,
        at: Position(row: row, column: place.label.columns.lowerBound - (isInBorder ? 1 : 0)),
        style: Style(.caption), width: appearance.width)
    }
    guard let row = layout.row(place.textLine) else { return }
    if !place.hasBorder {
      let marks = appearance.glyphs
      let mark = isActive ? marks.activeMark : String(marks.border.vertical)
      put(mark, row: row, style: style.role, in: &frame)
    } else if form.fields[index].configuration.isSecure {
      put(
        appearance.glyphs.lock, row: row, style: isActive ? .plain : .faint, indent: Layout.indent, in: &frame
      )
    }
    drawSign(of: index, row: row, in: &frame)
  }

  private func drawBorder(
    of place: Layout.Field, _ border: GlyphSet.Border, _ style: Style, in frame: inout Frame
  ) {
    let columns = layout.left..<layout.left + layout.width
    let ends = [columns.lowerBound, columns.upperBound - 1]
    for (line, left, right) in [
      (place.line, border.topLeft, border.topRight),
      (place.textLine + 1, border.bottomLeft, border.bottomRight),
    ] {
      guard let row = layout.row(line) else { continue }
      frame.fill(border.horizontal, row: row, columns: columns, style: style)
      for (column, corner) in zip(ends, [left, right]) {
        frame.put(.scalar(corner), columns: 1, row: row, column: column, style: style)
      }
    }
    guard let row = layout.row(place.textLine) else { return }
    for column in ends {
      frame.put(.scalar(border.vertical), columns: 1, row: row, column: column, style: style)
    }
  }

  /// Draws what a press does beside the text, with its key where the field has the focus.
  private func drawSign(of index: Int, row: Int, in frame: inout Frame) {
    let field = form.fields[index]
    guard let sign = appearance.glyphs.sign(of: field, form.configuration.texts),
      field.presentSign != nil
    else { return }
    let isActive = field.activity == .active
    let width = appearance.width
    let key = isActive && layout.width >= LayoutBuilder.keyedSignWidth ? sign.key : ""
    let columns = layout.fields[index].sign
    var column = columns.upperBound - width.columns(of: sign.picture + key + sign.word)
    guard column >= columns.lowerBound else { return }
    for (text, role) in [
      (sign.picture, Style.Role.plain), (key, .key), (sign.word, isActive ? .caption : .faint),
    ] {
      column += frame.put(text, at: Position(row: row, column: column), style: Style(role), width: width)
    }
  }

  private func drawText(of index: Int, in frame: inout Frame) {
    let place = layout.fields[index]
    let field = form.fields[index]
    guard let row = layout.row(place.textLine) else { return }
    if field.shape.count == 0 {
      frame.put(
        appearance.cut(field.configuration.placeholder, columns: place.text.count),
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

  /// Draws whether the text of a confirm field equals the new password, in the edge beside the label.
  private func drawConfirmSign(of index: Int, in frame: inout Frame) {
    let place = layout.fields[index]
    guard !place.confirmSign.isEmpty, let row = layout.row(place.label.line),
      let sign = form.confirmSign(of: index)
    else { return }
    let (text, role) = appearance.glyphs.sign(for: sign)
    let isInBorder = place.hasBorder
    frame.put(
      isInBorder ? " \(text) " : text,
      at: Position(row: row, column: place.confirmSign.lowerBound - (isInBorder ? 1 : 0)), style: Style(role),
      width: appearance.width)
  }

  /// Draws the notice or error under field `index`, and answers where it stands.
  private func drawError(of index: Int, in frame: inout Frame) -> Frame.Part? {
    guard form.offer == nil || index != form.judgedField else { return nil }
    let lines = layout.fields[index].error
    guard let first = layout.row(lines.lowerBound) else { return nil }
    let isNotice = form.notice != nil && form.noticeField == index
    guard let text = errorText(of: index) else {
      if form.confirmSign(of: index) == .met {
        let text = form.fields[index].configuration.equalMessage
        let lines = appearance.lines(of: text, columns: textColumns(in: lines), rows: 1)
        for text in lines { put(text, row: first, style: .faint, indent: Layout.indent, in: &frame) }
      }
      return nil
    }
    if !isNotice { put(appearance.glyphs.error, row: first, style: .bad, in: &frame) }
    let columns = textColumns(in: lines)
    let texts = appearance.lines(of: text, columns: columns, rows: lines.count)
    var end = first
    for (line, text) in zip(lines, texts) {
      guard let row = layout.row(line) else { continue }
      put(text, row: row, style: isNotice ? .notice : .error, indent: Layout.indent, in: &frame)
      end = row + 1
    }
    return part(rows: first..<end, columns: Layout.indent + columns)
  }

  /// The notice or error under field `index`.
  func errorText(of index: Int) -> String? {
    if let notice = form.notice, form.noticeField == index { return notice }
    let hasRowForForm = layout.row(layout.keyLine) != nil
    guard let error = form.fields[index].error else {
      return hasRowForForm || form.focusedField != index ? nil : form.error
    }
    if case .rule(let number) = error.cause {
      let rule = form.configuration.policy.rules[number]
      if rule.cause == .requirements, let faults = faultsOutOfView { return faults }
      if layout.hasShortErrors { return rule.message.short }
    }
    return error.message
  }

  /// The failed criteria of the panel that the window does not show and that have no error of their own, by their short
  /// labels; `nil` where there are none.
  private var faultsOutOfView: String? {
    let policy = form.configuration.policy
    let labels = layout.panel.compactMap { item -> String? in
      guard case .criterion(let index) = item.subject, item.hasSign, layout.row(item.line) == nil,
        form.panel.sign(of: index) == .failed,
        zip(policy.groups, policy.places).contains(where: { $0.message == nil && $1.all.contains(index) })
      else { return nil }
      return policy.criteria[index].shortLabel
    }
    return labels.isEmpty ? nil : form.configuration.texts.unmet(labels)
  }

  /// Draws the criteria with their signs, and the sentence above the group.
  private func drawPanel(in frame: inout Frame) {
    for item in layout.panel {
      guard let row = layout.row(item.line) else { continue }
      let (sign, role) =
        switch item.subject {
        case .criterion(let index): appearance.glyphs.sign(for: form.panel.sign(of: index))
        case .group(let number): appearance.glyphs.sign(for: form.panel.groupSign(of: number))
        }
      var position = Position(row: row, column: item.column)
      if item.hasSign { frame.put(sign, at: position, style: Style(role), width: appearance.width) }
      position.column = item.textColumn
      let isFaint = role == .faint && !item.subject.isGroup
      let limit = layout.left + layout.width - position.column
      frame.put(
        item.text, at: position, style: Style(isFaint ? .faint : .plain), limit: limit,
        width: appearance.width)
      guard !item.emphasis.isEmpty else { continue }
      position.column += appearance.width.columns(of: String(item.text.prefix(item.emphasis.lowerBound)))
      let part = String(item.text.dropFirst(item.emphasis.lowerBound).prefix(item.emphasis.count))
      frame.put(part, at: position, style: Style(.emphasis), width: appearance.width)
    }
  }
}

/// Drawing what stands below the fields.
extension FormView {
  private func drawButton(_ index: Int, in frame: inout Frame) {
    let place = layout.buttons[index]
    guard form.submission == .open, let row = layout.row(place.line) else { return }
    let button = form.configuration.buttons[index]
    let hasFocus = form.focusedButton == index
    let ends = hasFocus ? appearance.glyphs.focusedButtonEnds : appearance.glyphs.buttonEnds
    let columns = place.columns
    let isWhole = appearance.width.columns(of: button.title) <= columns.count - 4
    let text = isWhole ? button.title + " " : appearance.cut(button.title, columns: columns.count - 3)
    let (role, letterRole): (Style.Role, Style.Role) =
      if form.buttonStart != nil {
        (.inactiveButton, .inactiveButtonLetter)
      } else if hasFocus {
        (.focusedButton, .focusedButtonLetter)
      } else if form.canSubmit || button.effect == .cancel {
        (.button, .buttonLetter)
      } else {
        (.inactiveButton, .inactiveButtonLetter)
      }
    var position = Position(row: row, column: columns.lowerBound)
    frame.put("\(ends.left) \(text)\(ends.right)", at: position, style: Style(role), width: appearance.width)
    if let letter = form.configuration.accelerator(of: index),
      let place = text.firstIndex(where: { $0.lowercased() == String(letter) })
    {
      position.column += 2 + appearance.width.columns(of: String(text[..<place]))
      frame.put(String(text[place]), at: position, style: Style(letterRole), width: appearance.width)
    }
    if hasFocus {
      frame.cursor = Position(row: row, column: min(columns.lowerBound + 2, window.size.columns - 1))
    }
  }

  private func drawKeyLine(in frame: inout Frame) {
    guard let row = layout.row(layout.keyLine) else { return }
    let start = layout.width >= 50 && layout.fields.first?.hasBorder != false ? Layout.indent : 0
    keyLine.draw(in: &frame, row: row, columns: layout.left + start..<layout.left + layout.width, appearance)
  }

  /// Draws what is said of the form as a whole: beside the buttons, or, where that is too narrow, in the rows below it and
  /// in the place of the keys. An error that needs more takes the rows of the buttons and of the error above them
  /// too, unless a button has the focus. Answers where it stands.
  private func drawWords(in frame: inout Frame) -> Frame.Part? {
    guard let (words, isError) = words, let keyRow = layout.row(layout.keyLine),
      let button = layout.buttons.last
    else { return nil }
    let buttonRow = layout.row(button.line)
    let beside = button.columns.upperBound - layout.left + 2
    var rows = keyRow - (layout.keyLine - button.line - 1)...keyRow
    var start = 0
    if let buttonRow, appearance.width.columns(of: words) + Layout.indent <= layout.width - beside {
      (rows, start) = (buttonRow...buttonRow, beside)
    }
    let right = layout.width - (rows.contains(keyRow) ? countdownColumns : 0)
    let columns = right - start - Layout.indent
    let needed = appearance.lines(of: words, columns: columns).count
    if isError, needed > rows.count, let buttonRow, form.focusedButton == nil {
      let highest = errorRow(above: buttonRow, for: words) ?? buttonRow
      rows = min(rows.lowerBound, max(keyRow - needed + 1, highest))...keyRow
    }
    let lines = appearance.lines(of: words, columns: columns, rows: rows.count)
    for (row, text) in zip(rows, lines) {
      let edge = layout.left + start
      frame.fill(" ", row: row, columns: edge..<max(edge, layout.left + right), style: .plain)
      put(text, row: row, style: isError ? .error : .notice, indent: start + Layout.indent, in: &frame)
    }
    if isError { put(appearance.glyphs.error, row: rows.lowerBound, style: .bad, indent: start, in: &frame) }
    return part(rows: rows.lowerBound..<rows.lowerBound + lines.count, from: start, columns: right)
  }

  /// What is said of the form as a whole, and whether it is an error: after that what the row of the field with the focus
  /// is too narrow for.
  private var words: (text: String, isError: Bool)? {
    guard form.submission == .open, form.offer == nil else { return nil }
    if let attention = form.attention { return (attention, false) }
    if let error = form.error { return (error, true) }
    guard let index = form.focusedField, let text = errorText(of: index) else { return nil }
    let isNotice = form.notice != nil
    let lines = appearance.lines(of: text, columns: layout.width - Layout.indent)
    let isCut = lines.count > layout.fields[index].error.count
    return isCut && (isNotice || form.fields[index].error?.isFromOutside == true) ? (text, !isNotice) : nil
  }

  /// The first row for the error of the last field, if that says nothing but `words` and stands right above `row`.
  private func errorRow(above row: Int, for words: String) -> Int? {
    guard let index = layout.fields.indices.last, [nil, words].contains(errorText(of: index)),
      let first = layout.row(layout.fields[index].error.lowerBound),
      first + layout.fields[index].error.count == row
    else { return nil }
    return first
  }

  /// Says that the verifier runs, in the place of the buttons, or else in the last row.
  private func drawSpinner(in frame: inout Frame) {
    let pictures = appearance.glyphs.spinner
    guard let step = form.submission.spinnerStep(at: form.now, isAnimated: form.configuration.isAnimated)
    else { return }
    let checking = form.configuration.texts("Checking…")
    let words = "\(pictures[step % pictures.count]) \(checking)"
    let text = appearance.cut(words, columns: layout.width - Layout.indent)
    let row = layout.buttons.first.flatMap { layout.row($0.line) } ?? window.size.rows - 1
    frame.fill(" ", row: row, columns: 0..<window.size.columns, style: .plain)
    put(text, row: row, style: .inactiveButton, indent: Layout.indent, in: &frame)
    frame.cursor = Position(row: row, column: min(layout.left + Layout.indent, window.size.columns - 1))
  }

  /// Says in the margin that there is more than the window shows. While the verifier runs nothing can be scrolled.
  private func drawClips(in frame: inout Frame) {
    let column = layout.left + layout.width
    guard form.submission == .open, layout.overflow > 0, column < window.size.columns,
      !layout.viewport.isEmpty
    else { return }
    if layout.scroll > 0 {
      drawClip(appearance.glyphs.clippedAbove, row: layout.viewport.lowerBound, column: column, in: &frame)
    }
    if layout.scroll < layout.overflow {
      drawClip(
        appearance.glyphs.clippedBelow, row: layout.viewport.upperBound - 1, column: column, in: &frame)
    }
  }

  /// Draws a sign that there is more than is in view.
  func drawClip(_ sign: Character, row: Int, column: Int, in frame: inout Frame) {
    frame.put(frame.glyph(for: sign), columns: 1, row: row, column: column, style: Style(.faint))
  }
}

extension FormField {
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
  /// What has to be in view: while the verifier runs, what had the focus before, so that nothing moves.
  var viewFocus: Responder { submission == .open ? firstResponder : submitter }

  /// The field under which a notice stands: where none has the focus, the last one.
  var noticeField: Int? { focusedField ?? fields.indices.last }
}
