import Screen

/// The part that is in view of a text longer than its row, and of a form higher than its window.
extension Form {
  /// Scrolls the text of each field so that its caret is in view.
  public mutating func settle(_ appearance: Appearance) { settle(in: layout(appearance)) }

  mutating func settle(in layout: Layout) {
    for index in fields.indices { settleText(of: index, columns: layout.fields[index].text.count) }
  }

  private mutating func settleText(of index: Int, columns: Int) {
    let field = fields[index]
    let (count, caret) = (field.shape.count, field.shape.caret)
    guard field.columns(of: 0..<count) >= columns else {
      fields[index].firstVisible = 0
      return
    }
    var first = min(field.firstVisible, max(0, caret - 1), count)
    // One column is the caret's, and one is lost to the sign that there is more at the left.
    func room(from first: Int) -> Int { columns - 1 - (first > 0 ? 1 : 0) }
    while first < caret, field.columns(of: first..<caret) > room(from: first) { first += 1 }
    while first > 0, field.columns(of: first - 1..<count) <= room(from: first - 1) { first -= 1 }
    fields[index].firstVisible = first
  }

  /// The cluster of field `index` before which a press at `position` puts the caret.
  func cluster(at position: Position, in index: Int, _ layout: Layout) -> Int {
    let field = fields[index]
    var column = layout.fields[index].text.lowerBound + (field.firstVisible > 0 ? 1 : 0)
    var cluster = field.firstVisible
    while cluster < field.shape.count {
      column += field.columns(ofCluster: cluster)
      if position.column < column { break }
      cluster += 1
    }
    return cluster
  }

  /// Says that there is more than the window shows, in the margin, so that no row gives anything up for it: where the
  /// window is too narrow for a margin nothing does. While the check runs no page can be turned.
  func drawClips(in frame: inout Frame, _ layout: Layout, _ appearance: Appearance) {
    let column = max(layout.left + layout.width, layout.panelColumns.upperBound) + 1
    guard submission == .open, column < size.columns, layout.rows > 0 else { return }
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
