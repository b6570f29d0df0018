import WatchwordBase
import WatchwordScreen
import WatchwordStrength

/// Draws a form. Pure and total: the same for a script, a file and ncurses.
struct FormView {
  let form: FormState
  let layout: Layout
  let appearance: Appearance
  /// The first visible cluster of each field.
  var firstVisible: [Int]
  var frame = Frame(size: Size(columns: 0, rows: 0))
  /// The rows to draw; `nil` for all.
  var rows: [Int]?

  /// Draws the whole form.
  mutating func draw() {
    frame = Frame(size: layout.size, invisible: appearance.glyphs.invisible)
    frame.isInline = layout.isInline
    frame.mask = frame.glyph(for: appearance.mask)
    draw(form.fields.indices)
  }

  /// Draws only some parts again: the texts of these fields, the counter if `drawsCounter`, and these rows. The rows
  /// show nothing of other fields than `fields`.
  mutating func draw(texts: [Int], drawsCounter: Bool, rows: [Int], of fields: [Int]) {
    frame.news = []
    for index in texts {
      guard let row = layout.row(layout.fields[index].textLine) else { continue }
      let isSecure = form.fields[index].configuration.isSecure
      frame.fill(
        " ", row: row, columns: isSecure ? layout.fields[index].text : room(of: index), style: .plain)
      drawText(of: index)
    }
    if drawsCounter { drawCounter() }
    guard !rows.isEmpty else { return }
    self.rows = rows
    for row in rows { frame.clear(row) }
    draw(fields)
  }

  /// The row of `line`, if it is in view and drawn.
  func row(_ line: Int) -> Int? {
    guard let row = layout.row(line), isDrawn(row) else { return nil }
    return row
  }

  func isDrawn(_ row: Int) -> Bool { rows?.contains(row) != false }

  private mutating func draw(_ fields: some Collection<Int>) {
    drawTitle()
    let text =
      layout.cutsText
      ? appearance.lines(
        of: form.configuration.text, columns: layout.width, rows: layout.formHead - layout.textLine)
      : layout.text
    put(text, .plain, from: layout.textLine)
    drawAlert()
    for index in fields { drawBox(of: index) }
    drawPanel()
    for index in layout.buttons.indices { drawButton(index) }
    drawClips()
    drawKeys()
    var news = [drawLine()].compactMap(\.self)
    for index in fields {
      drawText(of: index)
      drawConfirmSign(of: index)
      var parts = [drawError(of: index)]
      if index == form.judgedField, !hidesRemarks { parts += [drawBars()] + drawReason() }
      for var part in parts.compactMap(\.self) {
        part.field = index
        news.append(part)
      }
    }
    if let offer = form.offer { draw(offer) }
    drawDenied()
    drawCounter()
    // What concerns the focused field comes last.
    let focused = form.focusedField
    frame.news += [drawWords()].compactMap(\.self)
    drawEnd()
    frame.news += news.filter { $0.field != focused } + news.filter { $0.field == focused }
    drawCountdown()
    // While reading by page, the cursor is on the first line that changes.
    if case .reading = layout.page {
      frame.cursor = Position(row: layout.viewport.lowerBound, column: layout.left)
    }
    drawSpinner()
  }

  /// Writes `text` at the left edge of the block, cut at its right edge.
  mutating func put(_ text: String, _ role: Style.Role, row: Int, indent: Int = 0) {
    put(text, role, row: row, column: layout.left + indent, limit: layout.width - indent)
  }

  /// Writes `text` at `column` of the window, and returns the number of columns used.
  @discardableResult
  mutating func put(_ text: String, _ role: Style.Role, row: Int, column: Int, limit: Int = .max) -> Int {
    frame.put(
      text, at: Position(row: row, column: column), style: Style(role), limit: limit, width: appearance.width)
  }

  private mutating func put(_ text: String, _ role: Style.Role, line: Int, indent: Int = 0) {
    if let row = row(line) { put(text, role, row: row, indent: indent) }
  }

  /// Writes each of `texts` in a line of its own from `line`, if in view.
  private mutating func put(_ texts: [String], _ role: Style.Role, from line: Int, indent: Int = 0) {
    for (offset, text) in texts.enumerated() { put(text, role, line: line + offset, indent: indent) }
  }

  /// Writes `text` in the line of a label, if in view. In a border it gets a blank at both ends.
  mutating func put(_ text: String, _ role: Style.Role, line: Int, column: Int, isInBorder: Bool) {
    guard let row = row(line) else { return }
    put(isInBorder ? " \(text) " : text, role, row: row, column: isInBorder ? column - 1 : column)
  }

  /// Writes `glyph`, which is one column wide.
  private mutating func put(_ glyph: Cell.Glyph, row: Int, column: Int, _ role: Style.Role) {
    frame.put(glyph, columns: 1, row: row, column: column, style: Style(role))
  }

  /// Writes a mark for text beyond the visible part.
  mutating func putClip(_ sign: Character, row: Int, column: Int) {
    put(frame.glyph(for: sign), row: row, column: column, .faint)
  }

  func columns(of text: String) -> Int { appearance.width.columns(of: text) }

  /// Whether an offer takes the place of what is said of the text. With quiet typing as little as possible changes.
  var hidesRemarks: Bool { form.offer != nil && !isQuiet }

  /// Whether the focus changes only colours, so that a screen reader speaks only what is new.
  var isQuiet: Bool { form.configuration.isTypingQuiet }

  /// Columns `start` to `columns` of the block in `rows`.
  func part(rows: Range<Int>, from start: Int = 0, columns: Int) -> Frame.Part {
    Frame.Part(rows: rows, columns: layout.left + start..<layout.left + max(start, columns))
  }

  /// The title and, if the form scrolls, which of several fields has the focus.
  private mutating func drawTitle() {
    // Most keys leave the title as it is, and it takes long to cut.
    guard layout.title.indices.contains(where: { row($0) != nil }) else { return }
    var words = ""
    if layout.overflow > 0, case .field(let index) = form.viewFocus {
      let shown = form.shownFields
      let number = shown.count { $0 <= index }
      if shown.count > 1 {
        words = form.texts("{number} of {count}", ["number": "\(number)", "count": "\(shown.count)"])
      }
    }
    let end = layout.width - (countdown.isEmpty ? 0 : columns(of: countdown) + 2)
    let room = end - (words.isEmpty ? 0 : columns(of: words) + 2)
    put(layout.title.map { appearance.cut($0, columns: room) }, .title, from: 0)
    put(words, .faint, line: 0, indent: end - columns(of: words))
  }

  private mutating func drawAlert() {
    if !layout.alert.isEmpty { put(appearance.glyphs.error, .bad, line: layout.alertLine) }
    put(layout.alert, .error, from: layout.alertLine, indent: Layout.indent)
    let rows = layout.alert.indices.compactMap { layout.row(layout.alertLine + $0) }
    frame.news += rows.map { part(rows: $0..<$0 + 1, columns: layout.width) }
  }

  private mutating func drawBox(of index: Int) {
    let place = layout.fields[index]
    let isActive = form.fields[index].isFirstResponder
    let (border, role) = border(of: index)
    if place.hasBorder { drawBorder(of: place, border, role) }
    let isEnabled = form.fields[index].isEnabled
    let label =
      layout.caption.map { appearance.cutInside($0, columns: place.label.count) }
      ?? appearance.cut(form.shownLabel(of: index), columns: labelColumns(of: index))
    put(
      label, isEnabled ? .caption : .faint, line: place.line, column: place.label.lowerBound,
      isInBorder: place.hasBorder && !label.isEmpty)
    if layout.isInline {
      drawEdge(of: place, border.vertical, role)
    } else if appearance.isFilled {
      // The mark stands for the red border.
      if role == .errorBorder { put(appearance.glyphs.activeMark, role, line: place.textLine) }
    } else if !place.hasBorder {
      let mark = isActive && !isQuiet ? appearance.glyphs.activeMark : String(border.vertical)
      put(mark, role, line: place.textLine)
    }
    if let lock = place.lock, let row = row(place.textLine) {
      put(appearance.glyphs.lock, isActive ? .plain : .faint, row: row, column: lock)
    }
    drawSign(of: index)
  }

  private mutating func drawEdge(of place: Layout.Field, _ bar: Unicode.Scalar, _ role: Style.Role) {
    for row in place.edge.compactMap(row) { put(.scalar(bar), row: row, column: layout.left, role) }
  }

  func border(of index: Int) -> (GlyphSet.Border, Style.Role) {
    let isActive = form.fields[index].isFirstResponder
    let border = isActive && !isQuiet ? appearance.glyphs.activeBorder : appearance.glyphs.border
    return (border, isActive ? .activeBorder : form.fields[index].error == nil ? .border : .errorBorder)
  }

  private mutating func drawBorder(of place: Layout.Field, _ border: GlyphSet.Border, _ role: Style.Role) {
    let columns = layout.left..<layout.right
    let ends = [columns.lowerBound, columns.upperBound - 1]
    for (line, left, right) in [
      (place.line, border.topLeft, border.topRight),
      (place.textLine + 1, border.bottomLeft, border.bottomRight),
    ] {
      guard let row = row(line) else { continue }
      frame.fill(border.horizontal, row: row, columns: columns, style: Style(role))
      for (column, corner) in zip(ends, [left, right]) {
        put(.scalar(corner), row: row, column: column, role)
      }
    }
    guard let row = row(place.textLine) else { return }
    for column in ends { put(.scalar(border.vertical), row: row, column: column, role) }
  }

  /// Draws the icon beside the text with its word, and its key if the field has the focus.
  private mutating func drawSign(of index: Int) {
    let field = form.fields[index]
    guard let row = row(layout.fields[index].textLine), field.presentSign != nil,
      let sign = appearance.glyphs.sign(of: field, form.texts), !showsOffer(in: index)
    else { return }
    let isActive = field.isFirstResponder
    let room = layout.fields[index].sign
    let isKeyed =
      isActive && !isQuiet && layout.width >= LayoutBuilder.keyedSignWidth
      && columns(of: sign.picture + sign.key + sign.word) <= room.count
    let key = isKeyed ? sign.key : ""
    var column = room.upperBound - columns(of: sign.picture + key + sign.word)
    guard column >= room.lowerBound else { return }
    column += put(sign.picture, .plain, row: row, column: column)
    column += put(key, .key, row: row, column: column)
    put(sign.word, isActive ? .caption : .faint, row: row, column: column)
  }

  private mutating func drawText(of index: Int) {
    let room = layout.fields[index].text
    let field = form.fields[index]
    guard let row = row(layout.fields[index].textLine), !showsOffer(in: index) else { return }
    let (plain, faint) = roles(ofTextIn: field)
    if appearance.isFilled { frame.fill(" ", row: row, columns: room, style: Style(plain)) }
    if field.configuration.input.choices != nil, let choices = choices(of: index) {
      return draw(choices, of: index, row: row, plain, faint)
    }
    if field.isUnseen {
      if field.isFirstResponder, layout.page == .form {
        frame.cursor = Position(row: row, column: room.lowerBound)
      }
      return
    }
    if field.shape.count == 0 {
      let words = field.configuration.placeholder
      let text = appearance.glyphs.spelled(appearance.showsFaint || words.isEmpty ? words : "(\(words))")
      if columns(of: text) <= self.room(of: index).count {
        put(text, faint, row: row, column: room.lowerBound)
      }
    }
    let mark = mark(in: index)
    var column = room.lowerBound
    if firstVisible[index] > 0 {
      putClip(appearance.glyphs.clippedLeft, row: row, column: column)
      column += 1
    }
    let mask = frame.glyph(for: appearance.mask)
    var caret = column
    for cluster in firstVisible[index]..<max(firstVisible[index], field.shape.count) {
      let columns = field.columns(ofCluster: cluster)
      let isLast = cluster == field.shape.count - 1
      // The last column is kept for the caret or for the mark of more text.
      guard
        column + columns < room.upperBound
          || (isLast && column + columns <= room.upperBound && field.shape.caret <= cluster)
      else {
        putClip(appearance.glyphs.clippedRight, row: row, column: room.upperBound - 1)
        break
      }
      let isShown = field.isShown || cluster == field.peek
      let separator = put(separator(of: field, before: cluster), plain, row: row, column: column)
      if cluster == field.shape.caret { caret = column + separator }
      frame.put(
        isShown ? .secret(field: UInt8(index), index: UInt16(cluster)) : mask, columns: columns - separator,
        row: row, column: column + separator,
        style: mark?.contains(cluster) == true
          ? form.markStyle : Style(field.isEnabled || isShown ? plain : faint))
      column += columns
      if cluster < field.shape.caret { caret = column }
    }
    if let day = field.meaning {
      let name = form.texts.name(ofWeekday: day)
      let end = self.room(of: index).upperBound
      if column + 2 + columns(of: name) <= end { put(name, faint, row: row, column: column + 2) }
    }
    // The next character is typed after the separator.
    let count = field.shape.count
    if count > 0, firstVisible[index] < count, caret == column {
      let next = put(
        separator(of: field, before: count), plain, row: row, column: column, limit: room.upperBound - column
      )
      if count != field.configuration.input.mask?.count { caret += next }
    }
    let cursor = Position(row: row, column: min(caret, room.upperBound - 1))
    if field.isFirstResponder, layout.page == .form, cursor.column < layout.size.columns {
      frame.cursor = cursor
    }
  }

  /// The clusters of field `index` that the reason is about, if they can be marked: the field shows all of them.
  /// While typing is quiet nothing is marked, because a reader hears the numbers instead.
  func mark(in index: Int) -> Range<Int>? {
    guard index == form.judgedField, let mark = form.mark, appearance.canUnderline, !isQuiet,
      layout.row(layout.fields[index].textLine) != nil
    else { return nil }
    let (field, first) = (form.fields[index], firstVisible[index])
    guard !field.isUnseen, first <= mark.lowerBound, mark.upperBound <= field.shape.count else { return nil }
    let used = field.columns(of: first..<mark.upperBound) + (first > 0 ? 1 : 0)
    return used < layout.fields[index].text.count ? mark : nil
  }

  /// The roles of a field's text and of its placeholder.
  private func roles(ofTextIn field: FormField) -> (Style.Role, Style.Role) {
    guard appearance.isFilled, field.isEnabled else { return (.plain, .faint) }
    return field.isFirstResponder ? (.activeField, .activePlaceholder) : (.field, .placeholder)
  }

  private func separator(of field: FormField, before cluster: Int) -> String {
    field.configuration.input.mask?.separator(before: cluster) ?? ""
  }

  /// Draws whether the text of a confirm field equals the new password, beside the label.
  private mutating func drawConfirmSign(of index: Int) {
    let place = layout.fields[index]
    guard !place.confirmSign.isEmpty, let sign = form.confirmSign(of: index) else { return }
    let (text, role) = appearance.glyphs.sign(for: sign)
    put(text, role, line: place.line, column: place.confirmSign.lowerBound, isInBorder: place.hasBorder)
  }

  /// Draws the notice or error of field `index` in the field's own rows. If these are too few and the field has the
  /// focus, draws it above the buttons too, except for a first line that fits. Returns the place where it is read.
  private mutating func drawError(of index: Int) -> Frame.Part? {
    guard !showsOffer(in: index) || isQuiet, form.submission.checkedField != index else { return nil }
    let place = layout.fields[index]
    let columns = errorColumns(of: index)
    let start = place.errorColumn - layout.left
    guard let text = errorText(of: index) else {
      if form.confirmSign(of: index) == .met, let text = form.fields[index].configuration.equalMessage {
        let text = appearance.cut(text, columns: columns)
        put(text, .faint, line: place.error.lowerBound, indent: start + Layout.indent)
      }
      return nil
    }
    let part = drawError(text, of: index, in: place.error, from: start, columns: columns)
    drawTip(behind: text, of: index, columns: columns)
    guard let rest = rest(of: text, at: index), index == form.focusedField, words?.text != rest else {
      return part
    }
    let indent = layout.isInline ? Layout.indent : 0
    return drawError(
      rest, of: index, in: layout.wholeError, from: indent, columns: textColumns - indent) ?? part
  }

  /// Says behind the error of field `index`, in its row, which key helps.
  private mutating func drawTip(behind error: String, of index: Int, columns: Int) {
    let place = layout.fields[index]
    guard form.notice == nil, let row = row(place.error.lowerBound),
      let tip = tips(onErrorOf: index).first(where: { hasRoom(for: $0, behind: error, columns: columns) })
    else { return }
    put(tip, .notice, row: row, column: place.errorColumn + Layout.indent + self.columns(of: error) + 2)
  }

  private func hasRoom(for tip: String, behind error: String, columns: Int) -> Bool {
    self.columns(of: error) + 2 + self.columns(of: tip) <= columns
  }

  /// What may help with the error of field `index`, the longest first: if a confirm field differs, to see what was
  /// typed; if a rule refuses a password for another program, whose own rules may be others, to go without the form.
  private func tips(onErrorOf index: Int) -> [String] {
    let field = form.fields[index]
    switch field.error?.cause {
    case .differs where !isQuiet && field.isFirstResponder && !field.isShown && field.sign == .reveal:
      return [form.texts("{key} shows what you typed", ["key": name(ofKeyFor: .toggleShown)])]
    case .rule where form.configuration.asker != nil:
      return [form.texts("type it yourself"), form.shortWords[.cancel] ?? ""].map {
        form.texts("{label}: {message}", ["label": name(ofKeyFor: .cancel), "message": $0])
      }
    default: return []
    }
  }

  private func name(ofKeyFor action: Action) -> String {
    KeyBinding.binding(of: action)?.keys.first?.name(appearance.glyphs, form.texts) ?? ""
  }

  /// The part of `text` that does not fit into the error rows of field `index`: all of it, unless its first line fits.
  private func rest(of text: String, at index: Int) -> String? {
    let (rows, columns) = (layout.fields[index].error.count, errorColumns(of: index))
    guard appearance.lines(of: text, columns: columns).count > rows else { return nil }
    guard rows == 1, let end = text.firstIndex(where: \.isNewline),
      self.columns(of: String(text[..<end])) <= columns
    else { return text }
    return String(text[text.index(after: end)...])
  }

  /// Draws `text`, the notice or error of field `index`, in `lines` from column `start` of the block.
  private mutating func drawError(
    _ text: String, of index: Int, in lines: Range<Int>, from start: Int = 0, columns: Int
  ) -> Frame.Part? {
    guard !lines.isEmpty, let first = row(lines.lowerBound) else { return nil }
    let isNotice = form.notice != nil && form.noticeField == index || hint(of: index) != nil
    let isMuted = !isNotice && form.fields[index].error?.isMuted == true
    if !isNotice { put(appearance.glyphs.error, isMuted ? .faint : .bad, row: first, indent: start) }
    // The first line of a message says most.
    let text = lines.count == 1 ? String(text.prefix { !$0.isNewline }) : text
    let texts = appearance.lines(of: text, columns: columns, rows: lines.count)
    let role: Style.Role = isNotice ? .notice : isMuted ? .faint : .error
    put(texts, role, from: lines.lowerBound, indent: start + Layout.indent)
    let last = texts.indices.compactMap { row(lines.lowerBound + $0) }.last ?? first - 1
    return part(rows: first..<last + 1, from: start, columns: start + Layout.indent + columns)
  }

  /// The columns for a text in rows below a field.
  var textColumns: Int { layout.width - Layout.indent }

  func errorColumns(of index: Int) -> Int {
    let place = layout.fields[index]
    return textColumns - (place.errorColumn - layout.left)
  }

  func errorText(of index: Int) -> String? {
    if let notice = form.notice, form.noticeField == index { return notice }
    guard let error = form.fields[index].error else {
      return showsFormError(in: index) ? form.error : hint(of: index)
    }
    if form.fields[index].blamesCapitals {
      return form.texts.sentence(error.message) + " " + TextHints.capitals.sentences(form.texts)
    }
    if case .rule(let number) = error.cause {
      let rule = form.configuration.policy.rules[number]
      if rule.cause == .requirements, let faults = faultsOutOfView { return faults }
      if rule.cause == .requirements, index == form.judgedField, layout.reason.count == 1,
        layout.fields[index].error == layout.reason,
        let refusal = form.configuration.policy.refusal(by: form.panel.verdict)
      {
        return Reason(refusal).line(in: form.texts, nil).text
      }
      if index == form.judgedField, let weakness = weakness(refusedBy: rule) { return weakness }
      if let lack = lack(refusedBy: rule, at: index) { return lack }
      let short = rule.message(for: form.panel.verdict).short
      if form.configuration.asker != nil, rule.isOfCriteria { return messageWithTip(short, of: index) }
      if layout.isNarrow { return short }
    }
    return error.message
  }

  /// `message`, the error of field `index`, if it leaves room for a tip behind it, or else a shorter one with the tip.
  private func messageWithTip(_ message: String, of index: Int) -> String {
    let columns = errorColumns(of: index)
    return tips(onErrorOf: index).contains { hasRoom(for: $0, behind: message, columns: columns) }
      ? message : form.texts("See below, or press {key}.", ["key": name(ofKeyFor: .cancel)])
  }

  /// Says which kinds of characters a text refused by `rule` lacks; `nil` if `rule` is about something else. They are
  /// named as on the panel if that is out of view, or if there is too little room.
  private func lack(refusedBy rule: Policy.Rule, at index: Int) -> String? {
    let policy = form.configuration.policy
    guard case .group(let number) = rule.cause, let all = policy.kinds(ofGroup: number) else { return nil }
    let lacking = all.filter { !form.panel.verdict.isMet($0) }
    let isSeen = layout.panel.contains { item in
      lacking.contains { item.subject == .criterion($0) } && layout.row(item.line) != nil
    }
    let text = lacking.count < all.count ? form.configuration.lack(of: lacking) : rule.message.text
    let rows = max(1, layout.fields[index].error.count)
    return isSeen && appearance.lines(of: text, columns: errorColumns(of: index)).count <= rows
      ? text : form.texts.unmet(lacking.map { policy.criteria[$0].shortLabel })
  }

  private func showsFormError(in index: Int) -> Bool {
    form.error != nil && layout.row(layout.keyLine) == nil && form.focusedField == index
  }

  /// The hint below field `index`, unless an error or the reason takes the only row.
  private func hint(of index: Int) -> String? {
    let isTaken =
      layout.fields[index].error == layout.reason && layout.reason.count == 1 && reasonLine != nil
    return isTaken || form.fields[index].error != nil || showsFormError(in: index)
      ? nil : form.hint(of: index)
  }

  /// A message that names the failed criteria that are out of view and have no error of their own; `nil` if there are
  /// none.
  private var faultsOutOfView: String? {
    let policy = form.configuration.policy
    let labels = layout.panel.compactMap { item -> String? in
      guard case .criterion(let index) = item.subject, item.hasSign, layout.row(item.line) == nil,
        form.panel.sign(of: index) == .failed,
        zip(policy.groups, policy.places).contains(where: { $0.message == nil && $1.all.contains(index) })
      else { return nil }
      return policy.criteria[index].shortLabel
    }
    return labels.isEmpty ? nil : form.texts.unmet(labels)
  }

  private mutating func drawPanel() {
    for item in layout.panel {
      guard let row = row(item.line) else { continue }
      let (sign, isCriterion) =
        switch item.subject {
        case .criterion(let index): (form.shownPanel.sign(of: index), true)
        case .group(let number): (form.shownPanel.groupSign(of: number), false)
        }
      let (text, role) = appearance.glyphs.sign(for: sign)
      if item.hasSign { put(text, role, row: row, column: item.column) }
      let textRole: Style.Role = isCriterion && role == .faint ? .faint : .plain
      put(item.text, textRole, row: row, column: item.textColumn, limit: layout.right - item.textColumn)
      if let aside = item.aside { draw(aside, behind: item, textRole, row: row) }
      guard !item.emphasis.isEmpty else { continue }
      let column = item.textColumn + columns(of: String(item.text.prefix(item.emphasis.lowerBound)))
      let part = item.text.dropFirst(item.emphasis.lowerBound).prefix(item.emphasis.count)
      put(String(part), .emphasis, row: row, column: column)
    }
  }

  private mutating func draw(
    _ aside: Layout.PanelItem.Aside, behind item: Layout.PanelItem, _ role: Style.Role, row: Int
  ) {
    let column = item.textColumn + columns(of: item.text)
    guard form.configuration.policy.showsSign(of: aside.criterion, for: form.panel.verdict) else {
      put(aside.joint + aside.text, role, row: row, column: column)
      return
    }
    let (sign, signRole) = appearance.glyphs.sign(for: form.panel.sign(of: aside.criterion))
    put(sign, signRole, row: row, column: column + 1)
    let start = column + 1 + columns(of: sign) + aside.gap
    put(aside.text, signRole == .faint ? .faint : .plain, row: row, column: start)
  }

  private mutating func drawButton(_ index: Int) {
    let place = layout.buttons[index]
    guard let row = row(place.line), !layout.hidesButtons || form.focusedButton != nil else { return }
    let button = form.configuration.buttons[index]
    let hasFocus = form.focusedButton == index
    let ends = hasFocus ? appearance.glyphs.focusedButtonEnds : appearance.glyphs.buttonEnds
    let (start, room) = (place.columns.lowerBound, place.columns.count)
    let isWhole = columns(of: button.title) <= room - 4
    let text = isWhole ? button.title + " " : appearance.cut(button.title, columns: room - 3)
    let isActive =
      form.buttonStart == nil && form.submission == .open && (form.canSubmit || button.effect == .cancel)
    let (role, letterRole): (Style.Role, Style.Role) =
      switch (isActive, hasFocus) {
      case (true, true): (.focusedButton, .focusedButtonLetter)
      case (true, false): (.button, .buttonLetter)
      case (false, true): (.focusedInactiveButton, .focusedInactiveButtonLetter)
      case (false, false): (.inactiveButton, .inactiveButtonLetter)
      }
    put("\(ends.left) \(text)\(ends.right)", role, row: row, column: start)
    if let letter = form.configuration.accelerator(of: index),
      let place = text.firstIndex(where: { $0.lowercased() == String(letter) })
    {
      let column = start + 2 + columns(of: String(text[..<place]))
      put(String(text[place]), letterRole, row: row, column: column)
    }
    if hasFocus { frame.cursor = Position(row: row, column: min(start + 2, layout.size.columns - 1)) }
  }

  /// Draws the words about the whole form beside the buttons or, if there is too little room, in the rows below them
  /// and the key line. An error that is still too long also takes the rows of the buttons and of the error above,
  /// unless a button has the focus. Returns the place of the words.
  private mutating func drawWords() -> Frame.Part? {
    guard let (words, isError) = words, let keyRow = layout.row(layout.keyLine),
      let button = layout.buttons.last
    else { return nil }
    let buttonRow = layout.hidesButtons ? nil : layout.row(button.line)
    let beside = button.columns.upperBound - layout.left + 2
    var rows = min(keyRow, keyRow - (layout.keyLine - button.line - 1))...keyRow
    var start = 0
    if form.judgedField == nil, let free = freeErrorRow {
      rows = free...(form.focusedButton == nil ? keyRow : free)
    } else if layout.hidesButtons, form.focusedButton != nil {
      start = beside
    }
    if let buttonRow, !words.contains(where: \.isNewline),
      columns(of: words) + Layout.indent <= layout.width - beside
    {
      (rows, start) = (buttonRow...buttonRow, beside)
    }
    let right = layout.width
    let room = right - start - Layout.indent
    let needed = appearance.lines(of: words, columns: room).count
    if isError, needed > rows.count, let buttonRow, form.focusedButton == nil {
      let highest = errorRow(above: buttonRow, for: words) ?? buttonRow
      rows = min(rows.lowerBound, max(keyRow - needed + 1, highest))...keyRow
    }
    let lines = appearance.lines(of: words, columns: room, rows: rows.count)
    for (row, text) in zip(rows, lines) where isDrawn(row) {
      let edge = layout.left + start
      frame.fill(" ", row: row, columns: edge..<max(edge, layout.left + right), style: .plain)
      put(text, isError ? .error : .notice, row: row, indent: start + Layout.indent)
    }
    if isError, isDrawn(rows.lowerBound) {
      put(appearance.glyphs.error, .bad, row: rows.lowerBound, indent: start)
    }
    return part(rows: rows.lowerBound..<rows.lowerBound + lines.count, from: start, columns: right)
  }

  /// Tells beside the buttons, if there is room, that the password will be printed in the end.
  private mutating func drawEnd() {
    guard form.configuration.isPrinted, form.submission == .open, words == nil,
      let button = layout.buttons.last,
      let row = layout.hidesButtons ? freeErrorRow : layout.row(button.line), isDrawn(row)
    else { return }
    let start =
      layout.hidesButtons ? Layout.indent : button.columns.upperBound - layout.left + 2 + Layout.indent
    let texts = [form.printedText, form.texts("Will be printed")]
    guard let text = texts.first(where: { columns(of: $0) <= layout.width - start }) else { return }
    put(text, .notice, row: row, indent: start)
  }

  /// In an inline form without a line for its buttons, the row for an error below the fields, while there is none.
  private var freeErrorRow: Int? {
    guard layout.hidesButtons, form.submission == .open else { return nil }
    if let index = form.judgedField {
      guard errorText(of: index) == nil, reasonLine == nil, form.shownBits == nil else { return nil }
      return layout.reason.first.flatMap(layout.row)
    }
    let focused = form.focusedField ?? form.shownFields.first
    if form.fields.count == 1 {
      return focused.flatMap { errorText(of: $0) == nil ? layout.fields[$0].error.first : nil }.flatMap(
        layout.row)
    }
    return focused.flatMap { index in errorText(of: index).flatMap { rest(of: $0, at: index) } } == nil
      ? layout.wholeError.first.flatMap(layout.row) : nil
  }

  /// The words about the whole form, or the part of the focused field's message for which its rows have no room, and
  /// whether they are an error.
  private var words: (text: String, isError: Bool)? {
    guard form.submission == .open, form.offer == nil else { return nil }
    if let attention = form.attention, !seesOnlyFault { return (attention, false) }
    if let error = form.error { return (error, true) }
    guard let index = form.focusedField, let text = errorText(of: index) else { return nil }
    let isNotice = form.notice != nil
    let place = layout.fields[index]
    let isBehind = place.error == place.lines
    guard isBehind || isNotice || form.fields[index].error.map({ $0.isFromOutside && !$0.isMuted }) == true,
      let rest = rest(of: text, at: index)
    else { return nil }
    let lines = appearance.lines(of: rest, columns: layout.width - Layout.indent)
    return isBehind && lines.count <= layout.wholeError.count ? nil : (rest, !isNotice)
  }

  /// Whether only one field has an error, and that error is in view. Then no words have to point to it (A15).
  private var seesOnlyFault: Bool {
    guard form.refusedCount == 1 else { return false }
    let index = form.fields.firstIndex { $0.error != nil && !$0.isHidden }
    return index.flatMap { layout.row(layout.fields[$0].error.lowerBound) } != nil
  }

  /// The first row of the last shown field's error, if the error is directly above `row` and says nothing other than
  /// `words`.
  private func errorRow(above row: Int, for words: String) -> Int? {
    guard let index = form.lastShownField, [nil, words].contains(errorText(of: index)),
      layout.fields[index].error != layout.fields[index].lines,
      let first = layout.row(layout.fields[index].error.lowerBound),
      first + layout.fields[index].error.count == row
    else { return nil }
    return first
  }

  /// Shows that a verifier runs: in the row of the field that is checked, or beside the buttons, or else in their place
  /// or in the last row.
  private mutating func drawSpinner() {
    let pictures = appearance.glyphs.spinner
    // An inline form is still, so that it notices what a verifier writes.
    let isAnimated = form.configuration.isAnimated && !layout.isInline
    guard let step = form.submission.spinnerStep(at: form.now, isAnimated: isAnimated) else { return }
    let checking = form.texts("Checking…")
    let words = "\(pictures[step % pictures.count]) \(checking)"
    let place = spinnerPlace(for: words)
    let room = layout.right - place.column
    frame.fill(" ", row: place.row, columns: place.column..<max(place.column, layout.right), style: .plain)
    put(appearance.cut(words, columns: room), .inactiveButton, row: place.row, column: place.column)
    frame.cursor = Position(row: place.row, column: min(place.column, layout.size.columns - 1))
  }

  private func spinnerPlace(for words: String) -> Position {
    if let index = form.submission.checkedField {
      let place = layout.fields[index]
      let column = place.errorColumn + (place.error == place.lines ? 0 : Layout.indent)
      if let row = layout.row(place.error.lowerBound), column + columns(of: words) <= layout.right {
        return Position(row: row, column: column)
      }
    }
    let start = layout.left + Layout.indent
    guard let button = layout.buttons.last, !layout.hidesButtons, let row = layout.row(button.line) else {
      return Position(row: layout.size.rows - 1, column: start)
    }
    let beside = button.columns.upperBound + 2
    return Position(row: row, column: beside + columns(of: words) <= layout.right ? beside : start)
  }

  /// Marks in the margin that there are more lines. While the verifier runs, nothing scrolls.
  private mutating func drawClips() {
    let (column, rows) = (layout.right, layout.viewport)
    guard form.submission == .open, layout.overflow > 0, column < layout.size.columns, !rows.isEmpty
    else { return }
    if layout.scroll > 0, isDrawn(rows.lowerBound) {
      putClip(appearance.glyphs.clippedAbove, row: rows.lowerBound, column: column)
    }
    if layout.scroll < layout.overflow, isDrawn(rows.upperBound - 1) {
      putClip(appearance.glyphs.clippedBelow, row: rows.upperBound - 1, column: column)
    }
  }
}

extension FormField {
  /// The cluster to show first in a field of `columns` columns, so that the caret is in view. It is as near as possible
  /// to `first`, the one that was shown first until now.
  func firstVisible(in columns: Int, after first: Int) -> Int {
    let (count, caret) = (shape.count, shape.caret)
    guard self.columns(of: 0..<count) >= columns else { return 0 }
    var first = min(first, max(0, caret - 1), count)
    // One column is the caret's, and the mark at the left takes one.
    func room(from first: Int) -> Int { columns - 1 - (first > 0 ? 1 : 0) }
    while first < caret, self.columns(of: first..<caret) > room(from: first) { first += 1 }
    while first > 0, self.columns(of: first - 1..<count) <= room(from: first - 1) { first -= 1 }
    return first
  }
}

extension FormState {
  /// What has to be in view. While the verifier runs that is what had the focus before, so that nothing moves.
  var viewFocus: Responder { submission == .open ? firstResponder : submitter }

  /// The field with the notice: the focused one, or else the last that is shown.
  var noticeField: Int? { focusedField ?? lastShownField }
}
