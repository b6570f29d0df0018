import Messages
import Screen
import Strength

/// Drawing how strong a password is, and why no stronger.
extension Form {
  /// Draws the bars, the words and the counter beside them.
  func drawBars(in frame: inout Frame, _ layout: Layout, _ appearance: Appearance) {
    guard let row = layout.bars.flatMap(layout.row) else { return }
    let roles: [Style.Role] = [.weakBar, .mediumBar, .strongBar]
    var column = layout.left
    for (bar, role) in zip(bars.bars(at: now), roles) {
      let scalar = bar.isLit ? appearance.glyphs.barHeights[bar.height - 1] : appearance.glyphs.unlitBar
      let style = Style(role, blend: UInt8(bar.blend))
      frame.fill(scalar, row: row, columns: column..<column + layout.barWidth, style: style)
      column += layout.barWidth + 1
    }
    if layout.hasWords {
      let words = configuration.catalogue.strength.words(for: level)
      let indent = column - layout.left + (layout.hasCounter ? 2 : 1)
      put(words, row: row, style: .caption, indent: indent, in: &frame, layout, appearance)
    }
    if layout.hasCounter {
      let counter = counterText(for: panel.verdict.count)
      let indent = max(column - layout.left, layout.width - appearance.width.columns(of: counter))
      put(counter, row: row, style: .faint, indent: indent, in: &frame, layout, appearance)
    }
  }

  /// Writes why a text is no stronger, in one line. An error that needs the same row wins.
  func drawReason(in frame: inout Frame, _ layout: Layout, _ appearance: Appearance) {
    guard let index = judgedField, let line = layout.reason, let row = layout.row(line), let reason else {
      return
    }
    let isShared = layout.fields[index].error.contains(line)
    if isShared, errorText(of: index, hasFormError: !layout.formError.isEmpty) != nil { return }
    let text = cut(appearance.glyphs.spelled(reason), columns: layout.width, appearance)
    put(text, row: row, style: .faint, in: &frame, layout, appearance)
  }

  /// Why the text is no stronger, the most useful reason; `nil` where it is strong, or nothing is typed.
  private var reason: String? {
    let estimate = panel.verdict.estimate
    guard let index = judgedField, fields[index].shape.count > 0, estimate.level < .strong else { return nil }
    return estimate.reason(in: configuration.catalogue.reasons)
  }

  /// The field whose text the policy judges for the bars and the panel.
  var judgedField: Int? { fields.firstIndex { $0.configuration.judgement == .policy } }
}
