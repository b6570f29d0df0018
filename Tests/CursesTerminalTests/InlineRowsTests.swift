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
    let (window, cursor) = (Size(columns: after, rows: 24), Position(row: toldRow, column: toldColumn))
    let remains = taken.remains(
      inWindowOf: window, cursor: cursor, upTo: 23,
      reflows: taken.showsReflow(inWindowOf: window, cursor: cursor))
    #expect(remains.start == Position(row: start, column: 0))
  }

  @Test func `K5 rows that a narrow window has pushed out are erased once a wide one brings them back`() {
    let line = Array(repeating: Cell(.scalar("x")), count: 60)
    var taken = InlineRows(4, from: Position(row: 0, column: 0), in: Size(columns: 80, rows: 24))
    taken.rest = Position(row: 2, column: 10)
    taken.lines = [line, line, line, line]
    // The rows above the cursor are four now, and three of them are not in the window.
    let narrow = taken.remains(
      inWindowOf: Size(columns: 40, rows: 24), cursor: Position(row: 1, column: 10), upTo: 23, reflows: true)
    #expect(narrow.start.row == 0 && narrow.overhang.goesOn)
    #expect(narrow.overhang.lines == [line, Array(line.prefix(40))])
    var second = InlineRows(4, from: narrow.start, in: Size(columns: 40, rows: 24))
    second.overhang = narrow.overhang
    second.rest = Position(row: 1, column: 5)
    second.lines = Array(repeating: Array(line.prefix(30)), count: 4)
    for (told, start, lines) in [(5, 3, []), (2, 0, []), (1, 0, [line])] {
      let wide = second.remains(
        inWindowOf: Size(columns: 80, rows: 24), cursor: Position(row: told, column: 5), upTo: 23,
        reflows: true)
      #expect(wide.start.row == start && wide.overhang == InlineRows.Overhang(lines: lines))
    }
  }

  @Test(arguments: [
    // Nobody has seen a reflow: the cursor stays in its row, or the height changes, too.
    (50, 24, 6, 10, false, 5), (50, 20, 8, 10, false, 7), (50, 24, 8, 9, false, 7),
    // The cursor has left its row, or is known to do so.
    (50, 24, 8, 10, true, 6), (50, 24, 6, 10, true, 4), (30, 24, 9, 10, true, 6), (29, 24, 9, 10, true, 6),
    // A cursor in another column than one that was wrapped.
    (50, 24, 6, 9, true, 5),
    // A cursor that was sent to the first cell, and has moved with the text since: the form ends where it ended.
    (50, 24, 5, 30, true, 1), (50, 24, 0, 0, true, 0),
  ])
  func `K5 where a terminal wraps rows anew, each row counts as it was wrapped`(
    columns: Int, height: Int, toldRow: Int, toldColumn: Int, reflows: Bool, start: Int
  ) {
    var taken = InlineRows(4, from: Position(row: 5, column: 0), in: Size(columns: 80, rows: 24))
    taken.rest = Position(row: 6, column: 10)
    // 60 columns, of which a wide character has the 30th and the next one.
    var line = Array(repeating: Cell(.scalar("x")), count: 60) + Array(repeating: Cell(), count: 20)
    (line[29], line[30]) = (Cell(.scalar("面")), Cell(.continuation))
    taken.lines = [line, line, line, line]
    let (window, cursor) = (Size(columns: columns, rows: height), Position(row: toldRow, column: toldColumn))
    #expect(!taken.showsReflow(inWindowOf: window, cursor: cursor) || reflows)
    let remains = taken.remains(inWindowOf: window, cursor: cursor, upTo: height - 1, reflows: reflows)
    #expect(remains.start == Position(row: start, column: 0))
  }
}
