import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// Where secrets are in the program's memory.
@Suite struct MemoryTests {
  /// A way of putting a text into a field.
  enum Way: CaseIterable { case burst, keyByKey, paste }

  private func lockedForm() throws -> TerminalEmulator {
    try TerminalEmulator.form(
      on: .scanned)
  }

  private func enter(_ needle: Needle, by way: Way, into terminal: TerminalEmulator) {
    switch way {
    case .burst: terminal.send(needle.bytes)
    case .paste: terminal.paste(needle.bytes)
    case .keyByKey:
      for byte in needle.bytes {
        terminal.send([byte])
        terminal.settle()
      }
    }
    terminal.settle()
  }

  private func copies(of needle: Needle, in terminal: TerminalEmulator) throws -> [Finding] {
    try halves(of: needle, in: terminal.process)
  }

  @Test(arguments: Way.allCases)
  func `while masked each field has one copy, in its locked page, and none after deletion`(
    way: Way
  ) throws {
    let terminal = try lockedForm()
    let (first, second) = (Needle.random(), Needle.random())
    enter(first, by: way, into: terminal)
    let one = try copies(of: first, in: terminal)
    #expect(one.count == 2, "its two halves once each: \(one)")
    #expect(one.allSatisfy { $0.isLocked && $0.flags.contains("wf") }, "\(one)")
    terminal.press(.tab)
    enter(second, by: way, into: terminal)
    #expect(try copies(of: first, in: terminal).count == 2)
    #expect(try copies(of: second, in: terminal).count == 2)
    terminal.press(.control("u"))
    terminal.settle()
    #expect(try copies(of: second, in: terminal) == [])
    terminal.press(.backTab, .control("u"))
    terminal.settle()
    #expect(try copies(of: first, in: terminal) == [])
  }

  @Test(arguments: Way.allCases)
  func
    `C4 the old password has one copy more, that of the meter, and none of the two after deletion or the form`(
      way: Way
    ) throws
  {
    let options = ["form", "--field", "password:old", "--field", "new-password:new", "--no-dictionary"]
    let terminal = try TerminalEmulator.open(
      "watchword", options,
      on: .scanned)
    terminal.expect("0 of 8+")
    let (old, new) = (Needle.random(), Needle.random())
    for needle in [old, new] {
      enter(needle, by: way, into: terminal)
      terminal.press(.tab)
      terminal.settle()
    }
    let found = try copies(of: old, in: terminal)
    #expect(found.count == 4 && found.allSatisfy(\.isLocked), "\(found)")
    #expect(try copies(of: new, in: terminal).count == 2)
    terminal.press(.backTab, .backTab, .control("u"))
    terminal.settle()
    #expect(try copies(of: old, in: terminal) == [])
    enter(old, by: way, into: terminal)
    #expect(try copies(of: old, in: terminal).count == 4)
    let left = try withLastMoment(of: terminal.process, endedBy: SIGTERM, remains: Needle.random(8)) {
      try copies(of: old, in: terminal)
    }
    #expect(left == [])
  }

  @Test func `F7 a form that its time limit ends leaves nothing`() throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--no-dictionary", "--timeout", "5"],
      on: .scanned)
    terminal.expect("New password")
    let needle = Needle.random()
    terminal.send(needle.bytes)
    terminal.wait("all of it is typed") {
      terminal.text(of: .new).allSatisfy { $0 == "•" } && terminal.text(of: .new).count == needle.count
    }
    #expect(try copies(of: needle, in: terminal).count == 2)
    let left = try withLastMoment(of: terminal.process, endedBy: 0) { try copies(of: needle, in: terminal) }
    #expect(left == [])
  }

  @Test func `F3 neither the verifier of the old password nor the comparison with it leaves a copy`() throws {
    let options = ["change", "--no-dictionary", "--verify-old", "true"]
    let terminal = try TerminalEmulator.open(
      "watchword", options,
      on: .scanned)
    terminal.expect("Old password")
    let old = Needle.random()
    enter(old, by: .burst, into: terminal)
    terminal.press(.tab)
    terminal.wait("the old password was accepted") { terminal.activeField == 1 }
    terminal.settle()
    let found = try copies(of: old, in: terminal)
    #expect(found.count == 4 && found.allSatisfy(\.isLocked), "in the field and in the meter: \(found)")
    // Letters beyond ASCII are compared through their mappings.
    terminal.send("\u{E4}".utf8 + old.bytes)
    terminal.settle()
    let both = try copies(of: old, in: terminal)
    #expect(both.count == 6 && both.allSatisfy(\.isLocked), "\(both)")
    terminal.press(.control("u"), .backTab, .control("u"))
    terminal.settle()
    #expect(try copies(of: old, in: terminal) == [])
  }

  @Test(arguments: [
    ["--output", "answer", "--template", "{old}\n{new}"],
    ["--output", "answer", "--json"],
    ["--hash", "bcrypt", "--hash-cost", "4"], ["--hash", "yescrypt", "--hash-cost", "1"],
    ["--hash", "scram-sha-256"],
    ["--template", "{old}\n{new}", "--", "cat"], ["--template", "{old:pgpass}:{new:json};", "--", "cat"],
    ["--template", "{old:url} {new:yaml};", "--answer-fd", "3", "--", "sh", "-c", "cat <&3"],
  ])
  func `F3 F5 a form that was accepted leaves nothing of the old password, nor of the new one`(
    options: [String]
  ) throws {
    // Keeps the program from ending before the test looks.
    let patience = "while grep -q '^TracerPid:.0$' /proc/$PPID/status; do sleep 0.02; done; cat >/dev/null"
    let folder = TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let terminal = try TerminalEmulator.open(
      "watchword",
      ["change", "--no-dictionary", "--verify-old", "true", "--verify", folder.command(patience)] + options,
      on: .with {
        ($0.output, $0.folder) = (.pipe, folder.path)
        $0.launching = ["--keep-dumpable", "--no-secret-memory"]
      })
    terminal.expect("Old password")
    let (old, new) = (Needle.random(), Needle.random())
    terminal.send(old.bytes + [0x09])
    terminal.wait("the old password was accepted") { terminal.activeField == 1 }
    for key in [0x09, 0x0D] as [UInt8] { terminal.send(new.bytes + [key]) }
    terminal.expect("Checking")
    let left = try withLastMoment(of: terminal.process, endedBy: 0) {
      try copies(of: old, in: terminal) + copies(of: new, in: terminal)
    }
    #expect(left == [])
    terminal.expectExit(0)
  }

  @Test(arguments: Way.allCases)
  func `D8 a new password that is hidden with its field, and its confirmation, leave nothing`(way: Way) throws
  {
    let terminal = try TerminalEmulator.open(
      "watchword",
      ["form", "--field=yesno:it", "--field=new-password:new", "--only-if=it=yes:new", "--no-dictionary"],
      on: .scanned)
    terminal.expect("Yes   No")
    terminal.type("y")
    terminal.expect("New password again")
    let (first, second) = (Needle.random(), Needle.random())
    terminal.press(.tab)
    enter(first, by: way, into: terminal)
    terminal.press(.tab)
    enter(second, by: way, into: terminal)
    #expect(try copies(of: first, in: terminal).count == 2)
    terminal.press(.backTab, .backTab)
    terminal.type("n")
    terminal.expect(gone: "Re-enter password")
    terminal.settle()
    #expect(try copies(of: first, in: terminal) == [] && copies(of: second, in: terminal) == [])
  }

  @Test func `deletion key by key leaves nothing`() throws {
    let terminal = try lockedForm()
    let needle = Needle.random()
    enter(needle, by: .burst, into: terminal)
    terminal.press(.backspace, times: needle.count)
    terminal.settle()
    #expect(try copies(of: needle, in: terminal) == [])
  }

  @Test func `a text that was shown and is masked again has one copy`() throws {
    let terminal = try lockedForm()
    let needle = Needle.random()
    enter(needle, by: .burst, into: terminal)
    terminal.press(.control("r"))
    terminal.settle()
    #expect(try !scan(terminal.process, for: needle).isEmpty)
    terminal.press(.control("r"))
    terminal.settle()
    let found = try copies(of: needle, in: terminal)
    #expect(found.count == 2 && found.allSatisfy(\.isLocked), "\(found)")
  }

  /// What happens to an offer.
  enum Fate: CaseIterable { case closed, replaced, taken, pressedAway }

  @Test(arguments: Fate.allCases, [[Keystroke.control("g")], [.control("g"), .control("w")]])
  func `F4 an offer has one copy, in locked memory, and none once it goes`(
    fate: Fate, keys: [Keystroke]
  ) throws {
    let terminal = try lockedForm()
    for key in keys {
      terminal.press(key)
      terminal.expect("^W \(key == .control("w") ? "characters" : "words")")
    }
    terminal.settle()
    let offer = Needle(inverted: terminal.offer.utf8.map { ~$0 })
    #expect(offer.count >= 12)
    let offered = try copies(of: offer, in: terminal)
    #expect(offered.count == 2 && offered.allSatisfy(\.isLocked), "\(offered)")
    switch fate {
    case .closed: terminal.press(.escape)
    case .replaced: terminal.press(.control("g"))
    case .taken: terminal.press(.enter, .control("r"), .tab, .control("r"))
    case .pressedAway: terminal.click(on: "Choose a new password")
    }
    terminal.settle()
    let left = try copies(of: offer, in: terminal)
    #expect(left.count == (fate == .taken ? 4 : 0) && left.allSatisfy(\.isLocked), "\(left)")
  }

  @Test func `F4 at the end by a signal nothing of an offer is left`() throws {
    let terminal = try lockedForm()
    terminal.press(.control("g"))
    terminal.expect(" bits")
    terminal.settle()
    let offer = Needle(inverted: terminal.offer.utf8.map { ~$0 })
    let left = try withLastMoment(of: terminal.process, endedBy: SIGTERM, remains: Needle.random(8)) {
      try copies(of: offer, in: terminal)
    }
    #expect(left == [])
  }

  @Test func `a paste that is refused leaves nothing`() throws {
    let terminal = try lockedForm()
    let needle = Needle.random()
    terminal.paste(needle.bytes + [0x09])
    terminal.expect("Not pasted: it holds a control character")
    terminal.settle()
    #expect(try copies(of: needle, in: terminal) == [])
  }

  @Test func `equal fields and a judged form leave one copy a field`() throws {
    let terminal = try lockedForm()
    let needle = Needle.random()
    enter(needle, by: .burst, into: terminal)
    terminal.press(.tab)
    enter(needle, by: .burst, into: terminal)
    terminal.press(.tab)
    terminal.settle()
    let found = try copies(of: needle, in: terminal)
    #expect(found.count == 4 && found.allSatisfy(\.isLocked), "\(found)")
  }

  @Test(arguments: [["--quiet"], ["--json"]])
  func `an answer that waits to be written lies in locked memory alone`(options: [String]) throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--no-dictionary", "--no-animation"] + options,
      on: .with {
        $0.output = .fullPipe
        $0.launching = ["--keep-dumpable", "--no-secret-memory"]
      })
    terminal.expect("New password")
    let needle = Needle.random()
    terminal.send(needle.bytes + [0x09])
    terminal.send(needle.bytes + [0x12])
    terminal.settle()
    terminal.press(.enter)
    terminal.wait("it waits to write its answer") { terminal.process.isBlockedWriting(to: 1) != false }
    let found = try copies(of: needle, in: terminal)
    #expect(!found.isEmpty && found.allSatisfy(\.isLocked), "\(found)")
    terminal.wait("the form's screen is left") { terminal.settings.isCooked && !terminal.isAlternateScreen }
  }

  @Test(arguments: [SIGTERM, SIGSEGV, SIGUSR1, SIGALRM, SIGXCPU, SIGXFSZ, SIGSYS, 34, 64])
  func `at the end by a signal nothing of a shown text is left, nor of what was in the registers`(
    number: Int32
  ) throws {
    let terminal = try lockedForm()
    let (needle, remains) = (Needle.random(), Needle.random(8))
    enter(needle, by: .burst, into: terminal)
    terminal.press(.control("r"))
    terminal.settle()
    #expect(try !copies(of: needle, in: terminal).isEmpty)
    let process = terminal.process
    let locked = try #require(process.status("VmLck"))
    let (left, kept, lockedAtEnd) = try withLastMoment(of: process, endedBy: number, remains: remains) {
      (try copies(of: needle, in: terminal), try scan(process, for: remains), process.status("VmLck"))
    }
    #expect(left == [] && kept == [])
    #expect(lockedAtEnd != locked, "the handler's stack is locked too")
    terminal.expect(.killed(by: number))
  }

  @Test(.machine(.secretMemory))
  func `secret memory cannot be read, and while masked nothing of a secret lies elsewhere`() throws {
    let terminal = try TerminalEmulator.form(on: .with { $0.launching = ["--keep-dumpable"] })
    let needle = Needle.random()
    enter(needle, by: .burst, into: terminal)
    terminal.press(.tab)
    enter(needle, by: .keyByKey, into: terminal)
    #expect(try copies(of: needle, in: terminal) == [])
    let secret = try ProcessMemory(of: terminal.process).secretMemory
    #expect(secret.mappings == 1 && secret.bytes == 0, "\(secret)")
  }

  @Test(arguments: [true, false])
  func `a program that opened the memory before it was guarded finds no password in secret memory`(
    hasSecretMemory: Bool
  ) throws {
    if hasSecretMemory { try Needs.machine(.secretMemory) }
    let launch = try HeldLaunch(launching: hasSecretMemory ? [] : ["--no-secret-memory"])
    let memory = try ProcessMemory(of: launch.terminal.process)
    launch.goOn()
    launch.terminal.expect("New password")
    launch.terminal.settle()
    let needle = Needle.random()
    enter(needle, by: .burst, into: launch.terminal)
    #expect(memory.findings(of: needle).isEmpty == hasSecretMemory)
  }

  #if arch(x86_64)
    @Test func `while a list waits for the rest of a line no register holds its start`() throws {
      let folder = TemporaryFolder()
      let needle = Needle.random(32)
      let terminal = try TerminalEmulator.shell(
        """
        mkfifo in; $watchword check --batch --no-dictionary <in >out & echo $! >pid
        exec 3>in; printf 'first\\n%s' "$start" >&3; cat
        """,
        on: .with {
          $0.folder = folder.path
          $0.launching = ["--keep-dumpable", "--no-secret-memory"]
          $0.environment["start"] = String(decoding: needle.bytes, as: UTF8.self)
        })
      var process: ProcessState?
      terminal.wait("the first line is judged, and the second one waited for") {
        process = readText(folder.path + "/pid").flatMap { Int32($0.dropLast()) }.map { ProcessState($0) }
        return readText(folder.path + "/out")?.hasPrefix("1\t") == true
          && process?.isBlockedReading(from: 0) == true
      }
      let list = try #require(process)
      #expect(try !scan(list, for: needle).isEmpty)
      #expect(vectorRegisters(of: list, hold: needle, 4) == 0)
    }
  #endif

  @Test func `no core is dumped, and the program is not dumpable`() throws {
    let terminal = try TerminalEmulator.form()
    #expect(try coreLimits(of: terminal) == ["0", "0"])
  }

  @Test(.machine(.openFolder))
  func `whatever it is asked for, it guards itself first`() throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["--help"],
      on: .with {
        $0.output = .fullPipe
        $0.launching = ["--nobody"]
      })
    terminal.wait("it is kept from core dumps") { (try? coreLimits(of: terminal)) == ["0", "0"] }
    let reader = try Completion.of(
      "sh", ["-c", ": </proc/\(terminal.pid)/mem"], launching: ["--nobody"])
    #expect(reader.status != 0)
  }

  private func coreLimits(of terminal: TerminalEmulator) throws -> [Substring] {
    let limits = try #require(terminal.process.contents("limits"))
    let core = try #require(limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
    return Array(core.split(separator: " ").dropFirst(4).prefix(2))
  }

  @Test func `without the launcher's filter another program of the same user cannot read it`() throws {
    let reader = { (pid: Int32) in
      try Completion.of("cat", ["/proc/\(pid)/environ"], launching: ["--nobody"])
    }
    try Needs.machine(.openFolder)
    let readable = try TerminalEmulator.open("cat", on: .with { $0.launching = ["--nobody"] })
    readable.wait("cat reads") { readable.process.name == "cat" && readable.process.letter == "S" }
    #expect(try reader(readable.pid).status == 0)
    let terminal = try TerminalEmulator.open("watchword", ["new"], on: .with { $0.launching = ["--nobody"] })
    terminal.expect("New password")
    #expect(try reader(terminal.pid).status != 0)
    #expect(try reader(terminal.pid).errors.contains("Permission denied"))
  }

  @Test func `where memory cannot be locked it says so in one line, status 6`() throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["new"],
      on: .with {
        $0.errors = .pipe
        $0.launching = ["--memlock", "0"]
      })
    terminal.expectExit(6)
    #expect(terminal.errorText.split(separator: "\n").count == 1)
    #expect(terminal.errorText.contains("--allow-unlocked-memory"))
  }

  @Test func `with --allow-unlocked-memory it goes on`() throws {
    let terminal = try TerminalEmulator.form(
      "--allow-unlocked-memory",
      on: .with {
        $0.output = .pipe
        $0.launching = ["--memlock", "0"]
      })
    terminal.fill()
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == good + "\n")
  }
}
