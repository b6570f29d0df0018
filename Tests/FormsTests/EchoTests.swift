import Testing
import WatchwordScreen

@testable import Watchword

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

  @Test func `A13 an echo takes the room's line from a cell that gets a character, and gives it back`() throws
  {
    let form = Rehearsal(columns: 40, rows: 12)
    form.type("a")
    let (frame, place) = (form.frame, form.layout.fields[0])
    let row = try #require(form.layout.row(place.textLine))
    let styles = place.text.map { frame[row, $0].style.role }
    #expect(styles == [.plain] + Array(repeating: .room, count: place.text.count - 1))
    #expect(form.echo(Key(.scalar("b")))?.cell == Cell(.scalar("•")))
    #expect(form.echo(Key(.backspace))?.cell == Cell(style: Style(.room)))
  }

  @Test func `an echo in a filled field has the field's colours`() throws {
    let form = Rehearsal(FormDescription.newPassword().makeForm(), isFilled: true)
    form.type("a")
    _ = form.frame
    #expect(form.echo(Key(.scalar("b")))?.cell == Cell(.scalar("•"), style: Style(.activeField)))
    #expect(form.echo(Key(.backspace))?.cell == Cell(style: Style(.activeField)))
  }
}
