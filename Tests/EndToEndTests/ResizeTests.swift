import TestSupport
import Testing
import WatchwordScreen

/// A window of any size, at any moment.
@Suite struct ResizeTests {
  @Test(arguments: [
    (1, 1), (2, 1), (1, 30), (3, 3), (19, 3), (300, 100), (5000, 5000), (65535, 1), (1, 65535),
    (65535, 65535),
  ])
  func `any size is survived, and the form comes back whole`(columns: Int, rows: Int) throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--no-dictionary", "--no-animation"],
      on: .with {
        $0.isBare = true
        $0.output = .pipe
      })
    terminal.waitForBytes("New password")
    terminal.type("Kv7")
    terminal.settle()
    terminal.resize(columns, rows)
    terminal.settle()
    #expect(terminal.fate == .running)
    terminal.resize(80, 24)
    terminal.settle()
    terminal.type("mQzR2")
    terminal.press(.tab)
    terminal.type(good)
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == good + "\n")
  }

  @Test func `a form that starts at 1x1 can be cancelled and grown`() throws {
    let stage = Stage.with {
      $0.isBare = true
      $0.size = .init(columns: 1, rows: 1)
    }
    let cancelled = try TerminalEmulator.open("watchword", ["new"], on: stage)
    cancelled.wait("it is up") { cancelled.isBracketedPaste }
    cancelled.press(.escape)
    cancelled.expectExit(1)
    let grown = try TerminalEmulator.open("watchword", ["new"], on: stage)
    grown.wait("it is up") { grown.isBracketedPaste }
    grown.resize(80, 24)
    grown.waitForBytes("New password")
  }

  @Test(arguments: [(5000, 5000), (65535, 65535)])
  func `a form in a window that no person has is usable, and takes no more memory than in a large one`(
    columns: Int, rows: Int
  ) throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--no-dictionary", "--no-animation"],
      on: .with {
        $0.isBare = true
        $0.output = .pipe
        $0.size = Size(columns: columns, rows: rows)
      })
    terminal.wait("it is up") { terminal.isBracketedPaste }
    terminal.fill()
    terminal.settle()
    let peak = try #require(terminal.process.status("VmHWM")?.split(separator: " ").first.flatMap { Int($0) })
    #expect(peak < 64 * 1024)
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == good + "\n")
  }

  @Test func `A13 parts that do not fit are condensed in order, never the edited row, and all comes back`()
    throws
  {
    let terminal = try TerminalEmulator.form()
    terminal.type(good)
    terminal.press(.tab)
    terminal.type("Abc")
    terminal.expect(.confirm, holds: "•••")
    terminal.settle()
    let whole = terminal.picture
    let all =
      CriterionOnScreen.allCases.map(\.rawValue) + ["Could be stronger", "Too weak", "of 8-32", "show"]
    #expect(all.filter { !terminal.shows($0) } == ["Too weak"], "whole at 80x24")
    // In the order in which they are given up.
    let parts = ["digit (0-9)", "━━", "Enter password", "[ Set password ]", "Choose a new password"]
    var lost = 0
    for rows in stride(from: 23, through: 4, by: -1) {
      terminal.resize(80, rows)
      terminal.settle()
      #expect(terminal.focus == .confirm || terminal.fieldRows.count == 1, "\(rows) rows")
      #expect(terminal.row(terminal.cursor.row).contains("•••"), "\(rows) rows")
      let gone = parts.prefix { !terminal.shows($0) }.count
      #expect(gone >= lost, "\(rows) rows")
      lost = gone
      #expect(parts.dropFirst(gone).allSatisfy { terminal.shows($0) }, "\(rows) rows:\n\(terminal.picture)")
    }
    terminal.resize(80, 24)
    terminal.wait("all comes back") { terminal.picture == whole }
  }
}

extension TerminalEmulator {
  /// Waits until the program has written `text`, on a bare terminal.
  func waitForBytes(_ text: String) {
    wait("it has written \(text)") { String(decoding: transcript, as: UTF8.self).contains(text) }
  }
}
