import WatchwordBase
import WatchwordScreen

/// What the form says, each statement in its place. If several want one place, the one of the lowest rank has it. If
/// the longest text has no room, a shorter one is drawn.
struct SaidPart: Equatable {
  let statements: [Statement]
  /// The statements that wait to be told. Their places are blank.
  let untold: [Statement]
  let focus: Responder
  /// Whether no verifier is at work, which keeps the places beside the buttons.
  let isOpen: Bool
  /// The field that a verifier checks. Its row says so, and nothing else.
  let checked: Int?
  /// Whether an offer takes the place of what is said of the text.
  let hasOffer: Bool
  /// The field of the new password.
  let judged: Int?

  private var focusedField: Int? { if case .field(let index) = focus { index } else { nil } }
  private var focusedButton: Bool { if case .button = focus { true } else { false } }

  private func first(_ place: Statement.Place, of field: Int? = nil) -> Statement? {
    statements.filter { $0.row.place == place && (field == nil || $0.field == field) }
      .min { $0.row.rank < $1.row.rank }
  }

  func draw(on sheet: inout Sheet) {
    drawAlert(on: &sheet)
    // What concerns the focused field comes last.
    var news: [News] = drawLine(on: &sheet)
    for index in sheet.layout.fields.indices {
      let told = drawError(of: index, on: &sheet)
      if !hasOffer || index != judged { news += told }
      if index == judged { news += drawLevel(on: &sheet) + drawSecond(on: &sheet) }
    }
    tell(drawWords(on: &sheet), asOfForm: true, on: &sheet)
    drawEnd(on: &sheet)
    tell(news.filter { $0.said.field != focusedField }, on: &sheet)
    tell(news.filter { $0.said.field == focusedField }, on: &sheet)
    tell(drawCountdown(on: &sheet), on: &sheet)
  }

  /// The place of a statement.
  private typealias News = (part: Frame.Part, said: Statement)

  private func tell(_ news: [News], asOfForm isOfForm: Bool = false, on sheet: inout Sheet) {
    for (part, said) in news {
      if untold.contains(said) {
        sheet.blank(part, of: said)
      } else {
        sheet.tell(part, of: isOfForm ? nil : said.field)
      }
    }
  }
}

/// Below a field, or behind its text.
extension SaidPart {
  /// The first column in the block of what is said of field `index`.
  private func start(of index: Int, _ sheet: Sheet) -> Int {
    let layout = sheet.layout
    if index == judged { return layout.isInline ? Layout.indent : 0 }
    return layout.fields[index].errorColumn - layout.left
  }

  /// The columns before the text of `said` for its sign. Inline, what has none below a field begins where bars and panel
  /// do.
  private func signColumns(of said: Statement, at index: Int, _ sheet: Sheet) -> Int {
    sheet.layout.isInline && said.look.sign == nil && !isBehind(index, sheet) ? 0 : Layout.indent
  }

  /// The columns for what `said` says of field `index`. Of what is missing, the short form says as much as the whole.
  private func errorColumns(of index: Int, for said: Statement? = nil, _ sheet: Sheet) -> Int {
    let more = said?.error.map { isBehind(index, sheet) && $0.cause != .missing } == true
    return sheet.textColumns - start(of: index, sheet)
      + (more ? sheet.layout.errorEnd - sheet.layout.right : 0)
  }

  /// The lines for what is said of field `index`. The new password's are below its bars.
  private func errorLines(of index: Int, _ sheet: Sheet) -> Range<Int> {
    index == judged ? sheet.layout.reason : sheet.layout.fields[index].error
  }

  /// Whether what is said of field `index` stands in the row of its text.
  private func isBehind(_ index: Int, _ sheet: Sheet) -> Bool {
    index != judged && sheet.layout.fields[index].hasErrorBehind
  }

  /// What is said in the second row below the bars: a hint that has no room in the first, or the reason.
  private var second: Statement? {
    guard let judged, let first = first(.field, of: judged) else {
      return statements.first { $0.kind == .reason }
    }
    let hint = statements.first { $0.field == judged && $0.kind == .hint }
    return (first.isAdvice || first.error != nil ? hint : nil) ?? statements.first { $0.kind == .reason }
  }

  /// What is said below field `index`: a statement of its own, or the form's error if its place is out of view.
  private func statement(below index: Int, _ sheet: Sheet) -> Statement? {
    let own = first(.field, of: index)
    if own.map({ $0.row.rank >= Statement.rankOfGuest }) ?? true, index == focusedField,
      sheet.row(sheet.layout.keyLine) == nil,
      let error = statements.first(where: { $0.kind == .formError })
    {
      return error
    }
    return own
  }

  /// The text to draw below field `index`; `nil` if nothing but perhaps a note is said there.
  private func text(below index: Int, _ sheet: Sheet) -> String? {
    guard let said = statement(below: index, sheet), said.kind != .equal else { return nil }
    return text(of: said, below: index, sheet)
  }

  /// The most columns of the shorter forms of what is said below the bars (B4).
  private static let shortColumns = 52

  /// The longest text of `said` that has room below field `index`; the shortest if none has.
  private func text(of said: Statement, below index: Int, _ sheet: Sheet) -> String {
    guard said.texts.count > 1 else { return said.texts.first ?? "" }
    let columns = errorColumns(of: index, for: said, sheet)
    let rows = max(1, errorLines(of: index, sheet).count)
    // A shorter text leaves the second row to what stands there. Every text has one that needs no second row.
    let isShort = index == judged && (second != nil || columns >= Self.shortColumns)
    for rows in isShort ? [1, rows] : [rows] {
      let text = said.texts.first { text in
        said.wantsTip
          ? said.tips.contains { hasRoom(for: $0, behind: text, columns, sheet) }
          : sheet.appearance.lines(of: rows == 1 ? text.firstLine : text, columns: columns).count <= rows
      }
      if let text { return text }
    }
    return said.texts[said.texts.count - 1]
  }

  private func hasRoom(for tip: String, behind error: String, _ columns: Int, _ sheet: Sheet) -> Bool {
    sheet.columns(of: error) + 2 + sheet.columns(of: tip) <= columns
  }

  /// Draws what is said below field `index` in the field's rows. What does not fit is drawn above the buttons while the
  /// field has the focus. Returns where the message is read.
  private func drawError(of index: Int, on sheet: inout Sheet) -> [News] {
    if index == checked || hasOffer && index == judged && !sheet.isQuiet { return [] }
    let place = sheet.layout.fields[index]
    let start = start(of: index, sheet)
    guard let said = statement(below: index, sheet) else { return [] }
    let columns = errorColumns(of: index, for: said, sheet)
    let text = text(of: said, below: index, sheet)
    guard said.kind != .equal else {
      let text = sheet.appearance.cut(text, columns: columns)
      sheet.put(
        text, .faint, line: place.error.lowerBound, indent: start + signColumns(of: said, at: index, sheet))
      return []
    }
    let lines = errorLines(of: index, sheet)
    // A part of a tip would be another tip.
    if said.kind == .advice(isMuted: true),
      sheet.appearance.lines(of: text, columns: columns).count > max(1, lines.count)
    {
      return []
    }
    let part = draw(
      said, text, in: lines, from: start, indent: signColumns(of: said, at: index, sheet), columns: columns,
      on: &sheet)
    if said.error != nil, let line = lines.first {
      drawTip(of: said, behind: text, line: line, from: start, columns, on: &sheet)
    }
    guard let rest = rest(of: said, at: index, sheet), index == focusedField, words(sheet)?.text != rest
    else {
      return part.map { [($0, said)] } ?? []
    }
    let indent = sheet.layout.isInline ? Layout.indent : 0
    let whole = draw(
      said, rest, in: sheet.layout.wholeError, from: indent, columns: sheet.textColumns - indent, on: &sheet)
    return (whole ?? part).map { [($0, said)] } ?? []
  }

  private func drawTip(
    of said: Statement, behind error: String, line: Int, from start: Int, _ columns: Int,
    on sheet: inout Sheet
  ) {
    guard !statements.contains(where: { $0.kind == .notice }), let row = sheet.row(line),
      let tip = said.tips.first(where: { hasRoom(for: $0, behind: error, columns, sheet) })
    else { return }
    sheet.put(tip, .notice, row: row, indent: start + Layout.indent + sheet.columns(of: error) + 2)
  }

  /// The part of `said` that does not fit into the error rows of field `index`: all of it, unless its first line fits.
  private func rest(of said: Statement, at index: Int, _ sheet: Sheet) -> String? {
    let text = text(of: said, below: index, sheet)
    let (rows, columns) = (errorLines(of: index, sheet).count, errorColumns(of: index, for: said, sheet))
    let hasFirstLine = sheet.columns(of: text.firstLine) <= columns
    if isBehind(index, sheet), text != said.texts[0] || !hasFirstLine {
      let hasRoom = !sheet.layout.isInline || sheet.layout.isNarrow || !sheet.layout.wholeError.isEmpty
      return hasRoom || said.isUrgent ? labelled(said.texts[0], of: said, at: index, sheet) : nil
    }
    guard sheet.appearance.lines(of: text, columns: columns).count > rows else { return nil }
    guard rows == 1, hasFirstLine, text.firstLine != text else { return text }
    return labelled(String(text.dropFirst(text.firstLine.count + 1)), of: said, at: index, sheet)
  }

  /// `text` of `said` for a place below the last field: an error of another one has its label before it, unless it names
  /// that or would need one more row.
  private func labelled(_ text: String, of said: Statement, at index: Int, _ sheet: Sheet) -> String {
    let label = sheet.form.fields[index].label
    let whole = sheet.texts("{label}: {message}", ["label": label, "message": text])
    let rows = [text, whole].map { sheet.appearance.lines(of: $0, columns: sheet.textColumns).count }
    let isClear =
      said.error == nil || !isBehind(index, sheet) || index == sheet.lastField
      || text.lowercased().holds(label.lowercased())
    return isClear || rows[0] < rows[1] ? text : whole
  }

  /// Draws `text` of a statement in `lines` from column `start` of the block.
  private func draw(
    _ said: Statement, _ text: String, in lines: Range<Int>, from start: Int, indent: Int = Layout.indent,
    columns: Int, on sheet: inout Sheet
  ) -> Frame.Part? {
    guard !lines.isEmpty, let first = sheet.row(lines.lowerBound) else { return nil }
    let (role, sign) = said.look
    if let sign { sheet.put(sheet.appearance.glyphs.error, sign, row: first, indent: start) }
    // The first line of a message says most.
    let text = lines.count == 1 ? text.firstLine : text
    let texts = sheet.appearance.lines(of: text, columns: columns, rows: lines.count)
    for (line, text) in zip(lines, texts) {
      if let row = sheet.row(line) {
        sheet.put(text, role, row: row, column: sheet.layout.left + start + indent)
      }
    }
    let last = texts.indices.compactMap { sheet.row(lines.lowerBound + $0) }.last ?? first - 1
    return sheet.part(rows: first..<last + 1, from: start, columns: start + Layout.indent + columns)
  }
}

extension String {
  fileprivate var firstLine: String { String(prefix { !$0.isNewline }) }
}

extension Statement {
  fileprivate var isAdvice: Bool { if case .advice = kind { true } else { false } }

  /// The roles of the text and of the sign before it, if any.
  fileprivate var look: (text: Style.Role, sign: Style.Role?) {
    switch kind {
    case .error(let error) where error.isMuted: (.faint, .faint)
    case .error, .formError, .alert: (.error, .bad)
    case .notice, .hint, .chosen, .attention, .printed, .line, .countdown: (.notice, nil)
    case .equal, .reason, .bits, .advice(isMuted: true): (.faint, nil)
    case .level, .advice(isMuted: false): (.caption, nil)
    }
  }
}

/// Beside and below the bars.
extension SaidPart {
  private func drawLevel(on sheet: inout Sheet) -> [News] {
    guard let row = sheet.layout.bars.flatMap(sheet.row), let column = sheet.layout.words,
      let said = first(.besideBars)
    else { return [] }
    let words = sheet.appearance.cut(said.texts[0], columns: sheet.layout.right - column)
    let width = sheet.put(words, .caption, row: row, column: column)
    return [(Frame.Part(rows: row..<row + 1, columns: column..<column + width), said)]
  }

  /// Draws what stands in the second row below the bars, if there is one, with the bits at its right end. They stand in
  /// the only row if there is one. Returns what a screen reader should speak: bits only with quiet typing, because
  /// otherwise they change with keys that leave the rest.
  private func drawSecond(on sheet: inout Sheet) -> [News] {
    let (layout, columns) = (sheet.layout, sheet.textColumns)
    guard let judged, judged != checked, !hasOffer || sheet.isQuiet, let line = layout.reason.prefix(2).last,
      let row = sheet.row(line)
    else { return [] }
    // Inline, the sign of the first row stands in the column of bars and panel.
    let start = Layout.indent
    let above = text(below: judged, sheet) ?? ""
    let room = columns - start + Layout.indent
    let isTaken =
      !above.isEmpty
      && sheet.appearance.lines(of: above, columns: errorColumns(of: judged, sheet)).count
        > line - layout.reason.lowerBound
    let said = isTaken ? nil : second
    let text = said.map { said in
      said.texts.first { sheet.columns(of: sheet.appearance.glyphs.spelled($0)) <= room }
        ?? sheet.appearance.cut(said.texts[said.texts.count - 1], columns: room)
    }
    if let said, let text { sheet.put(text, said.look.text, row: row, indent: start) }
    let free = room - sheet.columns(of: isTaken ? above : text ?? "")
    let bits = statements.first { $0.kind == .bits }
    let end = bits.flatMap {
      drawBits($0.texts[0], line: line, right: Layout.indent + columns, free: free, on: &sheet)
    }
    guard let told = said ?? (sheet.isQuiet && end != nil ? bits : nil) else { return [] }
    let right = sheet.isQuiet ? Layout.indent + columns : end ?? Layout.indent + columns
    return [(sheet.part(rows: row..<row + 1, columns: right), told)]
  }

  /// Writes the bits at the right end of `line`, if enough of its columns are free. Returns their first column in the
  /// block.
  private func drawBits(_ text: String, line: Int?, right: Int, free: Int, on sheet: inout Sheet) -> Int? {
    let width = sheet.columns(of: text)
    guard let row = line.flatMap(sheet.row), free >= max(10, width + 2) else { return nil }
    sheet.put(text, .faint, row: row, indent: right - width)
    return right - width
  }
}

/// Beside the buttons, and at the ends of the form.
extension SaidPart {
  private func drawAlert(on sheet: inout Sheet) {
    let layout = sheet.layout
    guard !layout.alert.isEmpty, let said = first(.belowParagraph) else { return }
    sheet.put(sheet.appearance.glyphs.error, .bad, line: layout.alertLine)
    sheet.put(layout.alert, .error, from: layout.alertLine, indent: Layout.indent)
    let rows = layout.alert.indices.compactMap { sheet.row(layout.alertLine + $0) }
    tell(rows.map { (sheet.part(rows: $0..<$0 + 1, columns: layout.width), said) }, on: &sheet)
  }

  /// Draws the program's message in the last row or, if the form takes that, over the keys. Returns its place.
  private func drawLine(on sheet: inout Sheet) -> [News] {
    let layout = sheet.layout
    guard let said = first(.lastRow), let keyRow = sheet.row(layout.keyLine) else { return [] }
    let row = max(keyRow, layout.size.rows - 1)
    sheet.fill(" ", row: row, columns: layout.left..<layout.right)
    sheet.put(sheet.appearance.cut(said.texts[0], columns: layout.width), .notice, row: row)
    return [(sheet.part(rows: row..<row + 1, columns: layout.width), said)]
  }

  /// Draws the words about the whole form beside the buttons or, if there is too little room, in the rows below them
  /// and the key line. An error that is still too long also takes the rows of the buttons and of the error above,
  /// unless a button has the focus. Returns the place of the words.
  private func drawWords(on sheet: inout Sheet) -> [News] {
    let layout = sheet.layout
    guard let (said, words) = words(sheet), let keyRow = sheet.row(layout.keyLine),
      let button = layout.buttons.last
    else { return [] }
    let isError = said.look.sign != nil
    let buttonRow = layout.hidesButtons ? nil : sheet.row(button.line)
    let beside = button.columns.upperBound - layout.left + 2
    var rows = min(keyRow, keyRow - (layout.keyLine - button.line - 1))...keyRow
    var start = 0
    if judged == nil, let free = freeErrorRow(sheet) {
      rows = free...(focusedButton ? free : keyRow)
    } else if layout.hidesButtons, focusedButton {
      start = beside
    }
    if let buttonRow, !words.contains(where: \.isNewline),
      sheet.columns(of: words) + Layout.indent <= layout.width - beside
    {
      (rows, start) = (buttonRow...buttonRow, beside)
    }
    let right = layout.width
    let room = right - start - Layout.indent
    let needed = sheet.appearance.lines(of: words, columns: room).count
    if isError, needed > rows.count, let buttonRow, !focusedButton {
      let highest = errorRow(above: buttonRow, for: words, sheet) ?? buttonRow
      rows = min(rows.lowerBound, max(keyRow - needed + 1, highest))...keyRow
    }
    let lines = sheet.appearance.lines(of: words, columns: room, rows: rows.count)
    for (row, text) in zip(rows, lines) {
      let edge = layout.left + start
      sheet.fill(" ", row: row, columns: edge..<max(edge, layout.left + right))
      sheet.put(text, isError ? .error : .notice, row: row, indent: start + Layout.indent)
    }
    if isError { sheet.put(sheet.appearance.glyphs.error, .bad, row: rows.lowerBound, indent: start) }
    return [
      (sheet.part(rows: rows.lowerBound..<rows.lowerBound + lines.count, from: start, columns: right), said)
    ]
  }

  /// The words about the whole form, or what has no room in the rows of the focused field.
  private func words(_ sheet: Sheet) -> (said: Statement, text: String)? {
    guard isOpen, !hasOffer else { return nil }
    // If the only wrong field is in view with its error, no words have to point to it (A15).
    let ofForm = statements.filter {
      $0.row.place == .besideButtons && $0.kind != .printed
        && !($0.kind == .attention(fields: 1) && seesFirstFault(sheet))
    }.min { $0.row.rank < $1.row.rank }
    if let ofForm { return (ofForm, ofForm.texts[0]) }
    guard let index = focusedField, let said = statement(below: index, sheet), said.kind != .equal else {
      return nil
    }
    let isBehind = isBehind(index, sheet)
    guard isBehind || said.isUrgent, let rest = rest(of: said, at: index, sheet) else { return nil }
    let lines = sheet.appearance.lines(of: rest, columns: sheet.layout.width - Layout.indent)
    return isBehind && lines.count <= sheet.layout.wholeError.count ? nil : (said, rest)
  }

  private func seesFirstFault(_ sheet: Sheet) -> Bool {
    let fault = statements.first { $0.error != nil }
    return fault?.field.flatMap { sheet.row(errorLines(of: $0, sheet).lowerBound) } != nil
  }

  /// Tells beside the buttons, if there is room, that the password will be printed in the end.
  private func drawEnd(on sheet: inout Sheet) {
    let layout = sheet.layout
    guard let said = statements.first(where: { $0.kind == .printed }), words(sheet) == nil,
      let button = layout.buttons.last,
      let row = layout.hidesButtons ? freeErrorRow(sheet) : sheet.row(button.line)
    else { return }
    let start =
      layout.hidesButtons ? Layout.indent : button.columns.upperBound - layout.left + 2 + Layout.indent
    guard let text = said.texts.first(where: { sheet.columns(of: $0) <= layout.width - start }) else {
      return
    }
    sheet.put(text, .notice, row: row, indent: start)
  }

  /// In an inline form without a line for its buttons, the row for an error below the fields, while there is none.
  private func freeErrorRow(_ sheet: Sheet) -> Int? {
    let layout = sheet.layout
    guard layout.hidesButtons, isOpen else { return nil }
    if let judged {
      let free = layout.reason.dropFirst(text(below: judged, sheet) == nil ? 0 : 1)
      return second == nil && first(.belowAdvice) == nil ? free.first.flatMap(layout.row) : nil
    }
    guard let index = focusedField ?? layout.fields.firstIndex(where: { $0 != .nowhere }) else { return nil }
    if layout.fields.count == 1 {
      return text(below: index, sheet) == nil ? layout.fields[index].error.first.flatMap(layout.row) : nil
    }
    return statement(below: index, sheet).flatMap { rest(of: $0, at: index, sheet) } == nil
      ? layout.wholeError.first.flatMap(layout.row) : nil
  }

  /// The first row of the last shown field's error, if the error is directly above `row` and says nothing other than
  /// `words`.
  private func errorRow(above row: Int, for words: String, _ sheet: Sheet) -> Int? {
    guard let index = sheet.lastField else { return nil }
    let lines = errorLines(of: index, sheet)
    guard [nil, words].contains(text(below: index, sheet)), !isBehind(index, sheet),
      let first = sheet.row(lines.lowerBound), first + lines.count == row
    else { return nil }
    return first
  }

  /// Draws the countdown at the right end of the title's row, or of the first row if no title is in view. With quiet
  /// typing it is news, so that its whole sentence is written again.
  private func drawCountdown(on sheet: inout Sheet) -> [News] {
    let layout = sheet.layout
    guard let said = first(.besideTitle), let text = sheet.countdown(of: statements) else { return [] }
    let row = layout.isInline ? layout.keyLine : layout.title.isEmpty ? 0 : sheet.row(0) ?? 0
    let right = min(layout.right, layout.size.columns)
    let start = max(0, right - sheet.columns(of: text))
    sheet.put(" " + text, .notice, row: row, column: max(0, start - 1), limit: right - max(0, start - 1))
    return sheet.isQuiet ? [(Frame.Part(rows: row..<row + 1, columns: start..<right), said)] : []
  }
}

extension Sheet {
  fileprivate var lastField: Int? { layout.fields.lastIndex { $0 != .nowhere } }

  /// The countdown in the longest form that leaves room for the title; `nil` if there is none.
  func countdown(of statements: [Statement]) -> String? {
    guard let texts = statements.first(where: { $0.kind == .countdown })?.texts else { return nil }
    let title = layout.isInline ? layout.width / 2 : layout.title.first.map(columns) ?? 0
    let room = layout.width - (title == 0 ? 0 : title + 2)
    return texts.first { columns(of: $0) <= room } ?? texts.last
  }
}
