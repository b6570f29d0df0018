import WatchwordScreen

/// The part that is in view of a text longer than its row, and of a form higher than its window.
extension FormView {
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
