import TestSupport
import Testing
import WatchwordScreen

/// The verifier: a program that is asked before a form is accepted.
@Suite struct VerifierTests {
  private let folder = TemporaryFolder()

  @Test(arguments: [(["new"], good), (["new", "--policy", "nist-mfa", "--json"], "Äpfel und Birnen")])
  func `whatever memory can be locked, a form that starts can be submitted to its verifier`(
    command: [String], password: String
  ) throws {
    var (refused, accepted) = (0, 0)
    for limit in stride(from: 16, through: 128, by: 4) {
      var stage = Stage.capturing(in: folder.path)
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
