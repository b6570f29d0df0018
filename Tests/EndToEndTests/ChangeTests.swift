import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// The command `change`: issue 11, F3.
@Suite struct ChangeTests {
  private let folder = TemporaryFolder()

  private static let old = "Kv7mQzR2"
  private static let new = "9tXw.Lb4"

  /// Opens `change` with `options`, and waits until it stands.
  private func change(_ options: [String] = [], on stage: Stage? = nil) throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.open(
      "watchword", ["change", "--no-dictionary", "--no-animation"] + options,
      on: stage ?? .capturing(in: folder.path))
    terminal.wait("the form stands") { !terminal.boxes.isEmpty }
    terminal.settle()
    return terminal
  }

  private func accept(_ terminal: TerminalEmulator) {
    terminal.fill(fields: Self.old, Self.new, Self.new)
    terminal.press(.enter)
  }

  @Test func `F3 A10 after change the same line is said as after new`() throws {
    var stage = Stage.capturing(in: folder.path)
    stage.errors = .terminal
    let plain = try change(on: stage)
    accept(plain)
    plain.expectExit(0)
    plain.expect("Password accepted.")
    let handed = try change(["--", "true"], on: stage)
    accept(handed)
    handed.expectExit(0)
    handed.expect("Success: You have successfully changed your password.")
    let quiet = try change(["--quiet", "--", "true"], on: stage)
    accept(quiet)
    quiet.expectExit(0)
    #expect(!quiet.shows("Success"))
  }

  @Test(arguments: [
    (Keystroke.escape, TerminalEmulator.Fate.exited(1)), (.control("c"), .killed(by: SIGINT)),
  ])
  func `F3 while it is asked keys beep, and Esc and ^C end it and the form`(
    _ key: Keystroke, fate: TerminalEmulator.Fate
  ) throws {
    let terminal = try change([
      "--verify-shell", "--verify-old", "echo $$ >pid; trap 'exit 1' TERM; while :; do sleep 1; done",
    ])
    terminal.type(Self.old)
    terminal.press(.tab)
    terminal.expect("Checking…")
    terminal.type("xy")
    terminal.press(.enter)
    terminal.wait("the keys were refused") { terminal.bells > 0 }
    #expect(terminal.text(inField: 0) == "••••••••" && terminal.activeField == 0)
    terminal.wait("it runs") { readText(folder.path + "/pid")?.hasSuffix("\n") == true }
    let pid = try #require(readText(folder.path + "/pid").flatMap { Int32($0.dropLast()) })
    terminal.press(key)
    terminal.expect(fate)
    #expect(terminal.outputText == "" && terminal.settings.isCooked)
    #expect([nil, "Z"].contains(ProcessState(pid).letter))
  }
}
