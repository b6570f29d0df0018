import Glibc
import TestSupport
import Testing

/// The address that sign-in remembers: issue 3, item 7.
@Suite struct RememberTests {
  private let state = TemporaryFolder()

  private var stage: Stage {
    Stage.with {
      $0.environment["XDG_STATE_HOME"] = state.path + "/state"
      $0.output = .pipe
      $0.errors = .pipe
    }
  }

  /// The only file in the folder for states.
  private var file: String? {
    let listing = try? Completion.of("find", [state.path, "-type", "f"]).output.split(separator: "\n")
    return listing?.count == 1 ? listing?.first.map(String.init) : nil
  }

  /// Signs in once, so that the address is remembered.
  private func signIn(_ email: String) throws {
    let terminal = try TerminalEmulator.account("sign-in", "--remember", on: stage)
    terminal.fill(fields: email, goodForAccount)
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.errorText == "")
  }

  @Test func `--remember keeps the address alone, for the person alone, and offers it next time`() throws {
    try signIn("ada@example.org")
    let file = try #require(self.file)
    #expect(readText(file) == "ada@example.org\n")
    #expect(try Completion.of("stat", ["-c", "%a", file]).output == "600\n")
    let again = try TerminalEmulator.account("sign-in", "--remember", on: stage)
    again.wait("the password has the focus") { again.activeField == 1 }
    #expect(again.text(inField: 0) == "ada@example.org")
    again.type(goodForAccount)
    again.press(.enter)
    #expect(again.answer() == #"{"email":"ada@example.org","password":"Kv7#mQzx"}"# + "\n")
    let without = try TerminalEmulator.account("sign-in", on: stage)
    #expect(without.text(inField: 0) == "Enter your email...")
  }

  @Test func `a cancelled form remembers nothing, and --forget removes what was remembered`() throws {
    let cancelled = try TerminalEmulator.account("sign-in", "--remember", on: stage)
    cancelled.type("ada@example.org")
    cancelled.press(.escape)
    cancelled.expectExit(1)
    #expect(file == nil)
    try signIn("ada@example.org")
    #expect(file != nil)
    let forgetting = try TerminalEmulator.open("watchword", ["sign-in", "--forget"], on: stage)
    forgetting.expectExit(0)
    #expect(file == nil && forgetting.picture == "" && forgetting.outputText == "")
    #expect(forgetting.errorText == "")
  }

  @Test(arguments: ["link", "folder", "corrupt"])
  func `a file that cannot be the program's own is left alone, with a warning`(kind: String) throws {
    try signIn("ada@example.org")
    let file = try #require(self.file)
    let other = state.write("eve@example.org\n", to: "other")
    switch kind {
    case "link":
      #expect(unsafe unlink(file) == 0)
      #expect(unsafe symlink(other, file) == 0)
    case "folder":
      #expect(unsafe unlink(file) == 0)
      #expect(unsafe mkdir(file, 0o700) == 0)
    default: try writeText("a\u{1B}[31m\nb\n", to: file)
    }
    let terminal = try TerminalEmulator.account("sign-in", "--remember", on: stage)
    #expect(
      terminal.errorText.hasPrefix("watchword: ") && terminal.errorText.split(separator: "\n").count == 1)
    #expect(terminal.text(inField: 0) == "Enter your email...")
    terminal.fill(fields: "bob@example.org", goodForAccount)
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText.contains("bob@example.org"))
    #expect(readText(other) == "eve@example.org\n")
    #expect(!terminal.errorText.contains("\u{1B}"))
    switch kind {
    case "link": #expect(try Completion.of("readlink", [file]).output == other + "\n")
    case "folder": #expect(try Completion.of("test", ["-d", file]).status == 0)
    default: #expect(readText(file) == "a\u{1B}[31m\nb\n")
    }
  }
}
