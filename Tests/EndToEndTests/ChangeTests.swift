import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// Tests of `change` that look at a process; Tests/Scripts/change.txt has the rest.
@Suite struct ChangeTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [
    (Keystroke.escape, TerminalEmulator.Fate.exited(1)), (.control("c"), .killed(by: SIGINT)),
  ])
  func `F3 while it is asked keys beep, and Esc and ^C end it and the form`(
    _ key: Keystroke, fate: TerminalEmulator.Fate
  ) throws {
    let terminal = try TerminalEmulator.account(
      "change", "--no-dictionary", "--no-animation", "--verify-old",
      folder.command("echo $$ >pid; trap 'exit 1' TERM; while :; do sleep 1; done"),
      on: .capturing(in: folder.path))
    terminal.type(good)
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
