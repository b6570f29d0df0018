import TestSupport
import Testing
import WatchwordScreen
import WatchwordSecrets

@testable import Watchword

@Suite struct SecretTextsTests {
  @Test func `E7 the outline tells the width of the character that is shown and of no other`() throws {
    var description = FormDescription.newPassword()
    description.isPeeking = true
    var terminal = KeepingTerminal(size: Size(columns: 80, rows: 24), fieldCount: 2)
    var screen = try FormScreen(description.makeForm(), appearance: .plain)
    screen.start(on: &terminal)
    terminal.paste = "漢a"
    screen.handle(.paste, on: &terminal)
    #expect(screen.form.state.fields[0].shape.widths == [])
    screen.handle(.key(Key(.scalar("字"))), on: &terminal)
    #expect(screen.form.state.fields[0].shape.widths == [1, 1, 2])
  }
}
