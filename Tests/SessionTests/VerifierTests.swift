import TestSupport
import Testing
import Watchword
import WatchwordBase
import WatchwordScreen
import WatchwordStrength
import WatchwordSystem

private let password = "Correct.Horse7"

/// The verifiers of a submission and of the old password, as real programs.
@Suite struct VerifierTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  /// A verifier by a shell script, in which `$F` is a file.
  private func verifier(_ script: String) throws -> Verifier {
    var verifier = try #require(Verifier(shell: "F=\(file.path)\n\(script)"))
    verifier.timeLimit = .seconds(600)
    return verifier
  }

  private let submitted: [Step] = .filling(password, password) + [.wait(milliseconds: 1000), .enter]

  /// Whether the script has written a line to the file.
  private var hasBegun: Step {
    let path = file.path
    return .tickUntil(ScriptedTerminal.Condition("begun") { readText(path)?.hasSuffix("\n") ?? false })
  }

  @Test(arguments: [Step.escape, .control("c"), .event(.hangUp)], [false, true])
  func `cancelling ends the command with its children`(_ step: Step, isOld: Bool) throws {
    let command = try verifier("sleep 60 & echo $! $$ > $F; wait")
    do {
      let played =
        try isOld
        ? perform(.typing("x") + [.tab, hasBegun, step], on: change, oldVerifier: command)
        : perform(submitted + [hasBegun, step], verifier: command)
      #expect(played.ending == .cancelled)
      #expect(!played.terminal.isOver)
    } catch WatchwordError.terminalGone {
      #expect(step == .event(.hangUp))
    }
    let numbers = file.text.split { " \n".contains($0) }.compactMap { Int32($0) }
    #expect(numbers.count == 2)
    for number in numbers { #expect(ProcessState(number).isKilled, "\(number) still runs") }
  }

  @Test func `what is typed and pasted while it runs is not taken, and not kept`() throws {
    let script = submitted + [hasBegun] + .typing("xy") + [.paste("z"), .enter]
    let played = try perform(
      script + [.resize(columns: 40, rows: 12), .control("l"), .control("z")],
      verifier: verifier("echo > $F; exec sleep 60"))
    #expect(played.texts == [password, password])
    #expect(played.terminal.beeps == 4)
    #expect(played.terminal.hasForgottenPaste)
    #expect(played.terminal.invalidations >= 1)
    #expect(played.terminal.suspensions.count == 1)
    #expect(played.shows("Checking…"))
    #expect(played.frame.size == Size(columns: 40, rows: 12))
  }

  @Test(arguments: [
    (VerifierFailure.cannotStart(SystemError(number: 2)), "cannot be started: No such file or directory."),
    (.noMemory, "cannot be started: there is no locked memory for it."),
    (.unwritable, "cannot be started: it cannot be given what was typed."),
    (.signalled(9), "was ended by a signal: Killed."),
    (.timedOut(.seconds(10)), "took too long. Try again."),
    (.statusLost, "ended, but its exit status is unknown."),
  ])
  func `a failure is said in one line`(failure: VerifierFailure, text: String) {
    #expect(failure.text(.english) == "The check " + text)
  }

  @Test func `a name that cannot be written is an error, and harms nothing`() throws {
    let form = makeForm { $0[0].name = "No Name" }
    let played = try perform(submitted, on: form, verifier: verifier("exit 0"))
    #expect(played.frame.errors == ["The check cannot be started: it cannot be given what was typed."])
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

  @Test(arguments: [
    (Step.tab, [String]()),
    (.enter, ["0.shouldReturn", "0.editingDidEndOnExit", "0.primaryActionTriggered"]),
  ])
  func `F3 E1 whether editing should end is asked after the yes`(_ step: Step, first: [String]) throws {
    let yes = try verifier("exit 0")
    let played = try perform(.typing("x") + [step, checked], on: change, oldVerifier: yes)
    let calls = Array(played.calls[2...].joined())
    #expect(calls == first + LifeCycleTests.move)
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

extension Verifier {
  /// Makes a verifier of a script for the shell.
  init?(shell script: String) { self.init(arguments: ["/bin/sh", "-c", script]) }
}
