import TestSupport
import Testing

/// The result of a form: issue 3, item 5.
@Suite struct ResultFormatTests {
  /// Fills a form of a text and a password, and answers what it wrote.
  private func result(_ options: String..., text: String = "it's $HOME `id` \\ \"") throws -> String {
    let terminal = try TerminalEmulator.open(
      "watchword", ["form", "--field", "text:words", "--field", "password"] + options, on: .capturing)
    terminal.expect("Enter your text...")
    terminal.fill(fields: text, goodForAccount)
    terminal.press(.enter)
    return terminal.answer()
  }

  @Test func `json is what a form of several fields writes`() throws {
    let json = #"{"words":"it's $HOME `id` \\ \"","password":"Kv7#mQzx"}"# + "\n"
    #expect(try result() == json)
    #expect(try result("--json") == json)
    #expect(try result("--format", "json") == json)
  }

  @Test func `lines has a value a line, nul ends each value with a NUL`() throws {
    #expect(try result("--format", "lines", text: "two words") == "two words\nKv7#mQzx\n")
    #expect(try result("--format", "nul", text: "two words") == "two words\0Kv7#mQzx\0")
  }

  @Test func `shell names each value, with a prefix`() throws {
    #expect(
      try result("--format", "shell", text: "it's") == "ww_words='it'\\''s'\nww_password='Kv7#mQzx'\n")
    #expect(
      try result("--format", "shell", "--prefix", "my_", text: "a")
        == "my_words='a'\nmy_password='Kv7#mQzx'\n")
  }

  @Test(arguments: ["sh", "bash"])
  func `a shell that evaluates the result finds each value as it was typed`(shell: String) throws {
    let script = """
      answer=$("$watchword" form --field text --field password --format shell) || exit
      eval "$answer"
      printf '<%s> <%s>' "$ww_text" "$ww_password"
      """
    let text = #"'; touch /tmp/x; $(id) `id` \ " ~ * !! #"#
    let stage = Stage.with {
      $0.environment["watchword"] = ProgramFile.path("watchword")
      $0.output = .pipe
    }
    let terminal = try TerminalEmulator.open(shell, ["-c", script], on: stage)
    terminal.expect("Enter your text...")
    terminal.paste(text)
    terminal.press(.tab)
    terminal.type(goodForAccount)
    terminal.press(.enter)
    #expect(terminal.answer() == "<\(text)> <\(goodForAccount)>")
  }

  @Test func `new writes a line unless it is asked for something else`() throws {
    let terminal = try TerminalEmulator.form("--format", "shell")
    terminal.fill()
    terminal.press(.enter)
    #expect(terminal.answer() == "ww_password='\(good)'\n")
  }

  @Test func `--value fills a field in, and the caret waits in the first one that is empty`() throws {
    let terminal = try TerminalEmulator.account(
      "sign-up", "--value", "name=Ada", "--value=email=ada@example.org")
    terminal.wait("the password has the focus") { terminal.activeField == 2 }
    terminal.fill(fields: goodForAccount, goodForAccount)
    terminal.press(.enter)
    #expect(terminal.answer().hasPrefix(#"{"name":"Ada","email":"ada@example.org","#))
  }

  @Test func `--optional lets a field stay empty, but not be wrong`() throws {
    let terminal = try TerminalEmulator.account(
      "form", "--field", "email", "--field", "password", "--optional", "email", "--format", "lines")
    terminal.type("ada")
    terminal.press(.tab)
    terminal.type(goodForAccount)
    terminal.expect(AccountError.email, belowField: 0)
    terminal.expect(button: "Submit", isAwake: false)
    terminal.press(.backTab, .control("u"))
    terminal.expect(button: "Submit", isAwake: true)
    terminal.press(.tab, .enter)
    #expect(terminal.answer() == "\n\(goodForAccount)\n")
  }

  @Test func `a cancelled form writes nothing`() throws {
    for command in ["sign-in", "sign-up"] {
      let terminal = try TerminalEmulator.account(
        command,
        on: .with {
          $0.output = .pipe
          $0.errors = .pipe
        })
      terminal.fill(fields: "ada@example.org", goodForAccount)
      terminal.press(.escape)
      terminal.expectExit(1)
      #expect(terminal.outputText == "" && terminal.errorText == "")
    }
  }
}
