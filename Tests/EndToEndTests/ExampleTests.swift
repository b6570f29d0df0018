import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// The programs of the packages in docs/examples.
private enum Example {
  static let signUp = path("SignUp")
  static let sandbox = path("Sandbox")
  static let daemon = path("Daemon")
  static let useradd = path("Useradd")
  static let card = path("Card")
  static let steps = path("Steps")

  private static func path(_ name: String) -> String {
    "\(PackageFile.root)/.build/examples/debug/\(name)"
  }
}

/// The package in docs/examples, which uses the library as another program does. `make test` builds it first.
@Suite(.machine(.examples))
struct ExampleTests {
  private func open(on stage: Stage = .capturing) throws -> TerminalEmulator {
    try TerminalEmulator.open(Example.signUp, [], on: stage)
  }

  @Test func `a program signs a person up and gets a typed result`() throws {
    let terminal = try open()
    terminal.expect("Create account", "Enter your name...", "8-32")
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

  @Test func `E3 a card is asked for with a pattern, reasons, and a delegate that fills in and goes on`()
    throws
  {
    let terminal = try TerminalEmulator.open(Example.card, [], on: .capturing)
    terminal.expect("Pay by card", "9999 9999 9999 9999")
    terminal.paste("4111-1111 1111")
    terminal.expect("4111 1111 1111")
    terminal.type("1111")
    terminal.type("13")
    terminal.expect("4111 1111 1111 1111", "13/")
    terminal.press(.tab)
    terminal.expect("Pick a month from 1 to 12.")
    terminal.press(.control("u"))
    terminal.type("529")
    terminal.expect("05/29")
    terminal.type("ada")
    terminal.expect("ADA")
    terminal.press(.enter)
    #expect(terminal.answer() == "ADA pays with the card that ends in 1111.\n")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test func `J12 three forms in a row are gone through, back and on, and keep what was typed`() throws {
    let terminal = try TerminalEmulator.open(Example.steps, [], on: .capturing)
    terminal.expect("Who are you?")
    terminal.fill(fields: "ada", "ada@example.org")
    terminal.press(.enter)
    terminal.expect("Which plan?", "[ Back ]")
    terminal.type("t")
    terminal.press(.tab)
    terminal.type("2026-1")
    terminal.press(.tab, .tab)
    terminal.expect("▸ Back ◂")
    terminal.press(.enter)
    terminal.expect("Who are you?", "Ada", "ada@example.org")
    terminal.expect(gone: "Back")
    terminal.press(.tab, .enter)
    terminal.expect("Which plan?", "[team]")
    #expect(!terminal.rows.contains { $0.contains("2026-1 ") })
    terminal.press(.tab, .enter)
    terminal.expect("Choose a password", "[ Back ]")
    terminal.type(goodForAccount)
    terminal.press(.tab, .tab, .tab, .enter)
    terminal.expect("Which plan?")
    terminal.press(.tab, .enter)
    terminal.expect("Choose a password")
    terminal.fill(fields: goodForAccount, goodForAccount)
    terminal.press(.enter)
    #expect(terminal.answer() == "Ada has the plan team.\n")
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test func `E3 I1 a card is asked for line by line as well, by the same delegate`() throws {
    let stage = Stage.with { ($0.output, $0.environment["ACCESSIBLE"]) = (.pipe, "1") }
    let terminal = try TerminalEmulator.open(Example.card, [], on: stage)
    for (question, line) in [
      ("Card number", "4111-1111-1111-1111"), ("Valid until", "13/29"),
      ("Pick a month from 1 to 12.", "05/29"),
      ("Name on the card", "ada"),
    ] {
      terminal.expect(question)
      terminal.settle()
      terminal.type(line + "\n")
    }
    #expect(terminal.answer() == "ADA pays with the card that ends in 1111.\n")
    // The delegate turned it into capitals, which only this shows.
    #expect(terminal.rows.contains("Name on the card: ADA"), "\(terminal.rows)")
  }

  @Test func `J1 its validator refuses an address that has an account`() throws {
    let terminal = try open()
    terminal.expect("Create account")
    terminal.fill(fields: "ada", "ada@example.com")
    terminal.press(.tab)
    terminal.expect("There is an account with this address.")
    terminal.press(.backTab)
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
    let end = try Completion.of(Example.signUp, [])
    #expect(end.status == 3)
    #expect(end.output.hasPrefix("No form without a terminal: there is no terminal to ask on"))
  }
}

/// A form with a verdict of the program, and a field that comes and goes.
@Suite(.machine(.examples))
struct UseraddTests {
  private let folder = TemporaryFolder()
  private var accounts: String { "\(folder.path)/accounts" }

  private func open(_ file: String? = nil) throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.open(Example.useradd, [file ?? accounts], on: .capturing)
    terminal.expect("New account", "User name", "8-32")
    return terminal
  }

  @Test func `J1 A10 an account that the program takes is made, and one of a name that is there is not`()
    throws
  {
    for (user, other) in [("ada", nil), ("bob", "ada"), ("carol", "root")] {
      let terminal = try open()
      terminal.fill(fields: other ?? user, "ada lovelace", goodForAccount, goodForAccount)
      terminal.press(.enter)
      if other != nil {
        terminal.expect("There is an account of this name.")
        terminal.press(.control("u"))
        terminal.type(user)
        terminal.press(.tab)
        terminal.expect(gone: "There is an account of this name.")
        for _ in 0..<3 { terminal.press(.tab) }
        terminal.press(.enter)
      }
      #expect(terminal.answer() == "Created \(user) with a password of 8 bytes.\n")
      #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
    }
    #expect(readText(accounts) == "ada:Ada Lovelace:\nbob:Ada Lovelace:\ncarol:Ada Lovelace:\n")
  }

  @Test func `J1 A13 the field for a guest's last day comes with the name, and what stands above stays`()
    throws
  {
    let terminal = try open()
    let name = terminal.position(of: "User name")?.row
    terminal.type("guest-1")
    terminal.expect("Last day")
    #expect(terminal.position(of: "User name")?.row == name)
    terminal.press(.tab)
    terminal.type("soon")
    terminal.press(.tab)
    terminal.expect("Write it as 2030-12-31.")
    terminal.press(.backTab)
    terminal.press(.control("u"))
    terminal.type("2030-12-31")
    terminal.press(.tab)
    terminal.fill(fields: "Ada", goodForAccount, goodForAccount)
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(readText(accounts) == "guest-1:Ada:2030-12-31\n")
    let other = try open()
    other.type("guest-")
    other.expect("Last day")
    other.press(.backspace)
    other.expect(gone: "Last day")
    other.press(.escape)
    other.expectExit(1)
  }

  @Test func `J1 A10 what the program cannot do stands beside the button, and Esc gets out`() throws {
    let terminal = try open("\(folder.path)/none/accounts")
    terminal.fill(fields: "ada", "ada", goodForAccount, goodForAccount)
    terminal.press(.enter)
    terminal.expect("The account cannot be made: No such file or directory")
    terminal.press(.escape)
    terminal.expectExit(1)
  }
}

/// The sandbox: it writes each call of a delegate to a file at once.
@Suite(.machine(.examples))
struct SandboxTests {
  private let folder = TemporaryFolder()
  private var log: String { "\(folder.path)/log" }

  private func lines() -> [String] {
    (readText(log) ?? "").split(separator: "\n").map(String.init)
  }

  /// Waits until these are the last lines of the log.
  private func expectLog(_ lines: String..., on terminal: TerminalEmulator) {
    terminal.wait("the log ends with \(lines)") { self.lines().suffix(lines.count) == lines[...] }
  }

  private func open() throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.open(Example.sandbox, [log])
    terminal.expect("Sandbox", "Anything (optional)", "Say no to")
    return terminal
  }

  @Test func `J5 every call of the delegate is in the log as it comes, without a password`() throws {
    let terminal = try open()
    terminal.type("47")
    terminal.expect(field: 0, holds: "••")
    expectLog(
      "password: shouldChangeCharactersIn 1..<1, 1 byte: yes", "password: textFieldDidChangeSelection",
      "password: didSend editingChanged", on: terminal)
    terminal.press(.tab)
    expectLog(
      "anything: textFieldShouldBeginEditing: yes", "password: textFieldShouldEndEditing: yes",
      "password: didSend editingDidEnd", "password: textFieldDidEndEditing, committed",
      "anything: didSend editingDidBegin", "anything: textFieldDidBeginEditing", on: terminal)
    terminal.type("x")
    expectLog(
      "anything: shouldChangeCharactersIn 0..<0, \"x\": yes", "anything: textFieldDidChangeSelection",
      "anything: didSend editingChanged: \"x\"", on: terminal)
    terminal.press(.escape)
    terminal.expectExit(0)
    #expect(!lines().contains { $0.contains("47") })
    #expect(lines().first?.hasPrefix("One key, one group: ") == true)
  }

  @Test func `J5 a letter makes a question say no, until it is deleted`() throws {
    let terminal = try open()
    terminal.type("47")
    terminal.press(.tab)
    terminal.press(.tab)
    terminal.type("b")
    expectLog(
      "refuse: shouldChangeCharactersIn 0..<0, \"b\": yes", "refuse: textFieldDidChangeSelection",
      "refuse: didSend editingChanged: \"b\"", on: terminal)
    terminal.press(.backTab)
    // The focus passes both fields and goes to the button.
    expectLog(
      "anything: textFieldShouldBeginEditing <== NO", "password: textFieldShouldBeginEditing <== NO",
      "refuse: textFieldShouldEndEditing: yes", "refuse: didSend editingDidEnd",
      "refuse: textFieldDidEndEditing, committed", on: terminal)
    terminal.press(.backTab)
    expectLog("refuse: textFieldDidBeginEditing", on: terminal)
    terminal.press(.backspace)
    terminal.type("clr")
    terminal.press(.backTab)
    terminal.press(.backTab)
    expectLog("password: didSend editingDidBegin", "password: textFieldDidBeginEditing", on: terminal)
    terminal.type("1")
    expectLog("password: shouldChangeCharactersIn 2..<2, 1 byte <== NO", on: terminal)
    terminal.press(.control("u"))
    expectLog("password: textFieldShouldClear <== NO", on: terminal)
    terminal.press(.enter)
    expectLog("password: textFieldShouldReturn <== NO", on: terminal)
    terminal.expect(field: 0, holds: "••")
    terminal.press(.tab)
    terminal.press(.tab)
    terminal.type("e")
    terminal.press(.backTab)
    terminal.press(.tab)
    expectLog(
      "refuse: textFieldShouldBeginEditing: yes", "anything: textFieldShouldEndEditing <== NO", on: terminal)
  }

  @Test func `J5 two keys are apart in the log, and Return tells the strength`() throws {
    let terminal = try open()
    terminal.type("h")
    expectLog("password: didSend editingChanged", on: terminal)
    // The pulse of the first bar is a pause.
    terminal.settle()
    terminal.press(.enter)
    expectLog("password: textFieldDidBeginEditing", on: terminal)
    #expect(lines().contains("password: didSend valueChanged: the password is weak"))
    #expect(
      readText(log)?.contains("password: didSend editingChanged\n\npassword: textFieldShouldReturn: yes\n")
        == true)
  }

  @Test func `J5 in tmux the log stands below the form, whole and without a file, in a window of 80x24 too`()
    throws
  {
    let list = ["-c", "echo /tmp/sandbox-*"]
    let before = try Completion.of("sh", list).output
    let tmux = "exec tmux -S \(folder.path)/tmux -f /dev/null new-session \(Example.sandbox)"
    let terminal = try TerminalEmulator.open("/bin/sh", ["-c", tmux])
    terminal.expect("A window of 120 columns shows more.", "Password", "Say no to", "One key, one group: ")
    terminal.press(.tab)
    terminal.type("x")
    terminal.expect("anything: didSend editingChanged: \"x\"")
    #expect(try Completion.of("sh", list).output == before)
    terminal.press(.escape)
    terminal.expectExit(0)
  }

  @Test func `J5 without a file and without tmux it says how it is used`() throws {
    let end = try Completion.of(Example.sandbox, [])
    #expect(end.status == 2 && end.output.hasPrefix("Usage: Sandbox FILE"))
  }
}

/// The daemon, which asks in one task while another works.
@Suite(.machine(.examples))
struct DaemonTests {
  private let folder = TemporaryFolder()
  private var lines: [Substring] { (readText("\(folder.path)/log") ?? "").split(separator: "\n") }

  private func open(patience: Int, on stage: Stage = Stage()) throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.open(
      Example.daemon, ["\(folder.path)/log", "\(patience)"], on: stage)
    terminal.expect("Passphrase of the backups")
    return terminal
  }

  @Test func `J3 it works on while it asks, gives up a form that nobody answers, and asks again`() throws {
    let terminal = try open(patience: 3)
    let before = lines.count
    terminal.wait("it works on") { lines.count > before + 3 }
    #expect(terminal.isAlternateScreen && terminal.shows("Passphrase of the backups"))
    terminal.wait("it gives up") { lines.contains("nobody answered") && !terminal.isAlternateScreen }
    terminal.expect("Passphrase of the backups")
    terminal.type("secret\r")
    terminal.expectExit(0)
    #expect(lines.last == "backed up with 6 bytes" && lines.count { $0 == "backed up with 6 bytes" } == 1)
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test func `J10 it speaks the language of the process, and carries no other than that and English`() throws
  {
    var stage = Stage()
    stage.environment["LANGUAGE"] = "de"
    let terminal = try open(patience: 600, on: stage)
    terminal.expect("Passwort eingeben")
    let words = ["Passwort eingeben": [Example.daemon], "Saisissez votre mot de passe": [], "パスワードを入力": []]
    for (word, programs) in words {
      for program in [Example.daemon, Example.signUp] {
        let search = try Completion.of("grep", ["-qaF", word, program])
        #expect((search.status == 0) == programs.contains(program), "\(word) in \(program)")
      }
    }
  }

  @Test func `J3 it tells Esc, after which it asks again, from Ctrl-C, which stops it`() throws {
    let terminal = try open(patience: 600)
    terminal.press(.escape)
    terminal.wait("it hears Esc") { lines.contains("not now") && !terminal.isAlternateScreen }
    terminal.expect("Passphrase of the backups")
    terminal.press(.control("c"))
    terminal.expectExit(130)
    #expect(lines.last == "stopped" && terminal.settings.isCooked && !terminal.isAlternateScreen)
  }
}

/// The script in docs/examples that chooses a pinentry.
@Suite struct ExampleScriptTests {
  private let folder = TemporaryFolder()

  /// What the script starts with these variables, if its terminal is `device`.
  private func chosen(_ variables: [String: String]) throws -> String {
    for name in ["pinentry-watchword", "pinentry-gnome3"] {
      let program = folder.write("#!/bin/sh\necho \(name) $*\n", to: name)
      #expect(unsafe chmod(program, 0o755) == 0)
    }
    let script = "\(PackageFile.root)/docs/examples/pinentry-where-it-can"
    let run = try Completion.of(
      script, ["--display", ":0"],
      environment: variables.merging(["PATH": folder.path + ":/usr/bin:/bin"]) { $1 })
    #expect(run.errors == "")
    return run.output
  }

  @Test func `G1 a graphical pinentry is taken only where there is no terminal but a desktop`() throws {
    let terminal = try TerminalEmulator.open("sleep", ["600"])
    let (ours, other) = ("pinentry-watchword --display :0\n", "pinentry-gnome3 --display :0\n")
    for desktop in ["DISPLAY", "WAYLAND_DISPLAY"] {
      #expect(try chosen([desktop: ":0", "GPG_TTY": terminal.device]) == ours)
      #expect(try chosen([desktop: ":0"]) == other)
      for none in ["/dev/nowhere", "/etc/passwd", "/dev/null", ""] {
        #expect(try chosen([desktop: ":0", "GPG_TTY": none]) == other, "\(none)")
      }
    }
    #expect(try chosen([:]) == ours && chosen(["GPG_TTY": "/dev/nowhere"]) == ours)
  }
}
