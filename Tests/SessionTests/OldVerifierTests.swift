import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength
import WatchwordSystem

/// The verifier of the old password, a program that really runs: issue 11, F3.
@Suite struct OldVerifierTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func verifier(_ script: String, input: Verifier.Input = .json, attempts: Int? = nil) throws
    -> Verifier
  {
    var verifier = try #require(Verifier(shell: "F=\(file.path)\n\(script)"))
    (verifier.input, verifier.attempts) = (input, attempts)
    verifier.timeout = .seconds(600)
    return verifier
  }

  private let change = FormDescription.change().makeForm()
  private let checked = Step.tickWhileShown("Checking…")
  private let chosen: [Step] = .filling("Tr7.vQ9-kLw2", "Tr7.vQ9-kLw2")

  @Test(arguments: [(Verifier.Input.json, #"{"old":"Old.Horse7"}"#), (.text, "Old.Horse7")])
  func `F3 it is given the old password and nothing else, and the form its answer later`(
    _ input: Verifier.Input, given: String
  ) throws {
    let played = try perform(
      .typing("Old.Horse7") + [.tab, checked] + chosen + [.enter], on: change,
      oldVerifier: verifier("cat >> $F", input: input))
    #expect(file.text == given + "\n")
    #expect(played.ending == .accepted("Tr7.vQ9-kLw2", .medium))
    #expect(played.texts == ["Old.Horse7", "Tr7.vQ9-kLw2", "Tr7.vQ9-kLw2"])
  }

  @Test func `F3 with input text the verifier of the form is given the new password`() throws {
    var form = FormDescription.change()
    form.policy = .classic(minimumLevel: .weak)
    let played = try perform(
      .typing("Old.Horse7") + [.tab] + chosen + [.enter, checked], on: form.makeForm(),
      verifier: verifier("cat >> $F", input: .text))
    #expect(file.text == "Tr7.vQ9-kLw2\n" && played.ending == .accepted("Tr7.vQ9-kLw2", .medium))
  }

  @Test(arguments: [Step.tab, .enter])
  func `F3 it is not asked about a text of which a character was lost`(_ step: Step) throws {
    let played = try perform(
      .typing("Old") + [.event(.refused(.notText)), step], on: change, oldVerifier: verifier("cat >> $F"))
    #expect(file.text == "")
    #expect(played.frame.errors == ["Not taken: not a character of this terminal's encoding"])
  }

  /// What the table of the life cycle says of a move from the first field to the second.
  private static let move = [
    "1.shouldBeginEditing", "0.shouldEndEditing", "0.editingDidEnd", "0.didEndEditing(committed)",
    "1.editingDidBegin", "1.didBeginEditing",
  ]

  @Test(arguments: [
    (Step.tab, [String]()),
    (.enter, ["0.shouldReturn", "0.editingDidEndOnExit", "0.primaryActionTriggered"]),
  ])
  func `F3 E1 whether editing should end is asked after the yes`(_ step: Step, first: [String]) throws {
    let yes = try verifier("exit 0")
    let played = try perform(.typing("x") + [step, checked], on: change, oldVerifier: yes)
    let calls = Array(played.calls[2...].joined())
    #expect(calls == first + Self.move)
    let waiting = try perform(.typing("x") + [step], on: change, oldVerifier: verifier("exec sleep 60"))
    #expect(waiting.lastCalls == first)
  }

  @Test func `F3 E1 after a no nobody is asked and nothing is told`() throws {
    let no = try verifier("echo 'old: Not this one.'; exit 1")
    let played = try perform(.typing("x") + [.tab, checked] + .typing("y"), on: change, oldVerifier: no)
    #expect(played.calls[2] == [] && played.texts[0] == "xy")
    let refused = try perform(.typing("x") + [.tab, checked], on: change, oldVerifier: no)
    #expect(refused.frame.errors == ["Not this one."])
  }

  @Test func `F3 E2 a delegate can still refuse to end, and is asked again without another check`() throws {
    let delegate = RecordingDelegate(refusing: ["0.shouldEndEditing"])
    let played = try perform(
      .typing("x") + [.tab, checked, .tab] + .typing("y"), on: change,
      oldVerifier: verifier("echo x >> $F"), delegate: delegate)
    #expect(file.text == "x\n" && played.texts[0] == "xy")
  }

  @Test func `F3 --attempts counts the refusals of both verifiers`() throws {
    let no = try verifier("echo o >> $F; exit 1", attempts: 3)
    let again: [Step] = [.tab, checked]
    let two = try perform(.typing("x") + again + again, on: change, oldVerifier: no)
    #expect(two.ending == .cancelled)
    let three = try perform(.typing("x") + again + again + again, on: change, oldVerifier: no)
    #expect(three.ending == .refused)
    var form = FormDescription.change()
    form.policy = .classic(minimumLevel: .weak)
    let yes = try verifier("grep -q right || exit 1", attempts: 2)
    let both = try perform(
      .typing("wrong") + again + [.control("u")] + .typing("right") + again + chosen + [.enter, checked],
      on: form.makeForm(), verifier: verifier("exit 1", attempts: 2), oldVerifier: yes)
    #expect(both.ending == .refused)
  }

  @Test func `F3 a reason that quotes the old password is not shown`() throws {
    let played = try perform(
      .typing("Old.Horse7") + [.tab, checked], on: change,
      oldVerifier: verifier("read -r p; echo \"$p is wrong\"; exit 1", input: .text))
    #expect(played.frame.errors == ["Not accepted here. Try a different password."])
  }
}
