import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength

/// The ring of Tab, Return, the button, the mouse, and the ways out: points A10 to A12 and E3.
@Suite struct FocusTests {
  private static let good = "Aa1.2345"

  /// What has the focus in `frame`: the number of a field, `b` for the button, `-` for nothing.
  private func focus(_ frame: Frame) -> String {
    guard frame.texts(in: .focusedButton).isEmpty else { return "b" }
    return frame.cursor.map { $0.row < 10 ? "0" : "1" } ?? "-"
  }

  private func ring(_ steps: [Step]) throws -> String {
    let terminal = try perform(steps).terminal
    return terminal.frames.prefix(steps.count + 1).map(focus).joined()
  }

  @Test func `A12 the ring of Tab is the fields, the button, and round again`() throws {
    #expect(try ring([.tab, .tab, .tab, .tab]) == "01b01")
    #expect(try ring([.backTab, .backTab, .backTab, .backTab]) == "0b10b")
    #expect(try ring([.key(.down), .key(.down), .key(.up), .key(.up), .key(.up)]) == "01b10b")
  }

  @Test func `A12 from nothing Tab goes to the first field and Shift-Tab to the button`() throws {
    #expect(try ring([.press(row: 0, column: 0), .tab]) == "0-0")
    #expect(try ring([.press(row: 0, column: 0), .backTab]) == "0-b")
    #expect(try ring([.tab, .press(row: 23, column: 79), .key(.down)]) == "01-0")
  }

  @Test(arguments: [Step.key(.scalar("x")), .enter, .paste("x"), .key(.backspace), .control("r")])
  func `A12 with nothing in focus text and Return beep`(_ step: Step) throws {
    let played = try perform([.press(row: 0, column: 0), step])
    #expect(played.terminal.beeps == 1)
    #expect(played.texts == ["", ""])
    #expect(focus(played.frame) == "-")
    #expect(played.terminal.hasForgottenPaste)
  }

  @Test(arguments: [[], [Step.tab], [.tab, .tab], [.press(row: 0, column: 0)]])
  func `A12 Esc cancels from anywhere at once`(_ steps: [Step]) throws {
    for way in [Step.escape, .control("c")] {
      let played = try perform(steps + [way] + .typing("not played"))
      #expect(played.ending == .cancelled)
      #expect(!played.terminal.isOver)
    }
  }

  @Test func `A12 Esc closes the page of keys only, and Ctrl-C stops even there`() throws {
    let open = try perform([.key(.function(1))])
    #expect(open.shows("Keys"))
    #expect(open.frame.cursor?.row == 2)
    let closed = try perform([.key(.function(1)), .escape] + .typing("x"))
    #expect(closed.texts == ["x", ""])
    #expect(closed.shows("Choose a new password"))
    let toggled = try perform([.key(.function(1)), .key(.function(1))])
    #expect(toggled.shows("Choose a new password"))
    let cancelled = try perform([.key(.function(1)), .control("c")] + .typing("x"))
    #expect(cancelled.ending == .cancelled)
    #expect(!cancelled.terminal.isOver)
  }

  @Test(arguments: [
    Step.key(.scalar("x")), .enter, .paste("x"), .control("u"), .control("r"), .press(row: 5, column: 20),
  ])
  func `E3 on the page of keys the fields get nothing`(_ step: Step) throws {
    let delegate = RecordingDelegate()
    let played = try perform(.typing("ab") + [.key(.function(1)), step], delegate: delegate)
    #expect(played.lastCalls == [])
    #expect(played.texts == ["ab", ""])
    #expect(played.terminal.beeps == 1)
  }

  @Test func `A11 Return goes from the new field to the confirm field and from there accepts`() throws {
    let played = try perform(.typing(Self.good) + [.enter] + .typing(Self.good) + [.enter])
    #expect(played.ending == .accepted(Self.good, .weak))
    #expect(!played.terminal.isOver)
  }

  @Test func `A11 Return without a confirm field accepts`() throws {
    var description = FormDescription.newPassword()
    description.fields[0].isConfirmed = false
    description.policy = .classic(minimumLevel: .weak)
    let played = try perform(.typing(Self.good) + [.enter], on: description.makeForm())
    #expect(played.ending == .accepted(Self.good, .weak))
  }

  @Test func `A11 Return in an only field in error keeps the focus there`() throws {
    var description = FormDescription.newPassword()
    description.fields[0].isConfirmed = false
    let delegate = RecordingDelegate()
    let played = try perform(
      .typing("a") + [.enter] + .typing("b"), on: description.makeForm(), delegate: delegate)
    #expect(played.texts == ["ab"])
    #expect(
      played.calls[2] == [
        "0.shouldReturn", "0.editingDidEndOnExit", "0.primaryActionTriggered", "0.shouldEndEditing",
        "0.editingDidEnd", "0.didEndEditing(committed)", "0.valueChanged", "0.shouldBeginEditing",
        "0.editingDidBegin", "0.didBeginEditing",
      ])
  }

  /// Texts of both fields, and the errors and the focus after the button was pressed.
  @Test(
    arguments: [
      ("", "", ["Enter your password.", "Enter your password again."], "0"),
      ("a", "a", ["Your password must meet the requirements below."], "0"),
      ("Aa1.2345", "", ["Enter your password again."], "1"),
      ("Aa1.2345", "Aa1.234", ["Passwords do not match."], "1"),
      ("a", "b", ["Your password must meet the requirements below.", "Passwords do not match."], "0"),
    ] as [(String, String, [String], String)])
  func `A10 the button judges both fields, and the first in error gets the focus`(
    _ first: String, second: String, errors: [String], focused: String
  ) throws {
    let typed: [Step] = .typing(first) + [.tab] + .typing(second)
    for press in [[Step.press(row: 20, column: 12)], [.tab, .enter], [.tab, .key(.scalar(" "))]] {
      let played = try perform(typed + press)
      #expect(played.ending == .cancelled)
      #expect(played.terminal.isOver)
      #expect(played.frame.errors == errors)
      #expect(focus(played.frame) == focused)
      #expect(played.terminal.beeps == 1)
      let count = errors.count == 1 ? "1 field needs attention" : "2 fields need attention"
      #expect(played.frame.notices == [count])
      let later = try perform(typed + press + [.key(.end)])
      #expect(later.frame.notices == [])
      #expect(later.frame.errors == errors)
    }
  }

  @Test func `A11 A15 Return in the last field in error stays there, with every error in view`() throws {
    let played = try perform(.filling("a", "b") + [.enter])
    #expect(focus(played.frame) == "1")
    #expect(
      played.frame.errors == [
        "Your password must meet the requirements below.", "Passwords do not match.",
      ])
    #expect(played.frame.notices == ["2 fields need attention"])
    let empty = try perform([.tab, .enter])
    #expect(focus(empty.frame) == "1")
    #expect(empty.frame.errors == ["Enter your password.", "Enter your password again."])
    let first = try perform(.filling("a", "a") + [.enter])
    #expect(focus(first.frame) == "0")
  }

  @Test func `A11 A15 Return that is refused says how many fields are in error, until the next key`() throws {
    let played = try perform(.typing("a") + [.enter])
    #expect(played.frame.notices == ["1 field needs attention"])
    #expect(try perform(.typing("a") + [.enter, .key(.home)]).frame.notices == [])
  }

  @Test func `A10 the button accepts when both fields pass`() throws {
    for press in [[Step.press(row: 20, column: 12)], [.tab, .enter], [.tab, .key(.scalar(" "))]] {
      let played = try perform(.typing(Self.good) + [.tab] + .typing(Self.good) + press)
      #expect(played.ending == .accepted(Self.good, .weak))
    }
  }

  @Test func `A10 a field that refuses to end is not judged and keeps the focus`() throws {
    let played = try perform(
      .typing("a") + [.press(row: 20, column: 12)],
      delegate: RecordingDelegate(refusing: ["0.shouldEndEditing"]))
    #expect(played.frame.errors == [])
    #expect(focus(played.frame) == "0")
  }

  @Test func `B8 the answer has the password and its strength`() throws {
    let text = "Aa1.2345Aa1.23456789"
    let played = try perform(.typing(text) + [.enter] + .typing(text) + [.enter])
    #expect(played.ending == .accepted(text, .strong))
  }

  @Test func `A12 a press on the text puts focus and caret there`() throws {
    let played = try perform(.typing("abcdef") + [.tab, .press(row: 4, column: 12)] + .typing("x"))
    #expect(played.texts[0] == "abxcdef")
    let beyond = try perform(.typing("abc") + [.key(.home), .press(row: 4, column: 40)] + .typing("x"))
    #expect(beyond.texts[0] == "abcx")
    let border = try perform(.typing("abc") + [.tab, .press(row: 3, column: 6)] + .typing("x"))
    #expect(border.texts[0] == "xabc")
  }

  @Test func `A2 a press on the sign toggles its field and leaves focus and caret`() throws {
    let played = try perform(
      .typing("abc") + [.tab] + .typing("d") + [.press(row: 4, column: 68)] + .typing("e"))
    #expect(played.texts == ["abc", "de"])
    #expect(played.terminal.shownTexts.dropLast().last == [0: "abc"])
    #expect(focus(played.frame) == "1")
    #expect(played.rows[4].contains("hide"))
    #expect(played.rows[17].contains("show"))
  }

  @Test func `A2 B2 the sign and the key line say what is, and what pressing does`() throws {
    let masked = try perform(.typing("abc"))
    #expect(masked.rows[4].contains("show"))
    #expect(masked.rows[22].contains("^R show"))
    for key in [Step.control("r"), .key(.function(2))] {
      let shown = try perform(.typing("abc") + [key])
      #expect(shown.rows[4].contains("hide"))
      #expect(shown.rows[22].contains("^R hide"))
      #expect(shown.terminal.shownTexts.dropLast().last == [0: "abc"])
      let again = try perform(.typing("abc") + [key, key])
      #expect(again.frame == masked.frame)
    }
  }

  @Test func `E3 what no responder handles beeps`() throws {
    for key in [Key(.insert), Key(.function(9)), .control("y"), .control("x"), .alt("q")] {
      #expect(try perform([.key(key)]).terminal.beeps == 1)
    }
  }

  @Test func `E3 the quit key does nothing, Ctrl-L redraws`() throws {
    let quit = try perform([.control("\\")])
    #expect(quit.terminal.beeps == 0)
    #expect(quit.terminal.isOver)
    #expect(try perform([.control("l")]).terminal.invalidations == 1)
  }

  @Test func `a stop masks and paints before the process is stopped, and leaves all masked`() throws {
    for step in [Step.control("z"), .event(.stop)] {
      let played = try perform(.typing("abc") + [.control("r"), step] + .typing("d"))
      #expect(played.terminal.suspensions.count == 1)
      #expect(played.terminal.suspensions.allSatisfy { !$0.showsSecret })
      #expect(!played.frame.showsSecret)
      #expect(played.texts[0] == "abcd")
    }
  }

  @Test func `a return from a stop masks and draws anew`() throws {
    let played = try perform(.typing("abc") + [.control("r"), .event(.resume)])
    #expect(!played.frame.showsSecret)
    #expect(played.terminal.invalidations == 1)
    #expect(played.rows[4].contains("show"))
  }

  @Test func `where the process cannot be stopped the stop key beeps`() throws {
    let played = try perform([.control("z")], canSuspend: false)
    #expect(played.terminal.suspensions.isEmpty)
    #expect(played.terminal.beeps == 1)
  }

  @Test func `the last frame shows no secret, however the form ends`() throws {
    for steps in [[Step.escape], [.control("c")], [.enter] + .typing(Self.good) + [.control("r"), .enter]] {
      let played = try perform(.typing(Self.good) + [.control("r")] + steps)
      #expect(played.terminal.frames.last?.showsSecret == false)
    }
  }

  @Test func `a hang-up ends the session with an error`() throws {
    var terminal = ScriptedTerminal([.event(.hangUp)], fieldCount: 2)
    #expect(throws: WatchwordError.terminalGone) { try run(on: &terminal) }
  }

  @Test func `with nothing that moves no deadline is set`() throws {
    var description = FormDescription.newPassword()
    description.isAnimated = false
    let played = try perform(
      .typing("abc") + [.tab, .key(.function(1)), .escape], on: description.makeForm())
    #expect(played.terminal.deadlines.allSatisfy { $0 == nil })
  }
}

extension Frame {
  /// Whether a cell is to be filled with a character of a secret.
  var showsSecret: Bool {
    cells.contains { if case .secret = $0.glyph { true } else { false } }
  }
}
