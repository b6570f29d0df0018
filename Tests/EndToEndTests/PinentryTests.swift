import Glibc
import TestSupport
import Testing

/// The pinentry on the terminal that gpg-agent names.
@Suite struct PinentryTests {
  @Test func `G1 a passphrase is asked for on a terminal that does not control it, and is answered`() throws {
    let pinentry = try PinentryStage()
    let terminal = pinentry.terminal
    let settings = terminal.settings
    pinentry.nameTerminal()
    pinentry.ask("SETDESC The key%0Aof somebody", ["OK"])
    pinentry.ask("SETPROMPT Passphrase:", ["OK"])
    pinentry.send("GETPIN")
    terminal.expect("The key", "of somebody", "Passphrase")
    terminal.type("50% off")
    terminal.expect("•••••••")
    #expect(pinentry.isSilent && terminal.isAlternateScreen)
    terminal.press(.enter)
    pinentry.expect("D 50%25 off", "OK")
    // The answer comes by another way than the terminal's output.
    terminal.wait("the screen is left") { !terminal.isAlternateScreen && terminal.isCursorVisible }
    #expect(terminal.settings == settings)
    terminal.wait("it sleeps until the agent says more") { terminal.process.letter == "S" }
    pinentry.ask("BYE", ["OK closing connection"])
    terminal.expectExit(0)
    #expect(terminal.errorText == "")
  }

  @Test func `G1 what is broken in a text is shown as a sign, and nothing of it controls the terminal`()
    throws
  {
    let pinentry = try PinentryStage()
    let terminal = pinentry.terminal
    pinentry.nameTerminal()
    for (text, shown) in [
      ("nul a%00b", "nul a\u{FFFD}b"), ("raw a\0b", "raw a\u{FFFD}b"), ("half %", "half \u{FFFD}"),
      ("digits %zz", "digits \u{FFFD}zz"), ("bytes a%ff%c3b", "bytes a\u{FFFD}\u{FFFD}b"),
      ("escape %1b]0;title%07x", "escape \u{FFFD}]0;title\u{FFFD}x"), ("raw \u{1B}[5mx", "raw \u{FFFD}[5mx"),
      ("control %c2%9b5mx", "control \u{FFFD}5mx"), ("tab a%09b", "tab a\u{FFFD}b"),
      ("return a%0Db", "return a\u{FFFD}b"),
      ("turned a%e2%80%aeb%e2%80%a8c%e2%81%a6d%ef%bb%bfe", "turned a"),
    ] {
      let before = terminal.transcript.count
      for command in ["SETDESC", "SETPROMPT", "SETERROR", "SETTITLE", "SETOK"] {
        pinentry.ask("\(command) \(text)", ["OK"])
      }
      pinentry.send("GETPIN")
      terminal.expect(shown)
      terminal.press(.escape)
      pinentry.expect("ERR 83886179 Operation cancelled <Pinentry>")
      let drawn = String(decoding: terminal.transcript[before...], as: UTF8.self)
      let controls: [Unicode.Scalar] = ["\0", "\u{202E}", "\u{2028}", "\u{2066}", "\u{FEFF}"]
      #expect(
        !drawn.unicodeScalars.contains(where: controls.contains) && !drawn.contains("\u{1B}[5m"),
        "\(text.debugDescription)")
      #expect(terminal.title == "" && terminal.bells == 0, "\(text.debugDescription)")
    }
  }

  @Test
  func
    `G2 an agent that ends an answer twice, as gpg-agent 2.2 does, neither ends the form nor skips a check`()
    throws
  {
    let pinentry = try PinentryStage()
    let terminal = pinentry.terminal
    pinentry.nameTerminal()
    for line in ["OPTION constraints-enforce", "SETREPEAT Again"] { pinentry.ask(line, ["OK"]) }
    pinentry.send("GETPIN")
    terminal.expect("Again")
    terminal.type("first\t")
    pinentry.expect("INQUIRE CHECKPIN first")
    pinentry.send("END", "END")
    terminal.settle()
    #expect(pinentry.isSilent && terminal.isAlternateScreen)
    terminal.press(.backTab)
    terminal.type("x\t")
    pinentry.expect("INQUIRE CHECKPIN firstx")
    pinentry.send("D too weak", "END")
    terminal.expect("too weak")
    terminal.type("y\t")
    pinentry.expect("INQUIRE CHECKPIN firstxy")
    pinentry.send("END\nEND")
    terminal.expect("Enter check")
    terminal.type("firstxy\r")
    pinentry.expect("S PIN_REPEATED", "D firstxy", "OK")
    pinentry.send("GETPIN")
    terminal.expect("PIN")
    terminal.settle()
    pinentry.send("END OF IT")
    pinentry.expect("ERR 83886179 Operation cancelled <Pinentry>")
  }
}
