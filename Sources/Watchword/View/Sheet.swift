import WatchwordBase
import WatchwordScreen

/// What the parts of a form are drawn on: cells, and what stays the same from picture to picture of one layout.
struct Sheet {
  let layout: Layout
  let appearance: Appearance
  private let shared: SharedDescription
  var form: FormDescription { shared.description }
  private(set) var frame: Frame
  /// What has been drawn since the last ``take()``.
  private var drawn = Drawn()
  /// Outside these rows there is no glyph of several columns.
  private var wideRows = 0..<0

  /// What one part has drawn.
  struct Drawn {
    /// The cells that were written. Each is in one row.
    fileprivate(set) var places: [Frame.Part] = []
    var cursor: Position?
    /// See ``Frame/news`` and ``Frame/lead``.
    var news: [Frame.Part] = []
    var lead: [Frame.Part] = []
    /// The statements whose places are blank.
    var untold: [Statement] = []
    var secretRows: [Int] = []
  }

  init(_ layout: Layout, _ appearance: Appearance, _ shared: SharedDescription) {
    (self.layout, self.appearance, self.shared) = (layout, appearance, shared)
    frame = Frame(size: layout.size, invisible: appearance.glyphs.invisible)
    frame.isInline = layout.isInline
    frame.mask = frame.glyph(for: appearance.mask)
  }

  /// Makes the sheet blank. The clusters of `frame`, a frame of the same layout, have their numbers on it.
  mutating func clear(like frame: Frame) {
    self.frame = Frame(blankLike: frame)
    wideRows = 0..<0
  }

  /// Returns what was drawn since the last call.
  mutating func take() -> Drawn {
    defer { drawn = Drawn() }
    return drawn
  }

  private mutating func note(_ row: Int, _ columns: Range<Int>) {
    guard (0..<frame.size.rows).contains(row) else { return }
    let columns = columns.clamped(to: 0..<frame.size.columns)
    if let last = drawn.places.last, last.rows.lowerBound == row,
      last.columns.upperBound == columns.lowerBound
    {
      drawn.places[drawn.places.count - 1].columns = last.columns.lowerBound..<columns.upperBound
      return
    }
    if !columns.isEmpty { drawn.places.append(Frame.Part(rows: row..<row + 1, columns: columns)) }
  }

  private mutating func noteWide(_ row: Int) {
    wideRows =
      wideRows.isEmpty
      ? row..<row + 1 : min(wideRows.lowerBound, row)..<max(wideRows.upperBound, row + 1)
  }

  /// `columns` of `row` with the other half of each glyph that is overwritten in part, because that is blanked, too.
  private func withHalves(_ columns: Range<Int>, of row: Int) -> Range<Int> {
    guard wideRows.contains(row), !columns.isEmpty else { return columns }
    func isSecondHalf(_ column: Int) -> Bool {
      (0..<frame.size.columns).contains(column) && frame[row, column].isContinuation
    }
    let start = columns.lowerBound - (isSecondHalf(columns.lowerBound) ? 1 : 0)
    let end = columns.upperBound + (isSecondHalf(columns.upperBound) ? 1 : 0)
    return start..<end
  }
}

/// What a part needs to know of the layout.
extension Sheet {
  var texts: Texts { form.texts }
  var isQuiet: Bool { form.isTypingQuiet }
  /// The columns for a text in rows below a field.
  var textColumns: Int { layout.width - Layout.indent }

  func row(_ line: Int) -> Int? { layout.row(line) }

  func columns(of text: String) -> Int { appearance.width.columns(of: text) }

  /// Columns `start` to `columns` of the block in `rows`.
  func part(rows: Range<Int>, from start: Int = 0, columns: Int) -> Frame.Part {
    Frame.Part(rows: rows, columns: layout.left + start..<layout.left + max(start, columns))
  }

  /// Whether the focus shows in glyphs, too. With quiet typing it changes only colours, so that a screen reader speaks
  /// only what is new.
  func marksFocus(_ isActive: Bool) -> Bool { isActive && !isQuiet }

  func border(isActive: Bool) -> GlyphSet.Border {
    marksFocus(isActive) ? appearance.glyphs.activeBorder : appearance.glyphs.border
  }
}

extension Sheet {
  /// Writes `text` at `column` of the window, and returns the number of columns used.
  @discardableResult
  mutating func put(_ text: String, _ role: Style.Role, row: Int, column: Int, limit: Int = .max) -> Int {
    let most = min(limit, max(0, frame.size.columns - column))
    let columns =
      wideRows.contains(row)
      ? column..<column + min(most, columns(of: text)) : column..<column
    let halves = withHalves(columns, of: row)
    if !text.isPrintableASCII, self.columns(of: text) > text.count { noteWide(row) }
    let used = frame.put(
      text, at: Position(row: row, column: column), style: Style(role), limit: limit, width: appearance.width)
    note(row, min(column, halves.lowerBound)..<max(column + used, halves.upperBound))
    return used
  }

  /// Writes `text` at the left edge of the block, cut at its right edge.
  mutating func put(_ text: String, _ role: Style.Role, row: Int, indent: Int = 0) {
    put(text, role, row: row, column: layout.left + indent, limit: layout.width - indent)
  }

  mutating func put(_ text: String, _ role: Style.Role, line: Int, indent: Int = 0) {
    if let row = row(line) { put(text, role, row: row, indent: indent) }
  }

  /// Writes each of `texts` in a line of its own from `line`, if in view.
  mutating func put(_ texts: [String], _ role: Style.Role, from line: Int, indent: Int = 0) {
    for (offset, text) in texts.enumerated() { put(text, role, line: line + offset, indent: indent) }
  }

  /// Writes `text` in the line of a label, if in view. In a border it gets a blank at both ends.
  mutating func put(_ text: String, _ role: Style.Role, line: Int, column: Int, isInBorder: Bool) {
    guard let row = row(line) else { return }
    put(isInBorder ? " \(text) " : text, role, row: row, column: isInBorder ? column - 1 : column)
  }

  /// Writes `glyph` with a width of `columns`, if it fits into the frame.
  mutating func put(_ glyph: Cell.Glyph, columns: Int = 1, row: Int, column: Int, style: Style = .plain) {
    if columns > 1 { noteWide(row) }
    frame.put(glyph, columns: columns, row: row, column: column, style: style)
    note(row, column..<column + max(1, columns))
    if case .secret = glyph, drawn.secretRows.last != row { drawn.secretRows.append(row) }
  }

  mutating func fill(_ scalar: Unicode.Scalar, row: Int, columns: Range<Int>, style: Style = .plain) {
    frame.fill(scalar, row: row, columns: columns, style: style)
    note(row, columns)
  }

  /// Writes a mark for text beyond the visible part.
  mutating func putClip(_ sign: Character, row: Int, column: Int) {
    put(frame.glyph(for: sign), row: row, column: column, style: Style(.faint))
  }

  mutating func placeCursor(row: Int, column: Int) {
    drawn.cursor = Position(row: row, column: min(column, layout.size.columns - 1))
  }

  /// Makes `part` news about `field`; `nil` for the form.
  mutating func tell(_ part: Frame.Part, of field: Int? = nil) {
    var part = part
    part.field = field
    drawn.news.append(part)
  }

  /// Blanks `part`, the place of a statement that is not told yet.
  mutating func blank(_ part: Frame.Part, of said: Statement) {
    for row in part.rows { fill(" ", row: row, columns: part.columns) }
    drawn.untold.append(said)
  }

  mutating func lead(with part: Frame.Part) { drawn.lead.append(part) }
}
