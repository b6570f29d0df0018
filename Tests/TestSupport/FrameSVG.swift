package import WatchwordScreen

extension Frame {
  /// The elements of an SVG picture of the frame, as a terminal with a dark background shows it, and those below them.
  /// `texts` are those of its fields.
  ///
  /// Lines and bars are drawn as shapes, so they meet in any font. Text is text, held to the grid of cells. A style for
  /// which `color` has a colour is shown in it.
  func elements(
    showing texts: [Int: [Character]], color: (Style) -> UInt32?
  ) -> (below: [String], above: [String]) {
    let rows = 0..<size.rows
    return (
      rows.flatMap { backgrounds(row: $0, color) },
      rows.flatMap { shapes(row: $0, color) + words(row: $0, showing: texts, color) } + caret
    )
  }

  /// Copies `rows` and `columns` of `other` to `place`, with `texts` in its holes and a line for its cursor.
  package mutating func copy(
    rows: Range<Int>, columns: Range<Int>, of other: Frame, showing texts: [Int: String], to place: Position
  ) {
    let texts = texts.mapValues(Array.init)
    for row in rows {
      for column in columns {
        let old = other[row, column]
        let character = other.text(row: row, column: column, showing: texts)?.first
        let cell =
          switch old.glyph {
          case .cluster, .secret: Cell(character.map { glyph(for: $0) } ?? .scalar(" "), style: old.style)
          case .scalar, .continuation: old
          }
        self[place.row + row - rows.lowerBound, place.column + column - columns.lowerBound] = cell
      }
    }
    guard let cursor = other.cursor, rows.contains(cursor.row), columns.contains(cursor.column) else {
      return
    }
    let (row, column) = (
      place.row + cursor.row - rows.lowerBound, place.column + cursor.column - columns.lowerBound
    )
    if self[row, column].glyph == .scalar(" ") {
      self[row, column] = Cell(.scalar("▏"), style: Style(.title))
    }
  }

  /// The frame, and at its right a line and a pane with `lines`.
  func beside(_ lines: [String], columns: Int) -> Frame {
    var wide = Frame(size: Size(columns: size.columns + columns, rows: size.rows))
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        var cell = self[row, column]
        if case .cluster(let index) = cell.glyph {
          cell = Cell(wide.glyph(for: Character(clusters[Int(index)])), style: cell.style)
        }
        wide[row, column] = cell
      }
      wide.fill("│", row: row, columns: size.columns..<size.columns + 1, style: Style(.border))
    }
    for (row, line) in lines.suffix(size.rows).enumerated() {
      wide.put(line, at: Position(row: row, column: size.columns + 2), width: .standard)
    }
    wide.cursor = cursor
    return wide
  }

  private var caret: [String] {
    guard let cursor else { return [] }
    let origin = Grid.origin(row: cursor.row, column: cursor.column)
    return [
      #"<rect x="\#(origin.x)" y="\#(origin.y)" width="2" height="\#(Grid.height)" fill="\#(Look.caret)"/>"#
    ]
  }

  private func backgrounds(row: Int, _ color: (Style) -> UInt32?) -> [String] {
    (0..<size.columns).compactMap { column in
      guard let fill = Look(of: self[row, column].style, color).background else { return nil }
      return Grid.rectangle(row: row, column: column, fill: fill)
    }
  }

  /// The shapes of a row. Equal neighbours become one.
  private func shapes(row: Int, _ color: (Style) -> UInt32?) -> [String] {
    var elements: [String] = []
    var column = 0
    while column < size.columns {
      let first = self[row, column]
      let start = column
      column += 1
      guard case .scalar(let scalar) = first.glyph, let shape = Shape(of: scalar) else { continue }
      while shape.isContinuous, column < size.columns, self[row, column] == first { column += 1 }
      let origin = Grid.origin(row: row, column: start)
      let width = (column - start) * Grid.width
      elements.append(shape.element(at: origin, width: width, fill: Look(of: first.style, color).fill))
    }
    return elements
  }

  /// The words of a row: runs of cells of one style without blanks. Wide characters stand alone.
  private func words(
    row: Int, showing shown: [Int: [Character]], _ color: (Style) -> UInt32?
  ) -> [String] {
    var words: [(column: Int, columns: Int, text: String)] = []
    for column in 0..<size.columns {
      guard let text = text(row: row, column: column, showing: shown) else { continue }
      let columns = isWide(row: row, column: column) ? 2 : 1
      if let last = words.last, columns == 1, last.columns == last.text.count,
        last.column + last.columns == column, self[row, last.column].style == self[row, column].style
      {
        words[words.count - 1].text += text
        words[words.count - 1].columns += 1
      } else {
        words.append((column, columns, text))
      }
    }
    return words.map { word in
      let look = Look(of: self[row, word.column].style, color)
      let origin = Grid.origin(row: row, column: word.column)
      let weight = look.isBold ? #" font-weight="bold""# : ""
      let line = look.isUnderlined ? #" text-decoration="underline""# : ""
      return """
        <text x="\(origin.x)" y="\(origin.y + Grid.baseline)" textLength="\(word.columns * Grid.width)" \
        lengthAdjust="spacingAndGlyphs" fill="\(look.fill)"\(weight)\(line)>\(word.text.escapedForXML)</text>
        """
    }
  }

  private func text(row: Int, column: Int, showing texts: [Int: [Character]]) -> String? {
    switch self[row, column].glyph {
    case .scalar(let scalar): scalar == " " || Shape(of: scalar) != nil ? nil : String(scalar)
    case .cluster(let index): clusters[Int(index)]
    case .secret(let field, let index): texts[Int(field)].map { String($0[Int(index)]) }
    case .continuation: nil
    }
  }

  private func isWide(row: Int, column: Int) -> Bool {
    column + 1 < size.columns && self[row, column + 1].glyph == .continuation
  }
}

enum Grid {
  static let width = 10
  static let height = 20
  static let margin = 20
  static let baseline = 15

  static func extent(of size: Size) -> (width: Int, height: Int) {
    (size.columns * width + 2 * margin, size.rows * height + 2 * margin)
  }

  static func origin(row: Int, column: Int) -> (x: Int, y: Int) {
    (margin + column * width, margin + row * height)
  }

  static func rectangle(row: Int, column: Int, fill: String) -> String {
    let origin = origin(row: row, column: column)
    return #"<rect x="\#(origin.x)" y="\#(origin.y)" width="\#(width)" height="\#(height)" fill="\#(fill)"/>"#
  }
}

/// A character that is drawn as a shape.
private enum Shape {
  /// A block from the bottom of the cell, in eighths of its height.
  case block(eighths: Int)
  /// Lines from the middle of the cell to its sides, in half pixels; 0 for none.
  case lines(up: Int, right: Int, down: Int, left: Int)

  init?(of scalar: Unicode.Scalar) {
    if ("▁"..."█").contains(scalar) {
      self = .block(eighths: Int(scalar.value) - 0x2580)
    } else if let (up, right, down, left) = Self.ends[scalar] {
      self = .lines(up: up, right: right, down: down, left: left)
    } else {
      return nil
    }
  }

  private static let ends: [Unicode.Scalar: (Int, Int, Int, Int)] = [
    "─": (0, 2, 0, 2), "│": (2, 0, 2, 0), "┌": (0, 2, 2, 0), "┐": (0, 0, 2, 2), "└": (2, 2, 0, 0),
    "┘": (2, 0, 0, 2), "━": (0, 5, 0, 5), "┃": (5, 0, 5, 0), "┏": (0, 5, 5, 0), "┓": (0, 0, 5, 5),
    "┗": (5, 5, 0, 0), "┛": (5, 0, 0, 5),
  ]

  /// Whether neighbours join to one wider shape.
  var isContinuous: Bool {
    switch self {
    case .block: true
    case .lines(let up, _, let down, _): up == 0 && down == 0
    }
  }

  func element(at origin: (x: Int, y: Int), width: Int, fill: String) -> String {
    switch self {
    case .block(let eighths):
      let height = Double(Grid.height * eighths) / 8
      let top = Double(origin.y + Grid.height) - height
      return
        #"<rect x="\#(origin.x)" y="\#(top)" width="\#(width)" height="\#(height)" fill="\#(fill)"/>"#
    case .lines(let up, let right, let down, let left):
      let middle = (x: origin.x + width / 2, y: origin.y + Grid.height / 2)
      let ends = [
        (up, "\(middle.x) \(origin.y)"), (right, "\(origin.x + width) \(middle.y)"),
        (down, "\(middle.x) \(origin.y + Grid.height)"), (left, "\(origin.x) \(middle.y)"),
      ].filter { $0.0 != 0 }.map(\.1)
      let path = "M\(ends[0]) L\(middle.x) \(middle.y) L\(ends[1])"
      let stroke = Double(max(up, right, down, left)) / 2
      return #"<path d="\#(path)" fill="none" stroke="\#(fill)" stroke-width="\#(stroke)"/>"#
    }
  }
}

struct Look {
  static let background = "#16191f"
  static let caret = "#f2f4f8"

  var fill: String
  var background: String?
  var isBold: Bool
  var isUnderlined: Bool { [.mark, .part, .room, .roomPlaceholder].contains(style.role) }
  private let style: Style

  init(of style: Style, _ color: (Style) -> UInt32?) {
    isBold = false
    self.style = style
    switch style.role {
    case .plain, .activeField, .room, .part: fill = "#d5d9e0"
    case .title, .emphasis: (fill, isBold) = ("#ffffff", true)
    case .caption, .key: (fill, isBold) = ("#d5d9e0", true)
    case .faint, .inactiveButton, .inactiveButtonLetter, .border, .activePlaceholder, .placeholder,
      .roomPlaceholder:
      fill = "#8a93a3"
    case .focusedInactiveButton, .focusedInactiveButtonLetter: (fill, isBold) = ("#8a93a3", true)
    case .good: fill = "#4dc062"
    case .bad, .error, .errorBorder: fill = "#ff6b6b"
    case .notice: fill = "#e6b45c"
    case .activeBorder: fill = "#3096f0"
    case .button, .buttonLetter: (fill, background) = (Look.background, "#3096f0")
    case .focusedButton, .focusedButtonLetter: (fill, background, isBold) = (Look.background, "#d5d9e0", true)
    case .mark, .meter: fill = Look.bar(style.bar, style.role == .mark ? 255 : style.blend)
    }
    guard let color = color(style) else { return }
    let own = "#" + String(color + 0x1000000, radix: 16).dropFirst()
    if [.button, .buttonLetter].contains(style.role) { background = own } else { fill = own }
  }

  /// The colour of a bar on its way from unlit to lit.
  private static func bar(_ bar: Style.Bar, _ blend: UInt8) -> String {
    let lit =
      switch bar {
      case .first: (230, 92, 92)
      case .second: (230, 181, 92)
      case .third: (77, 191, 99)
      }
    func mix(_ unlit: Int, _ lit: Int) -> String {
      let value = unlit + (lit - unlit) * Int(blend) / 255
      return (value < 16 ? "0" : "") + String(value, radix: 16)
    }
    return "#" + mix(138, lit.0) + mix(138, lit.1) + mix(138, lit.2)
  }
}

extension String {
  fileprivate var escapedForXML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
