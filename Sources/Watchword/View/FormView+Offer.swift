import WatchwordMessages
import WatchwordScreen

/// Drawing the password that is offered, in the rows of bars and reason.
extension FormView {
  /// Draws the offer in the clear, its bits behind it or in the next row, and in the rows that are left why there is no
  /// other one.
  func draw(_ offer: Offer, in frame: inout Frame) {
    guard let index = form.judgedField, let bars = layout.bars else { return }
    var rows = ([bars] + layout.fields[index].error).compactMap(layout.row)[...]
    let columns = textColumns(in: layout.fields[index].error)
    let lines = offer.lines(columns: columns, rows: rows.count)
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
      drawClip(appearance.glyphs.clippedRight, row: row, column: start + columns - 1, in: &frame)
    }
    let bits = offer.bits.map { form.configuration.texts("{count} bits", ["count": "\($0)"]) } ?? ""
    let column = last.count + Self.gapBeforeBits
    if column + appearance.width.columns(of: bits) <= columns {
      put(bits, row: row, style: .caption, indent: Layout.indent + column, in: &frame)
    } else if offer.note == nil || rows.count > 1, let next = rows.popFirst() {
      put(bits, row: next, style: .caption, indent: Layout.indent, in: &frame)
    }
    for (row, text) in zip(rows, appearance.lines(of: offer.note, columns: columns, rows: rows.count)) {
      put(text, row: row, style: .notice, indent: Layout.indent, in: &frame)
    }
  }

  private static var gapBeforeBits: Int { 3 }
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
