import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// The keys: issue 2, item 4.
@Suite struct KeysTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var text: String
    var keys: [Keystroke]
    /// The text after the keys, with `¦` where the caret is.
    var after: String
    var testDescription: String { "\(text) \(keys) \(after)" }

    init(_ text: String, _ keys: [Keystroke], _ after: String) {
      (self.text, self.keys, self.after) = (text, keys, after)
    }
  }

  @Test(arguments: [
    Row("abc", [.backspace], "ab¦"), Row("abc", [.controlH], "ab¦"), Row("abc", [.home, .delete], "¦bc"),
    Row("abc", [.left, .left], "a¦bc"), Row("abc", [.left, .right, .right], "abc¦"),
    Row("abc", [.home], "¦abc"),
    Row("abc", [.home, .end], "abc¦"), Row("abc", [.control("a")], "¦abc"),
    Row("abc", [.home, .control("e")], "abc¦"), Row("abc", [.control("b")], "ab¦c"),
    Row("abc", [.home, .control("f")], "a¦bc"), Row("abc", [.home, .control("d")], "¦bc"),
    Row("abc", [.left, .control("k")], "ab¦"), Row("abc", [.left, .control("u")], "¦c"),
    Row("ab-cd ef", [.control("w")], "ab-cd ¦"), Row("ab-cd", [.control("w")], "¦"),
    Row("abc", [.control("t")], "acb¦"),
    Row("abc", [.left, .control("t")], "acb¦"), Row("abc", [.home, .control("t")], "¦abc"),
    Row("ab-cd", [.alt("b")], "ab-¦cd"), Row("ab-cd", [.home, .alt("f")], "ab¦-cd"),
    Row("ab-cd", [.home, .alt("d")], "¦-cd"), Row("ab-cd", [.altBackspace], "ab-¦"),
    Row("e\u{301}e\u{301}", [.backspace], "e\u{301}¦"), Row("漢字", [.left, .backspace], "¦字"),
    Row("a👩‍👩‍👧b", [.left, .backspace], "a¦b"), Row("a👩‍👩‍👧b", [.home, .right, .delete], "a¦b"),
    Row("abc", [.modified(.left, 5)], "¦abc"), Row("abc", [.home, .modified(.right, 5)], "abc¦"),
  ])
  func `editing keys work as in readline, by grapheme cluster`(row: Row) throws {
    let terminal = try TerminalEmulator.form("--reveal", "always")
    terminal.type(row.text)
    for key in row.keys { terminal.press(key) }
    terminal.type("¦")
    terminal.expect(.new, holds: row.after)
  }

  @Test(arguments: [
    Row("ab-cd", [.control("w")], "¦"), Row("ab cd", [.altBackspace], "¦"),
    Row("ab cd", [.alt("b")], "¦ab cd"),
    Row("ab cd", [.home, .alt("f")], "ab cd¦"), Row("ab cd", [.home, .right, .alt("d")], "a¦"),
    Row("ab cd", [.left, .control("w")], "¦d"), Row("ab cd", [.left, .altBackspace], "¦d"),
  ])
  func `in a masked field the whole text is one word`(row: Row) throws {
    let terminal = try TerminalEmulator.form()
    terminal.type(row.text)
    for key in row.keys { terminal.press(key) }
    terminal.type("¦")
    terminal.settle()
    terminal.press(.control("r"))
    terminal.expect(.new, holds: row.after)
  }

  @Test func `control D on an empty field does nothing`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.press(.control("d"), .control("d"))
    terminal.settle()
    #expect(terminal.fate == .running)
    #expect(terminal.text(of: .new) == "New password")
  }

  @Test(arguments: [
    "\u{1B}[99;99~", "\u{1B}[?62;1c", "\u{1B}Oz", "\u{1B}[1;2;3;4;5;6Q", "\u{1B}]0;title\u{07}",
    "\u{1B}]11;rgb:0/0/0\u{1B}\\", "\u{1B}P1$r0m\u{1B}\\", "\u{1B}[I", "\u{1B}[O", "\u{1B}[5n",
    "\u{1B}[13;5u",
    "\u{1B}_x\u{1B}\\", "\u{1B}[<64;5;5M", "\u{1B}[<35;5;5M",
  ])
  func `an unknown escape sequence is swallowed whole`(sequence: String) throws {
    let terminal = try TerminalEmulator.form()
    terminal.type("a" + sequence + "b")
    terminal.expect(.new, holds: "••")
    terminal.settle()
    #expect(terminal.fate == .running && terminal.text(of: .new) == "••")
  }

  @Test(arguments: ["\u{1B}[", "\u{1B}O", "\u{1B}[1;", "\u{1B}]0;unfinished", "\u{1B}[<0;3"])
  func `an unfinished sequence is swallowed when the rest does not come`(start: String) throws {
    let terminal = try TerminalEmulator.form()
    terminal.type(start)
    terminal.settle(silence: 700)
    #expect(terminal.fate == .running)
    terminal.type("Я")
    terminal.expect(.new, holds: "•")
  }

  @Test func `a bare ESC cancels after a moment of silence`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.send([0x1B])
    terminal.expectExit(1)
    #expect(terminal.outputText == "")
  }

  @Test func `control C ends the program by SIGINT, control backslash does nothing`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.press(.control("\\"))
    terminal.type("a")
    terminal.expect(.new, holds: "•")
    terminal.press(.control("c"))
    terminal.expect(.killed(by: SIGINT))
    #expect(terminal.outputText == "")
  }

  @Test func `control S, control Q and control V are no keys of the terminal's own`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.press(.control("s"), .control("v"), .control("o"))
    terminal.type("a")
    terminal.expect(.new, holds: "•")
  }

  @Test func `control L draws anew what another program wrote over`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.type("abc")
    terminal.settle()
    let picture = terminal.picture
    terminal.scribble("\u{1B}[HGARBAGE\r\n\u{1B}[31mMORE GARBAGE")
    terminal.expect("GARBAGE", "MORE GARBAGE")
    terminal.press(.control("l"))
    terminal.wait("the picture is as before") { terminal.picture == picture }
    terminal.settle()
    #expect(terminal.focus == .new)
  }

  @Test func `F1 shows the keys, and closes the page again`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.settle()
    let picture = terminal.picture
    terminal.press(.function(1))
    terminal.expect("Keys", "show or hide what is typed")
    terminal.press(.function(1))
    terminal.wait("the form is back") { terminal.picture == picture }
  }

  @Test func `the key line names the keys of what has the focus`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.expect(row: "^R show", "Esc cancel", "F1 keys")
    terminal.press(.tab, .tab)
    terminal.expect(row: "press", "Esc cancel")
    terminal.expect(gone: "^R show")
  }

  @Test func `keys typed in one burst all arrive, in order`() throws {
    let terminal = try TerminalEmulator.form("--reveal", "always")
    terminal.send(Array("xKv\u{7F}v7mQz".utf8) + [0x01, 0x04, 0x05] + Array("R2\tKv7mQzR2\r".utf8))
    terminal.expectExit(0)
    #expect(terminal.outputText == good + "\n")
  }

  @Test func `keys that arrive while the form is closing are discarded, not handed on`() throws {
    let terminal = try TerminalEmulator.shell(
      "echo start; $watchword new --no-animation --quiet; echo status $?; read line; echo \"<$line>\"")
    terminal.expect("New password")
    terminal.fill()
    terminal.settleForm()
    terminal.type("\rrm -rf\r")
    terminal.expect("status 0")
    terminal.type("next\n")
    terminal.expect("<next>")
    #expect(!terminal.shows("rm -rf"))
  }

  @Test func `a press of button 1 focuses a field and places the caret`() throws {
    let terminal = try TerminalEmulator.form("--reveal", "always")
    terminal.type("abcdef")
    terminal.press(.tab)
    terminal.expect(focus: .confirm)
    terminal.settle()
    let row = terminal.fieldRow(.new)
    let column = try #require(terminal.column(of: "abc", in: row))
    terminal.click(row: row, column: column + 2)
    terminal.expect(focus: .new)
    terminal.type("¦")
    terminal.expect(.new, holds: "ab¦cdef")
    terminal.click(Position(row: terminal.fieldRow(.confirm), column: column), button: 2)
    terminal.settle()
    #expect(terminal.focus == .new)
  }

  @Test func `a press on the button presses it`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.fill()
    terminal.click(on: "Set password")
    terminal.expectExit(0)
    #expect(terminal.outputText == good + "\n")
  }

  @Test func `--no-mouse leaves the mouse to the terminal`() throws {
    let terminal = try TerminalEmulator.form("--no-mouse")
    #expect(!terminal.reportsMouse)
    #expect(try TerminalEmulator.form().reportsMouse)
  }
}

extension TerminalEmulator {
  /// Waits until the form that runs below a shell has drawn what was typed into both fields.
  func settleForm() {
    wait("both fields are filled") {
      text(of: .confirm).count == good.count && text(of: .new).count == good.count
    }
  }
}
