import Glibc
import TestSupport
import Testing
import WatchwordScreen

@testable import WatchwordOptions

/// The pages on scripts and recipes.
enum ScriptingPage {
  /// The pages whose commands ``ScriptingTests`` play.
  static let pages = ["docs/answers.md", "docs/verifiers.md", "docs/settings.md", "docs/lists.md"]

  /// The commands of a page, block by block.
  static func blocks(of page: String) -> [String] {
    commands(in: (try? PackageFile.text(page)) ?? "")
  }

  /// The commands in a document, block by block.
  static func commands(in text: String) -> [String] {
    let parts = text.split(separator: "```sh\n", omittingEmptySubsequences: false).dropFirst()
    return parts.compactMap { part in part.firstRange(of: "```").map { String(part[..<$0.lowerBound]) } }
  }

  /// The one block of these pages that contains `words`.
  static func block(_ words: String, on pages: [String] = pages) throws -> String {
    let all: [String] = pages.flatMap { blocks(of: $0) }
    let found = all.filter { $0.contains(words) }
    return try #require(found.count == 1 ? found.first : nil, "\(found.count) blocks have \(words)")
  }
}

/// Every command on the pages on scripts, unchanged. Those that hand a password to another program are recipes.
@Suite struct ScriptingTests {
  private let folder = TemporaryFolder()

  /// Runs the block with `words` in a folder of its own. The program is `watchword` in PATH, `sudo` keeps the command's
  /// input, and `borg` is a script. The variable `password` is empty unless given.
  private func run(
    _ words: String, password: String = "", sudo command: String = "", borg: String = ""
  ) throws -> TerminalEmulator {
    let bin = folder.path + "/bin"
    #expect(unsafe mkdir(bin, 0o700) == 0)
    #expect(unsafe symlink(ProgramFile.path("watchword"), bin + "/watchword") == 0)
    for (name, script) in [("sudo", "test \"$*\" = '\(command)' && exec cat >sudo.in"), ("borg", borg)] {
      #expect(unsafe chmod(folder.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)"), 0o700) == 0)
    }
    let stage = Stage.with { stage in
      stage.environment["PATH"] = bin + ":" + (stage.environment["PATH"] ?? "")
      stage.environment["XDG_STATE_HOME"] = folder.path
      stage.environment["password"] = password
      stage.folder = folder.path
      stage.output = .pipe
    }
    return try TerminalEmulator.open("sh", ["-c", try ScriptingPage.block(words)], on: stage)
  }

  /// Runs the block as ``run(_:password:sudo:borg:)`` does, fills in the form that shows `shown`, and presses `key`.
  private func fill(
    _ words: String, _ shown: String, _ texts: String..., by key: Keystroke = .enter,
    sudo command: String = "",
    borg: String = ""
  ) throws -> TerminalEmulator {
    let terminal = try run(words, sudo: command, borg: borg)
    terminal.expect(shown)
    for (number, text) in texts.enumerated() {
      if number > 0 { terminal.press(.tab) }
      terminal.type(text)
    }
    terminal.press(key)
    return terminal
  }

  @Test(arguments: [(true, "chosen\n"), (false, "cancelled\n")])
  func `the status tells how it ended`(isAccepted: Bool, output: String) throws {
    let key = isAccepted ? Keystroke.enter : .escape
    let terminal = try fill("case $status", "Choose a new password", good, good, by: key)
    #expect(terminal.answer() == output)
  }

  @Test func `without a terminal the status is 3`() throws {
    let end = try Completion.of(
      "sh", ["-c", "watchword() { \"$program\" \"$@\"; }\n" + ScriptingPage.block("case $status")],
      environment: Stage.with { $0.environment["program"] = ProgramFile.path("watchword") }.environment)
    #expect(end.output == "run this in a terminal\n")
  }

  @Test(.programs("jq")) func `json is read by jq`()
    throws
  {
    #expect(try signUp("jq -r").answer() == "ada@example.org\nmedium\n")
  }

  @Test func `shell is evaluated`() throws {
    #expect(try signUp("Welcome").answer() == "Welcome, Ada <ada@example.org>\n")
  }

  private func signUp(_ words: String, email: String = "ada@example.org") throws -> TerminalEmulator {
    try fill(words, "Create account", "ada", email, goodForAccount, goodForAccount)
  }

  @Test func `D6 D8 numbers, booleans and what is not asked for are JSON's`() throws {
    let terminal = try fill("New server", "Backup", "web", by: .tab)
    terminal.press(.right, .tab, .tab)
    terminal.type("n")
    terminal.press(.enter)
    let answer = #"{"name":"web","size":"l","port":22,"backup":false,"until":null}"#
    #expect(terminal.answer() == answer + "\n")
  }

  @Test func `lines are read one by one`() throws {
    let terminal = try fill("{ IFS= read", "Enter your email...", "ada@example.org", #"Abc \d\1!"#)
    #expect(terminal.answer() == "ada@example.org has a password of 9 characters\n")
  }

  @Test func `nul ends values for xargs`() throws {
    let terminal = try fill("xargs -0", "City", "ada lovelace", #"St. John's "wood""#)
    #expect(terminal.answer() == "<Ada Lovelace>\n<St. John's \"wood\">\n")
  }

  @Test(arguments: [true, false]) func `F1 a script tells a cancelled form from a command that failed`(
    isAccepted: Bool
  ) throws {
    let terminal = try fill(
      "--cancel-status 99", "Enter your email...", "ada@example.org", goodForAccount,
      by: isAccepted ? .enter : .escape)
    #expect(terminal.answer() == (isAccepted ? "" : "cancelled\n"))
    #expect(
      readText(folder.path + "/credentials") == (isAccepted ? "ada@example.org\n\(goodForAccount)\n" : nil))
  }

  @Test(arguments: [true, false]) func `F2 a disk is opened with a passphrase that is asked for`(
    isAccepted: Bool
  ) throws {
    let terminal = try fill(
      "ask --title", "The disk of the backup is locked. The passphrase is in the safe.", " a b ",
      by: isAccepted ? .enter : .escape, sudo: "cryptsetup open --key-file - backup.img backup")
    terminal.expectExit(isAccepted ? 0 : 1)
    #expect(readText(folder.path + "/sudo.in") == (isAccepted ? " a b " : nil))
  }

  /// Borg splits the command into words and starts it without a shell, to read its output (borg help environment).
  @Test(arguments: [true, false]) func `G4 a program reads the password from a command of its own`(
    isAccepted: Bool
  ) throws {
    let borg =
      "set -f; password=$(exec $BORG_PASSCOMMAND </dev/null) || exit 2; printf %s \"$password\" >borg.in"
    let key = isAccepted ? Keystroke.enter : .escape
    let terminal = try fill("BORG_PASSCOMMAND", "Passphrase", " a 'b", by: key, borg: borg)
    terminal.expectExit(isAccepted ? 0 : 2)
    #expect(readText(folder.path + "/borg.in") == (isAccepted ? " a 'b" : nil))
  }

  @Test(
    .programs("openssl"), arguments: [true, false])
  func `F3 the passphrase of a key is changed, and stays as it is where the form is cancelled`(
    isAccepted: Bool
  ) throws {
    let (old, new) = ("old horse", "Tr7.vQ9-kLw2")
    func openssl(_ arguments: String...) throws -> Int32 {
      try Completion.of("openssl", arguments, environment: Stage().environment).status
    }
    let key = folder.path + "/key.pem"
    #expect(
      try openssl("genpkey", "-algorithm", "ED25519", "-aes256", "-pass", "pass:\(old)", "-out", key) == 0)
    let terminal = try run("Passphrase of the key")
    terminal.expect("Passphrase of the key")
    terminal.type("new horse")
    terminal.press(.tab)
    terminal.expect("This is not it.", belowField: 0)
    terminal.press(.control("u"))
    terminal.type(old)
    terminal.press(.tab)
    terminal.wait("the focus is in the next field") { terminal.activeField == 1 }
    terminal.fill(fields: new, new)
    terminal.press(isAccepted ? .enter : .escape)
    terminal.expectExit(isAccepted ? 0 : 1)
    for (password, isIt) in [(old, !isAccepted), (new, isAccepted)] {
      #expect(try (openssl("pkey", "-in", key, "-noout", "-passin", "pass:\(password)") == 0) == isIt)
    }
  }

  @Test func `F1 two fields make one record`() throws {
    let terminal = try fill(
      "/etc/relay.secret", "Enter your password...", "ada", "a:b", sudo: "tee /etc/relay.secret")
    #expect(terminal.answer() == "")
    #expect(readText(folder.path + "/sudo.in") == "ada:a:b\n")
  }

  @Test(arguments: [true, false]) func `F5 a file is there whole or not at all`(isAccepted: Bool) throws {
    let key = isAccepted ? Keystroke.enter : .escape
    let terminal = try fill("--output backup.key", "Choose a new password", good, good, by: key)
    terminal.expectExit(isAccepted ? 0 : 1)
    #expect(terminal.outputText == (isAccepted ? "600\n" : ""))
    #expect(readText(folder.path + "/backup.key") == (isAccepted ? good : nil))
  }

  @Test func `F5 the answer goes to a descriptor`() throws {
    #expect(try fill("--output-fd 3", "Password of the archive", good, good).answer() == "")
    #expect(readText(folder.path + "/archive.key") == good + "\n")
  }

  @Test(.programs("htpasswd"))
  func `F5 the web server's own program knows the password by its hash`() throws {
    #expect(try fill("--hash bcrypt", "Choose a new password", good, good).answer() == "")
    let users = folder.path + "/users.htpasswd"
    #expect(readText(users)?.hasPrefix("alice:$2b$10$") == true)
    #expect(try Completion.of("htpasswd", ["-bv", users, "alice", good]).status == 0)
    #expect(try Completion.of("htpasswd", ["-bv", users, "alice", good + "x"]).status != 0)
  }

  @Test func `S1 a value is written for JSON`() throws {
    let terminal = try fill("config.json", "Password of the database", #"a"b\c"#)
    terminal.expectExit(0)
    #expect(
      readText(folder.path + "/config.json")
        == #"{"database":{"user":"app","password":"a\"b\\c"}}"# + "\n")
  }

  @Test(.programs("openssl"))
  func `S3 data comes in by standard input, and the passphrase beside it`() throws {
    _ = folder.write("Hello.\n", to: "notes.txt")
    try fill("pass fd:3", "Passphrase", "a b").expectExit(0)
    let script = "openssl enc -d -aes-256-cbc -pbkdf2 -pass 'pass:a b' -in notes.tar.enc | tar -xO"
    #expect(try Completion.of("sh", ["-c", script], folder: folder.path).output == "Hello.\n")
  }

  @Test func `S2 a hash is made without a form`() throws {
    #expect(try run("watchword hash", password: good).answer().hasPrefix("$6$rounds=500000$"))
  }

  @Test func `S2 drawn passwords come with their hashes`() throws {
    #expect(try run("--hash default | while").answer().split(separator: "\n").count == 3)
  }

  @Test(arguments: [("y", "It restarts.\n", 0), ("\r", "", 1), ("\u{1B}", "", 1)])
  func `S4 a question is answered`(key: String, output: String, status: Int32) throws {
    let terminal = try run("Restart the server now?")
    terminal.expect("Restart the server now?")
    terminal.expectPressable()
    terminal.type(key)
    terminal.expectExit(status)
    #expect(terminal.outputText == output)
  }

  @Test func `S4 a dangerous question wants a word`() throws {
    #expect(try fill("--danger", "Type ERASE", "ERASE").answer() == "It is erased.\n")
  }

  /// The answer after the last text was refused with `reason` and replaced by `text`.
  private func answer(of terminal: TerminalEmulator, since reason: String, with text: String) -> String {
    terminal.expect(reason)
    terminal.press(.control("u"))
    terminal.type(text)
    terminal.press(.enter)
    return terminal.answer()
  }

  @Test func `S5 a verifier reads lines`() throws {
    let terminal = try fill("is-free", "Fill in the form", "ada", "ada@example.org")
    let answer = answer(of: terminal, since: "This address is taken.", with: "eve@example.org")
    #expect(answer == "Ada\neve@example.org\n")
  }

  @Test func `S5 a verifier reads assignments`() throws {
    let terminal = try fill("is-long", "Sign in", "ada@example.org", "Kv7#mQz'")
    let answer = answer(of: terminal, since: "The server wants 12 characters.", with: "Kv7#mQz'x y z")
    #expect(answer == "ada@example.org\nKv7#mQz'x y z\n")
  }

  @Test func `S5 a verifier reads values with NUL`() throws {
    let terminal = try fill("./knows", "Sign in", "ann", "a b")
    terminal.expect("Only root is known here.")
    terminal.press(.control("u"))
    terminal.type("root")
    terminal.press(.tab, .enter)
    #expect(terminal.answer() == "root\na b\n")
  }

  @Test func `an installer's form asks for what it needs`() throws {
    let terminal = try run("This machine")
    terminal.expect("This machine", "Your name")
    terminal.wait("the name has the focus") { terminal.activeField == 1 }
    terminal.fill(fields: "ada", "", goodForAccount, goodForAccount)
    terminal.press(.enter)
    let host = try Completion.of("uname", ["-n"]).output.dropLast()
    #expect(terminal.answer() == "\(host) belongs to Ada\n")
  }

  /// Chooses a password that `words` refuses with `reason`, then one that it accepts.
  private func choose(
    _ words: String, not refused: String, since reason: String, but accepted: String = "eiJu7loo.Qx9",
    on title: String = "Choose a new password"
  ) throws {
    let terminal = try fill(words, title, refused, refused)
    terminal.expect(reason)
    for _ in 1...2 {
      terminal.press(.control("u"))
      terminal.type(accepted)
      terminal.press(.tab)
    }
    terminal.press(.enter)
    #expect(terminal.answer() == accepted + "\n")
  }

  @Test(.programs("pwscore")) func `pwscore gives its reason`()
    throws
  {
    try choose("--verify pwscore", not: "Anaplasmosis1", since: "fails the dictionary check")
  }

  @Test(.programs("pwscore"))
  func `pwscore refuses the name of the account`() throws {
    try choose("pwscore alice", not: "Alice.1xqVmzk9w", since: "user name")
  }

  @Test(.programs("cracklib-check"))
  func `cracklib-check gives its verdict by an adapter`() throws {
    try choose("cracklib-verdict", not: "Anaplasmosis1", since: "it is based on a dictionary word")
  }

  @Test func `a script as the verifier finds fault with a field`() throws {
    let terminal = try signUp("We know only", email: "ada@example.com")
    terminal.expect("We know only example.org.", belowField: 1)
    terminal.press(.control("u"))
    terminal.type("ada@example.org")
    terminal.press(.tab, .tab, .enter)
    #expect(terminal.answer().contains(#""email":"ada@example.org""#))
  }

  @Test func `the address of who signed in is kept where the page says`() throws {
    let terminal = try fill("--remember", "Enter your email...", "ada@example.org", goodForAccount)
    #expect(terminal.answer() == "ada@example.org\n")
    #expect(try Completion.of("ls", [folder.path + "/watchword"]).status == 0)
  }

  @Test(arguments: [
    ("Zx81 spectrum, plus two", "commonly used"), ("qwertyuiop contoso", "Add a dash and 3 unrelated words."),
  ])
  func `a place has a rule of its own`(refused: String, reason: String) throws {
    _ = folder.write("zx81 spectrum, plus two\n", to: "refused.txt")
    let title = "Password for the wiki"
    try choose("refused.txt", not: refused, since: reason, but: "eiJu7loo Qx9 uoPh4", on: title)
  }

  @Test func `F8 options are set by a variable`() throws {
    try fill("WATCHWORD_OPTIONS", "[ ] 8-32 characters", good, good).expectExit(0)
    #expect(readText(folder.path + "/chosen") == good + "\n")
  }

  @Test func `F8 what the page sets beforehand can be set`() throws {
    let text = try PackageFile.text("docs/settings.md").split(separator: "```\n")
    let lines = try #require(text.first { $0.contains("[required]\n") })
    var configuration = Configuration()
    try configuration.read(String(lines), from: "page", canRequire: true, width: .ascii)
    #expect(configuration.remarks == [] && configuration.settings.count == 5)
  }

  @Test func `F9 options are checked without a form`() throws {
    #expect(try run("--validate").answer() == "all is right\n")
  }

  @Test func `a script learns from the status that a password is not good enough`() throws {
    #expect(try run("check --policy nist").answer() == "not good enough\n")
  }

  @Test(arguments: [("kvkvkvkv", "not good enough\n"), ("Kv7#mQz!2xLp", ""), ("one\ntwo", "not judged\n")])
  func `a script tells bad input from a password that is not good enough`(password: String, output: String)
    throws
  {
    #expect(try run("not judged", password: password).answer() == output)
  }

  @Test(.programs("jq"))
  func `the judgement is read by jq`() throws {
    #expect(try run("crack_times").answer().hasPrefix("\"weak\"\n"))
  }

  @Test(.programs("jq"))
  func `H5 the parts of a password are read by jq`() throws {
    #expect(
      try run("--explain", password: "password\u{44A}").answer()
        == #"{"kind":"word","start":1,"characters":8,"bits":0}"# + "\n"
        + #"{"kind":"characters","start":9,"characters":1,"bits":6.044}"# + "\n")
  }

  @Test(.programs("jq"))
  func `H1 the policies are read by jq`() throws {
    let names = try run("policies --json").answer().split(separator: "\n")
    #expect(names.contains("\"nist\"") && names.contains("\"classic\""))
  }

  @Test func `the lines of a list that do not pass are named`() throws {
    _ = folder.write("Kv7#mQz!2xLp\npassword\n", to: "passwords.txt")
    #expect(try run("passwords.txt").answer().hasPrefix("2: Not met: not a commonly used password"))
  }

  @Test func `F10 the lines of a list that do not pass are kept, and counted beside them`() throws {
    _ = folder.write("Kv7#mQz!2xLp\npassword\n", to: "list.txt")
    let terminal = try run("failed.txt")
    terminal.expectExit(1)
    #expect(readText(folder.path + "/failed.txt")?.hasPrefix("2\tfail\tweak\t") == true)
    #expect(
      readText(folder.path + "/counts.txt")
        == "2 lines: 1 pass, 1 fail, 0 refused\nlevels: 1 weak, 0 medium, 1 strong\n")
  }

  @Test func `U1 accounts are judged by lines, and summed up`() throws {
    _ = folder.write("ada:Kv7#mQz!2xLp\nbob:pass:word\n", to: "accounts.txt")
    _ = folder.write("name,login_username,login_password\nshop,ada,Kv7#mQz!2xLp\n", to: "bitwarden.csv")
    let answer = try run("--fields user:password").answer()
    #expect(answer.contains("1\tpass\tstrong\t78.84\t\t\n2\tfail\t"), "\(answer)")
    #expect(answer.contains("1 line: 1 pass, 0 fail, 0 refused\n"), "\(answer)")
  }

  @Test func `U1 columns are named as the file calls them`() throws {
    _ = folder.write("Benutzername;Passwort\nnorthwind;Kv7#mQz!2xLp\neve;password\n", to: "konten.csv")
    let answer = try run("--column password=Passwort").answer(1)
    #expect(answer.hasPrefix("2\tpass\tstrong\t"), "\(answer)")
    #expect(answer.contains("\n3\tfail\tweak\t"), "\(answer)")
  }

  @Test func `U1 what LastPass wrote otherwise is changed back`() throws {
    let line = "url,username,password,totp,extra,name,grouping,fav\nhttp://y,bob,Kv7&amp;mQz!2x&lt;p,,,y,,0\n"
    _ = folder.write(line, to: "lastpass.csv")
    let answer = try run("lastpass.csv").answer()
    #expect(answer.hasPrefix("2\tpass\tstrong\t78.84\t"), "\(answer)")
  }

  @Test func `F10 who has to choose anew is told by name`() throws {
    _ = folder.write("username,password\nada,Kv7#mQz!2xLp\neve,password\n", to: "export.csv")
    let answer = try run("--show user").answer(1)
    #expect(answer.hasPrefix("3\tfail\tweak\t") && answer.hasSuffix("\teve\n"), "\(answer)")
  }

  @Test func `U5 a file that is wrong is not installed`() throws {
    _ = folder.write("glyph=ascii\n", to: "config.new")
    let terminal = try run("config --check", sudo: "install -m 644 ./config.new /etc/watchword/config")
    terminal.expectExit(2)
    #expect(terminal.shows("config.new, line 1: unknown option 'glyph'"))
    #expect(readText(folder.path + "/sudo.in") == nil)
  }

  @Test func `F7 a script learns from the status that nobody came`() throws {
    let terminal = try fill("--timeout 300", "Enter your email...", "ada@example.org", goodForAccount)
    #expect(terminal.answer() == "")
    #expect(readText(folder.path + "/answers") == "ada@example.org\n\(goodForAccount)\n")
  }

  @Test func `the page of policies shows what check says of a word`() throws {
    let verdict = try Completion.of(
      "watchword", ["check", "--policy", "nist"],
      input: Array("Counterrevolutionary\n".utf8))
    let command = "$ echo Counterrevolutionary | watchword check --policy nist\n"
    #expect(try PackageFile.text("docs/policies.md").contains(command + verdict.output + "```\n"))
  }

  @Test func `F4 a password is drawn without a form`() throws {
    let answer = try run("generate --words").answer()
    #expect(answer.hasPrefix("The first password of alice is "), "\(answer)")
    #expect(answer.filter { $0 == "-" }.count == 4)
  }

  @Test(.programs("jq"))
  func `F4 drawn passwords are read by jq`()
    throws
  {
    #expect(try run("generate --json").answer() == "\"strong\"\n\"strong\"\n\"strong\"\n")
  }

  @Test func `there is a test for every block of the pages`() throws {
    let tests = try PackageFile.text("Tests/EndToEndTests/ScriptingTests.swift")
    let words = ["run", "choose", "fill", "signUp"]
      .flatMap { tests.split(separator: "try \($0)(").dropFirst() }
      .map { $0.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false) }
      .filter { $0[0].allSatisfy(\.isWhitespace) }.map { $0[1] }
    for page in ScriptingPage.pages + ["docs/recipes.md"] {
      let recipes = (RecipeTests.Recipe.all + [.signUp]).filter { $0.page == page }.map {
        Substring($0.words)
      }
      let blocks = ScriptingPage.blocks(of: page)
      for block in blocks { #expect((words + recipes).contains { block.contains($0) }, "\(block)") }
      #expect(!blocks.isEmpty)
    }
  }
}
