import Testing
import WatchwordBase
import WatchwordScreen

@testable import Watchword

/// What readers hear, with quiet typing, of values that are chosen, and of an offer for an inline form.
@Suite struct ChosenTests {
  static let windows = [(80, 24), (60, 16), (40, 12)]

  private func fields() -> FormDescription {
    let kinds: [(FormField.Kind, String)] = [
      (.choice, "Disk"), (.yesno, "Wipe"), (.date, "Since"), (.number, "Port"),
    ]
    var fields = kinds.map { kind, label in
      var field = FormField.Configuration(kind, name: label)
      field.label = label
      return field
    }
    fields[0].take(.choice(Choices(["vda", "vdb"], labels: ["First disk", "Second disk"])), .english)
    var form = FormDescription.custom(fields: fields)
    (form.isTypingQuiet, form.isAnimated) = (true, false)
    return form
  }

  /// What is written whole, because its place was blank, until nothing more is due.
  private func told(_ stage: Rehearsal) -> [String] {
    var (told, before): ([String], Frame) = ([], stage.frame)
    for _ in 0..<9 {
      stage.wait(milliseconds: 120)
      let frame = stage.frame
      for part in frame.lead + frame.news where before.text(in: part).isEmpty {
        told.append(frame.text(in: part).trimmed)
      }
      before = frame
    }
    return told.filter { !$0.isEmpty }
  }

  @Test(arguments: windows, [false, true])
  func `D4 with --quiet-typing what a key has chosen is said whole, last, and again for the same choice`(
    _ size: (columns: Int, rows: Int), _ isInline: Bool
  ) {
    let stage = Rehearsal(fields(), columns: size.columns, rows: size.rows, isInline: isInline)
    #expect(stage.isInline == isInline && told(stage).isEmpty)
    for (keys, last) in [
      ("f", "Disk: First disk"), ("f", "Disk: First disk"), ("Right", "Disk: Second disk"), ("Tab", ""),
      ("y", "Wipe: Yes"), ("y", "Wipe: Yes"), ("n", "Wipe: No"), ("Home", "Wipe: Yes"), ("Tab", ""),
      ("2026-11-28", "Since: Saturday"), ("Left", ""), ("S-Tab", "Wipe: Yes"),
    ] {
      stage.play(keys)
      let said = told(stage)
      #expect(
        (last.isEmpty ? said.allSatisfy { !$0.contains(": ") } : said.last == last),
        "\(keys): \(said)\n\(stage.frame)")
    }
    stage.type(" ")
    #expect(told(stage) == ["Wipe: No"])
  }

  @Test func `D4 with --quiet-typing a choice is said although fields need attention`() {
    let stage = Rehearsal(fields()).after("S-Tab Enter")
    #expect(told(stage).contains("4 fields need attention"))
    stage.type("s")
    #expect(told(stage) == ["Disk: Second disk"])
    #expect(!stage.words.contains("need attention"))
    stage.press(.tab)
    _ = told(stage)
    #expect(!stage.words.contains("Disk: Second disk"))
  }

  @Test(arguments: [(0, "s", "f", "Disk: First disk"), (1, "y", "n", "Wipe: No")])
  func `D4 with --quiet-typing a choice is written before what was said of another is blanked`(
    _ field: Int, _ first: String, _ second: String, _ said: String
  ) {
    let stage = Rehearsal(fields()).after(field == 0 ? first : "Tab \(first)")
    _ = told(stage)
    stage.wait(milliseconds: 1000)
    var before = stage.frame
    stage.type(second)
    let button = stage.layout.row(stage.layout.buttons[0].line)
    for row in [stage.layout.row(stage.layout.fields[field].textLine), button, button] {
      let frame = stage.frame
      #expect(before.rows.indices.filter { before.rows[$0] != frame.rows[$0] } == [row], "\(frame)")
      before = frame
      stage.wait(milliseconds: 120)
    }
    #expect(stage.words.contains(said))
  }

  @Test func `D4 without --quiet-typing nothing more is said of a choice`() {
    var form = fields()
    form.isTypingQuiet = false
    #expect(!Rehearsal(form).after("f").words.contains("Disk: First disk"))
  }

  @Test
  func `D4 with --quiet-typing a text that is typed together with Tab is written before the next label`() {
    let stage = Rehearsal(fields()).after("Tab Tab")
    _ = told(stage)
    let before = stage.frame
    stage.play("2026-11-28 Tab")
    let (row, keys) = (
      stage.layout.row(stage.layout.fields[2].textLine), stage.layout.row(stage.layout.keyLine)
    )
    let first = stage.frame
    #expect(before.rows.indices.filter { before.rows[$0] != first.rows[$0] } == [row])
    #expect(row.map { first.rows[$0] }?.contains("¿  Saturday") == true)
    stage.wait(milliseconds: 120)
    let second = stage.frame
    #expect(first.rows.indices.filter { first.rows[$0] != second.rows[$0] } == [keys])
    #expect(told(stage).allSatisfy { !$0.contains("Saturday") })
  }

  @Test func `D4 with --quiet-typing an offer for an inline form is alone in the window, behind its keys`() {
    var form = FormDescription.newPassword()
    (form.isTypingQuiet, form.isAnimated) = (true, false)
    let stage = Rehearsal(form, isInline: true).after("Sunflower")
    _ = told(stage)
    let before = stage.frame
    for password in ["Kv7mQzR2.pLx", "Kv7mQzR2.pLy"] {
      stage.press(.control("g"))
      stage.draw(password)
      let keys = stage.frame
      #expect(!keys.isInline && !keys.hasSecrets && keys.news.isEmpty)
      #expect(keys.rows.filter { !$0.isEmpty }.count == 1 && stage.words.contains("Enter use it"), "\(keys)")
      #expect(stage.frame == keys)
      stage.wait(milliseconds: 120)
      let offer = stage.frame
      let changed = offer.rows.indices.filter { offer.rows[$0] != keys.rows[$0] }
      #expect(
        changed.count == 1 && changed.allSatisfy { offer.rows[$0].trimmed == "¿¿¿¿¿¿¿¿¿¿¿¿" }, "\(offer)")
      #expect(told(stage).isEmpty && stage.frame == offer)
    }
    stage.press(.escape)
    #expect(told(stage).isEmpty && stage.frame.rows == before.rows && stage.frame.isInline)
  }

  @Test func `D4 with --quiet-typing another offer is written whole, not only where it differs`() {
    var form = FormDescription.newPassword()
    (form.isTypingQuiet, form.isAnimated) = (true, false)
    let stage = Rehearsal(form).after("^G")
    stage.draw("Kv7mQzR2.pLx")
    _ = told(stage)
    #expect(stage.frame.hasSecrets)
    stage.press(.control("g"))
    stage.draw("Kv7mQzR2.pLy")
    #expect(!stage.frame.hasSecrets)
    stage.wait(milliseconds: 120)
    #expect(stage.frame.hasSecrets)
  }
}
