import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// A limit on the stack, and a system's file of settings that is wrong: what keeps nobody from a shell.
@Suite struct LimitTests {
  private let folder = TemporaryFolder()
  private static let foot = "type it yourself"
  /// The folder of the program.
  fileprivate static let programs = String(ProgramFile.path("watchword").dropLast("/watchword".count))
  private static let stacks = [64, 100, 128, 160, 188, 192, 200, 220, 1024]

  private var stage: Stage {
    .with {
      $0.folder = folder.path
      $0.environment["WATCHWORD_INLINE"] = nil
      $0.environment["HOME"] = folder.path
      $0.environment["SHELL"] = "/bin/bash"
      $0.environment["HISTFILE"] = "/dev/null"
      $0.environment["watchword"] = ProgramFile.path("watchword")
      $0.environment["PATH"] = "\(Self.programs):\($0.environment["PATH"] ?? "")"
    }
  }

  private func limited(_ stack: Int, _ line: String, _ change: (inout Stage) -> Void = { _ in }) throws
    -> TerminalEmulator
  {
    var stage = stage
    change(&stage)
    return try TerminalEmulator.open(
      "sh", ["-c", "ulimit -s \(stack); \(line); echo status $?; read end"], on: stage)
  }

  /// The line of docs/run.md for ~/.bashrc.
  private func writeStartFile() throws {
    let line = try #require(
      try PackageFile.text("docs/run.md").split(separator: "\n").first { $0.hasSuffix("exec watchword run") })
    _ = folder.write("PS1='% '\nulimit -s\n\(line)\n", to: ".bashrc")
  }

  @Test(arguments: stacks)
  func `R10 run shows its forms whatever the limit on the stack, and passes the limit on`(stack: Int) throws {
    let terminal = try limited(
      stack,
      "$watchword run sh -c 'stty -echo; printf \"Secret: \"; read -r x; stty echo; echo \"<$x>\"; ulimit -s'"
    )
    terminal.expect("Secret:", Self.foot)
    terminal.type("abc")
    terminal.press(.function(1))
    terminal.expect("delete the character before")
    terminal.press(.escape)
    terminal.expect(gone: "delete the character before")
    terminal.type("d\r")
    terminal.expect("<abcd>", "\(stack)", "status 0")
    #expect(terminal.settings == terminal.settingsBefore)
  }

  /// With less, bash itself ends by a fault when it is about to ask for a line.
  @Test(arguments: stacks.filter { $0 >= 128 })
  func `R10 with the line for ~-.bashrc there is a shell whatever the limit on the stack`(stack: Int) throws {
    try writeStartFile()
    let terminal = try limited(stack, "bash -i")
    terminal.expect("%")
    terminal.type("stty -echo; read -r x; stty echo; echo \"<$x> $WATCHWORD_RUN\"\n")
    terminal.expect(Self.foot)
    terminal.type("abc\r")
    terminal.expect("<abc> /dev/pts/")
    terminal.type("exit\n")
    terminal.expect("status 0")
  }

  @Test(arguments: [64, 100, 188, 220])
  func `every form works whatever the limit on the stack`(stack: Int) throws {
    let fields = "--field text:city --field new-password --no-dictionary"
    for (command, keys) in [
      ("ask", "abc\r"), ("new --no-dictionary --text 日本語", "Kv7mQzR2\tKv7mQzR2\r"),
      ("form \(fields)", "x\tKv7#mQzR2\tKv7#mQzR2\r"), ("sign-up --no-dictionary", "\u{1B}"),
    ] {
      let terminal = try limited(
        stack, "exec $watchword \(command) --no-inline --no-animation --quiet >answer")
      terminal.wait("the form stands") { terminal.isAlternateScreen }
      terminal.settle()
      terminal.press(.function(1))
      terminal.settle()
      terminal.press(.escape)
      terminal.settle()
      terminal.type(keys)
      terminal.expectExit(command.hasPrefix("sign-up") ? 1 : 0)
    }
  }

  @Test(arguments: [64, 100, 188])
  func `every command without a form works whatever the limit on the stack`(stack: Int) throws {
    let list = folder.write(LeakedList().text, to: "leaked")
    for (command, input) in [
      ("check --leaked \(list)", "Kv7#mQz!2xLp"), ("check --batch", "Kv7#mQz!2xLp\npassword"),
      ("generate --words 5", ""),
      ("hash --hash yescrypt", "Kv7#mQz!2xLp"), ("hash --hash sha512crypt", "abc"), ("policies", ""),
    ] {
      let end = try Completion.of(
        "sh", ["-c", "ulimit -s \(stack); exec \(ProgramFile.path("watchword")) \(command)"],
        input: Array((input + "\n").utf8))
      #expect([0, 1].contains(end.status) && end.output != "", "\(command): \(end)")
    }
  }

  @Test func `R2 the limit on core files is the command's own`() throws {
    let terminal = try limited(
      8192,
      "ulimit -S -c 7; a=$(ulimit -Hc); $watchword run sh -c 'echo \"limits $(ulimit -Sc) $(ulimit -Hc)\"'; echo of $a"
    )
    terminal.expect("status 0")
    let hard = terminal.rows.first { $0.hasPrefix("of ") }?.dropFirst(3) ?? ""
    #expect(terminal.rows.contains("limits 7 \(hard)"))
    let without = try Completion.of(
      "sh", ["-c", "ulimit -S -c 7; exec $0 run sh -c 'ulimit -Sc'", ProgramFile.path("watchword")])
    #expect(without.output == "7\n")
  }
}

/// Files of the system's settings that cannot be used.
@Suite(.machine(.mountNamespace)) struct BrokenSettingsTests {
  private let folder = TemporaryFolder()

  private static let breaks = [
    "echo nonsense=1 >etc/watchword/config; echo '[requird]' >>etc/watchword/config",
    "mkdir etc/watchword/config", "touch etc/watchword/config; chmod 666 etc/watchword/config",
    "printf '[required]\\npolicy=nits\\n' >etc/watchword/config", "printf '\\377' >etc/watchword/config",
  ]

  /// Opens `command` in a system whose file of settings `breaking` has made.
  private func open(_ breaking: String, _ command: [String]) throws -> TerminalEmulator {
    let script = #"""
      cd "$0"; '\#(PackageFile.root)/Tests/etc' "$0/etc"; mkdir etc/watchword; \#(breaking)
      mount --bind etc /etc; exec "$@"
      """#
    return try TerminalEmulator.open(
      "unshare", [BareSystem.unsharing, "sh", "-ec", script, folder.path] + command,
      on: .with {
        $0.size.columns = 140
        $0.environment["WATCHWORD_INLINE"] = nil
        $0.environment.merge(
          [
            "HOME": folder.path, "SHELL": "/bin/bash", "HISTFILE": "/dev/null",
            "watchword": ProgramFile.path("watchword"),
          ]
        ) { $1 }
        $0.environment["PATH"] = "\(LimitTests.programs):\($0.environment["PATH"] ?? "")"
      })
  }

  @Test(arguments: breaks)
  func `R10 without the system's settings a line says so, and the command runs without forms`(
    breaking: String
  ) throws {
    let terminal = try open(
      breaking,
      [
        "sh", "-c",
        "$watchword run --trace trace sh -c 'stty -echo; printf Secret:; read -r x; stty echo; echo \"<$x> $WATCHWORD_RUN\"; exit 4'; echo status $?; read end",
      ])
    terminal.expect("no form can be shown:", "Secret:")
    terminal.type("abc\r")
    terminal.expect("<abc> /dev/pts/", "status 4")
    #expect(!terminal.shows("type it yourself"))
    #expect(folder.read("trace")?.contains("no forms (the settings cannot be used)\n") == true)
  }

  @Test func `R10 with the line for ~-.bashrc there is a shell without the system's settings`() throws {
    let line = try #require(
      try PackageFile.text("docs/run.md").split(separator: "\n").first { $0.hasSuffix("exec watchword run") })
    _ = folder.write("PS1='% '\n\(line)\n", to: ".bashrc")
    let terminal = try open(Self.breaks[0], ["bash", "-i"])
    terminal.expect("no form can be shown:", "%")
    #expect(terminal.rows.filter { $0.contains("no form can be shown") }.count == 1)
    terminal.type("echo still he''re; exit 5\n")
    terminal.expect("still here")
    terminal.expectExit(5)
  }

  @Test func `R10 a wrong option has status 2 all the same, and --list needs no settings`() throws {
    let terminal = try open(
      Self.breaks[0],
      [
        "sh", "-c",
        "$watchword run --nonsense true; echo first $?; $watchword run --glyphs x true; echo second $?; $watchword run --list | head -1; read end",
      ])
    terminal.expect("first 2", "second 2", "PROGRAM")
  }
}
