import TestSupport
import Testing
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
