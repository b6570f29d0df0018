import Glibc
import TestSupport
import Testing
import WatchwordScreen

@testable import WatchwordOptions

/// The real gpg, ssh, git and sudo, and the settings that make them call the program.
@Suite struct AskpassCallersTests {
  private let folder = TemporaryFolder()

  private static let ssh = "export SSH_ASKPASS=watchword-askpass SSH_ASKPASS_REQUIRE=force"
  private static let passphrase = "horse battery"

  /// A stage without a desktop, in a folder of its own, with the program in PATH under its names.
  private var stage: Stage {
    let bin = folder.path + "/bin"
    _ = unsafe (chmod(folder.path, 0o755), mkdir(bin, 0o755))
    for name in ["watchword"] + Command.services.compactMap(\.programName) {
      _ = unsafe symlink(ProgramFile.path("watchword"), "\(bin)/\(name)")
    }
    var stage = Stage.capturing(in: folder.path)
    stage.environment["PATH"] = bin + ":" + (stage.environment["PATH"] ?? "")
    stage.environment["HOME"] = folder.path
    stage.environment["GIT_CONFIG_NOSYSTEM"] = "1"
    return stage
  }

  /// Runs `script` on a terminal after the lines in `export`.
  private func run(_ export: String, _ script: String) throws -> TerminalEmulator {
    try TerminalEmulator.open("sh", ["-c", export + "\n" + script], on: stage)
  }

  private func makeKey() throws -> Substring {
    let key = folder.path + "/id"
    let made = try Completion.of(
      "ssh-keygen", ["-q", "-t", "ed25519", "-N", Self.passphrase, "-C", "ann@example.org", "-f", key])
    #expect(made.status == 0, "\(made.errors)")
    return try #require(readText(key + ".pub")?.dropLast())
  }

  /// Answers the form that shows `prompt`.
  private func answer(_ prompt: String, _ text: String, masked: Bool = true, in terminal: TerminalEmulator) {
    terminal.expect(prompt)
    terminal.type(text)
    terminal.expect(field: 0, holds: masked ? String(repeating: "•", count: text.count) : text)
    terminal.press(.enter)
    terminal.expect(gone: prompt)
  }

  @Test(arguments: [true, false]) func `G4 ssh-keygen reads the passphrase of a key`(isRight: Bool) throws {
    try Needs.programs("ssh-keygen")
    let key = try makeKey()
    let terminal = try run(Self.ssh, "exec ssh-keygen -y -f id")
    answer("Enter passphrase:", isRight ? Self.passphrase : "wrong", in: terminal)
    terminal.expectExit(isRight ? 0 : 255)
    #expect(terminal.outputText == (isRight ? key + "\n" : ""))
  }

  @Test func `G4 ssh-add asks again after a wrong passphrase, and the agent has the key`() throws {
    try Needs.programs("ssh-keygen", "ssh-agent")
    let key = try makeKey()
    let terminal = try run(Self.ssh, "exec ssh-agent sh -c 'ssh-add id && ssh-add -L'")
    answer("Enter passphrase for id:", "wrong", in: terminal)
    answer("Bad passphrase, try again for id:", Self.passphrase, in: terminal)
    #expect(terminal.answer() == key + "\n")
  }

  @Test(arguments: [false, true])
  func `A12 G4 ^C ends ssh-keygen, and no key is written`(isRepeat: Bool) throws {
    try Needs.programs("ssh-keygen")
    let terminal = try run(Self.ssh, "exec ssh-keygen -q -t ed25519 -f id")
    if isRepeat { answer("Enter passphrase:", "word", in: terminal) }
    terminal.expect(isRepeat ? "Enter same passphrase again:" : "Enter passphrase:")
    terminal.press(.control("c"))
    terminal.expect(.killed(by: SIGINT))
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
    #expect(readText(folder.path + "/id") == nil && readText(folder.path + "/id.pub") == nil)
  }

  private static let again = "This is asked again."

  @Test func `G4 the first form says so where the two passphrases of a new key were not the same`() throws {
    try Needs.programs("ssh-keygen")
    let terminal = try run(Self.ssh, "export XDG_RUNTIME_DIR=$PWD; exec ssh-keygen -q -t ed25519 -f id")
    for word in ["word", "other"] {
      terminal.expect(
        "Enter passphrase:", "Left empty, or after Esc, the key gets no passphrase. Ctrl-C stops.")
      if word == "other" { terminal.expect(Self.again) } else { #expect(!terminal.shows(Self.again)) }
      answer("Left empty", "word", in: terminal)
      terminal.expect("Enter same passphrase again:")
      #expect(!terminal.shows(Self.again) && !terminal.shows("Left empty"))
      answer("Enter same passphrase again:", word == "other" ? "word" : "wrong", in: terminal)
    }
    terminal.expectExit(0)
    let opened = try Completion.of("ssh-keygen", ["-y", "-P", "word", "-f", folder.path + "/id"])
    #expect(opened.status == 0)
  }

  @Test func `G4 a key whose passphrase is wrong again is asked for with a word about that`() throws {
    try Needs.programs("ssh-keygen", "ssh-agent")
    _ = try makeKey()
    let terminal = try run(
      Self.ssh, "export XDG_RUNTIME_DIR=$PWD; exec ssh-agent sh -c 'ssh-add -q id && ssh-add -l'")
    answer("Enter passphrase for id:", "wrong", in: terminal)
    terminal.expect("Bad passphrase, try again for id:")
    #expect(!terminal.shows(Self.again))
    answer("Bad passphrase", "wrong", in: terminal)
    terminal.expect("Bad passphrase, try again for id:", Self.again)
    answer("Bad passphrase", Self.passphrase, in: terminal)
    terminal.expectExit(0)
  }

  @Test(arguments: ["GPG_TTY", "SSH_TTY"])
  func `G4 an agent in the background asks on the terminal that its environment names`(name: String) throws {
    try Needs.programs("ssh-keygen", "ssh-agent")
    _ = try makeKey()
    let terminal = try run(
      Self.ssh,
      """
      export \(name)=$(tty)
      eval "$(ssh-agent)" >agent.out
      ssh-add -q -c id && ssh-keygen -Y sign -f id.pub -n test <id.pub
      status=$?
      kill $SSH_AGENT_PID
      exit $status
      """)
    answer("Enter passphrase for id (will confirm each use):", Self.passphrase, in: terminal)
    terminal.expect("Allow use of key ann@example.org?", "Yes", "No")
    terminal.expectPressable()
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(terminal.outputText.hasPrefix("-----BEGIN SSH SIGNATURE-----"))
    #expect(terminal.settings.isCooked && !terminal.isAlternateScreen)
  }

  @Test func `A12 G4 ^C at the question of an agent keeps its keys`() throws {
    try Needs.programs("ssh-keygen", "ssh-agent")
    let key = try makeKey()
    let terminal = try run(
      Self.ssh,
      """
      export SSH_AUTH_SOCK=$PWD/socket
      ssh-agent -D -a socket >agent.out 2>&1 & agent=$!
      while ssh-add -l >/dev/null 2>&1; test $? -eq 2; do sleep 0.02; done
      ssh-add -c id && ssh-keygen -Y sign -f id.pub -n test <id.pub
      ssh-add -L
      kill $agent
      """)
    answer("Enter passphrase for id (will confirm each use):", Self.passphrase, in: terminal)
    terminal.expect("Allow use of key ann@example.org?")
    terminal.press(.control("c"))
    #expect(terminal.answer() == key + "\n")
  }

  @Test func `G4 ssh-add leaves the key out where the form is cancelled`() throws {
    try Needs.programs("ssh-keygen", "ssh-agent")
    _ = try makeKey()
    let terminal = try run(Self.ssh, "exec ssh-agent sh -c 'ssh-add id || ssh-add -L'")
    terminal.expect("Enter passphrase for id:")
    terminal.press(.escape)
    terminal.expectExit(1)
    #expect(terminal.outputText == "The agent has no identities.\n")
  }

  /// An agent in the background has no terminal, so this one stays on the user's.
  @Test(arguments: [true, false]) func `G4 the use of a key is confirmed where the agent has a terminal`(
    isAllowed: Bool
  ) throws {
    try Needs.programs("ssh-keygen", "ssh-agent")
    _ = try makeKey()
    let terminal = try run(
      Self.ssh,
      """
      export SSH_AUTH_SOCK=$PWD/socket
      ssh-agent -D -a socket >agent.out 2>&1 & agent=$!
      while ssh-add -l >/dev/null 2>&1; test $? -eq 2; do sleep 0.02; done
      ssh-add -c id && ssh-keygen -Y sign -f id.pub -n test <id.pub
      status=$?
      kill $agent
      exit $status
      """)
    answer("Enter passphrase for id (will confirm each use):", Self.passphrase, in: terminal)
    terminal.expect("Allow use of key ann@example.org?", "Key fingerprint SHA256:", "Yes", "No")
    terminal.expectPressable()
    terminal.press(isAllowed ? .enter : .escape)
    terminal.expectExit(isAllowed ? 0 : 255)
    #expect(terminal.outputText.hasPrefix("-----BEGIN SSH SIGNATURE-----") == isAllowed)
  }

  @Test(arguments: [
    "git config --global core.askPass watchword-askpass", "export GIT_ASKPASS=watchword-askpass",
  ])
  func `G4 git asks for the name in the clear, and for the password`(export: String) throws {
    try Needs.programs("git")
    let asked = #"printf 'protocol=https\nhost=git.example.org\n\n'"#
    let terminal = try run(export, "\(asked) | git credential fill")
    answer("Username for 'https://git.example.org':", "ann", masked: false, in: terminal)
    answer("Password for 'https://ann@git.example.org':", "two words", in: terminal)
    #expect(
      terminal.answer() == "protocol=https\nhost=git.example.org\nusername=ann\npassword=two words\n")
    let other = try run(export, "\(asked) | GIT_TERMINAL_PROMPT=0 git credential fill")
    other.expect("Username for 'https://git.example.org':")
    other.press(.escape)
    other.expectExit(128)
    #expect(other.outputText == "")
  }

  @Test(arguments: [
    "export SUDO_ASKPASS=$(command -v watchword-askpass)",
    "echo \"Path askpass $(command -v watchword-askpass)\" >>sudo.conf",
  ])
  func `G4 sudo -A asks again after a wrong password, and runs the command`(export: String) throws {
    let terminal = try runAsAlice("sudo -A id -un", export)
    answer("[sudo] password for alice:", "wrong", in: terminal)
    answer("[sudo] password for alice:", good, in: terminal)
    #expect(terminal.answer() == "root\n")
  }

  @Test func `A10 a sudo that asks for its password is not named, and hands the answer on`() throws {
    let command = "watchword ask -- sudo sh -c \"cat; sleep 1.3\" 2>/dev/tty"
    let terminal = try runAsAlice(command)
    answer("Password required", "two words", in: terminal)
    terminal.expect("[sudo] password for alice:")
    // The modes are checked 20 times a second, and no answer is given sooner.
    let asked = ContinuousClock.now
    terminal.wait("somebody reads that") { ContinuousClock.now - asked > .milliseconds(200) }
    terminal.type("\(good)\n")
    #expect(terminal.answer() == "two words\n")
    #expect(!String(decoding: terminal.transcript, as: UTF8.self).contains("Handing over"))
  }

  /// Runs `command` as a user whom sudo knows by the password ``good``.
  private func runAsAlice(_ command: String, _ export: String = ":") throws -> TerminalEmulator {
    try Needs.programs("sudo", "openssl")
    try Needs.machine(.root, .mountNamespace)
    let prepare = """
      '\(PackageFile.root)/Tests/etc' "$PWD/etc" && cd etc && echo 'alice:x:4242:4242::/:/bin/sh' >>passwd && rm -f sudo.conf &&
      echo "alice:$(openssl passwd -6 '\(good)'):1::::::" >>shadow &&
      echo 'alice ALL=(ALL) ALL' >sudoers && chmod 440 sudoers && mount --bind . /etc && \(export) &&
      exec setpriv --reuid 4242 --regid 4242 --clear-groups \(command)
      """
    return try run(":", "exec unshare --mount --propagation private sh -c '\(quoted(prepare))'")
  }

  /// The agent's folder has an unusual path, so that it cannot be the agent of whoever runs the tests.
  @Test(arguments: ["sh", "bash", "zsh"])
  func `G5 the lines of docs agents md switch the program on, and off again`(shell: String) throws {
    try Needs.programs("gpg", "gpg-agent", "ssh-keygen", "git")
    if shell != "sh" { try Needs.programs(shell) }
    let key = try makeKey()
    let blocks = ScriptingPage.commands(in: try PackageFile.text("docs/agents.md"))
    #expect(blocks.count == 5)
    _ = unsafe symlink(".gnupg", folder.path + "/agent")
    var stage = stage
    stage.environment["GNUPGHOME"] = folder.path + "/agent"
    let script = """
      \(blocks.dropLast().joined())
      gpg --quiet -c id.pub
      ssh-keygen -y -f id
      printf 'protocol=https\\nhost=git.example.org\\nusername=ann\\n\\n' | git credential fill
      "$SUDO_ASKPASS" '[sudo] password for ann: '
      \(blocks.last ?? "")
      cat .gnupg/gpg-agent.conf
      git config --global core.askPass
      env | grep -e ASKPASS -e GIT_TERMINAL
      exit 0
      """
    let terminal = try TerminalEmulator.open(shell, ["-c", script], on: stage)
    terminal.expect("Enter passphrase", "Repeat")
    for field in 0...1 {
      terminal.type(good)
      terminal.expect(field: field, holds: String(repeating: "•", count: good.count))
      terminal.press(.enter)
    }
    terminal.expect(gone: "Repeat")
    answer("Enter passphrase:", Self.passphrase, in: terminal)
    answer("Password for 'https://ann@git.example.org':", "word", in: terminal)
    answer("[sudo] password for ann:", good, in: terminal)
    #expect(
      terminal.answer()
        == "\(key)\nprotocol=https\nhost=git.example.org\nusername=ann\npassword=word\n\(good)\n")
    #expect(readText(folder.path + "/id.pub.gpg") != nil)
  }

  private func quoted(_ text: String) -> String { text.replacing("'", with: #"'\''"#) }
}
