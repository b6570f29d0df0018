import TestSupport
import Testing
import WatchwordForms
import WatchwordScreen

/// The form in windows of all sizes: point A13 and what goes with it.
@Suite struct WindowTests {
  /// What of the form is in `frame`, a letter each: key line, title, button, borders, caption, panel, words beside the
  /// bars, text row of the first and of the second field.
  private func parts(_ frame: Frame) -> String {
    let rows = frame.rows
    func letter(_ letter: String, _ text: String) -> String {
      rows.contains { $0.contains(text) } ? letter : ""
    }
    return letter("K", "Esc cancel") + letter("T", "Choose a new") + letter("B", "Set password")
      + letter("b", "━━") + letter("C", "Enter password") + letter("P", "digit (0-9)")
      + letter("W", "Too weak")
      + letter("1", "◙ New") + letter("2", "◙ Re-enter")
  }

  private static let heights: [(rows: Int, parts: String)] =
    (19...24).map { ($0, "KTBbCPW12") } + [
      (18, "TBbCPW12"), (17, "BbCPW12"), (16, "bCPW12"), (15, "CPW12"), (14, "CPW12"), (13, "CPW12"),
      (12, "CPW12"), (11, "PW12"),
    ] + (5...10).map { ($0, "W12") } + [(4, "W12"), (3, "W1"), (2, "W1"), (1, "1")]

  @Test(arguments: heights)
  func `A13 what does not fit is given up in order`(_ rows: Int, expected: String) {
    var stage = Rehearsal(columns: 80, rows: rows)
    #expect(parts(stage.frame) == expected)
  }

  @Test(arguments: [(80, true), (40, true), (33, true), (30, false), (20, false)])
  func `A13 the words beside the bars are given up for want of columns`(_ columns: Int, hasWords: Bool) {
    var stage = Rehearsal(columns: columns, rows: 24)
    #expect(parts(stage.frame).contains("W") == hasWords)
    #expect(stage.rows.contains { $0.contains("▂") && $0.contains("··") })
  }

  @Test func `A13 the text row of the field with the focus is never given up, with its caret in it`() {
    for columns in [20, 25, 40, 80, 200] {
      for rows in 1...30 {
        var stage = Rehearsal(columns: columns, rows: max(4, rows))
        for field in 0...1 {
          if field == 1 { stage.press(.tab) }
          stage.resize(columns: columns, rows: rows)
          let frame = stage.frame
          guard let cursor = frame.cursor else {
            Issue.record("no cursor in field \(field) at \(columns)x\(rows)")
            continue
          }
          #expect(frame.rows[cursor.row].contains("◙"), "field \(field) at \(columns)x\(rows)")
          stage.resize(columns: columns, rows: max(4, rows))
        }
      }
    }
  }

  @Test func `A13 the button that has the focus is in the window`() {
    for rows in 4...24 {
      var stage = Rehearsal(columns: 80, rows: rows)
      stage.press(Key(.tab, .shift))
      #expect(stage.rows.contains { $0.contains("▸ Set password ◂") }, "\(rows) rows")
    }
  }

  @Test func `A13 the page of keys comes back whole when the window grows`() {
    var stage = Rehearsal(columns: 80, rows: 10)
    stage.press(.function(1), .pageDown, .pageDown, .pageDown)
    stage.resize(columns: 80, rows: 24)
    var whole = Rehearsal()
    whole.press(.function(1))
    #expect(stage.frame == whole.frame)
    stage.resize(columns: 80, rows: 10)
    stage.press(.pageUp)
    #expect(stage.rows != whole.rows)
  }

  @Test func `a placeholder far longer than its row is cut`() {
    var description = NewPasswordForm()
    description.prompt = String(repeating: "漢 ", count: 5_000)
    var stage = Rehearsal(description)
    #expect(stage.rows.contains { $0.contains("漢 漢") && $0.contains("…") })
  }

  @Test func `A13 all comes back when the window grows`() {
    var stage = Rehearsal()
    stage.type("abc")
    let before = stage.frame
    for (columns, rows) in [(20, 4), (1, 1), (200, 60), (80, 3), (5, 24)] {
      stage.resize(columns: columns, rows: rows)
    }
    stage.resize(columns: 80, rows: 24)
    #expect(stage.frame == before)
  }

  @Test(arguments: [(19, 24), (80, 3), (1, 1), (19, 3)])
  func `A13 below 20x4 typing is refused with a beep and Esc works`(_ columns: Int, rows: Int) {
    var stage = Rehearsal(columns: columns, rows: rows)
    stage.type("a")
    #expect(stage.requests.last == .beep)
    #expect(stage.text(of: 0) == "")
    stage.press(.escape)
    #expect(stage.requests.last == .cancel)
  }

  @Test func `A13 an error wraps while there is room and then ends in an ellipsis`() {
    var wide = Rehearsal(columns: 40, rows: 24)
    wide.type("%")
    wide.press(.tab)
    #expect(wide.rows.contains { $0.contains("Your password must meet the") })
    #expect(wide.rows.contains { $0.contains("requirements below.") })
    var low = Rehearsal(columns: 40, rows: 12)
    low.type("%")
    low.press(.tab)
    #expect(low.rows.contains { $0.contains("Your password must meet the require…") })
  }

  @Test func `A13 PgDn and PgUp read what does not fit, and the next key goes on with the form`() {
    var stage = Rehearsal(columns: 40, rows: 8)
    #expect(!parts(stage.frame).contains("P"))
    var seen = Set<Character>()
    for key in Array(repeating: Key.Code.pageDown, count: 8) + Array(repeating: .pageUp, count: 8) {
      stage.press(key)
      seen.formUnion(parts(stage.frame))
      #expect(stage.frame.cursor == nil)
    }
    #expect(seen == Set("KTBbCPW12"))
    #expect(stage.rows[0].contains("Choose a new password"))
    stage.type("a")
    #expect(stage.text(of: 0) == "a")
    #expect(stage.frame.cursor != nil)
  }

  /// Which of `signs` stand at the right edge.
  private func edge(_ stage: inout Rehearsal, _ signs: String = "↑↓") -> String {
    let rows = stage.rows
    return signs.filter { sign in rows.contains { $0.hasSuffix(" \(sign)") } }
  }

  @Test(arguments: [30, 31, 40, 80, 120])
  func `A13 a sign at the edge says that there is more where the button was given up`(_ columns: Int) {
    for rows in 4...40 {
      var stage = Rehearsal(columns: columns, rows: rows)
      let isWhole = parts(stage.frame).contains("B")
      #expect(edge(&stage) == (isWhole ? "" : "↓"), "\(columns)x\(rows)")
    }
  }

  @Test(arguments: [40, 80, 120])
  func `A13 a sign at the edge says that there is more where the panel was given up for the button`(
    _ columns: Int
  ) {
    for rows in 6...40 {
      var stage = Rehearsal(columns: columns, rows: rows)
      stage.press(.tab, .tab)
      let shown = parts(stage.frame)
      #expect(shown.contains("B"))
      #expect(edge(&stage) == (shown.contains("P") ? "" : "↓"), "\(columns)x\(rows)")
    }
  }

  @Test func `A13 a form that is scrolled has signs for what lies above and below`() {
    var stage = Rehearsal(columns: 40, rows: 4)
    #expect(edge(&stage) == "↓")
    stage.press(.tab)
    #expect(edge(&stage) == "↑↓")
    stage.press(.tab)
    #expect(parts(stage.frame).contains("B"))
    #expect(edge(&stage) == "↑↓")
    stage.press(.pageDown, .pageUp)
    #expect(edge(&stage) == "↓")
  }

  @Test func `A13 pages that are read have signs for what lies above and below`() {
    var stage = Rehearsal(columns: 40, rows: 8)
    stage.press(.pageDown)
    #expect(edge(&stage) == "↑↓")
    while !stage.rows.contains(where: { $0.contains("Set password") }) { stage.press(.pageDown) }
    stage.press(.pageDown)
    #expect(edge(&stage) == "↑")
    for _ in 0..<8 { stage.press(.pageUp) }
    #expect(edge(&stage) == "↓")
  }

  @Test func `A13 where there is no margin there is no sign, and no row is disturbed`() {
    var stage = Rehearsal(columns: 29, rows: 12)
    #expect(edge(&stage) == "")
    var ascii = Rehearsal(columns: 40, rows: 4, glyphs: .ascii)
    ascii.press(.tab)
    #expect(edge(&ascii, "^v") == "^v")
  }

  @Test func `A12 a press while reading meets what is seen`() {
    var stage = Rehearsal(columns: 40, rows: 8)
    for _ in 0..<8 { stage.press(.pageDown) }
    let row = stage.rows.firstIndex { $0.contains("Set password") }
    guard let row else {
      Issue.record("the button is not in sight")
      return
    }
    stage.send(.press(Position(row: row, column: 20)))
    #expect(stage.form.fields.allSatisfy { $0.isJudged })
  }

  @Test func `A13 where all fits PgDn beeps`() {
    var stage = Rehearsal()
    stage.press(.pageDown)
    #expect(stage.requests.last == .beep)
  }

  @Test(arguments: [(80, 24), (120, 40), (60, 24), (40, 30)])
  func `A1 nothing jumps when errors, notices and signs come and go`(_ columns: Int, rows: Int) {
    var stage = Rehearsal(columns: columns, rows: rows)
    let places = [
      "Choose a new", "ENTER", "◙ •", "◙ Re-enter", "8-32", "digit (0-9)", "Set password", "Esc cancel",
    ]
    func lines() -> [Int?] { places.map { place in stage.rows.firstIndex { $0.contains(place) } } }
    stage.type("%")
    let before = lines()
    #expect(!before.contains(nil))
    stage.press(.tab)
    #expect(lines() == before)
    stage.press(.tab)
    #expect(lines() == before)
    stage.press(.enter)
    #expect(lines() == before)
    stage.send(.refused(.notText))
    #expect(lines() == before)
  }

  @Test func `A1 placeholders, button and panel are word for word`() {
    var stage = Rehearsal()
    let text = stage.rows.joined(separator: "\n")
    for expected in [
      "New password", "Re-enter new password", "Set password", "Enter password",
      "8-32 characters (no spaces)",
      "Use at least 3 of these 4 criteria when setting your password:", "uppercase letter (A-Z)",
      "lowercase letter (a-z)", "digit (0-9)", "special character (e.g. !@#$%^)", "show", "Too weak",
      "0 of 32",
    ] {
      #expect(text.contains(expected), "\(expected)")
    }
  }

  @Test func `A3 the part of the sentence that counts is set off`() {
    var stage = Rehearsal()
    let frame = stage.frame
    let row = frame.rows.firstIndex { $0.contains("Use at least") } ?? 0
    let set = (0..<80).filter { frame[row, $0].style.role == .emphasis }
    let text = set.compactMap { column -> Unicode.Scalar? in
      if case .scalar(let scalar) = frame[row, column].glyph { scalar } else { nil }
    }
    #expect(String(String.UnicodeScalarView(text)) == "3 of these 4")
  }

  @Test func `B1 D4 the field with the focus has the active border`() {
    var stage = Rehearsal()
    #expect(stage.rows[4].contains("┏━"))
    #expect(stage.form.fields.map(\.activity) == [.active, .inactive])
    stage.press(.tab)
    #expect(stage.rows[4].contains("┌─"))
    #expect(stage.form.fields.map(\.activity) == [.inactive, .active])
    stage.press(.tab)
    #expect(!stage.rows.contains { $0.contains("━") })
  }

  @Test func `a long text keeps the caret in view, and signs stand where it is clipped`() {
    var random = SeededGenerator()
    let alphabet = Array("ab漢字").map(String.init) + ["e\u{301}", "👩‍👩‍👧"]
    for _ in 0..<60 {
      var stage = Rehearsal(columns: .random(in: 20...60, using: &random), rows: 24)
      if Bool.random(using: &random) { stage.press(.control("r")) }
      for _ in 0..<60 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: stage.press(.home)
        case 1: stage.press(.end)
        case 2...3: stage.press(.left)
        case 4: stage.press(.right)
        case 5: stage.press(.backspace)
        default: stage.type(alphabet.randomElement(using: &random) ?? "a")
        }
        check(&stage, seed: random.seed)
      }
    }
  }

  private func check(_ stage: inout Rehearsal, seed: UInt64) {
    let frame = stage.frame
    let field = stage.form.fields[0]
    guard let cursor = frame.cursor, field.shape.count > 0 else { return }
    let cells = (0..<frame.size.columns).map { frame[cursor.row, $0].glyph }
    let start = cells.firstIndex(of: .scalar("◙")).map { $0 + 2 } ?? 0
    let isClippedLeft = cells[start] == .scalar("‹")
    let isClippedRight = cells.contains(.scalar("›"))
    let drawn = cells.indices.filter {
      if case .secret = cells[$0] { true } else { cells[$0] == .scalar("•") }
    }
    let label = Comment(
      rawValue:
        "WATCHWORD_SEED=\(seed), \(stage.text(of: 0)), caret \(field.shape.caret)\n\(frame.rows[cursor.row])")
    #expect(start...(start + frame.size.columns) ~= cursor.column, label)
    if case .continuation = cells[cursor.column] { Issue.record(label) }
    #expect(isClippedLeft || isClippedRight || drawn.count == field.shape.count, label)
    #expect(drawn.count <= field.shape.count && !drawn.isEmpty, label)
    if field.shape.caret == 0 { #expect(!isClippedLeft && cursor.column == start, label) }
    if field.shape.caret == field.shape.count {
      #expect(!isClippedRight && cursor.column > drawn[drawn.count - 1], label)
    }
    let before = drawn.count { $0 < cursor.column }
    if !isClippedLeft { #expect(before == field.shape.caret, label) }
    if !isClippedRight { #expect(drawn.count - before == field.shape.count - field.shape.caret, label) }
  }
}
