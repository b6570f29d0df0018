import TestSupport
import Testing
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

@testable import Watchword

/// The table of calls of the text-field life cycle, row by row, with every refusal.
@Suite struct LifeCycleTests {
  /// What moves the focus from the first field to the second, and the calls of that in the table.
  static let move = [
    "1.shouldBeginEditing", "0.shouldEndEditing", "0.editingDidEnd", "0.didEndEditing(committed)",
    "1.editingDidBegin", "1.didBeginEditing",
  ]

  @Test func `E1 the first field is asked, becomes first responder and tells that editing began`() throws {
    let played = try perform([])
    #expect(played.lastCalls == ["0.shouldBeginEditing", "0.editingDidBegin", "0.didBeginEditing"])
  }

  @Test(arguments: [Step.tab, .key(.down), .enter, .press(row: 18, column: 20)])
  func `E2 on a move the field to come is asked first, then the one to go`(_ step: Step) throws {
    let played = try perform(.typing("Aa1.2345") + [step])
    #expect(played.lastCalls.filter { !isAboutReturn($0) } == Self.move)
  }

  private func isAboutReturn(_ call: String) -> Bool {
    ["0.shouldReturn", "0.editingDidEndOnExit", "0.primaryActionTriggered", "0.valueChanged"].contains(call)
  }

  @Test func `E2 where the field to come refuses, the one to go is not asked and keeps the focus`() throws {
    let delegate = RecordingDelegate(refusing: ["1.shouldBeginEditing"])
    let played = try perform([.press(row: 18, column: 20)] + .typing("x"), delegate: delegate)
    #expect(played.calls[1] == ["1.shouldBeginEditing"])
    #expect(played.texts == ["x", ""])
  }

  @Test(arguments: [Step.tab, .backTab, .enter, .press(row: 18, column: 20), .press(row: 0, column: 0)])
  func `E2 where the field to go refuses, it keeps the focus and is told nothing`(_ step: Step) throws {
    let delegate = RecordingDelegate(refusing: ["0.shouldEndEditing"])
    let played = try perform([step] + .typing("x"), delegate: delegate)
    #expect(
      !played.calls[1].contains { $0.contains("did") && !isAboutReturn($0) && $0 != "0.editingDidEndOnExit" })
    #expect(played.calls[1].contains("0.shouldEndEditing"))
    #expect(played.texts == ["x", ""])
  }

  @Test func `E2 Tab passes over a field that refuses to begin, in both directions`() throws {
    let delegate = RecordingDelegate(refusing: ["1.shouldBeginEditing"])
    let played = try perform([.tab, .backTab], delegate: delegate)
    #expect(
      played.calls[1] == [
        "1.shouldBeginEditing", "0.shouldEndEditing", "0.editingDidEnd", "0.didEndEditing(committed)",
      ])
    #expect(
      played.calls[2] == [
        "1.shouldBeginEditing", "0.shouldBeginEditing", "0.editingDidBegin", "0.didBeginEditing",
      ])
  }

  @Test func `E2 a field that is not enabled is passed over and not asked`() throws {
    let form = makeForm { $0[0].isEnabled = false }
    let played = try perform([.tab, .tab] + .typing("x"), on: form)
    #expect(played.calls[0] == ["1.shouldBeginEditing", "1.editingDidBegin", "1.didBeginEditing"])
    #expect(played.calls[1] == ["1.shouldEndEditing", "1.editingDidEnd", "1.didEndEditing(committed)"])
    #expect(played.calls[2] == ["1.shouldBeginEditing", "1.editingDidBegin", "1.didBeginEditing"])
    #expect(played.texts == ["", "x"])
  }

  @Test func `E2 at most one field is first responder, and nobody is told while another one still is`() throws
  {
    let delegate = RecordingDelegate()
    _ = try perform(.typing("ab") + [.tab, .tab, .tab, .backTab, .enter], delegate: delegate)
    for (call, isFirstResponder) in delegate.focusSeen {
      switch call.split(separator: ".")[1] {
      case "shouldBeginEditing", "didEndEditing(committed)", "didEndEditing(cancelled)", "editingDidEnd":
        #expect(!isFirstResponder, "\(call)")
      default: #expect(isFirstResponder || call == "0.valueChanged", "\(call)")
      }
    }
  }

  @Test func `E1 typing asks once, changes, and tells`() throws {
    let played = try perform(.typing("ab"))
    #expect(played.lastCalls == ["0.shouldChange 1..<1 \"b\"", "0.didChangeSelection", "0.editingChanged"])
  }

  @Test func `E1 a paste is one change`() throws {
    let played = try perform(.typing("ab") + [.key(.left), .paste("çé漢\r\n")])
    #expect(
      played.lastCalls == ["0.shouldChange 1..<1 \"çé漢\"", "0.didChangeSelection", "0.editingChanged"])
    #expect(played.texts[0] == "açé漢b")
  }

  @Test func `E1 a deletion has an empty replacement, and its range counts clusters of the text before`()
    throws
  {
    let played = try perform(.typing("a👩‍👩‍👧e\u{301}") + [.key(.left), .key(.backspace)])
    #expect(played.lastCalls == ["0.shouldChange 1..<2 \"\"", "0.didChangeSelection", "0.editingChanged"])
    #expect(played.texts[0] == "ae\u{301}")
  }

  @Test(arguments: [Step.key(.scalar("x")), .paste("xyz"), .key(.backspace), .control("w"), .control("t")])
  func `E1 a refused change leaves the text and sends nothing`(_ step: Step) throws {
    let typed = try perform(.typing("ab")).frame
    let delegate = RecordingDelegate()
    delegate.refusesFromPage = (3, ["0.shouldChange"])
    let played = try perform(.typing("ab") + [step], delegate: delegate)
    #expect(played.lastCalls.count == 1)
    #expect(played.lastCalls.allSatisfy { $0.hasPrefix("0.shouldChange") })
    #expect(played.texts[0] == "ab")
    #expect(played.frame == typed)
  }

  @Test func `E1 Ctrl-U over the whole text asks shouldClear and nothing else`() throws {
    let played = try perform(.typing("ab") + [.control("u")])
    #expect(played.lastCalls == ["0.shouldClear", "0.didChangeSelection", "0.editingChanged"])
    #expect(played.texts[0] == "")
  }

  @Test func `E1 Ctrl-U over a part of the text asks shouldChange`() throws {
    let played = try perform(.typing("abc") + [.key(.left), .control("u")])
    #expect(played.lastCalls == ["0.shouldChange 0..<2 \"\"", "0.didChangeSelection", "0.editingChanged"])
    #expect(played.texts[0] == "c")
  }

  @Test func `E1 a refused clear leaves the text and sends nothing`() throws {
    let played = try perform(
      .typing("ab") + [.control("u")], delegate: RecordingDelegate(refusing: ["0.shouldClear"]))
    #expect(played.lastCalls == ["0.shouldClear"])
    #expect(played.texts[0] == "ab")
  }

  @Test func `E1 a motion of the caret tells of the selection alone`() throws {
    let played = try perform(.typing("ab") + [.key(.home)])
    #expect(played.lastCalls == ["0.didChangeSelection"])
  }

  @Test func `A11 Return in a field in error ends its editing, and begins it again there`() throws {
    let played = try perform(.typing("a") + [.enter] + .typing("b"))
    #expect(
      played.calls[2] == [
        "0.shouldReturn", "0.editingDidEndOnExit", "0.primaryActionTriggered", "1.shouldBeginEditing",
        "0.shouldEndEditing", "0.editingDidEnd", "0.didEndEditing(committed)", "0.valueChanged",
        "0.shouldBeginEditing", "0.editingDidBegin", "0.didBeginEditing",
      ])
    #expect(played.texts == ["ab", ""])
    #expect(played.frame.errors == ["Your password must meet the requirements below."])
    #expect(played.terminal.beeps == 1)
  }

  @Test func `A11 where the field in error does not begin again, Return moves on`() throws {
    let delegate = RecordingDelegate()
    delegate.refusesFromPage = (2, ["0.shouldBeginEditing"])
    let played = try perform(.typing("a") + [.enter] + .typing("b"), delegate: delegate)
    #expect(played.texts == ["a", "b"])
  }

  @Test func `A11 Return in the last field that is enabled accepts, and the key line says so`() throws {
    let form = makeForm { fields in
      for index in 0...1 { fields[index].requirement = .nothing }
      fields[1].isEnabled = false
    }
    let played = try perform(.typing("a"), on: form)
    #expect(played.shows("Enter accept"))
    #expect(try perform(.typing("a") + [.enter], on: form).ending != .cancelled)
  }

  @Test func `E1 Return asks, sends its two events, and moves on by the normal end`() throws {
    let played = try perform(.typing("Aa1.2345") + [.enter])
    #expect(
      played.lastCalls == [
        "0.shouldReturn", "0.editingDidEndOnExit", "0.primaryActionTriggered", "1.shouldBeginEditing",
        "0.shouldEndEditing", "0.editingDidEnd", "0.didEndEditing(committed)", "0.valueChanged",
        "1.editingDidBegin", "1.didBeginEditing",
      ])
  }

  @Test func `E1 a refused Return does nothing more`() throws {
    let played = try perform(
      [.enter] + .typing("x"), delegate: RecordingDelegate(refusing: ["0.shouldReturn"]))
    #expect(played.calls[1] == ["0.shouldReturn"])
    #expect(played.texts == ["x", ""])
  }

  @Test(arguments: [Step.escape, .control("c")])
  func `E1 a forced end does not ask, and gives its reason`(_ step: Step) throws {
    let delegate = RecordingDelegate(refusing: ["0.shouldEndEditing"])
    let played = try perform([step], delegate: delegate)
    #expect(delegate.pages[1] == ["0.editingDidEnd", "0.didEndEditing(cancelled)"])
    #expect(played.ending == .cancelled)
  }

  /// Gives one verdict or throws, at the second look.
  private final class OneVerdict: FormVerifier {
    private let verdict: FormVerdict?
    private var looks = 0
    private(set) var thrown: (any Error)?
    var attempts: Int? { 1 }

    init(_ verdict: FormVerdict?) { self.verdict = verdict }

    func begin(_ answer: Answer, about subject: Submission.Subject) { looks = 0 }
    func verdict(after elapsed: Duration) -> FormVerdict? {
      looks += 1
      guard looks > 1 else { return nil }
      if verdict == nil { thrown = WatchwordError.busy }
      return verdict
    }
  }

  /// How a form can end while a field has the focus, without a key that ends it.
  enum End: CaseIterable {
    case refusedTooOften, verdictThrows, impossibleField, nobodyWaits, terminalGone, timeLimit
  }

  @Test(arguments: End.allCases, [false, true])
  func `E1 H4 however a form ends, the field hears that editing was cancelled, and no list is searched`(
    _ end: End, isInLines: Bool
  ) throws {
    var description = FormDescription.change(policy: .account(minimumLevel: .weakest).asking(for: .unleaked))
    description.timeLimit = .seconds(60)
    let form = description.makeForm()
    let leaks = ScriptedLeaks(after: .seconds(600))
    let delegate = RecordingDelegate()
    var advisers = Advisers(delegate: delegate)
    var events = 0
    var script: [Step] = isInLines ? [.line("x")] : .typing("x") + [.tab]
    switch end {
    case .refusedTooOften: advisers.oldFormVerifier = OneVerdict(.refused("No."))
    case .verdictThrows: advisers.oldFormVerifier = OneVerdict(nil)
    case .impossibleField:
      advisers.oldFormVerifier = OneVerdict(.incomplete(asking: [PasswordForm.Field.newPassword("other")]))
    case .nobodyWaits:
      advisers.checkWithdrawal = {
        events += 1
        return events > 60
      }
    case .terminalGone, .timeLimit: break
    }
    if advisers.oldFormVerifier == nil { script += isInLines ? [.line("Abcdef1!")] : .typing("Abcdef1!") }
    script.append(.wait(.seconds(end == .terminalGone ? 1 : 70)))
    if end == .terminalGone { script.append(.event(.hangUp)) }
    let memory = try SecretMemory(for: Session.capacities(of: form), locking: .ifPossible)
    let session = try Session(
      form, width: .standard, judge: Judge(leaks: leaks), advisers, in: memory)
    var terminal = ScriptedTerminal(script, fieldCount: form.placeCount)
    do throws(Ending) {
      if isInLines {
        var dialogue = Dialogue(session, on: terminal)
        defer { terminal = dialogue.terminal }
        _ = try dialogue.run()
      } else {
        _ = try FormScreen(session, appearance: .plain).run(on: &terminal)
      }
    } catch {}
    #expect(!terminal.isOver)
    #expect(
      delegate.calls.last?.hasSuffix(".didEndEditing(cancelled)") == true, "\(delegate.calls.suffix(9))")
    #expect(leaks.text == nil && (advisers.oldFormVerifier != nil || !leaks.searches.isEmpty))
  }

  @Test func `E1 a form that goes on in lines, where no terminal is left, tells its field of the end`() throws
  {
    let delegate = RecordingDelegate()
    var appearance = Appearance.plain
    appearance.lacks = []
    var screen = try FormScreen(FormDescription.ask().makeForm(), appearance: appearance, delegate: delegate)
    var terminal = ScriptedTerminal([.key(.function(3))], fieldCount: 1)
    screen.play(on: &terminal)
    let goesOn = screen.isLeft
    #expect(goesOn)
    var session = screen.leave()
    #expect(delegate.calls.last?.hasSuffix("(cancelled)") == false)
    session.form.end(.hangUp)
    #expect(delegate.calls.suffix(2) == ["0.editingDidEnd", "0.didEndEditing(cancelled)"])
  }

  @Test func `E1 R5 an empty line that leaves a question to the command ends editing as Esc does`() throws {
    var description = FormDescription.ask()
    description.asker = "sudo"
    let delegate = RecordingDelegate()
    let session = try Session(description.makeForm(), delegate: delegate)
    var dialogue = Dialogue(session, on: ScriptedTerminal([.line("")], fieldCount: 0))
    _ = try? dialogue.run()
    #expect(delegate.calls.suffix(2) == ["0.editingDidEnd", "0.didEndEditing(cancelled)"])
  }

  @Test func `E1 the end without a reason is told only to a delegate that has none for it`() throws {
    final class Plain: TextFieldDelegate {
      var ends = 0
      func textFieldDidEndEditing(_ textField: borrowing TextField, in form: inout RunningForm) { ends += 1 }
    }
    let plain = Plain()
    var terminal = ScriptedTerminal([.tab], fieldCount: 2)
    try run(on: &terminal, delegate: plain)
    #expect(plain.ends == 2)
    let played = try perform([.tab, .tab])
    #expect(!played.calls.joined().contains("0.didEndEditing"))
  }

  @Test func `A10 the button ends editing, tells, and only then asks the field in error to begin`() throws {
    let played = try perform([.tab] + .typing("x") + [.press(row: 20, column: 12)])
    #expect(
      played.lastCalls == [
        "1.shouldEndEditing", "1.editingDidEnd", "1.didEndEditing(committed)", "0.shouldBeginEditing",
        "0.editingDidBegin", "0.didBeginEditing",
      ])
  }

  @Test func `E4 no editing event is sent for text that the program sets`() throws {
    let form = makeForm { $0[1].clearsOnBeginEditing = true }
    let played = try perform([.tab] + .typing("ab") + [.backTab, .tab], on: form)
    #expect(
      played.lastCalls == [
        "1.shouldBeginEditing", "0.shouldEndEditing", "0.editingDidEnd", "0.didEndEditing(committed)",
        "1.shouldClear", "1.editingDidBegin", "1.didBeginEditing",
      ])
    #expect(played.texts == ["", ""])
  }

  @Test func `E1 a refused clear at the beginning keeps the text`() throws {
    let form = makeForm { $0[1].clearsOnBeginEditing = true }
    let played = try perform(
      [.tab] + .typing("ab") + [.backTab, .tab], on: form,
      delegate: RecordingDelegate(refusing: ["1.shouldClear"]))
    #expect(played.lastCalls.suffix(3) == ["1.shouldClear", "1.editingDidBegin", "1.didBeginEditing"])
    #expect(played.texts == ["", "ab"])
  }

  @Test func `a press into a field that is cleared when editing begins puts the caret into what is left`()
    throws
  {
    let form = makeForm { $0[1].clearsOnBeginEditing = true }
    let played = try perform(
      [.tab] + .typing("abcdef") + [.backTab, .press(row: 17, column: 13)] + .typing("x"), on: form)
    #expect(played.texts == ["", "x"])
  }

  @Test func `A2 toggling sends no editing event and keeps text, caret and focus`() throws {
    let played = try perform(.typing("abc") + [.key(.left), .control("r")])
    #expect(played.lastCalls == [])
    #expect(played.texts[0] == "abc")
    #expect(played.frame.cursor == Position(row: 3, column: 10))
  }

  @Test(arguments: [Step.tab, .backTab, .enter, .press(row: 0, column: 0)])
  func `B9 E1 a number tells of another value whatever ends its editing, and not of the value that it had`(
    _ step: Step
  ) throws {
    var fields = [FormField.Configuration(.number, name: "a"), FormField.Configuration(.text, name: "b")]
    fields[0].text = "1"
    let form = FormDescription.custom(fields: fields).makeForm()
    let other = try perform(.typing("2") + [step], on: form)
    #expect(other.lastCalls.filter { $0 == "0.valueChanged" }.count == 1)
    let same = try perform([.key(.backspace)] + .typing("1") + [step], on: form)
    #expect(same.lastCalls.contains("0.didEndEditing(committed)"))
    #expect(!same.calls.joined().contains("0.valueChanged"))
  }

  @Test func `B9 Return signals valueChanged once, and Tab does not`() throws {
    let returned = try perform(.typing("abc") + [.enter])
    #expect(returned.calls.joined().filter { $0 == "0.valueChanged" }.count == 1)
    let tabbed = try perform(.typing("abc") + [.tab])
    #expect(!tabbed.calls.joined().contains("0.valueChanged"))
  }
}
