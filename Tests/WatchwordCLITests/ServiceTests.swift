import TestSupport
import Testing

@testable import WatchwordOptions
@testable import WatchwordServices

/// What the program does for other programs, and how they call it.
@Suite struct ServiceTests {
  private static let calls: [([String], Service?, [String])] = [
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
    arguments: [String], service: Service?, own: [String]
  ) {
    let call = ServiceCall(arguments)
    #expect(call?.service == service && (call?.arguments ?? []) == own)
  }

  @Test(arguments: Service.allCases) func `G4 a service has help of 80 columns, by each of its ways`(
    service: Service
  ) throws {
    let text = Help.page(about: service)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
    #expect(text.contains(service.programName) && text.contains("watchword \(service.rawValue)"))
    #expect(!text.contains("check:") && !text.contains("command was"), "\(text)")
    for line in service.examples { #expect(text.contains("  \(line)\n") && line.count <= 78) }
    let link = TemporaryFolder()
    let program = link.path + "/" + service.programName
    #expect(try Completion.of("ln", ["-s", ProgramFile.path("watchword"), program]).status == 0)
    let answer = Completion(status: 0, output: text)
    #expect(try Completion.of("watchword", ["help", service.rawValue]) == answer)
    for flag in ["--help", "-h"] {
      #expect(try Completion.of("watchword", [service.rawValue, flag]) == answer)
      #expect(try Completion.of(program, [flag]) == answer)
    }
    #expect(try Completion.of(program, ["--version"]).output == "watchword \(version)\n")
  }

  @Test(arguments: Service.allCases)
  func `G4 the help of the program names each service, and typing errors lead there`(
    service: Service
  ) throws {
    for isFull in [false, true] {
      let lines = Help.page(about: nil, isFull: isFull).split(separator: "\n")
      #expect(lines.contains { $0.hasPrefix("  \(service.rawValue) ") && $0.hasSuffix(service.help) })
    }
    let wrong = try Completion.of("watchword", [String(service.rawValue.dropLast())])
    #expect(wrong.status == 2 && wrong.errors.contains("did you mean '\(service.rawValue)'?"))
    let late = try Completion.of("watchword", ["--json", service.rawValue])
    let line = "'\(service.rawValue)' has to stand in front of everything else"
    #expect(late.status == 2 && late.errors == "watchword: \(line)\nTry 'watchword --help'.\n")
  }
}
