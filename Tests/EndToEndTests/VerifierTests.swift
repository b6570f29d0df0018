import TestSupport
import Testing
import WatchwordScreen

/// The verifier: a program that is asked before a form is accepted.
@Suite struct VerifierTests {
  private let folder = TemporaryFolder()

  private var stage: Stage { .capturing(in: folder.path) }

  /// Opens sign-in with the verifier `script`, which runs in a folder of its own.
  private func signIn(_ script: String, _ options: String...) throws -> TerminalEmulator {
    let arguments = ["sign-in", "--verify", folder.command(script)] + options
    let terminal = try TerminalEmulator.open("watchword", arguments, on: stage)
    terminal.expect("Enter your email...")
    return terminal
  }

  private func submit(_ terminal: TerminalEmulator, password: String = goodForAccount) {
    terminal.fill(fields: "ada@example.org", password)
    terminal.press(.enter)
  }

  @Test func `invisible characters of a reason are drawn as glyphs`() throws {
    let terminal = try signIn(
      #"printf 'no\342\200\256 \342\201\246good\342\200\213 \363\240\201\201x'; exit 1"#)
    submit(terminal)
    terminal.expect("no◌ ◌good◌ ◌x")
    let written = String(decoding: terminal.transcript, as: UTF8.self).unicodeScalars
    #expect(!written.contains { ["\u{202E}", "\u{2066}", "\u{200B}", "\u{E0041}"].contains($0) })
  }

  @Test func `while it runs a sign moves, keys wait, and Esc ends it and the form`() throws {
    let terminal = try signIn("echo $$ >pid; trap 'exit 1' TERM; while :; do sleep 1; done")
    submit(terminal)
    var pictures: Set<String> = []
    terminal.wait("the sign moves") {
      if terminal.shows("Checking…") { pictures.insert(terminal.line(with: "Checking…")) }
      return pictures.count >= 3
    }
    terminal.type("xyz")
    terminal.press(.enter, .tab)
    terminal.wait("the keys were refused") { terminal.bells > 0 }
    #expect(terminal.text(inField: 1) == "••••••••" && terminal.fate == .running)
    let pid = try #require(readText(folder.path + "/pid").flatMap { Int32($0.dropLast()) })
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(terminal.outputText == "" && terminal.settings.isCooked)
    #expect([nil, "Z"].contains(ProcessState(pid).letter))
  }

  @Test(arguments: [(["new"], good), (["new", "--policy", "nist-mfa", "--json"], "Äpfel und Birnen")])
  func `whatever memory can be locked, a form that starts can be submitted to its verifier`(
    command: [String], password: String
  ) throws {
    var (refused, accepted) = (0, 0)
    for limit in stride(from: 16, through: 128, by: 4) {
      var stage = stage
      stage.launching = ["--memlock", "\(limit * 1024)"]
      let terminal = try TerminalEmulator.open(
        "watchword",
        command + [
          "--quiet", "--no-dictionary", "--verify",
          folder.command(
            "cat >/dev/null; test -e seen || { : >seen; echo Once more.; exit 1; }; rm seen"),
        ],
        on: stage)
      terminal.wait("with \(limit) KiB there is a form, or an end") {
        terminal.fate != .running || !terminal.fieldRows.isEmpty
      }
      guard terminal.fate == .running else {
        terminal.expectExit(6)
        #expect(terminal.errorText.contains("memory cannot be locked") && accepted == 0)
        #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains("Enter password"))
        refused += 1
        continue
      }
      terminal.fill(password)
      terminal.press(.enter)
      terminal.expect("Once more.")
      terminal.press(.tab, .enter)
      #expect(terminal.answer().contains(password), "with \(limit) KiB")
      accepted += 1
    }
    #expect(refused > 0 && accepted > 0)
  }
}
