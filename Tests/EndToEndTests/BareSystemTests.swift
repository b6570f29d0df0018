import TestSupport
import Testing

/// Every command without /proc, and with hardly anything in /dev.
@Suite struct BareSystemTests {
  /// A command that needs no terminal: its input, its end, and the start of its output.
  struct Run: Sendable {
    let arguments: [String]
    var input = ""
    var status: Int32 = 0
    let start: String
  }

  private static let runs = [
    Run(arguments: ["--version"], start: "watchword 0.1.0\n"),
    Run(arguments: ["--version", "--verbose"], start: "watchword 0.1.0\nPasswords lie in "),
    Run(arguments: ["--help"], start: "Usage: watchword [COMMAND]"),
    Run(arguments: ["help", "ask"], start: "Usage: watchword ask "),
    Run(arguments: ["policies", "nist"], start: "nist\nAsks for:\n"),
    Run(
      arguments: ["generate", "--policy", "pin", "--allow=chars:7", "--length=4", "--no-dictionary"],
      start: "7777\n"),
    Run(arguments: ["check", "--json"], input: "password\n", status: 1, start: #"{"level":"weak","bits":"#),
    Run(arguments: ["check", "--batch"], input: "Kv7#mQz!2xLp\n", start: "1\tpass\tstrong\t"),
    Run(arguments: ["sign-in", "--validate", "--", "cat"], start: ""),
    Run(arguments: ["pinentry"], input: "BYE\n", start: "OK Pleased to meet you\nOK closing connection\n"),
  ]

  private static let forms = [
    ["new"], ["change"], ["ask"], ["sign-in"], ["sign-up"], ["form", "--field", "text:city"],
  ]

  private func open(_ arguments: [String], in system: BareSystem) throws -> TerminalEmulator {
    try TerminalEmulator.open(
      "unshare", system.arguments(running: [ProgramFile.path("watchword")] + arguments),
      on: .with { ($0.output, $0.errors) = (.pipe, .pipe) })
  }

  @Test(.machine(.mountNamespace), arguments: BareSystem.allCases, runs)
  func `T1 a command without a form does what it was asked for`(system: BareSystem, run: Run) throws {
    let completion = try Completion.of(
      "unshare", system.arguments(running: [ProgramFile.path("watchword")] + run.arguments),
      input: Array(run.input.utf8))
    #expect(completion.status == run.status && completion.output.hasPrefix(run.start), "\(completion)")
    #expect(completion.errors == "")
  }

  @Test(
    .machine(.mountNamespace), arguments: BareSystem.allCases, forms)
  func `T1 a command with a form shows the one that it was asked for`(system: BareSystem, command: [String])
    throws
  {
    for isPlain in [false, true] {
      let terminal = try open(
        command + ["--title", "Here is \(command[0])", "--cancel-status=9"] + (isPlain ? ["--plain"] : []),
        in: system)
      terminal.expect("Here is \(command[0])")
      terminal.settle()
      terminal.press(isPlain ? .control("d") : .escape)
      terminal.expectExit(9)
      #expect(terminal.outputText == "" && terminal.errorText == "")
      #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
    }
  }

  @Test(.machine(.mountNamespace), arguments: BareSystem.allCases)
  func `T1 what was typed goes where it was asked to, and nowhere else`(system: BareSystem) throws {
    let folder = TemporaryFolder()
    let handed = try open(
      [
        "new", "--no-dictionary", "--hash", "sha512crypt", "--", "sh", "-c",
        "cat >\(folder.path)/hash; exit 7",
      ],
      in: system)
    handed.expect("Re-enter password")
    handed.fill()
    handed.press(.enter)
    handed.expectExit(7)
    #expect(handed.outputText == "" && handed.errorText == "")
    #expect(try Completion.of("cat", [folder.path + "/hash"]).output.hasPrefix("$6$"))

    let asked = try open(["ask", "--output", folder.path + "/answer"], in: system)
    asked.expect("Password required")
    asked.type("secret\r")
    asked.expectExit(0)
    #expect(asked.outputText == "")
    #expect(try Completion.of("cat", [folder.path + "/answer"]).output == "secret\n")

    let refused = try open(["ask", "--verify", "false", "--attempts=1"], in: system)
    refused.expect("Password required")
    refused.type("secret\r")
    refused.expectExit(7)
    #expect(refused.outputText == "")
  }

  @Test(.machine(.mountNamespace), arguments: BareSystem.allCases)
  func `T1 a prompt of askpass is shown`(system: BareSystem) throws {
    let terminal = try open(["askpass", "Password for the moon:"], in: system)
    terminal.expect("Password for the moon")
    terminal.type("secret\r")
    terminal.expectExit(0)
    #expect(terminal.outputText == "secret\n" && terminal.errorText == "")
  }

  @Test(.machine(.mountNamespace), arguments: BareSystem.allCases)
  func `T1 without a terminal it ends with status 3, and an option that is unknown with 2`(system: BareSystem)
    throws
  {
    func run(_ arguments: [String]) throws -> Completion {
      try Completion.of(
        "unshare", system.arguments(running: [ProgramFile.path("watchword")] + arguments))
    }
    for command in Self.forms {
      let ended = try run(command)
      #expect(ended.status == 3 && ended.output == "" && ended.errors.split(separator: "\n").count == 1)
    }
    let unknown = try run(["new", "--bogus"])
    #expect(unknown.status == 2 && unknown.errors.hasPrefix("watchword: unknown option '--bogus'"))
  }

  @Test func `T1 without its name the program ends, whatever stands behind it`() throws {
    for arguments in ["--version", "ask --title x", "generate"] {
      let script = #"exec -a "" "$0" \#(arguments)"#
      #expect(
        try Completion.of("bash", ["-c", script, ProgramFile.path("watchword")])
          == Completion(
            status: 2, errors: "watchword: the program was started without its name as the first argument\n"))
    }
  }
}
