import Testing
import WatchwordScreen

@testable import WatchwordCurses

/// Which rows an inline form takes, and what is erased of them.
@Suite struct InlineRowsTests {
  private let size = Size(columns: 80, rows: 24)

  @Test(arguments: [
    (0, 0, 3, 0..<3, 2), (0, 5, 3, 1..<4, 3), (20, 0, 3, 20..<23, 2), (21, 0, 3, 21..<24, 2),
    (22, 0, 3, 21..<24, 2), (23, 0, 3, 21..<24, 2), (23, 7, 3, 21..<24, 3), (23, 0, 14, 10..<24, 13),
  ])
  func `K2 rows begin at the cursor, and what stands above scrolls only as far as it has to`(
    row: Int, column: Int, height: Int, rows: Range<Int>, newlines: Int
  ) {
    let cursor = Position(row: row, column: column)
    let taken = InlineRows(height, from: cursor, in: size)
    #expect(taken.rows == rows)
    #expect(taken.opening(from: cursor).filter { $0 == 0x0A }.count == newlines)
  }

  /// What stands in the window after `bytes`, whose text counts as one column per byte.
  private func play(_ bytes: [UInt8], on lines: [String]) -> [String] {
    var (cells, row, column) = (lines.map { Array($0) }, 0, 0)
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    func pad(_ row: Int, _ count: Int) {
      if cells[row].count < count { cells[row] += Array(repeating: " ", count: count - cells[row].count) }
    }
    while let first = rest.first {
      rest = rest.dropFirst()
      guard first == "\u{1B}" else {
        pad(row, column + 1)
        cells[row][column] = first
        column += 1
        continue
      }
      let body = rest.dropFirst().prefix { !$0.isLetter }
      let final = rest.dropFirst(1 + body.count).first
      rest = rest.dropFirst(2 + body.count)
      let numbers = body.split(separator: ";").compactMap { Int($0) }
      switch final {
      case "H": (row, column) = (numbers[0] - 1, numbers[1] - 1)
      case "K": cells[row] = Array(cells[row].prefix(column))
      case "B": row = min(row + 1, cells.count - 1)
      case "J":
        cells[row] = Array(cells[row].prefix(column))
        for below in row + 1..<cells.count { cells[below] = [] }
      default: Issue.record("an unknown sequence: \(body)\(final ?? " ")")
      }
    }
    return cells.map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }

  /// A form of three rows in a window of eight, its cursor behind two masks.
  private func form(from row: Int) -> (InlineRows, [String]) {
    var taken = InlineRows(3, from: Position(row: row, column: 0), in: Size(columns: 20, rows: 8))
    taken.rest = Position(row: row, column: 8)
    var lines = (0..<8).map { $0 < row ? "above" : "" }
    lines.replaceSubrange(row..<row + 3, with: ["| PIN **       show", "  error", "  keys"])
    return (taken, lines)
  }

  @Test func `K5 the rows are erased, and nothing else`() {
    let (taken, lines) = form(from: 2)
    #expect(play(taken.erasure, on: lines) == ["above", "above", "", "", "", "", "", ""])
  }

  @Test func `K7 a line of another program stays, and the rest of the form goes`() {
    let (taken, _) = form(from: 2)
    let lines = ["above", "above", "| PIN **one    show", "  error", "  keys", "", "", ""]
    let remains = taken.remains(
      under: Position(row: 3, column: 0), masks: [6..<8, 0..<0, 0..<0])
    #expect(
      play(remains.erasure, on: lines) == ["above", "above", "        one    show", "", "", "", "", ""])
    #expect(remains.start == Position(row: 3, column: 0))
  }

  @Test func `K7 several lines, the last of them unfinished, stay`() {
    let (taken, _) = form(from: 2)
    let lines = ["above", "above", "| PIN **one", "two", "thrys", "", "", ""]
    let remains = taken.remains(
      under: Position(row: 4, column: 3), masks: [6..<8, 0..<0, 0..<0])
    #expect(play(remains.erasure, on: lines) == ["above", "above", "        one", "two", "thr", "", "", ""])
  }

  @Test func `K7 what is written in the row of the cursor stays, and the rest of that row goes`() {
    let (taken, _) = form(from: 2)
    let lines = ["above", "above", "| PIN **one    show", "  error", "  keys", "", "", ""]
    let remains = taken.remains(
      under: Position(row: 2, column: 11), masks: [6..<8, 0..<0, 0..<0])
    #expect(play(remains.erasure, on: lines) == ["above", "above", "        one", "", "", "", "", ""])
  }

  @Test
  func
    `K7 masks behind the cursor and in other rows go, and lines that stand over them stay as far as they can`()
  {
    var taken = InlineRows(3, from: Position(row: 2, column: 0), in: Size(columns: 20, rows: 8))
    taken.rest = Position(row: 2, column: 6)
    let lines = ["above", "above", "| PIN one***", "two   ***", "", "", "", ""]
    let remains = taken.remains(
      under: Position(row: 4, column: 0), masks: [9..<12, 6..<9, 0..<0])
    #expect(play(remains.erasure, on: lines) == ["above", "above", "      one", "two", "", "", "", ""])
  }

  @Test func `K7 nothing is erased above the last row once that was reached`() {
    let (taken, lines) = form(from: 5)
    let remains = taken.remains(
      under: Position(row: 7, column: 2), masks: [6..<8, 0..<0, 0..<0])
    #expect(play(remains.erasure, on: lines).dropLast() == lines.dropLast()[...])
    #expect(play(remains.erasure, on: lines).last == "")
  }

  @Test(arguments: [
    (80, 40, 5, 30, 5, 30, 5), (80, 20, 5, 30, 6, 10, 5), (80, 20, 5, 30, 5, 19, 5),
    (80, 100, 6, 30, 4, 30, 3),
  ])
  func `K6 after a resize the form begins where it began, as far as its cursor tells`(
    before: Int, after: Int, row: Int, column: Int, toldRow: Int, toldColumn: Int, start: Int
  ) {
    var taken = InlineRows(4, from: Position(row: 5, column: 0), in: Size(columns: before, rows: 24))
    taken.rest = Position(row: row, column: column)
    let remains = taken.remains(
      inWindowOf: Size(columns: after, rows: 24), cursor: Position(row: toldRow, column: toldColumn))
    #expect(remains.start == Position(row: start, column: 0))
  }
}
