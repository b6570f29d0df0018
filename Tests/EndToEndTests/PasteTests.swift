import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// Paste and its limits.
@Suite struct PasteTests {
  @Test(arguments: [4097, 10_000, 100_000]) func `a longer paste is refused whole and visibly`(count: Int)
    throws
  {
    let terminal = try TerminalEmulator.form()
    terminal.type("ab")
    terminal.paste(String(repeating: "x", count: count))
    terminal.expect("Not taken: a field holds 4,096 bytes")
    terminal.settle()
    #expect(terminal.text(of: .new) == "••")
    terminal.type("c")
    terminal.expect(.new, holds: "•••")
  }

  @Test func `a paste comes as one edit: one redraw of the row, whatever its length`() throws {
    let terminal = try TerminalEmulator.form()
    let before = terminal.transcript.count
    terminal.paste(String(repeating: "a", count: 1000))
    terminal.expect(row: "1000 of 8-32")
    terminal.settle()
    #expect(terminal.transcript.count - before < 2000)
  }

  @Test func `a paste whose end never comes is given up whole, and keys are keys again`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.type("\u{1B}[200~never finished")
    terminal.settle(silence: 700)
    #expect(terminal.text(of: .new) == "New password")
    terminal.press(.control("c"))
    terminal.expect(.killed(by: SIGINT))
  }
}
