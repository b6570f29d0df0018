import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// Drawing what is said of a new password: how strong it is and why no stronger, what is not allowed in it, and the one
/// that is offered in its place.
extension FormView {
  /// Draws the bars and the words beside them, and answers where the words stand.
  mutating func drawBars() -> Frame.Part? {
    guard let row = layout.bars.flatMap(row) else { return nil }
    var column = layout.left + Layout.indent
    for (level, bar) in zip(Level.allCases, form.bars.bars(showing: form.shownLevel, at: form.now)) {
      let scalar = bar.isLit ? appearance.glyphs.barHeights[bar.height - 1] : appearance.glyphs.unlitBar
      let style = Style(.meter, level: UInt8(level.rawValue), blend: UInt8(bar.blend))
      frame.fill(scalar, row: row, columns: column..<column + layout.barWidth, style: style)
      if layout.barWidth > 2 {
        for (end, place) in zip(appearance.glyphs.barEnds, [column, column + layout.barWidth - 1]) {
          frame.fill(end, row: row, columns: place..<place + 1, style: style)
        }
      }
      column += layout.barWidth + 1
    }
    guard let words = layout.words, let text = form.levelWords else { return nil }
    let width = put(appearance.cut(text, columns: layout.right - words), .caption, row: row, column: words)
    return Frame.Part(rows: row..<row + 1, columns: words..<words + width)
  }

  /// Writes how many characters there are, and how many there have to be, over the number before.
  mutating func drawCounter() {
    guard let place = layout.counter, let row = row(place.line), form.offer == nil else { return }
    let text = form.counterText(for: form.characterCount)
    let edge = layout.fields.firstIndex { $0.hasBorder && $0.line == place.line }
    let (sign, role) = edge.map { (border(of: $0).0.horizontal, border(of: $0).1) } ?? (" ", .plain)
    let column = place.columns.upperBound - columns(of: text)
    let start = place.columns.lowerBound - (edge == nil ? 0 : 1)
    frame.fill(sign, row: row, columns: start..<column, style: Style(role))
    put(text, .faint, line: place.line, column: column, isInBorder: edge != nil)
  }

  /// Writes why a text is no stronger and what would help, below the rows that are kept for the error; in a single row an
  /// error takes its place. Answers where the reason stands.
  mutating func drawReason() -> Frame.Part? {
    guard let index = form.judgedField, layout.reason.contains(where: { row($0) != nil }),
      let reason = form.reasonLine
    else { return nil }
    let columns = textColumns(in: layout.reason)
    var room = layout.reason[...]
    if layout.fields[index].error == layout.reason {
      let error = appearance.lines(of: errorText(of: index), columns: columns)
      room = room.dropFirst(max(layout.linesKeptForError, error.count))
    }
    let texts = self.lines(of: reason, columns: columns, rows: room.count)
    let rows = texts.indices.compactMap { row(room.lowerBound + $0) }
    for (row, text) in zip(rows, texts) { put(text, .faint, row: row, indent: Layout.indent) }
    guard let first = rows.first, let last = rows.last else { return nil }
    return part(rows: first..<last + 1, columns: Layout.indent + columns)
  }

  /// `reason` in at most `rows` lines: whole, the advice in lines of its own where it cannot all stand in one; else as much
  /// as goes into one line.
  private func lines(of reason: Reason.Line, columns: Int, rows: Int) -> [String] {
    guard rows > 0 else { return [] }
    // Each time that they are asked for they are put together anew.
    let (whole, advice) = (reason.text, reason.advice)
    var ways = [(whole, 1)]
    if !advice.isEmpty, whole.hasSuffix(advice) {
      let fact = whole.dropLast(advice.count)
      ways.append(((fact.last == " " ? fact.dropLast() : fact) + "\n" + advice, rows))
    }
    for (text, most) in ways + [(whole, rows)] {
      let lines = appearance.lines(of: text, columns: columns)
      if lines.count <= most { return lines }
    }
    let text = reason.text { self.columns(of: appearance.glyphs.spelled($0)) <= columns }
    return [appearance.cut(text, columns: columns)]
  }

  /// The error of `rule` where it asks for a stronger password, and its row is the reason's too: why the password is not
  /// strong enough. `nil` for other rules, and where the reason has a row of its own.
  func weakness(refusedBy rule: Policy.Rule) -> String? {
    guard case .group(let number) = rule.cause, form.configuration.policy.groups[number].asksForLevel,
      let index = form.judgedField, layout.fields[index].error == layout.reason, layout.reason.count == 1,
      let words = form.levelWords, let reason = form.reasonLine, !reason.inSentence.isEmpty
    else { return nil }
    let sentence = form.texts("{label}: {message}", ["label": words, "message": reason.inSentence])
    let isWhole = !layout.isNarrow && columns(of: sentence) <= textColumns(in: layout.reason)
    return isWhole ? sentence : form.texts("{label}: {message}", ["label": words, "message": reason.short])
  }

  /// Names the character behind the label of its criterion, where the field is shown. It is a hole of the frame, as it is
  /// in the field, so that neither the form's state nor the frame holds it.
  mutating func drawDenied() {
    guard form.offer == nil, let index = form.judgedField, form.fields[index].isShown,
      let denied = form.panel.verdict.denied, denied.cluster < form.fields[index].shape.count,
      let item = layout.panel.last(where: { $0.subject == .criterion(denied.criterion) }),
      let row = row(item.line)
    else { return }
    let not = form.texts.notAllowed
    var column = item.textColumn + columns(of: item.text)
    let width = form.fields[index].columns(ofCluster: denied.cluster)
    let end = column + columns(of: not.before) + width + columns(of: not.after)
    let next = layout.panel.first { $0.line == item.line && $0.column > item.column }
    guard end <= next?.column ?? layout.right else { return }
    column += put(not.before, .plain, row: row, column: column)
    let hole = Cell.Glyph.secret(field: UInt8(index), index: UInt16(denied.cluster))
    frame.put(hole, columns: width, row: row, column: column)
    put(not.after, .plain, row: row, column: column + width)
  }

  /// Whether an offer stands in field `index`.
  func showsOffer(in index: Int) -> Bool { form.offer != nil && index == form.judgedField }

  /// The columns for the label of field `index`. While an offer stands there, there is no counter.
  func labelColumns(of index: Int) -> Int {
    let place = layout.fields[index]
    guard showsOffer(in: index), place.line < place.textLine else { return place.label.count }
    return max(0, layout.right - (place.hasBorder ? 3 : 0) - place.label.lowerBound)
  }

  /// Where the strength of an offer begins in the edge of field `index`; `nil` where there is no room beside the label.
  private func strengthColumn(in index: Int, _ strength: String) -> Int? {
    let place = layout.fields[index]
    let start = place.label.lowerBound + labelColumns(of: index) - columns(of: strength)
    let end = place.label.lowerBound + columns(of: form.suggestionLabel) + (place.hasBorder ? 3 : 2)
    return place.line < place.textLine && end <= start ? start : nil
  }

  /// Draws the offer in the clear in its field, what does not fit there in the rows of bars and reason, and in the rows that
  /// are left its strength, where the edge has no room for it, and what Return does, or why there is no other one.
  mutating func draw(_ offer: Offer) {
    guard let index = form.judgedField else { return }
    let place = layout.fields[index]
    guard let top = layout.row(place.textLine) else { return }
    let start = layout.left + Layout.indent
    let room = textColumns(in: layout.reason)
    // The sign of the field is not there meanwhile.
    let width = max(place.text.upperBound, place.sign.upperBound) - place.text.lowerBound
    var rows = ([layout.bars].compactMap(\.self) + layout.reason).compactMap(layout.row)[...]
    let lines = offer.lines(first: width, columns: room, rows: 1 + rows.count)
    frame.cursor = Position(row: top, column: place.text.lowerBound)
    for (number, line) in lines.enumerated() {
      let row = number == 0 ? top : rows.removeFirst()
      let left = number == 0 ? place.text.lowerBound : start
      for (offset, character) in line.enumerated() {
        let glyph = Cell.Glyph.secret(field: UInt8(form.offerPlace), index: UInt16(character))
        frame.put(glyph, columns: 1, row: row, column: left + offset)
      }
      if number == lines.count - 1, line.upperBound < offer.count {
        putClip(appearance.glyphs.clippedRight, row: row, column: left + line.count)
      }
    }
    let strength = form.strengthText(of: offer)
    if let column = strengthColumn(in: index, strength) {
      put(strength, .caption, line: place.line, column: column, isInBorder: place.hasBorder)
    } else if offer.note == nil || rows.count > 1, let row = rows.popFirst() {
      let bits = offer.bits.map { form.texts("{count} bits", ["count": "\($0)"]) } ?? strength
      let text = columns(of: strength) <= room ? strength : bits
      put(appearance.cut(text, columns: room), .caption, row: row, indent: Layout.indent)
    }
    let texts = appearance.lines(
      of: offer.note ?? offer.remark ?? form.offerHint, columns: room, rows: rows.count)
    for (row, text) in zip(rows, texts) {
      put(text, offer.note == nil ? .caption : .notice, row: row, indent: Layout.indent)
    }
  }
}

extension Offer {
  /// The characters of each line, `first` of them at most in the first and `columns` in the others. Lines end behind
  /// separators where they are no more than `rows` then. What has no room in any case is left out, with the last column.
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

extension FormState {
  /// The words beside the bars at `level` (B4), where at least `least` is asked for.
  func words(for level: Level, least: Level) -> String {
    if level == .strongest, let words = configuration.strongWords { return words }
    return level.words(in: texts, least: least)
  }

  /// How many characters there are, and how many there have to be.
  func counterText(for count: Int) -> String {
    guard let range = configuration.policy.characterRange else { return "\(count)" }
    let (count, least) = ("\(count)", "\(range.lowerBound)")
    return range.upperBound == .max
      ? texts("{count}, at least {least}", ["count": count, "least": least])
      : texts("{count} of {least}-{most}", ["count": count, "least": least, "most": "\(range.upperBound)"])
  }
}

extension Texts {
  /// What stands behind the label of the allowed characters where the field is shown: what is before and after a character
  /// that is not allowed.
  var notAllowed: Sentence {
    let texts = self
    // translators: It stands behind such labels as "only ASCII characters".
    return Sentence(texts(": not \"*{character}*\""))
  }
}
