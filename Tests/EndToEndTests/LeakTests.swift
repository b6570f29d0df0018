import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// A form that looks new passwords up in a list of leaked ones.
///
/// For a slow disk, a system call filter (seccomp_unotify(2)) that the launcher installs holds the reads of the list in
/// the kernel until a file exists.
@Suite struct LeakTests {
  private let unreadable = "The list of leaked passwords cannot be read."
  private let folder = TemporaryFolder()

  private var gate: String { folder.path + "/gate" }

  /// Opens the form with a list whose reads are held.
  private func form() throws -> TerminalEmulator {
    // The list is opened first, then held.
    _ = folder.write("", to: "gate")
    let list = write(LeakedList())
    let terminal = try TerminalEmulator.form(
      options: ["--leaked", list],
      on: .with {
        $0.output = .pipe
        $0.launching = ["--hold-reads", "2048", gate]
      })
    unsafe unlink(gate)
    return terminal
  }

  private func write(_ list: LeakedList) -> String { folder.write(list.text, to: "list") }

  private func sign(in terminal: TerminalEmulator) -> Character? {
    terminal.rows.first { $0.contains("not in a list of leaked") }?.first { "⚪✅❌".contains($0) }
  }

  private func expect(_ sign: Character, in terminal: TerminalEmulator) {
    terminal.wait("the sign is \(sign)") { self.sign(in: terminal) == sign }
  }

  @Test func `H4 a submission waits for a slow list, and then goes on`() throws {
    let terminal = try form()
    terminal.fill()
    terminal.press(.enter)
    terminal.expect("Checking")
    _ = folder.write("", to: "gate")
    #expect(terminal.answer() == good + "\n")
  }

  @Test func `H4 a list that does not answer in time accepts nothing, until it answers`() throws {
    let terminal = try form()
    terminal.fill()
    terminal.press(.enter)
    terminal.expect(unreadable)
    #expect(terminal.process.letter != nil)
    terminal.expect(focus: .new)
    _ = folder.write("", to: "gate")
    terminal.press(.enter)
    expect("✅", in: terminal)
    terminal.expect(focus: .confirm)
    terminal.press(.enter)
    #expect(terminal.answer() == good + "\n")
  }

  @Test func `H4 the hash of a password is in locked memory alone, and not there when the form was accepted`()
    throws
  {
    // Keeps the program from ending before the test looks.
    let patience = "while grep -q '^TracerPid:.0$' /proc/$PPID/status; do sleep 0.02; done; cat >/dev/null"
    let terminal = try TerminalEmulator.open(
      "watchword",
      [
        "new", "--no-dictionary", "--leaked", write(LeakedList()), "--verify", folder.command(patience),
        "--output",
        folder.path + "/answer",
      ], on: .scanned)
    terminal.expect("New password")
    terminal.fill()
    expect("✅", in: terminal)
    terminal.settle()
    let digits = Array("CFBD3CE756F561792BB523C534776539E7E99FB3".utf8)
    let digest: [UInt8] = [0xCF, 0xBD, 0x3C, 0xE7, 0x56, 0xF5, 0x61, 0x79, 0x2B, 0xB5, 0x23, 0xC5]
    let needles = [digits, Array(digits.prefix(20)), Array(digits.suffix(20)), digest, Array(good.utf8)].map {
      Needle(inverted: $0.map { ~$0 })
    }
    let kept = try needles.map { try scan(terminal.process, for: $0) }
    #expect(kept.allSatisfy { $0.allSatisfy(\.isLocked) }, "\(kept)")
    #expect(kept.map(\.count) == [1, 1, 1, 0, 2])
    terminal.press(.enter)
    terminal.expect("Checking")
    let left = try withLastMoment(of: terminal.process, endedBy: 0) {
      try needles.flatMap { try scan(terminal.process, for: $0) }
    }
    #expect(left == [])
    terminal.expectExit(0)
    let shown = String(decoding: terminal.transcript, as: UTF8.self).uppercased()
    #expect(!shown.contains("CFBD3CE7") && !shown.contains(good.uppercased()))
  }

  @Test func `H4 generate draws no password where the list cannot be read, and says so`() throws {
    // The one PIN that can be drawn is looked for in the middle, which is in the wrong order.
    let generate = [
      "generate", "--policy", "pin", "--allow=chars:7", "--length=4", "--no-dictionary", "--leaked",
    ]
    var list = LeakedList(count: 50_000)
    let middle = list.lines[100..<49_900].reversed()
    list.lines.replaceSubrange(100..<49_900, with: middle)
    let path = write(list)
    let completion = try Completion.of("watchword", generate + [path])
    #expect(completion.output == "")
    #expect(completion.errors == "watchword: no password can be drawn: \(unreadable)\n")
    #expect(completion.status != 0)
    let right = try Completion.of("watchword", generate + [write(LeakedList())])
    #expect(right.status == 0 && right.output == "7777\n")
  }
}
