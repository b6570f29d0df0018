internal import CWatchwordCurses
internal import WatchwordBase
internal import WatchwordScreen

/// The first picture, written by the strings of the terminal's description before ncurses is started.
///
/// It shows what ncurses would draw, whatever state the terminal was left in. ncurses is told of it afterwards.
struct FirstPicture {
  /// What to write, from the clearing of the screen to the place of the cursor.
  private(set) var bytes: [UInt8]
  private let width: CharacterWidth
  /// The style in force.
  private var style = Style.plain
  /// The sequence that ends any style. That the usual character set is selected at the start is enough.
  private let ending: [UInt8]

  /// Draws `frame`, as ``canDraw(_:_:_:)`` allows, in a window of `size`.
  init(of frame: Frame, in size: Size, _ styles: inout CellStyles, _ width: CharacterWidth) {
    bytes = Self.start(rows: size.rows, inColor: styles.theme.depth != .none)
    self.width = width
    let end = CursesScreen.capability("sgr0") ?? []
    let selectsSet = end.starts(with: TerminalModes.usualSet)
    ending = selectsSet ? Array(end[TerminalModes.usualSet.count...]) : end
    bytes.reserveCapacity(Self.usualCount)
    let (rows, columns) = (0..<min(frame.size.rows, size.rows), 0..<min(frame.size.columns, size.columns))
    let news = frame.news.filter { !frame.isBlank($0) }
    var rest = frame
    for part in news { rest.blank(part) }
    for row in rows { draw(row, of: rest, columns, &styles) }
    // News come last, as in every picture.
    for part in news {
      for row in part.rows.clamped(to: rows) {
        draw(row, of: frame, part.columns.clamped(to: columns), &styles)
      }
    }
    let cursor = frame.cursor ?? Position(row: 0, column: 0)
    move(to: min(max(cursor.row, 0), size.rows - 1), min(max(cursor.column, 0), size.columns - 1))
    if frame.cursor == nil { bytes += CursesScreen.capability("civis") ?? [] }
  }

  /// In bytes: more than most pictures of a window of 80 by 24 cells have.
  private static let usualCount = 4096
  /// The most blank columns that are written instead of moving the cursor, which takes about as many bytes.
  private static let shortWay = 7

  /// Whether the picture is what ncurses would draw, as far as terminfo tells. The strings need no padding, which ncurses
  /// would time, and the last column of a row can be written without scrolling (xenl).
  static func canDraw(_ frame: Frame, _ theme: Theme, _ encoding: CharacterEncoding) -> Bool {
    if case .other = encoding { return false }
    let required = ["cup", "clear", "sgr0"] + (theme.depth == .none ? [] : ["setaf", "setab", "op"])
    let used = stringsOfStart + ["cup", "bold", "dim", "rev", "smul", "sitm", "setaf", "setab", "civis"]
    return !frame.hasSecrets && !frame.isInline && required.allSatisfy(isThere)
      && used.allSatisfy { unsafe cn_is_plain($0) } && (!has("am") || has("xenl"))
      && !["hc", "os", "ul", "xhp"].contains(where: has) && hasNoCookies
      && theme.uncolorable & cn_reverse() == 0
  }

  /// Whether a change of attributes takes no cell.
  private static var hasNoCookies: Bool { unsafe tigetnum("xmc") <= 0 }
  private static func isThere(_ name: String) -> Bool { unsafe cn_string(name) != nil }
  private static func has(_ flag: String) -> Bool { unsafe tigetflag(flag) == 1 }

  /// The strings that ncurses starts with: what another program may have left is undone.
  private static let stringsOfStart = ["enacs", "csr", "sgr0", "rmir", "smam", "op", "clear"]

  private static func start(rows: Int, inColor isInColor: Bool) -> [UInt8] {
    stringsOfStart.flatMap { name in
      if name == "csr" { return CursesScreen.expand(name, 0, rows - 1) }
      return name == "op" && !isInColor ? [] : CursesScreen.capability(name) ?? []
    }
  }

  private mutating func draw(_ row: Int, of frame: Frame, _ columns: Range<Int>, _ styles: inout CellStyles) {
    let line = frame.lines[row]
    let blank = Cell()
    var column = columns.lowerBound
    // Where the cursor is, if that is certain.
    var cursor: Int?
    // The glyph of one column at the end of the bytes.
    var last: (cell: Cell, bytes: Range<Int>)?
    while column < columns.upperBound {
      let cell = line[column]
      if cell == blank {
        let next = line[column..<columns.upperBound].firstIndex { $0 != blank } ?? columns.upperBound
        if next == columns.upperBound { break }
        if cursor != column || next - column > Self.shortWay {
          column = next
          continue
        }
      }
      if cursor != column { move(to: row, column) }
      if cell.style != style {
        endStyle()
        bytes += styles.start(of: cell.style)
        style = cell.style
      }
      let span = min(frame.columnsOfGlyph(row: row, column: column), columns.upperBound - column)
      let start = bytes.count
      if span == 1, let last, last.cell == cell {
        for index in last.bytes { bytes.append(bytes[index]) }
      } else {
        put(cell.glyph, columns: span, of: frame)
      }
      last = span == 1 ? (cell, start..<bytes.count) : nil
      column += span
      // Terminals disagree on the width of several characters in one.
      if case .cluster = cell.glyph { cursor = nil } else { cursor = column }
    }
    endStyle()
  }

  private mutating func put(_ glyph: Cell.Glyph, columns: Int, of frame: Frame) {
    switch glyph {
    case .scalar(let scalar) where columns == 1 && scalar.isPrintableASCII:
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    case .scalar(let scalar): put(CollectionOfOne(scalar), columns: columns)
    case .cluster(let number): put(frame.clusters[Int(number)].unicodeScalars, columns: columns)
    case .continuation, .secret: put(EmptyCollection(), columns: columns)
    }
  }

  /// Adds a grapheme cluster, cut or padded to exactly `columns` columns.
  private mutating func put(_ scalars: some Sequence<Unicode.Scalar>, columns: Int) {
    var scalars = scalars.makeIterator()
    width.lay(in: columns) {
      scalars.next()
    } put: { scalar, _ in
      if let character = UTF8.encode(scalar) { bytes += character }
    }
  }

  /// Moves the cursor, in no style: not every terminal can keep one meanwhile.
  private mutating func move(to row: Int, _ column: Int) {
    endStyle()
    bytes += CursesScreen.expand("cup", row, column)
  }

  private mutating func endStyle() {
    if style == .plain { return }
    bytes += ending
    style = .plain
  }
}

extension Frame {
  fileprivate func isBlank(_ part: Part) -> Bool {
    part.rows.clamped(to: 0..<size.rows).allSatisfy { row in
      lines[row][part.columns.clamped(to: 0..<size.columns)].allSatisfy { $0 == Cell() }
    }
  }
}
