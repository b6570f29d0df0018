import Glibc
import TestSupport
import Testing

/// The program of the package docs/examples/sign-up.
private enum Example {
  static let path = "\(PackageFile.root)/.build/examples/debug/SignUp"
  static let isBuilt = unsafe access(path, X_OK) == 0
}

/// The package in docs/examples, as another program uses the library. `make test` builds it first.
@Suite(.enabled(if: Example.isBuilt, "docs/examples/sign-up is not built: make test does it"))
struct ExampleTests {
  private func open(on stage: Stage = .capturing) throws -> TerminalEmulator {
    try TerminalEmulator.open(Example.path, [], on: stage)
  }

  @Test func `a program signs a person up and gets a typed result`() throws {
    let terminal = try open()
    terminal.expect("Create account", "Enter your name...", "8 or more")
    terminal.fill(fields: "ada lovelace", "ada@example.org", goodForAccount, goodForAccount)
    terminal.press(.enter)
    #expect(
      terminal.answer()
        == "8 bytes of password\nWelcome, Ada Lovelace <ada@example.org>! Your password is medium.\n")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test func `its delegate refuses digits in a name, typed or pasted, and nowhere else`() throws {
    let terminal = try open()
    terminal.expect("Create account")
    terminal.type("a1d2a")
    terminal.paste("x3")
    terminal.expect(field: 0, holds: "Ada")
    terminal.press(.tab)
    terminal.type("a1")
    terminal.expect(field: 1, holds: "a1")
    terminal.settle()
    #expect(terminal.text(inField: 0) == "Ada")
  }

  @Test func `E3 its delegate reads an address, sets an error and gives the focus back`() throws {
    let terminal = try open()
    terminal.expect("Create account")
    terminal.fill(fields: "ada", "ada@example.com")
    terminal.press(.tab)
    terminal.expect("There is an account with this address.")
    terminal.type("x")
    terminal.expect(field: 1, holds: "ada@example.comx")
    terminal.expect(gone: "There is an account with this address.")
  }

  @Test func `a person who cancels is no result`() throws {
    let terminal = try open()
    terminal.expect("Create account")
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(terminal.outputText == "")
  }

  @Test(arguments: [SIGTERM, SIGUSR1, SIGALRM, SIGXFSZ, 64])
  func `a signal that ends it leaves the terminal in order`(number: Int32) throws {
    let terminal = try open()
    terminal.expect("Create account")
    terminal.type("ada")
    terminal.expect(field: 0, holds: "Ada")
    terminal.signal(number)
    terminal.expect(.killed(by: number))
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen && !terminal.reportsMouse)
    #expect(!terminal.shows("Ada") && terminal.isCursorVisible)
  }

  @Test func `without a terminal it catches a typed error`() throws {
    let end = try Completion.of(Example.path, [])
    #expect(end.status == 3)
    #expect(end.output.hasPrefix("No form without a terminal: cannot open /dev/tty"))
  }
}
