import Glibc
import TestSupport
import Testing

/// The pinentry on the terminal that gpg-agent names: issue 12, G1 to G3.
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
    #expect(!terminal.isAlternateScreen && terminal.isCursorVisible && terminal.settings == settings)
    #expect(terminal.process.letter == "S")
    pinentry.ask("BYE", ["OK closing connection"])
    terminal.expectExit(0)
    #expect(terminal.errorText == "")
  }

  @Test(.enabled(if: PinentryStage.hasDebian, "pinentry-curses is not installed"))
  func `G1 it is asked as Debian's pinentry is`() throws {
    let pinentry = try PinentryStage(PinentryStage.debian, arguments: [])
    pinentry.nameTerminal()
    pinentry.ask("SETDESC The key", ["OK"])
    pinentry.send("GETPIN")
    pinentry.terminal.expect("The key")
    pinentry.terminal.type("50% off\r")
    pinentry.expect("D 50%25 off", "OK")
    pinentry.terminal.closeInput()
    pinentry.terminal.expectExit(0)
  }
}
