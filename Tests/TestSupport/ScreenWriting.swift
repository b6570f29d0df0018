package import WatchwordScreen

/// Which cells a program writes, and what. Read from its bytes, because a picture does not show whether an unchanged
/// cell was written again.
package struct ScreenWriting {
  package struct Step: Equatable, Sendable {
    package var position: Position
    /// The text; empty if the cell was erased.
    package var text: String
    /// Whether the text or its style differs from before.
    package var isChange: Bool
  }

  private struct Cell: Equatable {
    var text = " "
    var style = Style()
  }

  private struct Style: Equatable {
    var attributes: Set<Int> = []
    var foreground: [Int] = []
    var background: [Int] = []
  }

  package private(set) var steps: [Step] = []
  package private(set) var unknown: [String] = []
  package private(set) var cursor = Position(row: 0, column: 0)
  package private(set) var savedCursor = Position(row: 0, column: 0)

  private let size: Size
  private var cells: [Cell]
  private var style = Style()

  /// Reads `bytes`, everything that a program wrote in a window of `size`. ``steps`` are those of the bytes from
  /// `start` on.
  package init(_ bytes: [UInt8], from start: Int = 0, size: Size) {
    self.size = size
    cells = Array(repeating: Cell(), count: size.columns * size.rows)
    read(bytes.prefix(start))
    steps = []
    read(bytes.dropFirst(start))
  }

  /// The text of the steps that wrote something, with a line for each run of cells. An erased cell is a blank.
  package var runs: [String] {
    var runs: [String] = []
    var next: Position?
    for step in steps {
      let text = step.text.isEmpty ? " " : step.text
      if step.position == next { runs[runs.count - 1] += text } else { runs.append(text) }
      next = step.position
      next?.column += Self.columns(of: text)
    }
    return runs
  }

  /// The screen, a line for each row, without the blanks at its end.
  package var text: String {
    (0..<size.rows).map { row in
      var line = cells[row * size.columns..<(row + 1) * size.columns].map(\.text).joined()
      while line.last == " " { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }

  private static func columns(of text: String) -> Int { CharacterWidth.standard.columns(of: text) }

  private mutating func read(_ bytes: ArraySlice<UInt8>) {
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\u{1B}": readEscape(&scalars)
      case "\r": cursor.column = 0
      case "\n": cursor.row += 1
      case "\u{8}": cursor.column -= 1
      case "\u{7}", "\u{E}", "\u{F}": break
      case "\t": cursor.column = min(size.columns - 1, (cursor.column / 8 + 1) * 8)
      default: write(scalar)
      }
    }
  }

  private mutating func readEscape(_ scalars: inout Substring.UnicodeScalarView) {
    let kind = scalars.popFirst()
    switch kind {
    case "[":
      let parameters = take(from: &scalars) { ("0"..."?").contains($0) || (" "..."/").contains($0) }
      obey(scalars.popFirst() ?? " ", parameters)
    case "]", "_", "P":
      _ = take(from: &scalars) { $0 != "\u{1B}" && $0 != "\u{7}" }
      if scalars.popFirst() == "\u{1B}" { _ = scalars.popFirst() }
    case "(", ")": _ = scalars.popFirst()
    case "M": cursor.row -= 1
    case "7": savedCursor = cursor
    case "8": cursor = savedCursor
    case "=", ">", "\\": break
    default: unknown.append("ESC \(kind.map(String.init) ?? "")")
    }
  }

  private func take(
    from scalars: inout Substring.UnicodeScalarView, while condition: (Unicode.Scalar) -> Bool
  ) -> String {
    let part = scalars.prefix(while: condition)
    scalars = scalars[part.endIndex...]
    return String(part)
  }

  private mutating func obey(_ final: Unicode.Scalar, _ parameters: String) {
    guard parameters.first != "?", parameters.first != ">" else { return }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    let first = max(1, numbers.first ?? 1)
    switch final {
    case "H": cursor = Position(row: first - 1, column: max(1, numbers.dropFirst().first ?? 1) - 1)
    case "A": cursor.row -= first
    case "B": cursor.row += first
    case "C": cursor.column += first
    case "D": cursor.column -= first
    case "G": cursor.column = first - 1
    case "d": cursor.row = first - 1
    case "X": erase(cursor.column..<min(size.columns, cursor.column + first))
    case "K": erase(numbers.first == 1 ? 0..<cursor.column + 1 : cursor.column..<size.columns)
    case "J" where (numbers.first ?? 0) == 0:
      let place = cursor
      erase(cursor.column..<size.columns)
      while cursor.row + 1 < size.rows {
        cursor.row += 1
        erase(0..<size.columns)
      }
      cursor = place
    case "J": cells = Array(repeating: Cell(), count: cells.count)
    case "b":
      guard let last = steps.last?.text.unicodeScalars.first else { return }
      for _ in 0..<first { write(last) }
    case "m": select(numbers)
    case "c", "h", "l", "n", "r", "t": break
    default: unknown.append("CSI \(parameters)\(final)")
    }
  }

  private mutating func select(_ numbers: [Int]) {
    var rest = numbers[...]
    while let number = rest.popFirst() {
      switch number {
      case 0: style = Style()
      case 1...9: style.attributes.insert(number)
      case 22: style.attributes.subtract([1, 2])
      case 23...29: style.attributes.remove(number - 20)
      case 30...37, 90...97: style.foreground = [number]
      case 39: style.foreground = []
      case 40...47, 100...107: style.background = [number]
      case 49: style.background = []
      case 38, 48:
        let color = Array(rest.prefix(rest.first == 2 ? 4 : 2))
        rest = rest.dropFirst(color.count)
        if number == 38 { style.foreground = color } else { style.background = color }
      default: unknown.append("SGR \(number)")
      }
    }
  }

  private mutating func erase(_ columns: Range<Int>) {
    for column in columns { put("", in: Position(row: cursor.row, column: column)) }
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    let columns = CharacterWidth.standard.columns(of: scalar)
    guard columns > 0 else { return }
    put(String(scalar), in: cursor)
    cursor.column += columns
  }

  private mutating func put(_ text: String, in position: Position) {
    let place = position.row * size.columns + position.column
    guard cells.indices.contains(place) else { return }
    let cell = text.isEmpty ? Cell() : Cell(text: text, style: style)
    steps.append(Step(position: position, text: text, isChange: cells[place] != cell))
    cells[place] = cell
  }
}
