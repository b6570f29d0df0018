import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// The password reset form: contract, part A.
@Suite struct FormTests {
  @Test func `A1 two secure fields, the panel between them and a button`() throws {
    let terminal = try TerminalEmulator.form()
    #expect(terminal.text(of: .new) == "New password")
    #expect(terminal.text(of: .confirm) == "Re-enter new password")
    #expect(terminal.fieldRows.count == 2)
    let rows = CriterionOnScreen.allCases.map { terminal.position(of: $0.rawValue)?.row ?? -1 }
    #expect(rows == rows.sorted())
    #expect(rows.allSatisfy { terminal.fieldRow(.new) < $0 && $0 < terminal.fieldRow(.confirm) })
    #expect(terminal.position(of: "Set password")?.row ?? -1 > terminal.fieldRow(.confirm))
    #expect(terminal.focus == .new)
    terminal.press(.tab)
    terminal.expect("Enter your password.")
    terminal.settle()
    #expect(terminal.cell(of: "Enter your password.")?.foreground.isReddish == true)
  }

  @Test func `A2 B2 the sign shows the state, the word what pressing does, per field`() throws {
    let terminal = try TerminalEmulator.form()
    #expect(terminal.sign(of: .new) == "show" && terminal.sign(of: .confirm) == "show")
    terminal.expect("^R show")
    terminal.type(good)
    terminal.press(.left, .left)
    terminal.expect(.new, holds: "••••••••")
    terminal.settle()
    let caret = terminal.cursor
    terminal.press(.control("r"))
    terminal.expect(.new, holds: good)
    terminal.expect("^R hide")
    terminal.settle()
    #expect(terminal.sign(of: .new) == "hide" && terminal.sign(of: .confirm) == "show")
    #expect(terminal.cursor == caret && terminal.focus == .new)
    terminal.press(.function(2))
    terminal.expect(.new, holds: "••••••••")
    terminal.expect("^R show")
    terminal.settle()
    #expect(terminal.sign(of: .new) == "show" && terminal.cursor == caret)
  }

  @Test func `A2 a press on a sign toggles that field alone and leaves the focus where it is`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.fill()
    terminal.expect(focus: .confirm)
    terminal.click(try #require(terminal.signPosition(of: .new)))
    terminal.expect(.new, holds: good)
    terminal.settle()
    #expect(terminal.focus == .confirm)
    #expect(terminal.text(of: .confirm) == "••••••••")
    terminal.click(try #require(terminal.signPosition(of: .new)))
    terminal.expect(.new, holds: "••••••••")
  }

  @Test func `A2 in ASCII the sign is [show] or [hide]`() throws {
    let terminal = try TerminalEmulator.form("--glyphs", "ascii")
    #expect(terminal.sign(of: .new) == "show")
    terminal.type("Ab")
    terminal.expect(.new, holds: "**")
    terminal.press(.control("r"))
    terminal.expect(.new, holds: "Ab")
    terminal.settle()
    #expect(terminal.sign(of: .new) == "hide")
    #expect(terminal.picture.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `A3 the panel says what is accepted, with 3 of these 4 set off`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.expect("8-32 characters (no spaces)")
    terminal.expect("Use at least 3 of these 4 criteria when setting your password:")
    for label in CriterionOnScreen.allCases { terminal.expect(label.rawValue) }
    let plain = try #require(terminal.cell(of: "Use at least"))
    let emphasis = try #require(terminal.cell(of: "3 of these 4"))
    let after = try #require(terminal.cell(of: "criteria when"))
    #expect(plain.foreground == after.foreground && plain.isBold == after.isBold)
    #expect(
      emphasis.isBold != plain.isBold || emphasis.foreground != plain.foreground
        || emphasis.isUnderlined != plain.isUnderlined)
  }

  @Test func `A4 a criterion is unmet, met in green or failed in red`() throws {
    let terminal = try TerminalEmulator.form("--glyphs", "unicode")
    #expect(terminal.states == ".....")
    terminal.type("A")
    terminal.expect(states: ".+...")
    terminal.settle()
    #expect(terminal.cell(of: "✓")?.foreground.isGreenish == true)
    terminal.press(.tab)
    terminal.expect(states: "-+---")
    terminal.settle()
    #expect(terminal.cell(of: "✗")?.foreground.isReddish == true)
    #expect(terminal.cell(of: "✓")?.foreground.isGreenish == true)
  }

  @Test(arguments: [
    ("emoji", "⚪ uppercase letter", "✅ uppercase letter", "❌ digit"),
    ("unicode", "· uppercase letter", "✓ uppercase letter", "✗ digit"),
    ("ascii", "[ ] uppercase letter", "[x] uppercase letter", "[!] digit"),
  ])
  func `A4 each set of glyphs has its three signs`(
    glyphs: String, unmet: String, met: String, failed: String
  ) throws {
    let terminal = try TerminalEmulator.form("--glyphs", glyphs)
    terminal.expect(unmet)
    terminal.type("A")
    terminal.expect(met)
    terminal.press(.tab)
    terminal.expect(met, failed)
  }

  @Test(arguments: [
    ("Abcdef1", ".+++."), ("Abcdefg1", "++++."), ("ABCDEFGH", "++..."), ("abcdefgh", "+.+.."),
    ("12345678", "+..+."),
    ("@@@@@@@@", "+...+"), ("%^&%^&%^", "+...+"), ("Ab cdefg1", ".+++."), ("Ab\u{00A0}cdefg1", ".+++."),
    ("Ab\u{3000}cdefg1", ".+++."), ("ÄÖÜäöüßé", "+...."), ("٣٣٣٣٣٣٣٣", "+...."),
    ("e\u{301}e\u{301}e\u{301}e\u{301}", "....."), ("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", "+...+"),
    (String(repeating: "a", count: 32), "+.+.."), (String(repeating: "a", count: 33), "..+.."),
  ])
  func `A5 the rules count as a person counts, and only ASCII counts for the four`(
    text: String, states: String
  ) throws {
    let terminal = try TerminalEmulator.form()
    terminal.type(text)
    terminal.expect(row: "\(text.count) of 8-32")
    terminal.settle()
    #expect(terminal.states == states)
  }

  @Test(arguments: Array(##"!"#$%&'()*+,-./:;<=>?@[\]^_`{|}~€"##)) func `A5 each special character counts`(
    character: Character
  )
    throws
  {
    let terminal = try TerminalEmulator.form()
    terminal.type(String(character))
    terminal.expect(states: "....+")
  }

  @Test func `A6 before the first loss of focus a key moves criteria between met and unmet, never failed`()
    throws
  {
    let terminal = try TerminalEmulator.form()
    for (key, states) in [("A", ".+..."), ("b", ".++.."), ("1", ".+++."), ("!", ".++++"), ("xxxx", "+++++")] {
      terminal.type(key)
      terminal.expect(states: states)
    }
    terminal.press(.home, .delete)
    terminal.expect(states: "..+++")
    terminal.press(.control("k"))
    terminal.expect(states: ".....")
    terminal.settle()
    #expect(!terminal.shows("❌"))
  }

  @Test func `A7 typing after the focus was lost moves criteria between met and failed`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.type("Ab")
    terminal.press(.tab)
    terminal.expect(states: "-++--")
    terminal.press(.backTab)
    terminal.expect(focus: .new)
    terminal.press(.backspace)
    terminal.expect(states: "-+---")
    terminal.expect("❌ Use at least 3 of these 4")
    terminal.type("bcdefg1")
    terminal.expect(states: "++++.")
    terminal.expect("✅ Use at least 3 of these 4")
    terminal.press(.control("u"))
    terminal.expect(states: "-----")
    terminal.settle()
    #expect(!terminal.shows("⚪"))
  }

  @Test(arguments: [
    ("", "Enter your password.", "....."),
    ("Kv7#mQz%", "", "+++++"),
    ("Abc def1", "Your password must meet the requirements below.", "-+++."),
    ("Äbcdefg1", "Your password must meet the requirements below.", "+-++-"),
    ("Abc1", "Your password must meet the requirements below.", "-+++."),
    ("abcdefgh1", "Your password must meet the requirements below.", "+-++-"),
    (good, "", "++++."),
    ("kv7#mqz%", "", "+.+++"),
    ("Abcdefg1", "Choose a stronger password.", "++++."),
  ])
  func `A8 every loss of focus judges the new password, the first failure wins`(
    text: String, error: String, states: String
  ) throws {
    let terminal = try TerminalEmulator.form()
    terminal.type(text)
    terminal.press(.tab)
    terminal.expect(focus: .confirm)
    terminal.expect(error: error, below: .new)
    terminal.expect(states: states)
    terminal.settle()
    #expect(terminal.error(below: .new) == error)
  }

  @Test func `A8 an error goes when its own cause is gone, and another waits for the next loss of focus`()
    throws
  {
    let terminal = try TerminalEmulator.form()
    terminal.press(.tab)
    terminal.expect(error: "Enter your password.", below: .new)
    terminal.press(.backTab)
    terminal.type("a")
    terminal.expect(error: "", below: .new)
    terminal.settle()
    #expect(terminal.error(below: .new) == "")
    terminal.press(.tab)
    terminal.expect(error: "Your password must meet the requirements below.", below: .new)
    terminal.press(.backTab)
    terminal.type("%")
    terminal.expect(.new, holds: "••")
    terminal.settle()
    #expect(terminal.error(below: .new) == "Your password must meet the requirements below.")
    terminal.press(.backspace)
    terminal.type("Bcdefg1")
    terminal.expect(error: "", below: .new)
  }

  @Test func `A8 A9 nothing jumps when errors come and go`() throws {
    let terminal = try TerminalEmulator.form()
    let fixed =
      CriterionOnScreen.allCases.map(\.rawValue) + ["Set password", "Choose a new password", "of 8-32"]
    func places() -> [Position?] { fixed.map { terminal.position(of: $0) } + [terminal.position(of: "┃")] }
    let before = places()
    terminal.press(.tab, .tab, .tab)
    terminal.expect(error: "Enter your password.", below: .new)
    terminal.expect(error: "Enter your password again.", below: .confirm)
    terminal.settle()
    #expect(places() == before)
    terminal.paste("a\tb")
    terminal.expect("Not pasted: it holds a control character")
    #expect(places() == before)
  }

  @Test(arguments: [
    ("", "Enter your password again."), ("Kv7mQzR3", "Passwords do not match."),
    ("kv7mQzR2", "Passwords do not match."),
    (good, ""),
  ])
  func `A9 every loss of focus judges the confirm field`(text: String, error: String) throws {
    let terminal = try TerminalEmulator.form()
    terminal.type(good)
    terminal.press(.tab)
    terminal.type(text)
    terminal.press(.tab)
    terminal.wait("the button has the focus") { terminal.isButtonFocused }
    terminal.settle()
    #expect(terminal.error(below: .confirm) == error)
  }

  @Test
  func
    `A9 an edit in either field that makes them equal takes the error away, one that parts them brings it`()
    throws
  {
    let terminal = try TerminalEmulator.form()
    terminal.type(good)
    terminal.press(.tab)
    terminal.type(good + "x")
    terminal.press(.backTab)
    terminal.expect(error: "Passwords do not match.", below: .confirm)
    terminal.type("x")
    terminal.expect(error: "", below: .confirm)
    terminal.press(.backspace)
    terminal.expect(error: "Passwords do not match.", below: .confirm)
    terminal.press(.tab, .end, .backspace)
    terminal.expect(error: "", below: .confirm)
  }

  @Test func `A8 A9 nobody is accused who goes back from a field that was never edited`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.type(good)
    terminal.press(.tab)
    terminal.expect(focus: .confirm)
    terminal.press(.backTab)
    terminal.expect(focus: .new)
    terminal.settle()
    #expect(!terminal.shows("Enter your password again."))
  }

  @Test func `A11 A15 Return in a field in error keeps the focus there, and says so`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.type("abc")
    terminal.press(.enter)
    terminal.expect("Your password must meet the requirements below.")
    terminal.expect("1 field needs attention")
    terminal.expect(focus: .new)
    terminal.press(.end)
    terminal.expect(gone: "1 field needs attention")
    #expect(terminal.shows("Your password must meet the requirements below."))
  }

  @Test func `A2 a shown password is masked again after a pause`() throws {
    let terminal = try TerminalEmulator.form("--reveal-timeout", "2")
    terminal.type(good)
    terminal.expect(.new, holds: String(repeating: "•", count: good.count))
    terminal.press(.control("r"))
    terminal.expect("hide")
    terminal.expect(.new, holds: String(repeating: "•", count: good.count))
    terminal.press(.enter)
    terminal.type(good)
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == good + "\n")
  }

  @Test func `A10 the button judges both fields and sends the focus to the first in error`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.press(.tab, .tab)
    terminal.wait("the button has the focus") { terminal.isButtonFocused && terminal.focus == nil }
    terminal.press(.enter)
    terminal.expect(error: "Enter your password.", below: .new)
    terminal.expect(error: "Enter your password again.", below: .confirm)
    terminal.expect(focus: .new)
    terminal.type(good)
    terminal.press(.tab, .tab, .enter)
    terminal.expect(focus: .confirm)
    terminal.expect(error: "Enter your password again.", below: .confirm)
    terminal.type(good)
    terminal.press(.tab, .enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == good + "\n")
  }

  @Test func `A10 the line of the success comes after the screen is left and the password is written`() throws
  {
    let terminal = try TerminalEmulator.form(on: Stage())
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(!terminal.isAlternateScreen)
    let rows = terminal.rows.filter { !$0.isEmpty }
    #expect(rows == [good, "Password accepted."])
  }

  @Test func `A10 a stderr that is no terminal gets no line, and --quiet leaves it out`() throws {
    let piped = try TerminalEmulator.form(
      on: .with {
        $0.output = .pipe
        $0.errors = .pipe
      })
    piped.fill()
    piped.press(.enter)
    piped.expectExit(0)
    #expect(piped.errorText == "" && piped.outputText == good + "\n")
    let quiet = try TerminalEmulator.form("--quiet", on: Stage())
    quiet.fill()
    quiet.press(.enter)
    quiet.expectExit(0)
    #expect(quiet.rows.filter { !$0.isEmpty } == [good])
  }

  @Test func `A11 Return ends editing and moves on, from the confirm field to accepting`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.type("abc")
    terminal.press(.enter)
    terminal.expect(error: "Your password must meet the requirements below.", below: .new)
    terminal.press(.tab)
    terminal.expect(focus: .confirm)
    terminal.press(.enter)
    terminal.expect(error: "Enter your password again.", below: .confirm)
    terminal.expect(focus: .confirm)
    terminal.press(.backTab, .control("u"))
    terminal.type(good)
    terminal.press(.keypadEnter)
    terminal.expect(focus: .confirm)
    terminal.type(good)
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == good + "\n")
  }

  @Test func `A12 a press outside ends editing, and then nothing has the focus`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.type("abc")
    terminal.expect(.new, holds: "•••")
    terminal.click(row: terminal.size.rows - 1, column: 0)
    terminal.expect(error: "Your password must meet the requirements below.", below: .new)
    terminal.wait("nothing has the focus") { terminal.focus == nil && !terminal.isButtonFocused }
    let bells = terminal.bells
    terminal.type("x")
    terminal.wait("text beeps") { terminal.bells == bells + 1 }
    terminal.press(.enter)
    terminal.wait("Return beeps") { terminal.bells == bells + 2 }
    #expect(terminal.text(of: .new) == "•••")
    terminal.press(.tab)
    terminal.expect(focus: .new)
  }

  @Test func `A12 from nothing Shift-Tab goes to the button`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.click(row: terminal.size.rows - 1, column: 0)
    terminal.wait("nothing has the focus") { terminal.focus == nil }
    terminal.press(.backTab)
    terminal.wait("the button has it") { terminal.isButtonFocused }
  }

  @Test func `A12 Tab and Down go round the ring, Shift-Tab and Up go back`() throws {
    let terminal = try TerminalEmulator.form()
    for (on, back) in [(Keystroke.tab, Keystroke.backTab), (.down, .up)] {
      terminal.press(on)
      terminal.expect(focus: .confirm)
      terminal.press(on)
      terminal.wait("the button has the focus") { terminal.isButtonFocused && terminal.focus == nil }
      terminal.press(on)
      terminal.expect(focus: .new)
      terminal.press(back)
      terminal.wait("the button has the focus") { terminal.isButtonFocused && terminal.focus == nil }
      terminal.press(back)
      terminal.expect(focus: .confirm)
      terminal.press(back)
      terminal.expect(focus: .new)
    }
  }

  @Test func `A12 Esc cancels from anywhere, at once, and judges nothing`() throws {
    for tabs in 0..<3 {
      let terminal = try TerminalEmulator.form(on: Stage())
      terminal.press(.tab, times: tabs)
      terminal.press(.escape)
      terminal.expectExit(1)
      #expect(terminal.picture == "")
    }
  }

  @Test func `A12 on the page of keys Esc closes the page, and control C ends the form even there`() throws {
    let terminal = try TerminalEmulator.form()
    terminal.press(.function(1))
    terminal.expect("show or hide what is typed")
    terminal.expect(gone: "New password")
    terminal.press(.escape)
    terminal.expect("New password")
    terminal.press(.function(1))
    terminal.expect("show or hide what is typed")
    terminal.press(.control("c"))
    terminal.expect(.killed(by: SIGINT))
    #expect(terminal.outputText == "")
  }
}
