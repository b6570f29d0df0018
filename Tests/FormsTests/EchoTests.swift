import Testing
import Watchword
import WatchwordScreen

/// What a key changes at once at the end of a masked text.
struct EchoTests {
  @Test func `keys that come faster than frames have masks, and deletions blanks`() throws {
    let form = Rehearsal()
    form.type("a")
    let start = try #require(form.frame.cursor)
    for count in 0..<3 {
      let echo = form.echo(Key(.scalar("b")))
      let column = start.column + count
      #expect(echo == Echo(Cell(.scalar("•")), row: start.row, columns: column..<column + 1))
    }
    for count in (0..<3).reversed() {
      let echo = form.echo(Key(.backspace))
      let column = start.column + count
      #expect(echo == Echo(Cell(), row: start.row, columns: column..<column + 1, isErasing: true))
    }
    #expect(form.echo(Key(.backspace)) == nil, "the placeholder comes back")
  }

  @Test func `an echo in a filled field has the field's colours`() throws {
    let form = Rehearsal(FormDescription.newPassword().makeForm(), isFilled: true)
    form.type("a")
    _ = form.frame
    #expect(form.echo(Key(.scalar("b")))?.cell == Cell(.scalar("•"), style: Style(.activeField)))
    #expect(form.echo(Key(.backspace))?.cell == Cell(style: Style(.activeField)))
  }
}
