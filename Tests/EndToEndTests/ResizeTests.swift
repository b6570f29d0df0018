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
}

extension TerminalEmulator {
  /// Waits until the program has written `text`, on a bare terminal.
  func waitForBytes(_ text: String) {
    wait("it has written \(text)") { String(decoding: transcript, as: UTF8.self).contains(text) }
  }
}
