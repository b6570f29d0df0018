import Glibc
import TestSupport
import Testing
import WatchwordScreen

/// The verifier, the program that is asked before a form is accepted: issue 3, item 6.
@Suite struct VerifierTests {
  private let folder = TemporaryFolder()

  private var stage: Stage { .capturing(in: folder.path) }

  /// Opens sign-in with `script`, which runs in a folder of its own, as its verifier.
  private func signIn(_ script: String, _ options: String...) throws -> TerminalEmulator {
    let arguments = ["sign-in", "--verify", script, "--verify-shell"] + options
    let terminal = try TerminalEmulator.open("watchword", arguments, on: stage)
    terminal.expect("Enter your email...")
    return terminal
  }

  private func submit(_ terminal: TerminalEmulator, password: String = goodForAccount) {
    terminal.fill(fields: "ada@example.org", password)
    terminal.press(.enter)
  }

  @Test func `a command that accepts has read the answer from its standard input, and from nowhere else`()
    throws
  {
    let terminal = try signIn("cat >input; tr '\\0' '\\n' </proc/$$/cmdline >words; env >>words")
    submit(terminal)
    let answer = #"{"email":"ada@example.org","password":"Kv7#mQzx"}"# + "\n"
    #expect(terminal.answer() == answer)
    #expect(readText(folder.path + "/input") == answer)
    let words = try #require(readText(folder.path + "/words"))
    #expect(words.contains("PATH=") && !words.contains(goodForAccount) && !words.contains("ada@"))
  }

  @Test func `what cannot be seen in a reason is drawn as signs`() throws {
    let terminal = try signIn(
      #"printf 'no\342\200\256 \342\201\246good\342\200\213 \363\240\201\201x'; exit 1"#)
    submit(terminal)
    terminal.expect("no◌ ◌good◌ ◌x")
    let written = String(decoding: terminal.transcript, as: UTF8.self).unicodeScalars
    #expect(!written.contains { ["\u{202E}", "\u{2066}", "\u{200B}", "\u{E0041}"].contains($0) })
  }

  @Test func `text is the password and a newline`() throws {
    let terminal = try signIn("cat >input", "--verify-input", "text")
    submit(terminal)
    terminal.expectExit(0)
    #expect(readText(folder.path + "/input") == goodForAccount + "\n")
  }

  @Test func `without --verify-shell there is no shell, and words stand apart by blanks`() throws {
    let script = folder.write("#!/bin/sh\nprintf '<%s>' \"$@\" >words\n", to: "checker")
    #expect(unsafe chmod(script, 0o700) == 0)
    let terminal = try TerminalEmulator.open(
      "watchword", ["new", "--no-dictionary", "--verify", "./checker a  $HOME;b 'c d'"], on: stage)
    terminal.expect("Choose a new password")
    terminal.fill()
    terminal.press(.enter)
    #expect(terminal.answer() == good + "\n")
    #expect(readText(folder.path + "/words") == "<a><$HOME;b><'c><d'>")
  }

  @Test
  func `E5 a new password that was refused is replaced by the first key, and the confirm field is emptied`()
    throws
  {
    let arguments = ["new", "--verify", "grep -q Second", "--verify-shell", "--no-dictionary"]
    let terminal = try TerminalEmulator.open("watchword", arguments, on: stage)
    terminal.expect("Choose a new password")
    terminal.fill()
    terminal.press(.enter)
    terminal.expect("This was not accepted")
    terminal.fill("Second.Horse7Kvm")
    terminal.press(.enter)
    #expect(terminal.answer() == "Second.Horse7Kvm\n")
  }

  @Test func `the last line of a command that refuses stands as the error of the form, which stays open`()
    throws
  {
    let terminal = try signIn(
      "if test -e seen; then exit 0; fi; : >seen; echo first; echo 'Not today.' >&2; echo; exit 3")
    submit(terminal)
    terminal.expect("Not today.")
    terminal.settle()
    #expect(terminal.cell(of: "Not today.")?.foreground.isReddish == true)
    #expect(!terminal.shows("first"))
    #expect(terminal.fate == .running && terminal.activeField == 0 && terminal.bells == 1)
    terminal.press(.tab, .enter)
    #expect(terminal.answer().contains("ada@example.org"))
    #expect(terminal.errorText == "")
  }

  @Test func `a reason that begins with the name of a field stands under it, and the focus goes there`()
    throws
  {
    let terminal = try signIn("echo 'password: This one is known to others.'; exit 1")
    terminal.press(.tab)
    terminal.type(goodForAccount)
    terminal.press(.backTab)
    terminal.type("ada@example.org")
    terminal.expect(button: "Sign in", isAwake: true)
    terminal.click(on: "[ Sign in ]")
    terminal.expect("This one is known to others.", belowField: 1)
    terminal.settle()
    #expect(terminal.activeField == 1 && !terminal.shows("password: "))
    #expect(terminal.cell(of: "This one is known")?.foreground.isReddish == true)
    terminal.type("x")
    terminal.expect(gone: "This one is known to others.")
  }

  @Test func `a reason that quotes a secret is not shown`() throws {
    let terminal = try signIn("read -r password; echo \"bad: $password\"; exit 1", "--verify-input", "text")
    submit(terminal)
    terminal.expect("Not accepted here. Try a different password.")
    terminal.settle()
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains(goodForAccount))
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

  @Test(arguments: [
    ("exec sleep 60", "The check took longer than 0.3 s"),
    ("trap '' TERM; while :; do sleep 1; done", "The check took longer than 0.3 s"),
    ("kill -SEGV $$", "The check was ended by a signal"),
    ("exit 1", "This was not accepted"),
    ("head -c 3000000 /dev/urandom; printf '\\nToo much.\\n'; exit 1", "Too much."),
    ("yes '' | head -c 3000000; exit 1", "This was not accepted"),
    ("printf 'a\\033[2Jb\\n'; exit 1", "b"),
    ("sleep 3 & echo 'Left a child.'; exit 1", "Left a child."),
  ])
  func `a command that goes wrong harms nothing`(script: String, error: String) throws {
    let isSlow = error.hasSuffix(" s")
    let terminal = try signIn(script, "--verify-timeout", isSlow ? "0.3" : "10")
    submit(terminal)
    terminal.expect(error)
    terminal.settle()
    #expect(terminal.fate == .running && terminal.text(inField: 0) == "ada@example.org")
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(terminal.outputText == "" && terminal.errorText == "" && terminal.settings.isCooked)
  }

  @Test func `a command that is gone by the time it is asked is the error of the form`() throws {
    let checker = folder.write("", to: "checker")
    #expect(unsafe chmod(checker, 0o700) == 0)
    let terminal = try TerminalEmulator.open("watchword", ["sign-in", "--verify", "./checker"], on: stage)
    terminal.expect("Enter your email...")
    #expect(unsafe unlink(checker) == 0)
    submit(terminal)
    terminal.expect("The check cannot be started")
    terminal.press(.escape)
    terminal.expectExit(1)
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
          "--quiet", "--no-dictionary", "--verify-shell", "--verify",
          "cat >/dev/null; test -e seen || { : >seen; echo Once more.; exit 1; }; rm seen",
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

  @Test func `--attempts ends the program with status 7 and no answer`() throws {
    let terminal = try signIn("echo \"Refused.\"; exit 1", "--attempts", "2")
    submit(terminal)
    terminal.expect("Refused.")
    terminal.press(.tab, .enter)
    terminal.expectExit(7)
    #expect(terminal.outputText == "" && terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test(arguments: [
    (["--verify", ""], "verify"), (["--verify-shell"], "verify"), (["--verify-input", "text"], "verify"),
    (["--attempts", "3"], "attempts"), (["--verify", "true", "--attempts", "0"], "attempts"),
    (["--verify", "true", "--verify-timeout", "-1"], "verify-timeout"),
    (["--verify", "true", "--verify-input", "xml"], "verify-input"),
    (["--verify", "/nonexistent/checker"], "'/nonexistent/checker': No such file or directory"),
    (["--verify", "/etc/passwd"], "'/etc/passwd': Permission denied"),
  ])
  func `wrong arguments are status 2`(arguments: [String], name: String) throws {
    for command in ["new", "sign-in"] {
      let wrong = try Completion.of("watchword", [command] + arguments)
      #expect(wrong.status == 2 && wrong.output == "" && wrong.errors.contains(name))
    }
  }
}
