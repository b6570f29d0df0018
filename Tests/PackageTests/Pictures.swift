import TestSupport
import Testing
import WatchwordCurses
import WatchwordScreen

@testable import Watchword

/// The pictures of the documents are frames of the program; `make pictures` writes them again.
struct Pictures {
  private static let width = CharacterWidth { scalar in scalar.properties.isEmojiPresentation ? 2 : 1 }

  @Test func `the film of the new-password form is what the form shows, and moves by CSS alone`() throws {
    // Typed in two parts, with a look at the next field between; then shown, made strong, masked and typed again.
    let begun = [wait(1200)] + slowly("Lantern") + [wait(1400), .tab, wait(2200), .backTab, wait(900)]
    let mended = slowly("7-quilt") + [wait(2400)]
    let shown = [.control("r"), wait(1200)] + slowly("/canoe%moss") + [wait(2000), .control("r"), wait(600)]
    let again = [.tab, wait(900)] + slowly("Lantern7-quilt/canoe%moss", pause: 90) + [wait(1400)]
    let accepted = [.tab, wait(1200), .enter]
    let terminal = try play(begun + mended + shown + again + accepted, on: .newPassword())
    let film = Film(
      of: terminal, still: duration(of: begun + mended) - .seconds(1), printed: "Password accepted.")
    // The level rises to strong once, and stays there.
    let areStrong = terminal.frames.map { $0.rows.contains { $0.contains("Strong password") } }
    #expect(zip(areStrong, areStrong.dropFirst()).count { !$0 && $1 } == 1)
    #expect(terminal.texts.allSatisfy { $0 == "Lantern7-quilt/canoe%moss" })
    try expect("docs/images/new.svg", toHold: film)
  }

  @Test func `the picture of sign-up is what the form shows`() throws {
    let typed = slowly("ada lovelace") + [.tab] + slowly("ada@example") + [.tab] + slowly("Lantern7")
    try expect("docs/images/sign-up.svg", toHold: Film(still: play(typed + [wait(2000)], on: .signUp())))
  }

  @Test func `the picture of the sandbox is its form, and its log at the right`() throws {
    let log = Log()
    let steps =
      [Step.tab] + slowly("a") + [wait(500), .tab] + slowly("b") + [wait(500), .backTab, wait(500)]
    var terminal = ScriptedTerminal(
      steps, fieldCount: 3, size: Size(columns: 70, rows: 30), willPlay: log.turnPage)
    var form = try PasswordForm.sandbox(log.place)
    form.presentation.glyphs = .emoji
    #expect(throws: PasswordForm.Cancellation.interrupt) {
      try form.show(on: &terminal, width: Self.width, delegate: Sandbox(log))
    }
    try expect(
      "Sources/Watchword/Watchword.docc/sandbox.svg",
      toHold: Film(still: terminal, beside: log.lines, columns: 56))
  }

  /// Fields of each kind, what a user types there, and what is wrong there.
  private static let kinds: [(field: PasswordForm.Field, label: String, text: String, wrong: String)] = {
    var card = PasswordForm.Field.text("card", label: "Text with a pattern")
    card.pattern = "9999 9999 9999"
    return [
      (.text("city", label: "Text"), "Text", "Lisbon", ""),
      (.personName("who", label: "Person name"), "Person name", "Ada Lovelace", ""),
      (.email("mail", label: "Email"), "Email", "ada@example.org", "ada@example"),
      (.existingPassword("old", label: "Existing password"), "Existing password", "umbrella-Lantern", ""),
      (.newPassword("new", label: "New password"), "New password", "Lantern7-quilt/canoe", "lantern7"),
      (.choice("plan", of: ["solo", "team"], label: "Choice"), "Choice", "t", ""),
      (.toggle("backup", label: "Toggle"), "Toggle", "y", ""),
      (.number("port", in: 1...65535, label: "Number"), "Number", "8080", "70000"),
      (.date("until", label: "Date"), "Date", "2026-11-28", "2026-02-30"),
      (card, "Text with a pattern", "123456789012", "1234"),
    ]
  }()

  enum FieldState: String, CaseIterable { case empty, active, shown, wrong, disabled }

  /// Plays a form with the field of kind `number` below another one, which has the focus first.
  private func play(_ state: FieldState, of number: Int) throws -> ScriptedTerminal {
    let kind = Self.kinds[number]
    var field = kind.field
    field.isEnabled = state != .disabled
    if state == .disabled, !["old", "new"].contains(field.name) {
      field.initialText = ["plan": "team", "backup": "yes"][field.name] ?? kind.text
    }
    var form = try PasswordForm("Fields", fields: [.text("other").optional(), field])
    form.dictionaryPath = nil
    let steps: [Step] =
      switch state {
      case .empty, .disabled: []
      case .active: [.tab] + .typing(kind.text.count > 1 ? String(kind.text.prefix(6)) : "")
      case .shown: [.tab] + .typing(kind.text) + [.control("r"), wait(2000), .backTab]
      // Two steps back from the field is the button.
      case .wrong: [.tab] + .typing(kind.wrong) + [wait(2000), .backTab, .backTab, .enter, .backTab]
      }
    let count = try form.makeDescription().makeForm().fields.count
    var terminal = ScriptedTerminal(
      steps + [wait(500)], fieldCount: count, size: Size(columns: 54, rows: 40))
    #expect(throws: PasswordForm.Cancellation.interrupt) {
      try form.show(on: &terminal, width: Self.width)
    }
    return terminal
  }

  @Test(arguments: FieldState.allCases)
  func `the pictures of the fields are what a form shows of each kind in each state`(state: FieldState) throws
  {
    let rowsOfField = 4
    var picture: Frame?
    for (number, kind) in Self.kinds.enumerated() {
      let terminal = try play(state, of: number)
      let shown = try #require(terminal.waits.last?.frames) - 1
      let frame = terminal.frames[shown]
      let row = try #require(
        frame.rows.firstIndex { $0.contains("─ \(kind.label) ") || $0.contains("━ \(kind.label) ") })
      let columns = (0..<frame.size.columns).filter { frame[row, $0].glyph != .scalar(" ") }
      let (first, last) = (try #require(columns.first), try #require(columns.last))
      let width = last - first + 3
      var all =
        picture ?? Frame(size: Size(columns: 2 * width - 2, rows: rowsOfField * (Self.kinds.count / 2)))
      all.copy(
        rows: row..<row + rowsOfField, columns: first..<last + 1, of: frame,
        showing: terminal.shownTexts[shown],
        to: Position(row: number / 2 * rowsOfField, column: number % 2 * width))
      picture = all
    }
    try expect(
      "Sources/Watchword/Watchword.docc/fields-\(state.rawValue).svg",
      toHold: Film(still: try #require(picture)))
  }

  @Test func `the picture of a look has the colours of the article, and they can be read`() throws {
    let article = try PackageFile.text("Sources/Watchword/Watchword.docc/Looks.md")
    var form = PasswordForm.newPassword("Password for alice")
    form.dictionaryPath = nil
    form.presentation.look = [
      .border: .rgb(0xC792EA), .button: .rgb(0xC792EA), .good: .rgb(0x8BD5CA), .error: .rgb(0xF5A97F),
    ]
    #expect(
      article.contains(
        ".border: .rgb(0xC792EA), .button: .rgb(0xC792EA), .good: .rgb(0x8BD5CA), .error: .rgb(0xF5A97F),"))
    form.presentation.colors = .onDark
    var terminal = ScriptedTerminal(
      slowly("Lantern7") + [.tab, wait(500), .backTab, wait(2000)], fieldCount: 2,
      size: Size(columns: 80, rows: 24))
    #expect(throws: PasswordForm.Cancellation.interrupt) {
      try form.show(on: &terminal, width: Self.width)
    }
    var film = Film(still: terminal)
    let coloring = form.presentation.coloring
    // Only the parts that the look names.
    film.color = { style in
      let own = exactColor(of: style, coloring)
      return own == exactColor(of: style) ? nil : own
    }
    try expect("Sources/Watchword/Watchword.docc/look.svg", toHold: film)
  }

  private func expect(_ path: String, toHold film: Film) throws {
    try PackageFile.expect(path, toHold: film.svg)
    #expect(film.svg.utf8.count < 200_000)
    #expect(!["<script", "href", "url(", "@import"].contains { film.svg.contains($0) })
  }

  private typealias Step = ScriptedTerminal.Step

  private func wait(_ milliseconds: Int64) -> Step { .wait(milliseconds: milliseconds) }

  /// `text` typed by a user who reads what the form says.
  private func slowly(_ text: String, pause: Int64 = 180) -> [Step] {
    [Step].typing(text).flatMap { [wait(pause), $0] }
  }

  private func duration(of steps: [Step]) -> Duration {
    steps.reduce(.zero) { if case .wait(let time) = $1 { $0 + time } else { $0 } }
  }

  private func play(_ script: [Step], on description: FormDescription) throws -> ScriptedTerminal {
    let form = description.makeForm()
    var terminal = ScriptedTerminal(script, fieldCount: form.fields.count, size: Size(columns: 80, rows: 24))
    let appearance = Appearance(glyphs: .emoji, width: Self.width)
    var presentation = Presentation()
    presentation.protection.allowsUnlockedMemory = true
    let (memory, judge) = try form.makeMemory(for: [], presentation, JudgeConfiguration())
    let session = try Session(form, width: appearance.width, judge: judge, in: memory)
    _ = try? FormScreen(session, appearance: appearance).run(on: &terminal)
    return terminal
  }
}

/// The log of the sandbox, which Sandbox.swift writes, in the words of its Log.swift.
final class Log {
  let place = "on the right"
  private(set) var lines = ["One key, one group: what was asked (yes or NO), and", "what was told."]
  private var isNext = true

  /// Begins a group, since another key is played.
  func turnPage() { isNext = true }

  func write(_ field: String, _ call: String) {
    if isNext { lines.append("") }
    isNext = false
    lines.append("\(field): \(call)")
  }
}
