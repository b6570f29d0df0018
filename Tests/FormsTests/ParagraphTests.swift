import Testing
import WatchwordScreen

@testable import Watchword

/// The paragraph below the title, and when it gives way in a small window (A13).
@Suite struct ParagraphTests {
  private static let paragraph =
    "The new password is for the backup of the north office. Write it down on the sheet in the safe, and tell nobody "
    + "over the phone. If you are not sure, ask the person on duty first."

  /// The form `new` with the paragraph.
  private func stage(
    columns: Int = 80, rows: Int = 24, text: String = paragraph, glyphs: GlyphSet = .unicode
  ) -> Rehearsal {
    var description = FormDescription.newPassword()
    description.text = text
    return Rehearsal(description, columns: columns, rows: rows, glyphs: glyphs)
  }

  /// How much of the form is shown: the paragraph's lines, and whether panel and borders have all their room.
  private func parts(_ stage: Rehearsal) -> (lines: Int, isPanelLong: Bool, hasBorders: Bool) {
    let layout = stage.layout
    let isLong = layout.panel.contains { $0.text == "digit (0-9)" }
    return (layout.text.count, isLong, layout.fields.first?.hasBorder == true)
  }

  @Test func `F2 a paragraph stands between the title and the first field, wrapped between words`() {
    let stage = stage(rows: 30)
    let rows = stage.rows.map { $0.drop { $0 == " " } }.map(String.init)
    let title = rows.firstIndex(of: "Choose a new password") ?? -1
    let field = rows.firstIndex { $0.contains(" Enter password ") } ?? -1
    let between = rows[(title + 1)..<field]
    #expect(between.filter { !$0.isEmpty }.joined(separator: " ") == Self.paragraph)
    #expect(between.count { !$0.isEmpty } == 3)
    #expect(between.first == "" && between.last == "")
  }

  @Test func `F2 newlines break the lines of a paragraph, and an empty line stays one`() {
    #expect(stage(rows: 40, text: "One\nand\n\ntwo").layout.text == ["One", "and", "", "two"])
  }

  @Test(arguments: [(24, 8), (30, 10), (31, 10), (60, 20)])
  func `F2 a paragraph takes a third of the window at most, and ends in an ellipsis where that is too little`(
    _ rows: Int, most: Int
  ) {
    let text = Array(repeating: Self.paragraph, count: 10).joined(separator: " ")
    var description = FormDescription.custom(fields: [FormField.Configuration(.password)])
    description.text = text
    for (glyphs, ellipsis) in [(GlyphSet.unicode, "…"), (.ascii, "...")] {
      let stage = Rehearsal(description.makeForm(), columns: 80, rows: rows, glyphs: glyphs)
      let lines = stage.layout.text
      #expect(lines.count == most)
      #expect(lines.last?.hasSuffix(ellipsis) == true)
      #expect(lines.allSatisfy { $0.count <= stage.layout.width })
    }
  }

  @Test
  func
    `F2 A13 empty rows go first, then the paragraph to one line, the panel, that line, and the borders`()
  {
    let all = stage(rows: 60)
    let whole = all.layout.text.count
    #expect(whole == 3)
    var previous = parts(all)
    var seen: [String] = []
    for rows in (4...40).reversed() {
      let stage = stage(rows: rows)
      let now = parts(stage)
      if now.lines < previous.lines, previous.lines == whole {
        // Before it loses a line, there are no empty rows.
        let layout = stage.layout
        #expect(layout.height == rows && layout.fields[0].line == layout.textLine + now.lines)
      }
      if now.lines == 1, previous.lines > 1, seen.isEmpty { seen.append("one line") }
      if now.lines == 0, previous.lines == 1 { seen.append("away") }
      if !now.isPanelLong, previous.isPanelLong { seen.append("panel") }
      if !now.hasBorders, previous.hasBorders {
        seen.append("borders")
        #expect(previous.lines == 0 && !previous.isPanelLong)
      }
      if (1..<whole).contains(now.lines) { #expect(stage.layout.text.last?.hasSuffix("…") == true) }
      previous = now
    }
    #expect(seen.prefix(4) == ["one line", "panel", "away", "borders"], "\(seen)")
    #expect(previous.lines == 0)
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 20, rows: 4)])
  func `F2 A13 a paragraph never moves and hides nothing, whatever is typed and goes wrong`(_ size: Size) {
    let stage = stage(columns: size.columns, rows: size.rows)
    let layout = stage.layout
    #expect(layout.text.count <= size.rows / 3)
    for _ in 0..<3 {
      stage.play("x Enter Tab")
      var now = stage.layout
      now.scroll = layout.scroll
      #expect(now == layout)
    }
  }

  @Test func `F2 words of a paragraph do not count against a password, as those of a title do`() {
    var description = FormDescription.signUp()
    (description.title, description.text) = ("Northwind", "Contoso")
    #expect(description.makeForm().configuration.contextTexts == ["Northwind"])
  }
}
