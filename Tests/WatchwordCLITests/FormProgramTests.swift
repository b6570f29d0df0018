import Glibc
import TestSupport
import Testing

@testable import WatchwordCLI

/// The forms of fields, as a person and a script meet them.
struct FormProgramTests {
  /// A stage with a state folder of its own, where messages are apart from the screen.
  private func stage(in folder: TemporaryFolder) -> Stage {
    Stage.with {
      $0.environment["XDG_STATE_HOME"] = folder.path
      $0.output = .pipe
      $0.errors = .pipe
    }
  }

  private func signIn(_ arguments: [String], on stage: Stage) throws -> TerminalEmulator {
    let terminal = try TerminalEmulator.open("watchword", ["sign-in"] + arguments, on: stage)
    terminal.expect("Enter your password...")
    return terminal
  }

  @Test(arguments: [
    ([], #"{"email":"a@b.example","password":"it's Passw0rd!"}"# + "\n"),
    (["--format", "lines"], "a@b.example\nit's Passw0rd!\n"),
    (["--format", "nul"], "a@b.example\0it's Passw0rd!\0"),
    (["--format", "shell"], "ww_email='a@b.example'\nww_password='it'\\''s Passw0rd!'\n"),
    (
      ["--format=shell", "--prefix=my", "--no-newline"],
      "myemail='a@b.example'\nmypassword='it'\\''s Passw0rd!'"
    ),
  ])
  func `the answer comes in the format that was asked for`(arguments: [String], answer: String) throws {
    let folder = TemporaryFolder()
    let terminal = try signIn(arguments + ["--value", "email=a@b.example"], on: stage(in: folder))
    terminal.type("it's Passw0rd!")
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == answer)
    #expect(terminal.errorText.isEmpty)
  }

  @Test func `one field is written alone`() throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["form", "--field", "text:city:Where?"], on: .with { $0.output = .pipe })
    terminal.expect("Where?")
    terminal.type("Rome")
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText == "Rome\n")
  }

  @Test func `the email address is remembered, offered and forgotten`() throws {
    let folder = TemporaryFolder()
    let file = "\(folder.path)/watchword/email"
    let first = try signIn(["--remember"], on: stage(in: folder))
    first.type("a@b.example")
    first.press(.tab)
    first.type("Passw0rd!")
    first.press(.enter)
    first.expectExit(0)
    #expect(readText(file) == "a@b.example\n")

    let second = try signIn(["--remember", "--format=lines"], on: stage(in: folder))
    second.expect("a@b.example")
    second.type("Passw0rd!")
    second.press(.enter)
    second.expectExit(0)
    #expect(second.outputText == "a@b.example\nPassw0rd!\n")

    var environment = Stage().environment
    environment["XDG_STATE_HOME"] = folder.path
    for _ in 1...2 {
      #expect(
        try Completion.of("watchword", ["sign-in", "--forget"], environment: environment)
          == Completion(status: 0))
      #expect(readText(file) == nil)
    }
  }

  @Test func `what is cancelled is not remembered`() throws {
    let folder = TemporaryFolder()
    let terminal = try signIn(["--remember"], on: stage(in: folder))
    terminal.type("a@b.example")
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(readText("\(folder.path)/watchword/email") == nil)
  }

  @Test(arguments: [
    ("not an address\n", "Not an email address"),
    ("a@b.example\nb@b.example\n", "Not one line of UTF-8 text"),
    ("", "Not one line of UTF-8 text"),
  ])
  func `a broken file is told of before the form, which works, and left alone`(text: String, reason: String)
    throws
  {
    let folder = TemporaryFolder()
    try #require(unsafe mkdir("\(folder.path)/watchword", 0o700) == 0)
    let file = "\(folder.path)/watchword/email"
    try writeText(text, to: file)
    let terminal = try signIn(["--remember"], on: stage(in: folder))
    let warning =
      "watchword: cannot use the remembered email address in '\(file)': \(reason)\n"
    #expect(terminal.errorText == warning)
    terminal.type("a@b.example\tPassw0rd!\r")
    terminal.expectExit(0)
    #expect(terminal.errorText == warning)
    #expect(readText(file) == text)
  }

  @Test func `a symbolic link is neither followed nor removed`() throws {
    let folder = TemporaryFolder()
    try #require(unsafe mkdir("\(folder.path)/watchword", 0o700) == 0)
    let file = "\(folder.path)/watchword/email"
    try writeText("a@b.example\n", to: "\(folder.path)/other")
    try #require(unsafe symlink("\(folder.path)/other", file) == 0)
    let terminal = try signIn(["--remember"], on: stage(in: folder))
    let reason = "the remembered email address in '\(file)': Is a symbolic link\n"
    #expect(terminal.errorText == "watchword: cannot use \(reason)")
    terminal.press(.escape)
    terminal.expectExit(1)
    var environment = Stage().environment
    environment["XDG_STATE_HOME"] = folder.path
    #expect(
      try Completion.of("watchword", ["sign-in", "--forget"], environment: environment)
        == Completion(status: 5, errors: "watchword: cannot forget \(reason)"))
    #expect(readText(file) == "a@b.example\n")
  }

  @Test func `a sign-up tells the strength of the password`() throws {
    let terminal = try TerminalEmulator.open(
      "watchword", ["sign-up", "--optional=name", "--value=email=a@b.example", "--no-dictionary"],
      on: .with { $0.output = .pipe })
    terminal.expect("Create account")
    terminal.press(.tab, .tab)
    for _ in 1...2 {
      terminal.type("Kv7#mQz!2x")
      terminal.press(.enter)
    }
    terminal.expectExit(0)
    #expect(
      terminal.outputText
        == #"{"name":"","email":"a@b.example","password":"Kv7#mQz!2x","strength":"medium"}"# + "\n")
  }

  @Test func `a verifier accepts by its status, reads the object and knows nothing from its arguments`()
    throws
  {
    let folder = TemporaryFolder()
    let seen = "\(folder.path)/seen"
    let terminal = try signIn(
      ["--value=email=a@b.example", "--verify-shell", "--verify", "cat >'\(seen)'"], on: stage(in: folder))
    terminal.type("Passw0rd!\r")
    terminal.expectExit(0)
    #expect(readText(seen) == terminal.outputText)
    #expect(terminal.outputText == #"{"email":"a@b.example","password":"Passw0rd!"}"# + "\n")
  }

  @Test func `refusals show their reason, and as many as are allowed end with status 7`() throws {
    let folder = TemporaryFolder()
    let terminal = try signIn(
      [
        "--value=email=a@b.example", "--verify-shell", "--verify-input=text", "--attempts=2",
        "--verify", "read -r text; echo \"password: Not $text\"; exit 1",
      ], on: stage(in: folder))
    terminal.type("Passw0rd!\r")
    terminal.expect("Not accepted here. Try a different password.")
    #expect(!terminal.shows("Passw0rd!"))
    terminal.type("1\r")
    terminal.expectExit(7)
    #expect(terminal.outputText.isEmpty)
    #expect(terminal.errorText == "watchword: the verifier refused what was typed too often\n")
  }
}
