import Glibc
import TestSupport
import Testing

/// The real gpg and its agent, which ask by this program.
@Suite(.programs("gpg", "gpg-agent")) struct GnuPGTests {
  private let old = "an old one 1 \u{E4}%"
  private let new = "a new one 2 +\u{4F60}"

  private func typeNew(_ passphrase: String, into terminal: TerminalEmulator) {
    terminal.type(passphrase)
    terminal.press(.tab)
    terminal.type(passphrase)
    terminal.press(.enter)
  }

  @Test func `I1 on a terminal without a screen a key is made and used line by line`() throws {
    let gpg = try GnuPG("min-passphrase-len 12")
    let making = Talk(on: try gpg.open("--quick-gen-key", GnuPG.person, "ed25519", type: "dumb"))
    making.answer("Passphrase:", "short 1")
    making.answer("Password:", "short 1")
    making.answer("Take this one anyway, Enter new passphrase?", "enter")
    making.answer("Passphrase:", new)
    making.answer("Password:", new)
    making.expectEnd(0)
    #expect(making.text.contains("protect your new key"))
    try gpg.forget()
    let signing = Talk(
      on: try gpg.open(
        "--sign", "--output", gpg.file("signed"), gpg.write("text", to: "plain"), type: "dumb"))
    signing.answer("Passphrase:", "wrong")
    signing.answer("Passphrase:", new)
    signing.expectEnd(0)
    #expect(signing.text.contains("Bad Passphrase (try 2 of 3)\nPlease enter the passphrase to unlock"))
    #expect(!signing.text.contains("wrong") && !(signing.text + making.text).contains(new))
    #expect(unsafe access(gpg.file("signed"), F_OK) == 0)
    try gpg.forget()
    let cancelling = Talk(
      on: try gpg.open(
        "--sign", "--output", gpg.file("other"), gpg.write("text", to: "plain"), type: "dumb"))
    cancelling.expect("Passphrase:")
    cancelling.send("half\u{3}")
    cancelling.expectEnd(2)
    #expect(cancelling.text.contains("signing failed: Operation fully cancelled"))
  }

  @Test func `I1 the transcript of gpg in docs plain md is what is said`() throws {
    let gpg = try GnuPG()
    try gpg.makeKey(old)
    let letter = gpg.write("text", to: "letter.txt")
    let talk = Talk(on: try gpg.open("--quiet", "--symmetric", letter, type: "dumb"))
    talk.answer("Passphrase:", "Kv7mQzR2-three")
    talk.answer("Password:", "Kv7mQzR2-three")
    talk.expectEnd(0)
    try PackageFile.expect(
      "docs/plain.md", between: "<!-- Made by GnuPGTests; RECORD=1 writes it again. -->",
      and: "<!-- The end of what GnuPGTests makes. -->",
      toHold: "\n```console\n$ gpg --symmetric letter.txt\n\(talk.script)```\n")
  }

  @Test func `G2 a passphrase is changed`() throws {
    let gpg = try GnuPG()
    try gpg.makeKey(old)
    let terminal = try gpg.open("--change-passphrase", GnuPG.person)
    terminal.expect("unlock the OpenPGP secret key", GnuPG.person)
    terminal.type(old + "\r")
    terminal.expect("new passphrase")
    typeNew(new, into: terminal)
    terminal.expectExit(0)
    terminal.expectLeft()
    #expect(try gpg.isUnlocked(by: new))
    #expect(try !gpg.isUnlocked(by: old))
  }

  @Test func `G1 the end of gpg ends the dialog that it has asked for`() throws {
    let gpg = try GnuPG()
    try gpg.makeKey(old)
    let terminal = try gpg.open(
      "--sign", "--output", gpg.file("signed"), gpg.write("text", to: "plain"),
      then: "echo status $?; read line; echo read $line")
    terminal.expect("unlock the OpenPGP secret key")
    terminal.type("half")
    terminal.expect("••••")
    let agent = try gpg.agent()
    let pinentry = try gpg.pinentry(of: agent)
    let process = try #require(terminal.process.children.first { $0.name == "gpg" })
    terminal.signal(SIGKILL, to: process.pid)
    // What the shell prints while the form is shown disappears with the form's screen.
    terminal.wait("the pinentry has ended") { pinentry.isKilled }
    terminal.expectLeft()
    terminal.type("for the shell\n")
    terminal.expect("read for the shell")
  }

  @Test(.programs("ssh-keygen"))
  func `G1 an ssh client is asked where it is, and not where its agent has begun`() throws {
    let gpg = try GnuPG("enable-ssh-support")
    let first = try gpg.shell(
      "GPG_TTY=$(tty) gpg-connect-agent updatestartuptty /bye; echo begun; exec sleep 600")
    first.expect("begun")
    let key = gpg.file("id")
    let made = try Completion.of("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key])
    #expect(made.status == 0, "\(made.errors)")
    let client = try gpg.shell(
      "export SSH_AUTH_SOCK=$(gpgconf --list-dirs agent-ssh-socket); ssh-add -q '\(key)'; exec ssh-add -l")
    client.expect("Passphrase", "Repeat")
    typeNew(new, into: client)
    client.expectExit(0)
    client.expectLeft()
    #expect(client.shows("ED25519") && !first.transcript.contains(0x1B))
  }

  @Test(arguments: [Keystroke.escape, .control("c")])
  func `G2 a cancel is the end of what gpg does`(key: Keystroke) throws {
    let gpg = try GnuPG()
    try gpg.makeKey(old)
    let terminal = try gpg.open("--sign", "--output", gpg.file("signed"), gpg.write("text", to: "plain"))
    terminal.expect("unlock the OpenPGP secret key")
    terminal.type("half")
    terminal.press(key)
    terminal.expectExit(2)
    terminal.expect(
      key == .escape ? "signing failed: Operation cancelled" : "signing failed: Operation fully cancelled")
    terminal.expectLeft()
    #expect(readText(gpg.file("signed")) == nil)
  }

  @Test func `G2 a weak passphrase is asked about, and can be taken or typed again`() throws {
    let gpg = try GnuPG("min-passphrase-len 12")
    let terminal = try gpg.open("--quick-gen-key", GnuPG.person, "ed25519")
    terminal.expect("protect your new key")
    typeNew("short 1", into: terminal)
    terminal.expect("at least 12 characters", "Take this one anyway", "Enter new passphrase")
    terminal.expectPressable()
    terminal.press(.tab, .enter)
    terminal.expect("protect your new key")
    typeNew("short 2", into: terminal)
    terminal.expect("at least 12 characters", "Take this one anyway")
    terminal.expectPressable()
    terminal.press(.enter)
    terminal.expectExit(0)
    terminal.expectLeft()
    #expect(try gpg.isUnlocked(by: "short 2"))
  }

  @Test func `G2 where the agent enforces its constraints the form shows what is wrong`() throws {
    let gpg = try GnuPG("enforce-passphrase-constraints", "min-passphrase-len 12")
    let terminal = try gpg.open("--symmetric", "--output", gpg.file("secret"), gpg.write("text", to: "plain"))
    terminal.expect("Passphrase")
    terminal.type("short 1")
    terminal.press(.tab)
    terminal.expect("at least 12 characters")
    #expect(terminal.fate == .running && terminal.isAlternateScreen)
    terminal.press(.backTab, .control("u"))
    terminal.type("long enough 12\t")
    // The agent's whole answer comes before the next key.
    terminal.expect(gone: "at least 12 characters")
    terminal.type("long enough 12\r")
    terminal.expectExit(0)
    terminal.expectLeft()
    #expect(try gpg.run("--decrypt", gpg.file("secret"), passphrase: "long enough 12").output == "text")
  }
}
