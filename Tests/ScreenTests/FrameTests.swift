import Testing
import WatchwordScreen

@Suite struct FrameTests {
  /// Latin letters take one column, those from U+1100 on two, combining marks none.
  private static let width = CharacterWidth { scalar in
    (0x300..<0x370).contains(scalar.value) ? 0 : scalar.value >= 0x1100 ? 2 : scalar.value >= 0xA0 ? 1 : -1
  }

  private func frame(columns: Int = 6, rows: Int = 1, _ draw: (inout Frame) -> Void = { _ in }) -> Frame {
    var frame = Frame(size: Size(columns: columns, rows: rows))
    draw(&frame)
    return frame
  }

  private func put(_ text: String, column: Int = 0, row: Int = 0, limit: Int = .max) -> (
    picture: [String], columns: Int
  ) {
    var columns = 0
    let frame = frame(rows: 2) {
      columns = $0.put(text, at: Position(row: row, column: column), limit: limit, width: Self.width)
    }
    return (frame.rows, columns)
  }

  @Test func `a new frame is blank and shows no cursor`() {
    let frame = frame(columns: 3, rows: 2)
    #expect(frame.cells == Array(repeating: Cell(), count: 6))
    #expect(frame.cursor == nil)
    #expect(frame.description == "\n\n--- no cursor\n\n")
  }

  @Test func `a frame of no cells holds none`() {
    for size in [Size(columns: 0, rows: 0), Size(columns: 0, rows: 3), Size(columns: 3, rows: 0)] {
      var frame = Frame(size: size)
      #expect(frame.put("text", at: Position(row: 0, column: 0), width: Self.width) == 0)
      frame.put(.scalar("x"), columns: 1, row: 0, column: 0)
      #expect(frame.cells.isEmpty)
    }
  }

  @Test(arguments: [
    ("abc", 0, "abc", 3), ("abc", 2, "  abc", 3), ("abcdef", 0, "abcdef", 6), ("abcdefgh", 0, "abcdef", 6),
    ("abc", 4, "    ab", 2), ("abc", 6, "", 0), ("abc", 9, "", 0), ("abcd", -2, "cd", 4), ("", 0, "", 0),
    ("漢字", 0, "漢字", 4), ("漢字漢字", 0, "漢字漢", 6), ("a漢字漢", 0, "a漢字", 5), ("漢", 5, "", 0), ("漢", 4, "    漢", 2),
    ("漢a", -1, " a", 3), ("e\u{301}a", 0, "e\u{301}a", 2), ("e\u{301}", 5, "     e\u{301}", 1),
  ])
  func `text is clipped at the edges and a wide character never cut in half`(
    _ text: String, _ column: Int, _ picture: String, _ columns: Int
  ) {
    let result = put(text, column: column)
    #expect(result.picture == [picture, ""])
    #expect(result.columns == columns)
  }

  @Test(arguments: [-1, 2, 100]) func `a row outside the frame takes no text`(_ row: Int) {
    let result = put("abc", row: row)
    #expect(result.picture == ["", ""])
    #expect(result.columns == 0)
  }

  @Test(arguments: [
    ("abc", 2, "ab", 2), ("abc", 3, "abc", 3), ("a漢", 2, "a", 1), ("abc", 0, "", 0), ("abc", -1, "", 0),
  ]) func `text ends before the limit`(_ text: String, _ limit: Int, _ picture: String, _ columns: Int) {
    let result = put(text, limit: limit)
    #expect(result.picture == [picture, ""])
    #expect(result.columns == columns)
  }

  @Test(arguments: [
    ("x", 0, "x 漢漢"), ("x", 1, " x漢漢"), ("x", 2, "漢x 漢"), ("xy", 1, " xy 漢"), ("xy", 2, "漢xy漢"),
    ("字", 1, " 字 漢"), ("字", 2, "漢字漢"), ("x", 5, "漢漢 x"), ("", 1, "漢漢漢"), ("字", 5, "漢漢漢"), ("é", 3, "漢 é漢"),
  ])
  func `text over a part of a wide character leaves no other part of it`(
    _ text: String, _ column: Int, _ picture: String
  ) {
    let frame = frame {
      $0.put("漢漢漢", at: Position(row: 0, column: 0), width: Self.width)
      $0.put(text, at: Position(row: 0, column: column), width: Self.width)
    }
    #expect(frame.rows == [picture])
  }

  @Test func `a wide character is followed by a continuation of its style`() {
    let frame = frame {
      $0.put("漢", at: Position(row: 0, column: 1), style: Style(.title), width: Self.width)
    }
    #expect(frame[0, 0] == Cell())
    #expect(frame[0, 1] == Cell(.scalar("漢"), style: Style(.title)))
    #expect(frame[0, 2] == Cell(.continuation, style: Style(.title)))
    #expect(frame[0, 3] == Cell())
  }

  @Test func `a cluster of several scalars is kept once`() {
    let frame = frame {
      $0.put("e\u{301}ae\u{301}o\u{308}", at: Position(row: 0, column: 0), width: Self.width)
    }
    #expect(frame.clusters == ["e\u{301}", "o\u{308}"])
    #expect((0..<4).map { frame[0, $0].glyph } == [.cluster(0), .scalar("a"), .cluster(0), .cluster(1)])
  }

  @Test func `an invisible character is drawn as the frame's glyph`() {
    var frame = Frame(size: Size(columns: 6, rows: 1), invisible: "◌")
    #expect(frame.put("a\u{202E}b\u{34F}", at: Position(row: 0, column: 0), width: Self.width) == 4)
    #expect(frame.rows == ["a◌b◌"])
    #expect(frame.clusters == ["b◌"])
  }

  @Test(arguments: [(0, 0, 1), (0, 5, 1), (1, 4, 2), (1, 0, 6)])
  func `a glyph is put where all of it fits`(_ row: Int, _ column: Int, _ columns: Int) {
    let glyph = Cell.Glyph.secret(field: 1, index: 7)
    let frame = frame(rows: 2) { $0.put(glyph, columns: columns, row: row, column: column) }
    #expect(frame[row, column].glyph == glyph)
    #expect(frame.cells.count { $0.glyph == .continuation } == columns - 1)
  }

  @Test(arguments: [(-1, 0, 1), (2, 0, 1), (0, -1, 2), (0, 6, 1), (0, 5, 2), (1, 0, 7)])
  func `a glyph that does not fit leaves the frame as it is`(_ row: Int, _ column: Int, _ columns: Int) {
    let frame = frame(rows: 2) { $0.put(.scalar("x"), columns: columns, row: row, column: column) }
    #expect(frame == self.frame(rows: 2))
  }

  @Test func `the description shows picture, cursor and styles`() {
    var frame = frame(columns: 8, rows: 3) {
      $0.put("Name", at: Position(row: 0, column: 1), style: Style(.title), width: Self.width)
      $0.put("漢a", at: Position(row: 1, column: 0), style: Style(.good), width: Self.width)
      $0.put(.secret(field: 0, index: 3), columns: 1, row: 2, column: 2)
    }
    frame.cursor = Position(row: 2, column: 3)
    #expect(frame.description == " Name\n漢a\n  ¿\n--- cursor 2,3\n.TTTT\nGGG\n")
    #expect(frame.rows == [" Name", "漢a", "  ¿"])
  }

  @Test func `every role has a letter of its own, and so has each bar and its mark`() {
    let others = Style.Role.allCases.filter { $0 != .meter && $0 != .mark }.map { Style($0) }
    let styles = others + Style.Bar.allCases.flatMap { [Style(.meter, bar: $0), Style(.mark, bar: $0)] }
    let letters = styles.map { style in
      frame { $0.put(.scalar("x"), columns: 1, row: 0, column: 0, style: style) }.description
    }
    #expect(Set(letters).count == styles.count)
  }
}
