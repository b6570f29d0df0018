import Glibc
import TestSupport
import Testing

@testable import WatchwordCLI

/// The program as it is started: what it writes where, and how it ends.
struct ProgramTests {
  private static let hint = "Try 'watchword --help'.\n"

  @Test func `help and version go to standard output`() throws {
    let help = Help.page(about: nil, isFull: false)
    #expect(try Completion.of("watchword", ["--help"]) == Completion(status: 0, output: help))
    #expect(try Completion.of("watchword", ["-V"]) == Completion(status: 0, output: "watchword \(version)\n"))
  }

  @Test func `a wrong argument is one line, a hint and status 2`() throws {
    #expect(
      try Completion.of("watchword", ["new", "--bogus"])
        == Completion(
          status: 2, errors: "watchword: unknown option '--bogus'\nTry 'watchword new --help'.\n"))
    #expect(
      try Completion.of("watchword", ["--bogus"])
        == Completion(status: 2, errors: "watchword: unknown option '--bogus'\n" + Self.hint))
  }

  @Test func `an argument that is no text is refused`() throws {
    let command = #""$0" --title "$(printf 'a\366')""#
    #expect(
      try Completion.of("sh", ["-c", command, ProgramFile.path("watchword")])
        == Completion(status: 2, errors: "watchword: argument 'a\u{FFFD}' is not valid UTF-8\n" + Self.hint))
  }

  @Test func `a sign that the locale has not is no mask`() throws {
    var environment = Stage().environment
    environment["LC_ALL"] = "C"
    #expect(
      try Completion.of("watchword", ["--mask", "•"], environment: environment)
        == Completion(
          status: 2,
          errors: "watchword: option '--mask' takes one visible character that is one column wide, not '•'\n"
            + Self.hint))
  }

  @Test func `without a terminal the status is 3 and one line says so`() throws {
    let completion = try Completion.of("watchword", [])
    #expect(completion.status == 3)
    #expect(completion.output.isEmpty)
    #expect(completion.errors.hasPrefix("watchword: ") && completion.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [
    (Stage.Stream.closed, "standard output is closed"),
    (.brokenPipe, "cannot write to standard output: Broken pipe"),
    (.file("/dev/full"), "cannot write to standard output: No space left on device"),
  ]) func `help that cannot be written is status 5`(output: Stage.Stream, line: String) throws {
    let stage = Stage.with {
      $0.output = output
      $0.errors = .pipe
    }
    let terminal = try TerminalEmulator.open("watchword", ["--help"], on: stage)
    terminal.expectExit(5)
    #expect(terminal.errorText == "watchword: \(line)\n")
    #expect(terminal.transcript.isEmpty)
  }

  @Test func `with standard output closed no form opens`() throws {
    let terminal = try TerminalEmulator.open("watchword", on: .with { $0.output = .closed })
    terminal.expectExit(5)
    #expect(terminal.row(0) == "watchword: standard output is closed")
    #expect(!terminal.transcript.contains(0x1B))
  }

  @Test func `a word list that is named and cannot be read is status 2 before the form`() throws {
    let stage = Stage.with { $0.errors = .pipe }
    let terminal = try TerminalEmulator.open("watchword", ["--dictionary", "/no\u{7}thing"], on: stage)
    terminal.expectExit(2)
    #expect(
      terminal.errorText == "watchword: cannot read the list '/no\\u{7}thing': No such file or directory\n")
    #expect(terminal.transcript.isEmpty)
  }

  @Test(arguments: [
    ("no-such-command -x", "no-such-command", "No such file or directory"),
    ("/etc/passwd", "/etc/passwd", "Permission denied"), ("/etc", "/etc", "Permission denied"),
    ("/no\u{7}thing", "/no\\u{7}thing", "No such file or directory"),
  ])
  func `a command that does not exist or may not be run is status 2 before the form`(
    command: String, name: String, reason: String
  ) throws {
    for form in ["new", "sign-in"] {
      let terminal = try TerminalEmulator.open(
        "watchword", [form, "--verify", command], on: .with { $0.errors = .pipe })
      terminal.expectExit(2)
      #expect(terminal.errorText == "watchword: cannot start the command '\(name)': \(reason)\n")
      #expect(terminal.transcript.isEmpty)
    }
  }

  @Test(arguments: [["--verify", "true -x"], ["--verify", "no-such-command", "--verify-shell"]])
  func `a command in PATH, and one for the shell, are asked when the form is submitted`(_ options: [String])
    throws
  {
    let terminal = try TerminalEmulator.open("watchword", options)
    terminal.expect("Choose a new password")
    terminal.press(.escape)
    terminal.expectExit(1)
  }

  @Test(arguments: ["--policy=nist --blocklist", "--policy=nist --dictionary", "--dictionary"])
  func `a list that refuses passwords or is named, and cannot be read is status 2 before the form`(
    options: String
  ) throws {
    for (path, reason) in [("/proc/self/mem", "Input/output error"), ("/none", "No such file or directory")] {
      let terminal = try TerminalEmulator.open(
        "watchword", ["new"] + options.split(separator: " ").map(String.init) + [path],
        on: .with { $0.errors = .pipe })
      terminal.expectExit(2)
      #expect(terminal.errorText == "watchword: cannot read the list '\(path)': \(reason)\n")
      #expect(terminal.transcript.isEmpty)
    }
  }

  @Test func `a word list that is too large is status 2 before the form, whatever it is for`() throws {
    let folder = TemporaryFolder()
    let large = folder.write("")
    #expect(unsafe truncate(large, 256 << 20 | 1) == 0)
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--dictionary", large], on: .with { $0.errors = .pipe })
    terminal.expectExit(2)
    #expect(
      terminal.errorText == "watchword: cannot read the list '\(large)': Larger than the limit of 256 MiB\n")
  }

  @Test func `memory that cannot be locked is status 6 and one line, and no form`() throws {
    let stage = Stage.with { $0.launching = ["--memlock", "0"] }
    let terminal = try TerminalEmulator.open("watchword", on: stage)
    terminal.expectExit(6)
    terminal.expect("watchword: memory cannot be locked (ulimit -l); --allow-unlocked-memory goes on")
    #expect(!terminal.isAlternateScreen)
  }

  @Test func `where it is allowed the form opens without locked memory`() throws {
    let stage = Stage.with { $0.launching = ["--memlock", "0"] }
    let terminal = try TerminalEmulator.open("watchword", ["--allow-unlocked-memory"], on: stage)
    terminal.expect("Choose a new password")
    terminal.press(.escape)
    terminal.expectExit(1)
  }
}
