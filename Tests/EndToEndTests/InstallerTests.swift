import Glibc
import TestSupport
import Testing

/// The script in docs/examples that asks for all that an installer has to know.
@Suite struct InstallerTests {
  private let folder = TemporaryFolder()

  private func open(_ variables: [String: String] = [:]) throws -> TerminalEmulator {
    let bin = folder.path + "/bin"
    #expect(unsafe mkdir(bin, 0o700) == 0)
    #expect(unsafe symlink(ProgramFile.path("watchword"), bin + "/watchword") == 0)
    let stage = Stage.with { stage in
      stage.environment["PATH"] = bin + ":" + (stage.environment["PATH"] ?? "")
      stage.environment.merge(variables) { $1 }
      stage.output = .pipe
    }
    return try TerminalEmulator.open(
      "\(PackageFile.root)/docs/examples/installer", ["/dev/vda", "/dev/vdb"], on: stage)
  }

  private let encrypted =
    "web-1: /dev/vdb, encrypted: yes, a passphrase of 10 characters\n"
    + "ada: a password of 19 characters, Europe/Berlin\n"
  private let password = "tram-lemon-87-Kiosk"

  /// Fills in the fields from the user on.
  private func fillRest(of terminal: TerminalEmulator) {
    for text in ["ada", password, password, "berl"] {
      terminal.press(.tab)
      terminal.type(text)
    }
    terminal.expect("Europe/Berlin")
  }

  @Test func `D9 an installer's questions fit one form at 80x24`() throws {
    let terminal = try open()
    terminal.expect("Host name", "Disk to erase", "Encrypt the disk", "Time zone", "Install")
    #expect(!terminal.shows("Passphrase"))
    terminal.type("web_1")
    terminal.press(.tab)
    terminal.expect("✗ invalid")
    terminal.press(.backTab)
    terminal.expect("Small letters, digits and hyphens between them.")
    terminal.press(.control("u"))
    terminal.type("web-1")
    terminal.press(.tab, .left)
    terminal.expect("[/dev/vdb]")
    terminal.press(.tab)
    terminal.type("y")
    terminal.expect("Passphrase")
    terminal.press(.tab)
    terminal.type("open-sesam")
    fillRest(of: terminal)
    terminal.press(.enter)
    #expect(terminal.answer() == encrypted)
  }

  @Test func `D9 without encryption no passphrase is asked for, and none is handed on`() throws {
    let terminal = try open()
    terminal.expect("Host name", "Install")
    terminal.type("web-1")
    terminal.press(.tab, .left, .tab)
    terminal.type("n")
    fillRest(of: terminal)
    #expect(!terminal.shows("Passphrase"))
    terminal.press(.enter)
    #expect(
      terminal.answer()
        == encrypted.replacing("yes, a passphrase of 10", with: "no, a passphrase of 0"))
  }

  @Test func `D9 an installer asks the same line by line`() throws {
    let terminal = try open(["ACCESSIBLE": "1"])
    let dialog = [
      ("Host name:", "web_1"), ("Host name [web_1]:", "web-1"),
      ("Disk to erase (1 /dev/vda, 2 /dev/vdb):", "2"), ("Encrypt the disk (Yes, No):", "y"),
      ("Passphrase:", "open-sesam"), ("User:", "ada"), ("Password:", password), ("Password:", password),
      ("Time zone (number or part of the name):", "berl"),
      ("Time zone (number or part of the name):", "europe/berlin"),
    ]
    var shown = 0
    for (question, line) in dialog {
      terminal.wait("it asks \(question)") {
        let row = terminal.rows.lastIndex { !$0.isEmpty } ?? 0
        return row > shown && terminal.rows[row].hasSuffix(question)
      }
      shown = terminal.rows.lastIndex { !$0.isEmpty } ?? 0
      terminal.type(line)
      terminal.press(.enter)
    }
    #expect(terminal.answer() == encrypted)
    #expect(terminal.shows("Not accepted. Small letters, digits and hyphens between them."))
  }
}
