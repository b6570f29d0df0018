import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength
import WatchwordSystem

/// The verifier of the old password, as a real program.
@Suite struct OldVerifierTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func verifier(_ script: String) throws -> Verifier {
    var verifier = try #require(Verifier(shell: "F=\(file.path)\n\(script)"))
    verifier.timeLimit = .seconds(600)
    return verifier
  }

  private let change = FormDescription.change().makeForm()
  private let checked = Step.tickWhileShown("Checking…")

  @Test(arguments: [Step.tab, .enter])
  func `F3 it is not asked about a text that has lost a character`(_ step: Step) throws {
    let played = try perform(
      .typing("Old") + [.event(.refused(.notText)), step], on: change, oldVerifier: verifier("cat >> $F"))
    #expect(file.text == "")
    #expect(played.frame.errors == ["Not taken: not a character of this terminal's encoding"])
  }

  /// The calls of a move from the first field to the second, by the table of the life cycle.
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
  }

  @Test func `F3 E2 a delegate can still refuse to end, and is asked again without another check`() throws {
    let delegate = RecordingDelegate(refusing: ["0.shouldEndEditing"])
    let played = try perform(
      .typing("x") + [.tab, checked, .tab] + .typing("y"), on: change,
      oldVerifier: verifier("echo x >> $F"), delegate: delegate)
    #expect(file.text == "x\n" && played.texts[0] == "xy")
  }
}
