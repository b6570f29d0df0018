import TestSupport
import Testing

@testable import WatchwordOptions
@testable import WatchwordServices

/// The arguments of the program as a pinentry.
@Suite struct PinentryArgumentsTests {
  private func read(_ arguments: String...) throws -> [String] {
    try PinentryArguments(arguments).found.map { "\($0.parameter.rawValue)=\($0.text)" }
  }

  @Test func `G1 arguments are read as other pinentries read them`() throws {
    #expect(try read("--ttyname=/dev/tty1", "--ttyt", "linux") == ["ttyname=/dev/tty1", "ttytype=linux"])
    #expect(
      try read("-dgo5", "-T", "-d", "-Nx") == [
        "debug=", "no-global-grab=", "timeout=5", "ttyname=-d", "ttytype=x",
      ])
    #expect(
      try read("-Tx", "-M", "x", "-Cx", "-cx", "-ax", "-Dx", "--timeout=0", "--no-global-grab", "--debug")
        == [
          "ttyname=x", "lc-messages=x", "lc-ctype=x", "colors=x", "ttyalert=x", "display=x", "timeout=0",
          "no-global-grab=", "debug=",
        ])
    #expect(try read("other", "--", "-x").isEmpty)
    #expect(try read("--colors", "", "-W", "1") == ["colors=", "parent-wid=1"])
  }

  @Test func `G1 help names each option, also among others, and nobody is served`() throws {
    let help = try Completion.of("watchword", ["pinentry", "-d", "--help"])
    #expect(help == Completion(status: 0, output: Help.page(about: .pinentry, isFull: false)))
    for parameter in PinentryOption.allCases { #expect(help.output.contains(parameter.flag)) }
    #expect(
      try Completion.of("watchword", ["pinentry", "-g", "--version"])
        == Completion(status: 0, output: "watchword \(version)\n"))
  }
}
