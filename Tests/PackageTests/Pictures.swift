import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordSecrets

/// The pictures of the documents are frames of the program; `make pictures` writes them anew.
struct Pictures {
  private static let width = CharacterWidth { scalar in scalar.properties.isEmojiPresentation ? 2 : 1 }

  @Test func `the picture of the new-password form is what the form shows`() throws {
    try PackageFile.expect("docs/images/new.svg", toHold: try frame(typing: "Correct/Horse.").svg)
  }

  /// The frame that stands when `text` was typed into the first field and judged, and the focus came back.
  private func frame(typing text: String) throws -> Frame {
    let form = FormDescription.newPassword().makeForm()
    let script: [ScriptedTerminal.Step] =
      .typing(text) + [
        .event(.press(Position(row: 0, column: 0))), .wait(milliseconds: 5_000), .tab,
        .wait(milliseconds: 5_000),
      ]
    var terminal = ScriptedTerminal(script, fieldCount: form.fields.count, size: Size(columns: 80, rows: 24))
    let appearance = Appearance(glyphs: .emoji, width: Self.width)
    let memory = try SecretMemory(for: Session.capacities(of: form), locking: .ifPossible)
    _ = try Session(form, appearance: appearance, in: memory).run(on: &terminal)
    return try #require(terminal.lastFrame)
  }
}
