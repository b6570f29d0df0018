import TestSupport
import Testing
import WatchwordScreen

@testable import Watchword

/// The pictures of the documents are frames of the program; `make pictures` writes them again.
struct Pictures {
  private static let width = CharacterWidth { scalar in scalar.properties.isEmojiPresentation ? 2 : 1 }

  @Test func `the film of the new-password form is what the form shows, and moves by CSS alone`() throws {
    // Typed in two parts, with a look at the next field between; then shown, and made strong.
    let begun = [wait(1200)] + slowly("Lantern") + [wait(1400), .tab, wait(2200), .backTab, wait(900)]
    let mended = slowly("47-quilt") + [wait(2800)]
    let shown = [.control("r"), wait(1200)] + slowly("/trumpet-otter") + [wait(3000)]
    let film = Film(of: try play(begun + mended + shown), still: duration(of: begun + mended) - .seconds(1))
    try PackageFile.expect("docs/images/new.svg", toHold: film.svg)
    #expect(film.svg.utf8.count < 200_000)
    #expect(!["<script", "href", "url(", "@import"].contains { film.svg.contains($0) })
  }

  private func wait(_ milliseconds: Int64) -> ScriptedTerminal.Step { .wait(milliseconds: milliseconds) }

  /// `text` typed by a user who reads what the form says.
  private func slowly(_ text: String) -> [ScriptedTerminal.Step] {
    [ScriptedTerminal.Step].typing(text).flatMap { [wait(180), $0] }
  }

  private func duration(of steps: [ScriptedTerminal.Step]) -> Duration {
    steps.reduce(.zero) { if case .wait(let time) = $1 { $0 + time } else { $0 } }
  }

  private func play(_ script: [ScriptedTerminal.Step]) throws -> ScriptedTerminal {
    let form = FormDescription.newPassword().makeForm()
    var terminal = ScriptedTerminal(script, fieldCount: form.fields.count, size: Size(columns: 80, rows: 24))
    let appearance = Appearance(glyphs: .emoji, width: Self.width)
    var presentation = Presentation()
    presentation.protection.allowsUnlockedMemory = true
    let (memory, judge) = try form.makeMemory(for: [], presentation, JudgeConfiguration())
    _ = try Session(form, appearance: appearance, judge: judge, in: memory).run(on: &terminal)
    return terminal
  }
}
