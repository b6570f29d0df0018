import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength

/// The ring of Tab, Return, the button, the mouse, and the ways out (A10 to A12, E3).
@Suite struct FocusTests {
  private static let good = "Aa1.2345"

  /// What has the focus in `frame`: the number of a field, `b` for the button, `-` for nothing.
  private func focus(_ frame: Frame) -> String {
    guard frame.texts(in: .focusedButton).isEmpty else { return "b" }
    return frame.cursor.map { $0.row < 10 ? "0" : "1" } ?? "-"
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

  @Test func `A11 Return in an only field in error keeps the focus there`() throws {
    var description = FormDescription.newPassword()
    description.fields[0].isConfirmed = false
    let delegate = RecordingDelegate()
    let played = try perform(.keys("a Enter b"), on: description.makeForm(), delegate: delegate)
    #expect(played.texts == ["ab"])
    #expect(
      played.calls[2] == [
        "0.shouldReturn", "0.editingDidEndOnExit", "0.primaryActionTriggered", "0.shouldEndEditing",
        "0.editingDidEnd", "0.didEndEditing(committed)", "0.valueChanged", "0.shouldBeginEditing",
        "0.editingDidBegin", "0.didBeginEditing",
      ])
  }

  @Test func `A10 a field that refuses to end is not judged and keeps the focus`() throws {
    let played = try perform(
      .typing("a") + [.press(row: 20, column: 12)],
      delegate: RecordingDelegate(refusing: ["0.shouldEndEditing"]))
    #expect(played.frame.errors == [])
    #expect(focus(played.frame) == "0")
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
    #expect(played.rows[3].contains("show"))
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

  @Test func `A8 cancelling judges nothing`() throws {
    let played = try perform(.keys("a Esc"))
    #expect(played.ending == .cancelled)
    #expect(played.terminal.frames.last?.errors == [])
    #expect(played.terminal.frames.last?.signs == "··✓··")
  }

  @Test func `a hang-up ends the session with an error`() throws {
    var terminal = ScriptedTerminal([.event(.hangUp)], fieldCount: 2)
    #expect(throws: WatchwordError.terminalGone) { try run(on: &terminal) }
  }

  @Test func `with nothing that moves no deadline is set`() throws {
    var description = FormDescription.newPassword()
    description.isAnimated = false
    let played = try perform(.keys("abc Tab F1 Esc"), on: description.makeForm())
    // The pause after the last letter ends with its field.
    let deadlines = played.terminal.deadlines
    #expect(deadlines.first == .some(nil) && deadlines.suffix(3).allSatisfy { $0 == nil })
  }
}

extension Frame {
  /// Whether a character of a secret goes into the cell.
  var showsSecret: Bool {
    cells.contains { if case .secret = $0.glyph { true } else { false } }
  }
}
