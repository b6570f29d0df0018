import WatchwordBase
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// Draws a new password's strength and the reason for it, characters that are not allowed, and an offer.
extension FormView {
  /// A ``StrengthBars/Stretch`` in columns of the window.
  struct BarStretch: Equatable {
    let columns: Range<Int>
    let scalar: Unicode.Scalar
    let style: Style
  }

  /// Draws the bars and the words beside them. Returns the place of the words.
  mutating func drawBars() -> Frame.Part? {
    guard let row = layout.bars.flatMap(row) else { return nil }
    for bar in barStretches { frame.fill(bar.scalar, row: row, columns: bar.columns, style: bar.style) }
    if hasBarEnds {
      for number in Level.allCases.indices {
        let first = layout.barColumn + number * (layout.barWidth + 1)
        for (end, column) in zip(appearance.glyphs.barEnds, [first, first + layout.barWidth - 1]) {
          frame.fill(end, row: row, columns: column..<column + 1, style: frame[row, column].style)
        }
      }
    }
    guard let words = layout.words, let text = form.levelWords else { return nil }
    let width = put(appearance.cut(text, columns: layout.right - words), .caption, row: row, column: words)
    return Frame.Part(rows: row..<row + 1, columns: words..<words + width)
  }

  /// The bars as they look now, without the ends that they have in ASCII.
  var barStretches: [BarStretch] {
    guard layout.bars != nil else { return [] }
    var drawn: [BarStretch] = []
    var (bar, start) = (layout.barColumn, 0)
    for stretch in form.bars.stretches(at: form.now) {
      let end = barColumns(to: stretch.end)
      let scalar =
        stretch.isLit ? appearance.glyphs.barHeights[stretch.height - 1] : appearance.glyphs.unlitBar
      let style = Style(.meter, level: UInt8(stretch.level.rawValue), blend: UInt8(stretch.blend))
      drawn.append(BarStretch(columns: bar + start..<bar + end, scalar: scalar, style: style))
      (bar, start) = stretch.end < 1 ? (bar, end) : (bar + layout.barWidth + 1, 0)
    }
    return drawn
  }

  private var hasBarEnds: Bool { layout.barWidth > 2 && !appearance.glyphs.barEnds.isEmpty }

  /// How many columns of a bar `share` of it fills: of those between its ends, if it has any, at least one (B3).
  private func barColumns(to share: Double) -> Int {
    guard share < 1 else { return layout.barWidth }
    let end = hasBarEnds ? 1 : 0
    return end + max(1, Int(share * Double(layout.barWidth - 2 * end)))
  }

  /// Writes the number of characters and how many are required, over the previous one.
  mutating func drawCounter() {
    guard let place = layout.counter, let row = row(place.line), !hidesRemarks,
      form.configuration.showsMask
    else { return }
    let text = form.counterText(for: form.characterCount)
    let edge = layout.fields.firstIndex { $0.hasBorder && $0.line == place.line }
    let (sign, role) = edge.map { (border(of: $0).0.horizontal, border(of: $0).1) } ?? (" ", .plain)
    let column = place.columns.upperBound - columns(of: text)
    let start = place.columns.lowerBound - (edge == nil ? 0 : 1)
    frame.fill(sign, row: row, columns: start..<column, style: Style(role))
    put(text, .faint, line: place.line, column: column, isInBorder: edge != nil)
  }

  /// Writes the reason and its advice below the rows reserved for the error. If there is only a single row, an error
  /// takes it, and there is no reason. The bits stand at the right end of the first row. Returns the place of the
  /// reason, and that of the bits if typing is quiet: otherwise they change with keys that leave the reason.
  mutating func drawReason() -> [Frame.Part] {
    let (reason, bits) = (reasonLine, form.shownBits)
    guard let index = form.judgedField, layout.reason.contains(where: { row($0) != nil }),
      reason != nil || bits != nil
    else { return [] }
    let columns = textColumns
    var room = layout.reason[...]
    if layout.fields[index].error == layout.reason {
      let error = appearance.lines(of: errorText(of: index), columns: columns)
      room = room.dropFirst(max(layout.linesKeptForError, error.count))
    }
    let texts = reason.map { lines(of: $0, columns: columns, rows: room.count) } ?? []
    let free = columns - self.columns(of: texts.first ?? "")
    let start = bits.flatMap { drawBits($0, line: room.first, right: Layout.indent + columns, free: free) }
    let rows = (0..<max(texts.count, start == nil ? 0 : 1)).compactMap { row(room.lowerBound + $0) }
    for (row, text) in zip(rows, texts) { put(text, .faint, row: row, indent: Layout.indent) }
    guard let first = rows.first, let last = rows.last else { return [] }
    let whole = part(rows: first..<last + 1, columns: Layout.indent + columns)
    guard let start, !isQuiet else { return [whole] }
    var rest = whole
    rest.rows = first + 1..<last + 1
    return [part(rows: first..<first + 1, columns: start)] + (rest.rows.isEmpty ? [] : [rest])
  }

  /// Writes the bits at the right end of `line`, if enough of its columns are free. Returns their first column in the
  /// block.
  private mutating func drawBits(_ bits: Int, line: Int?, right: Int, free: Int) -> Int? {
    let text = form.texts.bits(bits)
    let width = columns(of: text)
    guard let row = line.flatMap(row), free >= max(10, width + 2) else { return nil }
    put(text, .faint, row: row, indent: right - width)
    return right - width
  }

  /// `reason` in at most `rows` lines. Fact and advice share one line if they fit into it; otherwise the advice starts
  /// a new line. What does not fit in full is shortened to one line.
  private func lines(of reason: Reason.Line, columns: Int, rows: Int) -> [String] {
    guard rows > 0 else { return [] }
    // Computed properties, so read them once.
    let (whole, advice) = (reason.text, reason.advice)
    if layout.isNarrow, rows == 1, !reason.isEnough, !advice.isEmpty,
      self.columns(of: advice.withCapital) <= columns
    {
      return [advice.withCapital]
    }
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

  /// Why the password is too weak; `nil` unless `rule` asks for strength, and error and reason have only one row
  /// together.
  func weakness(refusedBy rule: Policy.Rule) -> String? {
    guard case .group(let number) = rule.cause, form.configuration.policy.groups[number].asksForLevel,
      let index = form.judgedField, layout.fields[index].error == layout.reason, layout.reason.count == 1,
      let words = form.levelWords, let reason = reasonLine, !reason.inSentence.isEmpty
    else { return nil }
    let sentence = form.texts("{label}: {message}", ["label": words, "message": reason.inSentence])
    if !layout.isNarrow, columns(of: sentence) <= textColumns { return sentence }
    let advice = reason.advice.withCapital
    return advice.isEmpty || columns(of: advice) > textColumns
      ? form.texts("{label}: {message}", ["label": words, "message": reason.short]) : advice
  }

  /// How the reason names the part that it is about: by numbers where the part cannot be marked.
  var naming: Reason.Line.Naming {
    guard let index = form.judgedField, appearance.canUnderline, !isQuiet, !form.fields[index].isUnseen else {
      return .places
    }
    return mark(in: index) != nil ? .mark : form.remarks.isPartEdited ? .formerMark : .places
  }

  var reasonLine: Reason.Line? {
    var line = form.reasonLine(naming: naming)
    if form.remarks.offers, let key = KeyBinding.binding(of: .offerPassword)?.keys.first {
      line?.suggestion = form.texts("{key} suggests one", ["key": key.name(appearance.glyphs, form.texts)])
    }
    return line
  }

  /// Names the refused character after the label of its criterion, if the text is shown. Draws the character as a hole,
  /// so neither the form's state nor the frame contains it.
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

  func showsOffer(in index: Int) -> Bool { form.offer != nil && index == form.judgedField }

  /// The columns for the label of field `index`, more during an offer because there is no counter.
  func labelColumns(of index: Int) -> Int {
    let place = layout.fields[index]
    guard showsOffer(in: index), !isQuiet, place.line < place.textLine else { return place.label.count }
    return max(0, layout.right - (place.hasBorder ? 3 : 0) - place.label.lowerBound)
  }

  /// Draws the offer in clear text in its field. If the field is too short, the text goes on in the rows of bars and
  /// reason. The rows that remain show what Return does or why there is no other offer; with quiet typing, only the
  /// latter.
  mutating func draw(_ offer: Offer) {
    guard let index = form.judgedField else { return }
    let place = layout.fields[index]
    guard let top = layout.row(place.textLine) else { return }
    let start = layout.left + Layout.indent
    let room = textColumns
    // An offer hides the field's icon.
    let width = max(place.text.upperBound, place.sign.upperBound) - place.text.lowerBound
    var rows = ([layout.bars].compactMap(\.self) + layout.reason).compactMap(layout.row)[...]
    let lines = offer.lines(first: width, columns: room, rows: 1 + rows.count)
    if place.text.lowerBound < layout.size.columns {
      frame.cursor = Position(row: top, column: place.text.lowerBound)
    }
    for (number, line) in lines.enumerated() {
      let row = number == 0 ? top : rows.removeFirst()
      let left = number == 0 ? place.text.lowerBound : start
      if number > 0 { frame.fill(" ", row: row, columns: start..<layout.right, style: .plain) }
      for (offset, character) in line.enumerated() {
        let glyph = Cell.Glyph.secret(field: UInt8(form.offerPlace), index: UInt16(character))
        frame.put(glyph, columns: 1, row: row, column: left + offset)
      }
      if number == lines.count - 1, line.upperBound < offer.count {
        putClip(appearance.glyphs.clippedRight, row: row, column: left + line.count)
      }
    }
    if isQuiet {
      guard let note = offer.note, let row = rows.popFirst() else { return }
      let place = Frame.Part(rows: row..<row + 1, columns: start..<layout.right)
      frame.blank(place)
      put(appearance.cut(note, columns: room), .notice, row: row, indent: Layout.indent)
      frame.news.append(place)
      return
    }
    let texts = appearance.lines(
      of: offer.note ?? offer.remark ?? form.offerHint, columns: room, rows: rows.count)
    for (row, text) in zip(rows, texts) {
      put(text, offer.note == nil ? .caption : .notice, row: row, indent: Layout.indent)
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

extension FormState {
  /// The words beside the bars at `level` (B4), if at least `least` is required.
  func words(for level: Level, least: Level) -> String {
    if level == .strongest, let words = configuration.strongWords { return words }
    return level.words(in: texts, least: least)
  }

  func counterText(for count: Int) -> String {
    guard let range = configuration.policy.characterRange else { return "\(count)" }
    let (count, least) = ("\(count)", "\(range.lowerBound)")
    return range.upperBound == .max
      ? texts("{count}, at least {least}", ["count": count, "least": least])
      : texts("{count} of {least}-{most}", ["count": count, "least": least, "most": "\(range.upperBound)"])
  }
}

extension Texts {
  func bits(_ count: Int) -> String { plural("{count} bit", "{count} bits", count) }

  /// The words around a refused character, after the label of the allowed characters.
  var notAllowed: Sentence {
    let texts = self
    // translators: It stands behind such labels as "only ASCII characters".
    return Sentence(texts(": not \"*{character}*\""))
  }
}
