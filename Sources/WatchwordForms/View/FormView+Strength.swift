import WatchwordMessages
import WatchwordScreen
import WatchwordStrength

/// Drawing how strong a password is, and why no stronger.
extension FormView {
  /// Draws the bars, the words and the counter beside them.
  func drawBars(in frame: inout Frame) {
    guard let row = layout.bars.flatMap(layout.row) else { return }
    var column = layout.left
    for (level, bar) in zip(Level.allCases, form.bars.bars(showing: form.shownLevel, at: form.now)) {
      let scalar = bar.isLit ? appearance.glyphs.barHeights[bar.height - 1] : appearance.glyphs.unlitBar
      let style = Style(.meter, level: UInt8(level.rawValue), blend: UInt8(bar.blend))
      frame.fill(scalar, row: row, columns: column..<column + layout.barWidth, style: style)
      column += layout.barWidth + 1
    }
    if layout.hasWords, let level = form.shownLevel {
      let words = form.configuration.catalogue.strength.words(
        for: level, least: form.configuration.policy.minimumLevel)
      let indent = column - layout.left + (layout.hasCounter ? 2 : 1)
      put(words, row: row, style: .caption, indent: indent, in: &frame)
    }
    if layout.hasCounter {
      let counter = form.counterText(for: form.characterCount)
      let indent = max(column - layout.left, layout.width - appearance.width.columns(of: counter))
      put(counter, row: row, style: .faint, indent: indent, in: &frame)
    }
  }

  /// Writes why a text is no stronger and what would help, in one line. An error that needs the same row wins.
  func drawReason(in frame: inout Frame) {
    guard let index = form.judgedField, let place = layout.reason, let row = layout.row(place), let reason
    else {
      return
    }
    let isShared = layout.fields[index].error.contains(place)
    if isShared, form.errorText(of: index, hasFormError: !layout.formError.isEmpty) != nil { return }
    // The advice is given up before the reason is cut.
    let line = appearance.glyphs.spelled(reason.text)
    let isWhole = appearance.width.columns(of: line) <= layout.width
    let text = cut(isWhole ? line : appearance.glyphs.spelled(reason.fact), columns: layout.width)
    put(text, row: row, style: .faint, in: &frame)
  }

  /// The most useful reason why the text is no stronger; `nil` at the strongest level and where nothing is typed.
  private var reason: Catalogue.Reason? {
    guard let estimate = form.panel.verdict.estimate, estimate.level < .strongest else { return nil }
    return estimate.reason(in: form.configuration.catalogue.reasons)
  }
}
