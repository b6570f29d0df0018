import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// What the system and the person set beforehand, in real files: issue 11, F8.
@Suite struct ConfigurationTests {
  private let home = TemporaryFolder()

  private static let canMount =
    (try? Completion.of("unshare", ["-m", "mount", "-t", "tmpfs", "none", "/mnt"]))?.status == 0

  private var stage: Stage {
    var stage = Stage.with { $0.errors = .pipe }
    stage.environment["XDG_CONFIG_HOME"] = home.path
    return stage
  }

  /// Writes the file of the person.
  private func write(_ text: String, mode: mode_t = 0o644) {
    _ = unsafe mkdir(home.path + "/watchword", 0o700)
    _ = unsafe chmod(home.write(text, to: "watchword/config"), mode)
  }

  /// The program with `arguments` and `text` as the file of the system, which it sees in a namespace of its own.
  private func withSystem(_ text: String, _ arguments: [String]) -> [String] {
    let script =
      #"mount -t tmpfs none /mnt && mkdir /mnt/upper /mnt/work && "#
      + #"mount -t overlay none -o lowerdir=/etc,upperdir=/mnt/upper,workdir=/mnt/work /etc && "#
      + #"mkdir -m 755 /etc/watchword && printf %s "$1" >/etc/watchword/config && shift && exec "$@""#
    return ["-m", "sh", "-c", script, "", text, ProgramFile.path("watchword")] + arguments
  }

  @Test func `F8 the form is as the person has set it`() throws {
    write("glyphs=ascii\nmask=x\n[sign-in]\nmask=z\n")
    let terminal = try TerminalEmulator.open("watchword", ["new", "--no-dictionary"], on: stage)
    terminal.expect("Re-enter password")
    terminal.type("aa")
    terminal.expect("xx")
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(terminal.errorText == "")
  }

  @Test func `F8 the variable counts more than the file, and the command line more than both`() throws {
    write("mask=x\nreveal=always")
    var stage = stage
    stage.environment["WATCHWORD_OPTIONS"] = "mask=y\nreveal=never\nverify=touch ran"
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--no-dictionary", "--reveal=allowed"], on: stage)
    terminal.expect("Re-enter password")
    terminal.type("aa")
    terminal.expect("yy")
    terminal.press(.control("r"))
    terminal.expect("aa")
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(
      terminal.errorText
        == "watchword: WATCHWORD_OPTIONS, line 3: option 'verify' cannot be set beforehand\n")
  }

  @Test func `F8 with --no-config nothing of this counts`() throws {
    write("mask=x\nbogus")
    var stage = stage
    stage.environment["WATCHWORD_OPTIONS"] = "mask=y"
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--no-dictionary", "--no-config", "--glyphs=ascii"], on: stage)
    terminal.expect("Re-enter password")
    terminal.type("aa")
    terminal.expect("**")
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(terminal.errorText == "")
  }

  @Test func `F8 a file to which others may write is told, and does not count`() throws {
    write("mask=x", mode: 0o666)
    let validated = try Completion.of("watchword", ["--validate"], environment: stage.environment)
    #expect(
      validated
        == Completion(
          status: 0,
          errors: "watchword: cannot use '\(home.path)/watchword/config': Others may write to the file; "
            + "chmod go-w helps\n"))
  }

  @Test func `F8 passwords without a form are judged as the person has set it`() throws {
    func status(_ arguments: String...) throws -> Int32 {
      let check = ["check", "--no-dictionary"] + arguments
      return try Completion.of(
        "watchword", check, environment: stage.environment, input: Array("Kvm7Qz#pWd\n".utf8)
      ).status
    }
    write("[check]\npolicy=owasp")
    #expect(try status() == 0)
    write("[check]\npolicy=nist")
    #expect(try status() == 1)
    #expect(try status("--policy=owasp") == 0)
    write("[new]\npolicy=nist\n[generate]\npolicy=nist")
    #expect(try status("--policy=owasp") == 0)
  }

  @Test(.enabled(if: canMount, "only root can give a program an /etc of its own"))
  func `F8 what the system requires is not changed by the person, the variable and the command line`() throws
  {
    write("policy=owasp\nmask=y")
    var stage = stage
    stage.environment["WATCHWORD_OPTIONS"] = "policy=classic"
    let arguments = ["new", "--no-dictionary", "--no-config", "--policy", "account", "--reveal=always"]
    for skipsDefaults in [false, true] {
      let terminal = try TerminalEmulator.open(
        "unshare",
        withSystem(
          "glyphs=ascii\nmask=x\n[required]\npolicy=nist\nreveal=never\n",
          arguments.filter { skipsDefaults || $0 != "--no-config" }), on: stage)
      terminal.expect("15 characters")
      terminal.type("aa")
      terminal.expect(skipsDefaults ? "••" : "yy")
      #expect(!terminal.shows("aa"))
      terminal.press(.escape)
      terminal.expectExit(1)
      let file = "since /etc/watchword/config, line"
      let own = [
        "watchword: \(home.path)/watchword/config, line 1: 'policy=owasp' is left out, \(file) 4 requires 'policy=nist'",
        "watchword: WATCHWORD_OPTIONS, line 1: 'policy=classic' is left out, \(file) 4 requires 'policy=nist'",
      ]
      let typed = [
        "watchword: '--no-dictionary' is left out, \(file) 4 requires 'policy=nist'",
        "watchword: '--policy=account' is left out, \(file) 4 requires 'policy=nist'",
        "watchword: '--reveal=always' is left out, \(file) 5 requires 'reveal=never'",
      ]
      #expect(
        terminal.errorText.split(separator: "\n").map(String.init) == (skipsDefaults ? [] : own) + typed)
    }
  }

  @Test(.enabled(if: canMount, "only root can give a program an /etc of its own"))
  func `F8 passwords without a form are held to what the system requires`() throws {
    let run = try Completion.of(
      "unshare", withSystem("[required]\npolicy=nist", ["check", "--policy=owasp", "--min-strength=weak"]),
      input: Array("Kvm7Qz#pWd\n".utf8))
    #expect(run.status == 1 && run.errors.contains("requires 'policy=nist'"))
    let drawn = try Completion.of(
      "unshare", withSystem("[required]\npolicy=nist", ["generate", "--length=14"]))
    #expect(drawn.status == 2 && drawn.errors.contains("15 would do"))
  }

  /// The program as ``withSystem(_:_:)`` has it, after `spoiling`, which makes that file one that cannot be used.
  private func withSpoiled(_ spoiling: String, _ arguments: [String]) -> [String] {
    let script = #"\#(spoiling) && exec "$0" "$@""#
    return Array(
      withSystem("[required]\npolicy=nist\nmin-strength=strong", []).dropLast()
        + ["sh", "-c", script, ProgramFile.path("watchword")] + arguments)
  }

  private static let spoilings = [
    ("ulimit -n 4", "cannot use '/etc/watchword/config': Too many open files"),
    (
      "chmod 664 /etc/watchword/config",
      "cannot use '/etc/watchword/config': Others may write to the file; chmod go-w helps"
    ),
    (
      "chmod 777 /etc/watchword",
      "cannot use '/etc/watchword/config': Others may write to its folder; chmod go-w helps"
    ),
    (
      "chown 7 /etc/watchword/config",
      "cannot use '/etc/watchword/config': the file belongs to another user"
    ),
    (
      "head -c 17000 /dev/zero | tr '\\0' '#' >/etc/watchword/config",
      "cannot use '/etc/watchword/config': Longer than 16384 bytes"
    ),
    (
      "printf '#\\366\\n' >/etc/watchword/config", "cannot use '/etc/watchword/config': Not UTF-8 text"
    ),
    (
      "echo '[Required]' >/etc/watchword/config",
      "/etc/watchword/config, line 1: there is no section '[Required]'"
    ),
    (
      "echo '[required' >/etc/watchword/config",
      "/etc/watchword/config, line 1: there is no section '[required'"
    ),
    (
      "echo policy=nits >>/etc/watchword/config",
      "/etc/watchword/config, line 4: option '--policy' takes classic, account, nist, nist-mfa, owasp, pin, "
        + "wpa2, luks, bsi, system or a path with a slash or '.conf' at its end, not 'nits'"
    ),
  ]

  @Test(
    .enabled(if: canMount, "only root can give a program an /etc of its own"), arguments: spoilings)
  func `T5 where it cannot be known what is required no command does anything`(
    spoiling: String, line: String
  ) throws {
    // A newline lies between the file and what is added to it.
    let spoiling = spoiling.replacing("echo policy", with: "echo >>/etc/watchword/config && echo policy")
    let end = Completion(status: 2, errors: "watchword: \(line)\n")
    func run(_ arguments: [String], input: String = "") throws -> Completion {
      try Completion.of(
        "unshare", withSpoiled(spoiling, arguments), environment: stage.environment, input: Array(input.utf8))
    }
    for command in [
      "new", "new --no-config", "new --validate", "change", "ask", "sign-in --forget", "sign-up",
      "form --field text", "check", "check --no-config", "generate", "policies",
    ] {
      let words = command.split(separator: " ").map(String.init)
      #expect(try run(words, input: "Kv7#mQz!2xLp\n") == end, "\(command)")
    }
    #expect(try run(["askpass", "Password:"]) == end)
    #expect(try run(["--version"]) == Completion(status: 0, output: "watchword 0.1.0\n"))
    #expect(try run(["new", "--help"]).status == 0)
    let pinentry = try run(["pinentry"], input: "GETINFO pid\nGETPIN\nCONFIRM\nMESSAGE\nBYE\n")
    let answers = pinentry.output.split(separator: "\n").filter { $0.hasPrefix("ERR ") }
    #expect(pinentry.status == 0 && answers.count == 3, "\(pinentry)")
    for answer in answers {
      #expect(answer == "ERR 83886195 Configuration error <Pinentry> - \(line.prefix(100))")
    }
  }

  @Test(.enabled(if: canMount, "only root can give a program an /etc of its own"))
  func `T5 a form does not draw where it cannot be known what is required`() throws {
    let terminal = try TerminalEmulator.open(
      "unshare", withSpoiled("chmod 666 /etc/watchword/config", ["new", "--no-dictionary"]),
      on: .with { ($0.output, $0.errors) = (.pipe, .pipe) })
    terminal.expectExit(2)
    #expect(terminal.transcript.isEmpty && terminal.outputText == "")
    #expect(terminal.errorText.split(separator: "\n").count == 1)
  }
}
