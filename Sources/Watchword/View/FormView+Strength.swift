import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// Drawing how strong a password is, and why no stronger.
extension FormView {
  /// Draws the bars and the words beside them.
  func drawBars(in frame: inout Frame) {
    guard let row = layout.bars.flatMap(layout.row) else { return }
    var column = layout.left + Layout.indent
    for (level, bar) in zip(Level.allCases, form.bars.bars(showing: form.shownLevel, at: form.now)) {
      let scalar = bar.isLit ? appearance.glyphs.barHeights[bar.height - 1] : appearance.glyphs.unlitBar
      let style = Style(.meter, level: UInt8(level.rawValue), blend: UInt8(bar.blend))
      frame.fill(scalar, row: row, columns: column..<column + layout.barWidth, style: style)
      column += layout.barWidth + 1
    }
    if let words = layout.words, let level = form.shownLevel {
      let text =
        form.panel.verdict.estimate?.words
        ?? form.words(for: level, least: form.configuration.policy.minimumLevel)
      let room = layout.left + layout.width - words
      put(
        appearance.cut(text, columns: room), row: row, style: .caption, indent: words - layout.left,
        in: &frame)
    }
  }

  /// Writes how many characters there are, and how many there have to be.
  func drawCounter(in frame: inout Frame) {
    guard let place = layout.counter, let row = layout.row(place.line),
      form.offer == nil || place.line != layout.bars
    else { return }
    let isInBorder = layout.fields.contains { $0.hasBorder && $0.label.line == place.line }
    let counter = form.counterText(for: form.characterCount)
    let text = isInBorder ? " \(counter) " : counter
    let end = place.columns.upperBound + (isInBorder ? 1 : 0)
    frame.put(
      text, at: Position(row: row, column: end - appearance.width.columns(of: text)), style: Style(.faint),
      width: appearance.width)
  }

  /// Writes why a text is no stronger and what would help, in one line. An error takes its place.
  func drawReason(in frame: inout Frame) {
    guard let index = form.judgedField, let row = layout.row(layout.fields[index].error.lowerBound),
      let reason,
      errorText(of: index) == nil
    else { return }
    let columns = textColumns(in: layout.fields[index].error)
    // The advice is given up before the reason is cut.
    let line = appearance.glyphs.spelled(reason.text)
    let text = appearance.width.columns(of: line) <= columns ? line : reason.fact
    put(appearance.cut(text, columns: columns), row: row, style: .faint, indent: Layout.indent, in: &frame)
  }

  /// The most useful reason why the text is no stronger; `nil` at the strongest level and where nothing is typed.
  private var reason: Reason.Line? {
    guard let estimate = form.panel.verdict.estimate, estimate.level < .strongest else { return nil }
    return estimate.reason(in: form.configuration.texts)
  }
}

extension FormState {
  /// The words beside the bars at `level` (B4), where at least `least` is asked for.
  func words(for level: Level, least: Level) -> String {
    if level == .strongest, let words = configuration.strongWords { return words }
    return level.words(in: configuration.texts, least: least)
  }

  /// How many characters there are, and how many there have to be.
  func counterText(for count: Int) -> String {
    guard let range = configuration.policy.characterRange else { return "\(count)" }
    let texts = configuration.texts
    let (count, least) = ("\(count)", "\(range.lowerBound)")
    return range.upperBound == .max
      ? texts("{count}, at least {least}", ["count": count, "least": least])
      : texts("{count} of {least}-{most}", ["count": count, "least": least, "most": "\(range.upperBound)"])
  }
}
