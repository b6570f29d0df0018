import TestSupport
import Testing

@testable import WatchwordOptions
@testable import WatchwordServices

/// What the program does for other programs, and how they call it.
@Suite struct ServiceTests {
  private static let calls: [([String], Command?, [String])] = [
    (["watchword-askpass"], .askpass, []),
    (["/usr/bin/watchword-askpass", "Password: "], .askpass, ["Password: "]),
    (["./watchword-askpass", "--json"], .askpass, ["--json"]),
    (["watchword-askpass", "askpass"], .askpass, ["askpass"]),
    (["watchword", "askpass", "help"], .askpass, ["help"]), (["x", "askpass"], .askpass, []),
    (["/usr/bin/pinentry-watchword", "--ttyname", "/dev/tty1"], .pinentry, ["--ttyname", "/dev/tty1"]),
    (["watchword", "pinentry", "-T", "/dev/tty1"], .pinentry, ["-T", "/dev/tty1"]),
    (["watchword-agent", "--list"], .agent, ["--list"]), (["watchword", "agent"], .agent, []),
    // The name that Debian has for all of them.
    (["pinentry", "--ttyname", "/dev/tty1"], .pinentry, ["--ttyname", "/dev/tty1"]),
    (["/usr/bin/pinentry", "--ttyname", "/dev/tty1"], .pinentry, ["--ttyname", "/dev/tty1"]),
    (["watchword"], nil, []), (["watchword", "ask", "askpass"], nil, []),
    (["watchword", "--json", "askpass"], nil, []),
    (["watchword-askpass.bak", "x"], nil, []), (["/watchword-askpass/watchword"], nil, []), ([], nil, []),
    (["", ""], nil, []),
  ]

  @Test(arguments: calls) func `G4 J6 a service is called by a name of its own, or as the first argument`(
    arguments: [String], service: Command?, own: [String]
  ) {
    let call = ServiceCall(arguments)
    #expect(call?.service == service && (call?.arguments ?? []) == own)
  }

  @Test(arguments: Command.services) func `G4 a service has help of 80 columns, by each of its ways`(
    service: Command
  ) throws {
    let name = try #require(service.programName)
    let text = Help.page(about: service, isFull: false)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
    #expect(text.contains(name) && text.contains("watchword \(service.rawValue)"))
    for line in service.examples { #expect(text.contains("  \(line)\n") && line.count <= 78) }
    let link = TemporaryFolder()
    let program = link.path + "/" + name
    #expect(try Completion.of("ln", ["-s", ProgramFile.path("watchword"), program]).status == 0)
    let answer = Completion(status: 0, output: text)
    #expect(try Completion.of("watchword", ["help", service.rawValue]) == answer)
    for flag in ["--help", "-h"] {
      #expect(try Completion.of("watchword", [service.rawValue, flag]) == answer)
      #expect(try Completion.of(program, [flag]) == answer)
    }
    #expect(try Completion.of(program, ["--version"]).output == "watchword \(version)\n")
  }

  @Test(arguments: [
    (["run", "--no-mouse", "--help"], Command.run, false), (["run", "--mask", "xx", "-h"], .run, false),
    (["run", "--help=all", "--bogus"], .run, true), (["agent", "--once", "--help"], .agent, false),
    (["agent", "--help=all"], .agent, true), (["--help", "run"], .run, false),
    (["pinentry", "-g", "--help", "--bogus"], .pinentry, false),
  ])
  func `G4 the option for help works behind others, and what follows it does not count`(
    arguments: [String], service: Command, isFull: Bool
  ) throws {
    let page = Help.page(about: service, isFull: isFull)
    #expect(try Completion.of("watchword", arguments) == Completion(status: 0, output: page))
  }

  @Test(arguments: [
    (["run", "--polcy"], "unknown option '--polcy'"),
    (["run", "--lo"], "option '--lo' is ambiguous: '--look' '--log'"),
    (["run", "--json", "ls"], "unknown option '--json'"),
    (
      ["run", "--mask", "xx", "ls"],
      "option '--mask' takes none, or one visible character that is one column wide, not 'xx'"
    ),
    (["agent", "--tty", "x"], "unknown option '--tty'"), (["agent", "x"], "unexpected argument 'x'"),
    (["agent", "--onec"], "unknown option '--onec'; did you mean '--once'?"),
    (["pinentry", "--foo"], "unknown option '--foo'"), (["askpass", "a", "b"], "unexpected argument 'b'"),
  ])
  func `G4 a wrong argument of a service is told as that of a command`(arguments: [String], line: String)
    throws
  {
    let found = try Completion.of("watchword", arguments)
    #expect(found.errors == "watchword: \(line)\nTry 'watchword \(arguments[0]) --help'.\n")
    #expect(found.status == 2 && found.output.isEmpty)
  }

  @Test(arguments: Command.services)
  func `G4 the help of the program names each service, and typing errors lead there`(
    service: Command
  ) throws {
    for isFull in [false, true] {
      let lines = Help.page(about: nil, isFull: isFull).split(separator: "\n")
      #expect(lines.contains { $0.hasPrefix("  \(service.rawValue) ") && $0.hasSuffix(service.help) })
    }
    let wrong = try Completion.of("watchword", [String(service.rawValue.dropLast())])
    #expect(wrong.status == 2 && wrong.errors.contains("did you mean '\(service.rawValue)'?"))
    let late = try Completion.of("watchword", ["--json", service.rawValue])
    let line = "'\(service.rawValue)' has to stand in front of everything else"
    #expect(
      late.status == 2 && late.errors == "watchword: \(line)\nTry 'watchword \(service.rawValue) --help'.\n")
  }
}
