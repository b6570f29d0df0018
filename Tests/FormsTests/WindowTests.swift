import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

/// The form in windows of all sizes (A13).
@Suite struct WindowTests {
  @Test(arguments: [8, 9, 10], [GlyphSet.emoji, .unicode, .ascii])
  func `A13 beside its label a password has at least 24 of 68 columns`(_ rows: Int, _ glyphs: GlyphSet) {
    for form in [FormDescription.newPassword(), .signUp(), .change()] {
      let layout = Rehearsal(form, rows: rows, glyphs: glyphs).layout
      for (place, field) in zip(layout.fields, form.makeForm().fields) where field.configuration.isSecure {
        #expect(place.line < place.textLine || place.text.count >= 24, "\(place)")
        #expect(place.sign.count >= 4 && place.sign.upperBound < layout.right, "\(place)")
      }
    }
  }

  @Test
  func `D4 the filled look has labels before the texts, takes two rows less for a field, and fills one`() {
    func roles(_ stage: Rehearsal) -> [Set<Style.Role>] {
      let (frame, layout) = (stage.frame, stage.layout)
      return layout.fields.map { place in
        Set(place.text.map { frame[layout.row(place.textLine) ?? 0, $0].style.role })
      }
    }
    let form = FormDescription.signIn().makeForm()
    let stage = Rehearsal(form, isFilled: true)
    // Two rows less for each field, and one row for the errors of both.
    #expect(Rehearsal(form).layout.height - stage.layout.height == 2 * form.fields.count)
    #expect(roles(stage) == [[.activeField, .activePlaceholder], [.room, .roomPlaceholder]])
    stage.play("ann@example Tab secret")
    #expect(roles(stage) == [[.plain, .room], [.activeField]])
    #expect(stage.rows.contains { $0.contains("▌ Email    ¿¿¿") && $0.contains("✗ invalid") })
    stage.press(Key(.tab, .shift))
    #expect(stage.rows.contains { $0.trimmed == "✗ Invalid email address." })
    stage.press(.tab)
    #expect(stage.rows.contains { $0.trimmed.hasPrefix("Password ••••••") })
    // Where the labels have no room before the texts, they stand above them.
    stage.resize(columns: 40, rows: 24)
    #expect(roles(stage) == [[.plain, .room], [.activeField]])
    #expect(stage.rows.contains { $0.trimmed == "Email" })
  }

  @Test(
    arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 20, rows: 10)],
    [GlyphSet.unicode, .ascii])
  func `A3 the panel of any policy says all of its lines, side by side too`(_ size: Size, _ glyphs: GlyphSet)
  {
    var policy = Policy.classic()
    policy.groups += (1...12).map {
      Policy.Group(
        .init(
          .contains(.special), label: "no more than \($0) of the words that stand in the title of the form"))
    }
    var description = FormDescription.newPassword()
    description.policy = policy
    let stage = Rehearsal(description, columns: size.columns, rows: size.rows, glyphs: glyphs)
    for (number, criterion) in policy.criteria.enumerated() {
      let asides = stage.layout.panel.compactMap(\.aside).filter { $0.criterion == number }
      if !asides.isEmpty {
        #expect(asides.map(\.text) == [criterion.label] || asides.map(\.text) == [criterion.shortLabel])
        continue
      }
      let items = stage.layout.panel.filter { $0.subject == .criterion(number) }
      let text = items.map(\.text).joined(separator: " ")
      #expect(text == criterion.label || text == criterion.shortLabel)
      #expect(items.filter(\.hasSign).count == 1)
      #expect(items.allSatisfy { $0.textColumn + $0.text.count <= stage.layout.left + stage.layout.width })
    }
    let places = stage.layout.panel.map { [$0.line, $0.column] }
    #expect(Set(places).count == places.count)
  }

  @Test(arguments: [25, 26, 27, 30, 50])
  func `A13 B4 a window with free rows has an empty one above the panel, and room for the whole reason`(
    rows: Int
  ) {
    let stage = Rehearsal(columns: 80, rows: rows)
    #expect(stage.layout.panel.first?.line == stage.layout.reason.upperBound + 1)
    #expect(stage.layout.reason.count == 2)
    let account = Rehearsal(.signUp(), columns: 80, rows: rows + 10).layout
    #expect(account.panel.first?.line == account.reason.upperBound + 1)
    #expect(account.reason.count == 2)
  }

  @Test func `A13 two rows below the bars set off the panel, then one below and one above it are given`() {
    for form in [FormDescription.newPassword(), .signUp(), .change()] {
      for rows in 16...40 {
        let layout = Rehearsal(form, rows: rows).layout
        guard layout.overflow == 0, layout.reason.count == 2, let first = layout.panel.first?.line,
          let last = layout.panel.last?.line, let next = layout.fields.last?.line
        else { continue }
        let (above, below) = (first - layout.reason.upperBound, next - last - 1)
        #expect((0...1).contains(above) && (above...1).contains(below), "\(rows) rows")
      }
      let empty = Rehearsal(form, rows: 60).rows.drop { $0.isEmpty }.split { !$0.isEmpty }.map(\.count)
      // Below the last row the window is empty.
      // A tip stands in the first of the two rows.
      let gaps = Rehearsal(form, rows: 60).words.contains("for a suggestion.") ? [] : [3]
      #expect(empty.dropLast().filter { $0 > 2 } == gaps, "\(empty)")
    }
  }

  /// A form of eight fields, which have no borders in 24 rows.
  private func makeTable() -> FormDescription {
    var fields = [FormField.Kind.name, .email, .text, .number, .date, .choice, .yesno, .newPassword]
      .map { FormField.Configuration($0) }
    fields[5].take(.choice(Choices(["alpha", "beta", "gamma", "delta", "eps"])), .english)
    for index in fields.indices where fields[index].label == "Text" { fields[index].label = "Field \(index)" }
    return .custom(fields: fields)
  }

  @Test func `A13 C8 where labels stand before the texts an error is short there and whole above the button`()
    throws
  {
    for isFilled in [false, true] {
      let stage = Rehearsal(makeTable().makeForm(), rows: 30, isFilled: isFilled)
      if !isFilled { stage.resize(columns: 80, rows: 24) }
      let layout = stage.layout
      #expect(layout.fields.filter { $0.error.lowerBound != $0.textLine }.map(\.error) == [layout.reason])
      let button = try #require(layout.buttons.first)
      #expect(layout.wholeError == button.line - 1..<button.line)
      // Keys, button and labels begin in one column, and so do texts, icons and errors.
      #expect(
        Set(layout.fields.map(\.label.lowerBound) + [layout.start, button.columns.lowerBound]).count == 1)
      #expect(Set(layout.fields.map(\.text.lowerBound)).count == 1)
      #expect(Set(zip(layout.fields, stage.form.fields).filter { $1.sign != nil }.map(\.0.text)).count == 1)
      stage.play("S-Tab Enter")
      #expect(stage.form.focusedField == 0 && stage.layout == layout)
      let rows = stage.rows
      #expect(
        rows.count { $0.contains("✗ missing") } >= 5 && rows.contains { $0.contains("✗ Enter your name.") })
      #expect(rows.contains { $0.trimmed == "✗ Enter your name." })
    }
  }

  @Test func `D6 choices keep their columns whatever error stands`() {
    let stage = Rehearsal(makeTable().makeForm(), rows: 24)
    func choices() -> [String] {
      stage.layout.fields[5...6].compactMap { place in
        stage.layout.row(place.textLine).map {
          String(stage.rows[$0].dropFirst(place.text.lowerBound)).trimmed
        }
      }
    }
    let before = choices()
    #expect(before == ["alpha   beta   gamma   delta   eps", "Yes   No"])
    stage.play("S-Tab Enter")
    #expect(zip(before, choices()).allSatisfy { $1.hasPrefix($0 + "  ") && $1.contains("✗") })
  }

  @Test
  func `A13 a field without a border shows its room, but not with quiet typing, and by a mark without lines`()
  {
    func roles(_ stage: Rehearsal) -> Set<Style.Role> { Set(stage.frame.cells.map(\.style.role)) }
    #expect(roles(Rehearsal(columns: 40, rows: 12)).contains(.room))
    #expect(!roles(Rehearsal()).contains(.room))
    let form = FormDescription.newPassword().makeForm()
    #expect(!roles(Rehearsal(form, columns: 40, rows: 12, isTypingQuiet: true)).contains(.room))
    let plain = Rehearsal(form, columns: 40, rows: 12, canUnderline: false)
    #expect(!roles(plain).contains(.room))
    for place in plain.layout.fields {
      #expect(plain.rows[plain.layout.row(place.textLine) ?? 0].dropFirst(place.text.upperBound).first == "|")
    }
  }

  @Test
  func `A1 A13 the count stands in the border, or behind the bars, or in a narrow block beside the label`() {
    let form = FormDescription.newPassword(policy: StandardPolicy.nist.policy())
    for (columns, rows) in [(80, 24), (80, 10), (40, 12)] {
      let layout = Rehearsal(form, columns: columns, rows: rows).layout
      #expect(
        layout.counter?.line == (rows == 10 ? layout.bars : layout.fields[0].line), "\(columns)x\(rows)")
      #expect(Rehearsal(form, columns: columns, rows: rows).words.contains("0 of 15+"))
    }
  }

  @Test func `A13 where a form without a title scrolls, only the line that says which field this is stays`() {
    let stage = Rehearsal(makeForm(20, title: ""), columns: 40, rows: 12)
    for number in 1...20 {
      #expect(stage.rows[0].drop { $0 == " " } == "\(number) of 20")
      stage.press(.tab)
    }
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 200, rows: 60), Size(columns: 40, rows: 30)])
  func `A13 the block is centred, at most 68 columns wide, and everything begins at one left edge`(
    _ size: Size
  ) {
    let stage = Rehearsal(columns: size.columns, rows: size.rows).after("% Tab")
    let rows = stage.rows
    let used = rows.indices.filter { !rows[$0].isEmpty }
    let (first, last) = (used.first ?? 0, used.last ?? 0)
    #expect(abs(first - (size.rows - 1 - last)) <= 1)
    #expect(rows[last].contains("Esc cancel"))
    let width = min(68, size.columns - 2)
    let left = (size.columns - width) / 2
    #expect(rows.map { $0.count }.max() == left + width)
    let edges = Set(rows.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count })
    #expect(edges.min() == left && edges.isSubset(of: [left, left + 2, left + 4]))
  }

  /// A form of `count` plain text fields.
  private func makeForm(_ count: Int, title: String? = nil) -> FormState {
    var form = FormDescription.custom(
      fields: (1...count).map { number in
        var field = FormField.Configuration(.text)
        field.label = "Number \(number)"
        return field
      })
    form.title = title
    return form.makeForm()
  }

  @Test func `A13 scrolling goes no farther than what is needed`() {
    let stage = Rehearsal(makeForm(20), columns: 80, rows: 24)
    for _ in 1...14 { stage.press(.tab) }
    let before = stage.rows.filter { $0.contains("Number") }.map { $0.dropFirst(8) }
    stage.press(Key(.tab, .shift))
    #expect(stage.rows.filter { $0.contains("Number") }.map { $0.dropFirst(8) } == before)
  }

  @Test func `A13 neither the focus nor what is typed nor an error changes the layout of a window`() {
    for columns in [20, 30, 40, 60, 80, 120] {
      for rows in 4...40 {
        let stage = Rehearsal(columns: columns, rows: rows)
        let layout = stage.layout
        stage.play("%漢 Tab x Enter*2")
        stage.send(.refused(.notText))
        var after = stage.layout
        after.scroll = layout.scroll
        #expect(after == layout, "\(columns)x\(rows)")
      }
    }
  }

  @Test func `A13 the text row of the field with the focus and its error are in view, with the caret in it`()
  {
    for columns in [20, 25, 40, 80, 200] {
      for rows in 4...30 {
        let stage = Rehearsal(columns: columns, rows: rows).after("% Tab x Enter")
        for field in 0...1 {
          stage.press(Key(.tab, .shift))
          while stage.form.focusedField != field { stage.press(.tab) }
          let frame = stage.frame
          let cursor = frame.cursor
          #expect(cursor != nil, "no cursor in field \(field) at \(columns)x\(rows)")
          let below = frame.rows.dropFirst(cursor?.row ?? 0).prefix(4)
          #expect(below.contains { $0.contains("✗") }, "field \(field) at \(columns)x\(rows)\n\(frame)")
        }
      }
    }
  }

  @Test(arguments: 20...80)
  func `A13 borders leave some room for the text`(_ columns: Int) {
    let stage = Rehearsal(FormDescription.signIn().makeForm(), columns: columns, rows: 24, glyphs: .emoji)
    #expect(stage.layout.fields.allSatisfy { $0.text.count >= 8 })
  }

  /// Which of `signs` are at the right edge.
  private func edge(_ stage: Rehearsal, _ signs: String = "↑↓") -> String {
    let rows = stage.rows
    return signs.filter { sign in rows.contains { $0.last == sign } }
  }

  @Test(arguments: [20, 30, 31, 40, 80, 120])
  func `A13 signs in the margin say what lies above and below`(_ columns: Int) {
    for rows in 4...40 {
      let stage = Rehearsal(columns: columns, rows: rows)
      let isWhole = stage.layout.overflow == 0
      #expect(edge(stage).last == (isWhole ? nil : "↓"), "\(columns)x\(rows)")
      for _ in 0..<20 { stage.press(.pageDown) }
      #expect(edge(stage) == (isWhole ? "" : "↑"), "\(columns)x\(rows)")
    }
    let ascii = Rehearsal(columns: 40, rows: 4, glyphs: .ascii).after("PageDown")
    #expect(edge(ascii, "^v") == "^v")
  }

  @Test func `a long text keeps the caret in view, and signs stand where it is clipped`() {
    var random = SeededGenerator()
    let alphabet = Array("ab漢字").map(String.init) + ["e\u{301}", "👩‍👩‍👧"]
    for _ in 0..<60 {
      let stage = Rehearsal(columns: .random(in: 20...60, using: &random), rows: 24)
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
        check(stage, seed: random.seed)
      }
    }
  }

  private func check(_ stage: Rehearsal, seed: UInt64) {
    let frame = stage.frame
    let field = stage.form.fields[0]
    guard let cursor = frame.cursor, field.shape.count > 0 else { return }
    let cells = (0..<frame.size.columns).map { frame[cursor.row, $0].glyph }
    let start = stage.layout.fields[0].text.lowerBound
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
