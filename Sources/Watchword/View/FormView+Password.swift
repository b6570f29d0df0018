import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// Drawing what is said of a new password: how strong it is and why no stronger, what is not allowed in it, and the one
/// that is offered in its place.
extension FormView {
  /// Draws the bars and the words beside them.
  mutating func drawBars() {
    guard let row = layout.bars.flatMap(layout.row) else { return }
    var column = layout.left + Layout.indent
    for (level, bar) in zip(Level.allCases, form.bars.bars(showing: form.shownLevel, at: form.now)) {
      let scalar = bar.isLit ? appearance.glyphs.barHeights[bar.height - 1] : appearance.glyphs.unlitBar
      let style = Style(.meter, level: UInt8(level.rawValue), blend: UInt8(bar.blend))
      frame.fill(scalar, row: row, columns: column..<column + layout.barWidth, style: style)
      column += layout.barWidth + 1
    }
    if let words = layout.words, let text = form.levelWords {
      put(appearance.cut(text, columns: layout.right - words), .caption, row: row, column: words)
    }
  }

  /// Writes how many characters there are, and how many there have to be.
  mutating func drawCounter() {
    guard let place = layout.counter, form.offer == nil || place.line != layout.bars else { return }
    let text = form.counterText(for: form.characterCount)
    let isInBorder = layout.fields.contains { $0.hasBorder && $0.line == place.line }
    let column = place.columns.upperBound - columns(of: text)
    put(text, .faint, line: place.line, column: column, isInBorder: isInBorder)
  }

  /// Writes why a text is no stronger and what would help. The first of several rows is the error's, and the error takes more
  /// where it is longer; in a single row an error takes its place.
  mutating func drawReason() {
    guard let index = form.judgedField, let reason = form.reasonLine else { return }
    let columns = textColumns(in: layout.reason)
    var room = layout.reason[...]
    if layout.fields[index].error == layout.reason {
      let error = appearance.lines(of: errorText(of: index), columns: columns)
      room = room.dropFirst(max(room.count > 1 ? 1 : 0, error.count))
    }
    for (line, text) in zip(room, self.lines(of: reason, columns: columns, rows: room.count)) {
      if let row = layout.row(line) { put(text, .faint, row: row, indent: Layout.indent) }
    }
  }

  /// `reason` in at most `rows` lines: whole, the advice in lines of its own where it cannot all stand in one. Else the fact
  /// is said shortly before the advice is given up, and the advice is given up before the fact is cut.
  private func lines(of reason: Reason.Line, columns: Int, rows: Int) -> [String] {
    guard rows > 0 else { return [] }
    var ways = [(reason.text, 1)]
    if !reason.advice.isEmpty, reason.text.hasSuffix(reason.advice) {
      let fact = reason.text.dropLast(reason.advice.count)
      let short = reason.short.prefix(1).uppercased() + reason.short.dropFirst()
      ways += [
        ((fact.last == " " ? fact.dropLast() : fact) + "\n" + reason.advice, rows), (reason.text, rows),
        (form.texts("{fact}: {advice}", ["fact": short, "advice": reason.advice]), rows),
      ]
    }
    for (text, most) in ways {
      let lines = appearance.lines(of: text, columns: columns)
      if lines.count <= most { return lines }
    }
    return appearance.lines(of: reason.fact, columns: columns, rows: rows)
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
      let row = layout.row(item.line)
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

  /// Draws the offer in the clear, in the rows of bars and reason, its bits behind it or in the next row, and in the rows
  /// that are left why there is no other one.
  mutating func draw(_ offer: Offer) {
    guard let bars = layout.bars else { return }
    var rows = ([bars] + layout.reason).compactMap(layout.row)[...]
    let room = textColumns(in: layout.reason)
    let lines = offer.lines(columns: room, rows: rows.count)
    guard var row = rows.first, let last = lines.last else { return }
    let start = layout.left + Layout.indent
    frame.cursor = Position(row: row, column: start)
    for line in lines {
      row = rows.removeFirst()
      for (offset, character) in line.enumerated() {
        let glyph = Cell.Glyph.secret(field: UInt8(form.offerPlace), index: UInt16(character))
        frame.put(glyph, columns: 1, row: row, column: start + offset)
      }
    }
    if last.upperBound < offer.count {
      putClip(appearance.glyphs.clippedRight, row: row, column: start + room - 1)
    }
    let bits = offer.bits.map { form.texts("{count} bits", ["count": "\($0)"]) } ?? ""
    let column = last.count + 3
    if column + columns(of: bits) <= room {
      put(bits, .caption, row: row, indent: Layout.indent + column)
    } else if offer.note == nil || rows.count > 1, let next = rows.popFirst() {
      put(bits, .caption, row: next, indent: Layout.indent)
    }
    for (row, text) in zip(rows, appearance.lines(of: offer.note, columns: room, rows: rows.count)) {
      put(text, .notice, row: row, indent: Layout.indent)
    }
  }
}

extension Offer {
  /// The characters of each line, of at most `columns` of them. Lines end behind separators where they are no more than
  /// `rows` then. What has no room in any case is left out, with the last column.
  fileprivate func lines(columns: Int, rows: Int) -> [Range<Int>] {
    guard columns > 0, rows > 0 else { return [] }
    let whole = lines(columns: columns, breakingBehind: breaks)
    if whole.count <= rows { return whole }
    var lines = lines(columns: columns, breakingBehind: [])
    guard lines.count > rows else { return lines }
    lines.removeSubrange(rows...)
    let last = lines.removeLast()
    return lines + [last.dropLast()]
  }

  private func lines(columns: Int, breakingBehind breaks: [Int]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while start < count {
      var end = min(count, start + columns)
      if end < count { end = breaks.last { start < $0 && $0 <= end } ?? end }
      lines.append(start..<end)
      start = end
    }
    return lines
  }
}

extension FormState {
  /// What is said beside the bars now; `nil` where nothing is.
  var levelWords: String? {
    shownLevel.map {
      panel.verdict.estimate?.words ?? words(for: $0, least: configuration.policy.minimumLevel)
    }
  }

  /// Why the new password is no stronger, as it is said now; `nil` where nothing is.
  var reasonLine: Reason.Line? {
    guard let estimate = panel.verdict.estimate, estimate.level < .strongest else { return nil }
    return estimate.reason(in: texts)
  }

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
