import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// The command line: issue 2, items 2 and 3.
@Suite struct OptionsTests {
  static let long = [
    "--title", "--prompt", "--confirm-prompt", "--no-confirm", "--strength-scale", "--min-strength", "--mask",
    "--peek",
    "--reveal", "--clears-on-insertion", "--no-mouse", "--no-animation", "--glyphs", "--color", "--json",
    "--no-newline", "--quiet", "--help", "--version", "--dictionary", "--no-dictionary",
    "--allow-unlocked-memory",
  ]

  @Test func `--help=all names every option and every status, on descriptor 1 and within 80 columns`() throws
  {
    let help = try Completion.of("watchword", ["--help=all"])
    #expect(help.status == 0 && help.errors == "")
    for option in Self.long { #expect(help.output.contains(option), "\(option)") }
    for status in ["0", "1", "2", "3", "4", "5", "6", "128"] {
      #expect(help.output.split(separator: "\n").contains { $0.contains(status) }, "status \(status)")
    }
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `F9 the help of a command is written however it is asked for`() throws {
    let help = try Completion.of("watchword", ["sign-in", "--help"])
    #expect(help.status == 0 && help.errors == "" && help.output.hasPrefix("Usage: watchword sign-in "))
    #expect(try Completion.of("watchword", ["help", "sign-in"]) == help)
    #expect(try Completion.of("watchword", ["help"]) == Completion.of("watchword", ["--help"]))
  }

  @Test func `A1 a label that is given stands in the form`() throws {
    let terminal = try TerminalEmulator.form("--label", "password=Passphrase")
    terminal.expect("Passphrase")
    let wrong = try Completion.of("watchword", ["sign-in", "--label", "login=Login"])
    #expect(wrong.status == 2 && wrong.errors.contains("email or password"))
  }

  @Test func `--version is one line with the name and a number`() throws {
    let version = try Completion.of("watchword", ["--version"])
    #expect(version.status == 0)
    #expect(version.output.hasPrefix("watchword ") && version.output.split(separator: "\n").count == 1)
  }

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

  @Test(.enabled(if: geteuid() == 0, "this user's programs cannot be read"))
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
    (["--nonsense"], "nonsense"), (["new", "--nonsense"], "nonsense"), (["-x"], "x"), (["other"], "other"),
    (["new", "more"], "more"), (["--mask"], "mask"), (["--mask", "漢"], "mask"), (["--mask", "ab"], "mask"),
    (["--mask", ""], "mask"), (["--strength-scale", "20,10"], "strength-scale"),
    (["--strength-scale", "10,10"], "strength-scale"), (["--strength-scale", "ten"], "strength-scale"),
    (["--strength-scale", "10"], "strength-scale"), (["--min-strength", "mighty"], "min-strength"),
    (["--glyphs", "runes"], "glyphs"), (["--color", "red"], "color"), (["--reveal", "perhaps"], "reveal"),
    (["--json=yes"], "json"), (["--verbose"], "version"), (["check", "--verbose"], "version"),
    (["--title", "a\u{1B}[31mb"], "title"), (["--prompt", "a\nb"], "prompt"),
    (["form"], "field"), (["form", "--field", "colour"], "field"), (["form", "--field", ""], "field"),
    (["form", "--field", "text:Upper"], "field"), (["form", "--field", "text:1st"], "field"),
    (["form", "--field", "text:strength"], "strength"),
    (["form", "--field", "text", "--field", "text"], "text"),
    (["form", "--field", "text", "--value", "other=x"], "other"),
    (["form", "--field", "text", "--value", "text"], "value"),
    (["form", "--field", "text", "--value", "text=a\nb"], "value"),
    (["form", "--field", "text", "--optional", "other"], "other"),
    (["sign-in", "--value", "password=x"], "password"), (["sign-in", "--format", "xml"], "format"),
    (["sign-in", "--format", "shell", "--prefix", "1"], "prefix"),
  ])
  func `a wrong argument is one line that names it, then the hint, and status 2`(
    arguments: [String], name: String
  ) throws {
    let wrong = try Completion.of("watchword", arguments)
    #expect(wrong.status == 2 && wrong.output == "")
    let lines = wrong.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains(name) == true && lines.first?.hasPrefix("watchword: ") == true)
    let command = arguments[0].hasPrefix("-") || arguments[0] == "other" ? "" : arguments[0] + " "
    #expect(lines.last == "Try 'watchword \(command)--help'.")
  }

  @Test func `without a terminal it says so in one line, status 3`() throws {
    let none = try Completion.of("watchword", ["new"])
    #expect(none.status == 3 && none.output == "")
    #expect(none.errors.split(separator: "\n").count == 1)
  }

  @Test func `titles and placeholders are the caller's`() throws {
    let terminal = try TerminalEmulator.form(
      "--title", "Neues Passwort", "--prompt=Passwort 漢", "--confirm-prompt", "Noch einmal")
    terminal.expect("Neues Passwort", "Passwort 漢", "Noch einmal")
    #expect(!terminal.shows("Choose a new password"))
  }

  @Test func `--no-confirm asks once`() throws {
    let terminal = try TerminalEmulator.form("--no-confirm")
    #expect(terminal.fieldRows.count == 1 && !terminal.shows("Re-enter"))
    terminal.type(good)
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == good + "\n")
  }

  @Test(arguments: ["#", "·", "é", "▪"]) func `--mask sets the sign`(mask: String) throws {
    let terminal = try TerminalEmulator.form("--mask", mask)
    terminal.type("ab")
    terminal.wait("two signs") { terminal.row(terminal.fieldRow(.new)).contains(mask + mask) }
  }

  @Test func `--reveal always starts shown, and the toggle works; never has neither sign nor key`() throws {
    let always = try TerminalEmulator.form("--reveal", "always")
    always.type("Ab")
    always.expect(.new, holds: "Ab")
    always.press(.control("r"))
    always.expect(.new, holds: "••")
    let never = try TerminalEmulator.form("--reveal", "never")
    #expect(!never.shows("🙈") && !never.shows("^R"))
    never.type("Ab")
    never.press(.control("r"))
    never.settle()
    #expect(never.text(of: .new) == "••")
    #expect(!String(decoding: never.transcript, as: UTF8.self).contains("Ab"))
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

  @Test(arguments: [("linux", "✓"), ("vt220", "✓"), ("xterm-256color", "✅")])
  func `glyphs follow the terminal`(term: String, met: String) throws {
    let terminal = try TerminalEmulator.form(on: .with { $0.environment["TERM"] = term })
    terminal.type("A")
    terminal.wait("upper case is met") { terminal.state(of: .upper) == .met }
    let line = terminal.line(with: "uppercase letter")
    #expect(line.contains(met) || (term != "xterm-256color" && line.contains("[x]")))
    #expect(terminal.shows("🔒") == (term == "xterm-256color"))
  }
}
