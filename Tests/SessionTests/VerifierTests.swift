import TestSupport
import Testing
import Watchword
import WatchwordBase
import WatchwordScreen
import WatchwordStrength
import WatchwordSystem

private let password = "Correct.Horse7"

/// The verifier of a submission, as a real program.
@Suite struct VerifierTests {
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  /// A verifier by a shell script, in which `$F` is a file.
  private func verifier(
    _ script: String, input: Verifier.Input = .json, timeout: Duration = .seconds(600), attempts: Int? = nil
  ) throws -> Verifier {
    var verifier = try #require(Verifier(shell: "F=\(file.path)\n\(script)"))
    verifier.input = input
    verifier.timeLimit = timeout
    verifier.attempts = attempts
    return verifier
  }

  private let submitted: [Step] = .filling(password, password) + [.wait(milliseconds: 1000), .enter]
  private let checked = Step.tickWhileShown("Checking…")

  private let signIn = FormDescription.signIn().makeForm()
  private let signedIn: [Step] = .keys("ada@example.org Tab Abcdef1! Enter")

  /// Whether the script has written a line to the file.
  private var hasBegun: Step {
    let path = file.path
    return .tickUntil(ScriptedTerminal.Condition("begun") { readText(path)?.hasSuffix("\n") ?? false })
  }

  @Test func `while it runs the form says so`() throws {
    let played = try perform(
      submitted + [.wait(milliseconds: 300), hasBegun, .escape],
      verifier: verifier("echo $$ > $F; exec sleep 60"))
    #expect(played.ending == .cancelled)
    let rows = played.terminal.frames.map { frame in frame.rows.first { $0.contains("Checking…") } }
    #expect(Set(rows.compactMap(\.self)).count >= 3)
    let running = zip(played.terminal.frames, rows).filter { $1 != nil }.map(\.0)
    #expect(!running.contains { $0.rows.contains { $0.contains("[ Set password ]") } })
  }

  @Test func `no frame shows a secret that a command has printed`() throws {
    let played = try perform(
      submitted + [checked], verifier: verifier("p=$(cat); echo \"<$p> is $p\"; exit 1", input: .text))
    #expect(played.frame.errors == ["Not accepted here. Try a different password."])
    let every = try perform(
      signedIn + [checked], on: signIn, verifier: verifier("cat; echo 'no: Abcdef1!'; exit 1"))
    #expect(every.frame.errors == ["Not accepted here. Try a different password."])
    for frame in played.terminal.frames + every.terminal.frames {
      #expect(!frame.rows.contains { $0.contains(password) || $0.contains("Abcdef1!") })
    }
  }

  @Test(arguments: [Step.escape, .control("c"), .event(.hangUp)])
  func `cancelling ends the command with its children`(_ step: Step) throws {
    let script = "sleep 60 & echo $! $$ > $F; wait"
    do {
      let played = try perform(submitted + [hasBegun, step], verifier: verifier(script))
      #expect(played.ending == .cancelled)
      #expect(!played.terminal.isOver)
    } catch WatchwordError.terminalGone {
      #expect(step == .event(.hangUp))
    }
    let numbers = file.text.split { " \n".contains($0) }.compactMap { Int32($0) }
    #expect(numbers.count == 2)
    for number in numbers { #expect(ProcessState(number).isKilled, "\(number) still runs") }
  }

  @Test func `a command that is not found is an error at once`() throws {
    let missing = try #require(Verifier("no-such-command-at-all"))
    let played = try perform(submitted, verifier: missing)
    #expect(played.frame.errors == ["The check cannot be started: No such file or directory"])
    #expect(played.texts == [password, password])
    let again = try perform(submitted + .keys("Enter S-Tab x"), verifier: missing)
    #expect(again.texts == [password, password + "x"])
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
    (VerifierFailure.cannotStart(SystemError(number: 2)), "cannot be started: No such file or directory"),
    (.noMemory, "cannot be started: there is no locked memory for it"),
    (.unwritable, "cannot be started: it cannot be given what was typed"),
    (.signalled(9), "was ended by a signal: Killed"),
    (.timedOut(.seconds(10)), "took too long. Try again."),
    (.statusLost, "ended, but its exit status is unknown"),
  ])
  func `a failure is said in one line`(failure: VerifierFailure, text: String) {
    #expect(failure.text(.english) == "The check " + text)
  }

  @Test func `a name that cannot be written is an error, and harms nothing`() throws {
    let form = makeForm { $0[0].name = "No Name" }
    let played = try perform(submitted, on: form, verifier: verifier("exit 0"))
    #expect(played.frame.errors == ["The check cannot be started: it cannot be given what was typed"])
  }
}

extension Verifier {
  /// Makes a verifier of a script for the shell.
  init?(shell script: String) { self.init(arguments: ["/bin/sh", "-c", script]) }
}
