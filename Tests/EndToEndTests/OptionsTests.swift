import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// The command line.
@Suite struct OptionsTests {
  @Test func `--version --verbose says in which memory passwords lie`() throws {
    func lines(_ launching: String...) throws -> [Substring] {
      let version = try Completion.of("watchword", ["--verbose", "--version"], launching: launching)
      #expect(version.status == 0 && version.errors == "")
      return version.output.split(separator: "\n")
    }
    let all = try [lines("--no-secret-memory"), lines("--memlock", "0"), lines("--memlock", "65536")]
    #expect(all.allSatisfy { $0.count == 3 && $0[0].hasPrefix("watchword ") })
    #expect(all[0][1] == "Passwords lie in locked memory; there is no secret memory (memfd_secret).")
    #expect(all[1][1].hasPrefix("Passwords do not lie in locked memory: memory cannot be locked (ulimit -l)"))
    #expect(all[2][1].hasPrefix("Passwords lie in \(OwnMemory.hasSecretMemory ? "secret" : "locked") memory"))
  }

  @Test(.machine(.root))
  func `the superuser's other programs can read the memory of this one, and --verbose says so`() throws {
    let version = try Completion.of("watchword", ["--version", "--verbose"])
    #expect(version.output.hasSuffix("\nThe superuser's programs can read the memory of this one.\n"))
    let terminal = try TerminalEmulator.form()
    #expect(try Completion.of("sh", ["-c", ": </proc/\(terminal.pid)/mem"]).status == 0)
  }

  @Test func `no file may grow, and passwords lie in locked memory`() throws {
    let program = ProgramFile.path("watchword")
    let version = try Completion.of("sh", ["-c", "ulimit -f 0; exec \(program) --version --verbose"])
    #expect(version.status == 0 && version.output.contains("Passwords lie in locked memory"))
  }

  @Test(arguments: [
    (["--color", "never"], ["COLORTERM": "truecolor"], false), ([], ["NO_COLOR": "1"], false),
    ([], ["NO_COLOR": ""], true), (["--color", "always"], ["NO_COLOR": "1"], true), ([], [:], true),
    ([], ["TERM": "vt220", "COLORTERM": ""], false),
  ])
  func `colour is used as the options and NO_COLOR say`(
    options: [String], environment: [String: String], hasColor: Bool
  ) throws {
    let stage = Stage.with { stage in stage.environment.merge(environment) { $1 } }
    let terminal = try TerminalEmulator.open("watchword", ["new", "--no-dictionary"] + options, on: stage)
    terminal.expect("New password")
    terminal.type("A")
    terminal.expect(row: "1 of 8-32")
    terminal.settle()
    let colored = (0..<24).contains { row in (0..<80).contains { terminal[row, $0].foreground != .standard } }
    #expect(colored == hasColor)
  }

  @Test(arguments: [
    "xterm", "xterm-256color", "screen-256color", "tmux-256color", "linux", "rxvt-unicode-256color",
  ])
  func `the terminal's own background is kept, whatever its colours`(term: String) throws {
    let terminal = try TerminalEmulator.form(
      "--meter", "length",
      on: .with {
        $0.environment["TERM"] = term
        $0.environment["COLORTERM"] = nil
      })
    terminal.type("Abcdefghij")
    terminal.expect("Could be stronger")
    let cells = (0..<24).flatMap { row in (0..<80).map { terminal[row, $0] } }
    let filled = cells.filter { $0.background != .standard }
    #expect(filled.count < 40, "only a small part, such as a focused button, may have a background")
  }

  @Test(arguments: [
    ("xterm-256color", "truecolor", ScreenCell.Color.index(235)),
    ("xterm-256color", "", .index(235)), ("xterm", "", .standard),
  ])
  func `D4 in the filled look the area of the field with the focus is filled, shown secrets too`(
    term: String, depth: String, color: ScreenCell.Color
  ) throws {
    let stage = Stage.with { $0.environment.merge(["TERM": term, "COLORTERM": depth]) { $1 } }
    let terminal = try TerminalEmulator.form("--look", "filled", "--reveal", "always", on: stage)
    terminal.type("Zq")
    terminal.expect(row: "Zq", "hide")
    func area() -> [ScreenCell] {
      guard let place = terminal.position(of: "Zq") else { return [] }
      return (0..<20).map { terminal[place.row, place.column + $0] }
    }
    #expect(
      area().allSatisfy { $0.background == color && $0.isReversed == (color == .standard) })
    terminal.press(.tab)
    // What is typed takes the line away (A13).
    terminal.wait("the other field is filled") {
      area().dropFirst(2).allSatisfy(\.isUnderlined) && !area().prefix(2).contains(where: \.isUnderlined)
    }
    #expect(area().allSatisfy { $0.background == .standard && !$0.isReversed })
  }

  @Test func `D4 without colours the filled look is the boxed one, and --color has a role's own colour`()
    throws
  {
    let boxed = try TerminalEmulator.form("--look", "filled", "--color", "never")
    boxed.expect("━━")
    let own = try TerminalEmulator.form("--color-border", "#5F87FF")
    own.expect("━━")
    #expect(own.cell(of: "━━")?.foreground == .rgb(0x5F, 0x87, 0xFF))
  }
}
