import Glibc
import TestSupport
import Testing

/// The caller's modes and screen are restored.
@Suite struct FoundModesTests {
  /// The form of `watchword ask` after a caller has written `set` to the terminal, which `answers`.
  private func form(
    after set: String, answers: Stage.Answers = .kind, _ change: (inout Stage) -> Void = { _ in }
  ) throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.shell(
      "printf '\(set)caller' >/dev/tty; $watchword ask 2>/dev/null; printf 'status %s' $? >/dev/tty",
      on: .with {
        $0.answers = answers
        change(&$0)
      })
    terminal.expect("Password required")
    // It comes after the answers, so these have been read when it is seen.
    terminal.type("x")
    terminal.expect("•")
    return terminal
  }

  /// Everything written since the form began.
  private func written(_ terminal: TerminalEmulator) -> Substring {
    let text = String(decoding: terminal.transcript, as: UTF8.self)
    return text.firstRange(of: "caller").map { text[$0.upperBound...] } ?? ""
  }

  @Test(arguments: ["escape", "enter", "signal", "stop"])
  func `F6 each mode is left as it was found, and the caller's alternate screen stays`(end: String) throws {
    let terminal = try form(after: #"\033[?1049h\033[?1h\033=\033[?1002h\033[?1004h\033[?1006h\033[?2004h"#)
    let child = try #require(terminal.process.children.first)
    switch end {
    case "enter": terminal.press(.enter)
    case "signal": terminal.signal(SIGTERM, to: child.pid)
    case "stop":
      terminal.signal(SIGTSTP, to: child.pid)
      terminal.wait("it is stopped") { child.letter == "T" }
      terminal.wait("its picture is gone") { !terminal.shows("Password") && terminal.mode(1002) == true }
      #expect(terminal.isAlternateScreen)
      terminal.signal(SIGCONT, to: -terminal.pid)
      terminal.expect("Password required")
      terminal.press(.escape)
    default: terminal.press(.escape)
    }
    terminal.expect("status")
    terminal.expectExit(0)
    for mode in [1, -1, 1002, 1004, 1006, 2004, 1049] { #expect(terminal.mode(mode) == true, "\(mode)") }
    for mode in [47, 1047, 1000, 1003, 1015] { #expect(terminal.mode(mode) != true, "\(mode)") }
    #expect(terminal.isCursorVisible && !terminal.shows("Password required") && terminal.unreadInput == 0)
    #expect(!written(terminal).contains("1049l"))
  }

  @Test(arguments: [
    (#"\033[?1000h\033[?1015h"#, Stage.Answers.kind, [1000, 1015]), (#"\033[?2004h"#, .kind, [2004]),
    ("", .kind, []), (#"\033[?1049h\033[?1h\033[?1002h\033[?2004h"#, .silence, [1002]),
  ])
  func `F6 without its alternate screen the caller's own comes back, and without an answer all is reset`(
    set: String, answers: Stage.Answers, left: [Int]
  ) throws {
    let terminal = try form(after: set, answers: answers)
    terminal.press(.escape)
    terminal.expect("status 1")
    for mode in [1, 47, 1047, 1049, 1000, 1002, 1003, 1006, 1015, 2004] {
      #expect(terminal.mode(mode) ?? false == left.contains(mode), "\(mode)")
    }
    #expect(!terminal.isAlternateScreen && written(terminal).contains("1049h"))
    #expect(answers == .silence || terminal.shows("callerstatus 1"))
  }

  @Test func `F6 the answers are no keys, wherever they come among them, and the last one ends them`() throws
  {
    let terminal = try form(after: #"\033[?2004h"#, answers: .silence) { $0.output = .pipe }
    for part in ["a\u{1B}[?1049;1$", "yb\u{1B}[?10", "02;1$y\u{1B}[?2004;1$yc\u{1B}[?62c\u{1B}[?1003;1$yd"] {
      terminal.type(part)
      terminal.wait("it is read") { terminal.unreadInput == 0 }
    }
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == "xabcd\n")
    #expect(!written(terminal).contains("1049l") && terminal.mode(1003) != true)
    #expect(terminal.mode(1002) == true && terminal.mode(2004) == true)
  }

  @Test(arguments: [("unicode", true), ("ascii", false)])
  func `F6 the width of box characters is measured only for a form that has them`(
    glyphs: String, isMeasured: Bool
  ) throws {
    let terminal = try TerminalEmulator.open("watchword", ["ask", "--glyphs", glyphs])
    terminal.expect("Password required")
    #expect(String(decoding: terminal.transcript, as: UTF8.self).contains("\u{2500}\u{1B}[6n") == isMeasured)
  }

  @Test(arguments: ["linux", "vt100", "vt220", "dumb"])
  func `F6 no mode is asked for where that could be printed`(type: String) throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["ask"], on: .with { $0.environment["TERM"] = type })
    terminal.expect("Password")
    terminal.settle()
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains("$p"))
  }
}
