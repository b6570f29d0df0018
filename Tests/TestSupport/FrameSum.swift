package import WatchwordScreen

/// A checksum (FNV-1a, 64 bits) of what a terminal was given. It depends on what can be seen, not on how frames and cells
/// store it.
package struct FrameSum: Equatable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func add(byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  package mutating func add(_ number: Int) {
    for shift in stride(from: 0, to: 64, by: 8) { add(byte: UInt8(truncatingIfNeeded: number >> shift)) }
  }

  package mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte: byte) }
    add(byte: 0xFF)
  }

  /// Adds all that a terminal does with `frame`, and the texts that fill its holes.
  package mutating func add(_ frame: Frame, readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void) {
    add(frame.size.columns)
    add(frame.size.rows)
    var holes = Set<Int>()
    for line in frame.lines {
      for cell in line { add(cell, of: frame, &holes) }
    }
    for field in holes.sorted() {
      add(field)
      readSecret(field) { add(String(copying: $0)) }
    }
    add(frame.cursor)
    for flag in [frame.takesSecret, frame.isInline] { add(byte: flag ? 1 : 0) }
    add("\(frame.invisible)")
  }

  /// Adds the news of `frame` that a terminal writes after `before`: what has changed.
  package mutating func addNews(of frame: Frame, after before: Frame?) {
    for part in frame.news where before.map({ frame.differs(from: $0, in: part) }) ?? true {
      for number in [part.rows.lowerBound, part.rows.upperBound, part.field ?? -1] { add(number) }
      for number in [part.columns.lowerBound, part.columns.upperBound] { add(number) }
    }
  }

  package mutating func add(_ echo: Echo) {
    var holes = Set<Int>()
    add(echo.cell, of: Frame(size: Size(columns: 0, rows: 0)), &holes)
    for number in [echo.row, echo.columns.lowerBound, echo.columns.upperBound] { add(number) }
    add(echo.cursor)
  }

  private mutating func add(_ position: Position?) {
    add(position?.row ?? -1)
    add(position?.column ?? -1)
  }

  private mutating func add(_ cell: Cell, of frame: Frame, _ holes: inout Set<Int>) {
    switch cell.glyph {
    case .scalar(let scalar):
      for shift in [0, 8, 16] { add(byte: UInt8(truncatingIfNeeded: scalar.value >> shift)) }
    case .cluster(let index): add(frame.clusters[Int(index)])
    case .secret(let field, let index):
      holes.insert(Int(field))
      add("hole")
      add(Int(field))
      add(Int(index))
    case .continuation: add(byte: 0xFE)
    }
    let style = cell.style
    for byte in [style.role.rawValue, style.bar.rawValue, style.blend] { add(byte: byte) }
  }
}

extension Frame {
  /// Where something is written, row by row.
  package var writtenPositions: [Position] {
    lines.indices.flatMap { row in
      lines[row].indices.filter { lines[row][$0] != Cell() }.map { Position(row: row, column: $0) }
    }
  }
}

extension Frame {
  fileprivate func differs(from before: Frame, in part: Part) -> Bool {
    guard size == before.size else { return true }
    return part.rows.contains { row in
      part.columns.clamped(to: 0..<size.columns).contains { self[row, $0] != before[row, $0] }
    }
  }
}
