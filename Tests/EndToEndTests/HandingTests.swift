import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// What no script can play of the command that gets the answer; Tests/Scripts/handing.txt has the rest.
@Suite struct HandingTests {
  private let folder = TemporaryFolder()

  /// A new-password form with `command` after `--`, in a folder of its own. `launching` is for the launcher.
  private func form(_ command: String..., launching: [String] = []) throws -> TerminalEmulator {
    var stage = Stage.capturing(in: folder.path)
    stage.launching = launching
    return try TerminalEmulator.form(options: ["--"] + command, on: stage)
  }

  /// The accepted form with `script` as its command.
  private func accept(_ script: String) throws -> TerminalEmulator {
    let terminal = try form("sh", "-c", script)
    terminal.fill()
    terminal.press(.enter)
    return terminal
  }

  private func read(_ name: String) -> String? { readText(folder.path + "/" + name) }

  private func number(in name: String) throws -> Int32 {
    try #require(read(name).flatMap { Int32($0.dropLast()) })
  }

  @Test(arguments: [
    "cat >input", "exec 3<&0; sleep 5 >/dev/null 2>&1 & :",
  ])
  func `F1 an answer larger than a pipe is read slowly, or by nobody`(script: String) throws {
    let names = (0..<5).map { "t\($0)" }
    let terminal = try TerminalEmulator.open(
      "watchword",
      ["form"] + names.flatMap { ["--field", "text:\($0)"] } + ["--format=shell"] + [
        "--", "sh", "-c", script,
      ],
      on: .capturing(in: folder.path))
    terminal.expect("T0")
    // The shell format makes four bytes of each.
    let text = String(repeating: "'", count: 4000)
    for _ in names {
      terminal.paste(text)
      terminal.settle()
      terminal.press(.tab)
      terminal.settle()
    }
    terminal.press(.enter)
    terminal.expectExit(0)
    if script.hasPrefix("cat") { #expect(read("input").map { $0.utf8.count > 75_000 } == true) }
    #expect(terminal.errorText == "")
  }

  @Test func `F1 it has our process group, no descriptor above 2, and signals as we found them`() throws {
    // A shell would change its own signals.
    let terminal = try form(
      "cat", "/proc/self/status", "/proc/self/stat",
      launching: ["--ignore", "\(SIGUSR2)", "--ignore", "\(SIGCHLD)", "--block", "\(SIGALRM)"])
    let group = getpgid(terminal.pid)
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(0)
    let state = terminal.outputText
    func value(_ name: String) -> String {
      state.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        .map { String($0.drop { $0 != "\t" }.dropFirst()) } ?? ""
    }
    let bit = { (number: Int32) in UInt64(1) << UInt64(number - 1) }
    // Signals 32 and 33 belong to the C library.
    #expect(UInt64(value("SigIgn"), radix: 16).map { $0 & (bit(32) - 1) } == bit(SIGUSR2) | bit(SIGCHLD))
    #expect(UInt64(value("SigBlk"), radix: 16) == bit(SIGALRM))
    let fields = try #require(state.split(separator: ")").last).split(separator: " ")
    #expect(Int32(fields[2]) == group)
  }

  @Test(arguments: [("TERM", SIGTERM), ("HUP", SIGHUP), ("USR1", SIGUSR1), ("USR2", SIGUSR2)])
  func `F1 a signal to us is passed on to the command`(name: String, number: Int32) throws {
    let terminal = try accept(
      "cat >/dev/null; trap 'echo \(name) >got; exit 7' \(name); : >ready; while :; do sleep 0.05; done")
    terminal.wait("the command waits") { read("ready") != nil }
    terminal.signal(number)
    terminal.expectExit(7)
    #expect(read("got") == name + "\n")
  }

  @Test(arguments: [("INT", "\u{3}"), ("QUIT", "\u{1C}")])
  func `F1 the keys of the terminal reach the command once, and it says what becomes of them`(
    name: String, key: String
  ) throws {
    let terminal = try accept(
      "cat >/dev/null; trap 'echo \(name) >>got' \(name); : >ready; while test ! -e end; do sleep 0.05; done; exit 4"
    )
    terminal.wait("the command waits") { read("ready") != nil }
    terminal.type(key)
    terminal.wait("the command was told") { read("got") != nil }
    _ = folder.write("", to: "end")
    terminal.expectExit(4)
    #expect(read("got") == name + "\n")
  }

  @Test func `F1 INT to a command that takes it ends both, with the status of the signal`() throws {
    let terminal = try accept("cat >/dev/null; : >ready; exec sleep 60")
    terminal.wait("the command waits") { read("ready") != nil }
    terminal.type("\u{3}")
    terminal.expectExit(130)
  }

  @Test func `F1 the key that stops stops both, and both go on`() throws {
    let terminal = try accept(
      // A shell that is about to start a program cannot be stopped meanwhile (vfork(2)).
      "cat >/dev/null; mkfifo end; echo $$ >pid; read -r line <end; exit 4")
    terminal.wait("the command waits") { read("pid")?.hasSuffix("\n") == true }
    let command = ProcessState(try number(in: "pid"))
    terminal.type("\u{1A}")
    terminal.wait("both are stopped") { terminal.process.letter == "T" && command.letter == "T" }
    terminal.signal(SIGCONT, to: -terminal.pid)
    terminal.wait("both go on") { terminal.process.letter == "S" && command.letter != "T" }
    _ = folder.write("\n", to: "end")
    terminal.expectExit(4)
  }

  @Test func `F1 where the command is stopped alone we stop too, and go on together`() throws {
    let terminal = try accept("cat >/dev/null; echo $$ >pid; kill -STOP $$; exit 4")
    terminal.expect(.stopped(by: SIGSTOP))
    let command = ProcessState(try number(in: "pid"))
    #expect(command.letter == "T")
    terminal.signal(SIGCONT)
    terminal.expectExit(4)
  }

  @Test func `F1 what was typed is gone from our memory as soon as the command has it`() throws {
    let terminal = try form(
      "sh", "-c", "cat >/dev/null; : >ready; while test ! -e end; do sleep 0.05; done",
      launching: ["--keep-dumpable", "--no-secret-memory"])
    let needle = Needle.random()
    terminal.send(needle.bytes)
    terminal.press(.tab)
    terminal.send(needle.bytes)
    terminal.settle()
    #expect(try !scan(terminal.process, for: needle).isEmpty)
    terminal.press(.enter)
    terminal.wait("the command has read it") { read("ready") != nil }
    terminal.wait("we wait for it") { terminal.process.letter == "S" }
    let half = needle.count / 2
    for part in [needle.part(0, half), needle.part(half, needle.count - half)] {
      #expect(try scan(terminal.process, for: part) == [])
    }
    _ = folder.write("", to: "end")
    terminal.expectExit(0)
  }
}
