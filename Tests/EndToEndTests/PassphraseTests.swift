import Glibc
import TestSupport
import Testing

/// What the agent is asked, and where a passphrase is in the pinentry's memory.
@Suite struct PassphraseTests {
  /// A pinentry whose memory can be scanned and that knows its terminal.
  private func pinentry(_ commands: String..., change: (inout Stage) -> Void = { _ in }) throws
    -> PinentryStage
  {
    var stage = Stage.scanned
    change(&stage)
    let pinentry = try PinentryStage(on: stage)
    pinentry.nameTerminal()
    for command in commands { pinentry.ask(command, ["OK"]) }
    return pinentry
  }

  private func copies(of needle: Needle, in pinentry: PinentryStage) throws -> [Finding] {
    try halves(of: needle, in: pinentry.terminal.process)
  }

  private func text(_ needle: Needle) -> String { String(decoding: needle.bytes, as: UTF8.self) }

  @Test
  func `G3 a passphrase has one copy while it is typed, and none after the answer, nor in the next dialog`()
    throws
  {
    let pinentry = try pinentry()
    let needles = [Needle.random(), Needle.random(), Needle.random()]
    for (number, needle) in needles.enumerated() {
      pinentry.send("GETPIN")
      pinentry.terminal.expect("PIN")
      pinentry.terminal.send(needle.bytes)
      pinentry.terminal.expect(String(repeating: "•", count: needle.count))
      pinentry.terminal.settle()
      let found = try copies(of: needle, in: pinentry)
      #expect(found.count == 2 && found.allSatisfy(\.isLocked), "its two halves once each: \(found)")
      pinentry.terminal.press(number == 1 ? .escape : .enter)
      let lines =
        number == 1 ? ["ERR 83886179 Operation cancelled <Pinentry>"] : ["D \(text(needle))", "OK"]
      #expect(pinentry.answer() == lines)
      for earlier in needles[...number] {
        let left = try copies(of: earlier, in: pinentry)
        #expect(left == [], "dialog \(number): \(left)")
      }
    }
  }

  @Test func `G3 what the agent is asked about a passphrase leaves no copy, and what it says of it neither`()
    throws
  {
    let pinentry = try pinentry(
      "OPTION constraints-enforce", "SETREPEAT Repeat", "SETQUALITYBAR Quality:")
    let needle = Needle.random()
    pinentry.send("GETPIN")
    pinentry.terminal.expect("PIN", "Repeat")
    pinentry.terminal.send(needle.bytes)
    pinentry.expect("INQUIRE QUALITY \(text(needle))")
    pinentry.send("D 50\nEND")
    pinentry.terminal.expect("Quality: 50 %")
    pinentry.terminal.press(.tab)
    pinentry.expect("INQUIRE CHECKPIN \(text(needle))")
    pinentry.send("# a comment\nD \(text(needle)) is\nD  known\nEND")
    pinentry.terminal.expect("This passphrase is not allowed.")
    pinentry.terminal.settle()
    let found = try copies(of: needle, in: pinentry)
    #expect(found.count == 2 && found.allSatisfy(\.isLocked), "\(found)")
    pinentry.terminal.press(.control("u"), .escape)
    pinentry.expect("ERR 83886179 Operation cancelled <Pinentry>")
    #expect(try copies(of: needle, in: pinentry) == [])
  }

  @Test func `G3 a passphrase that the agent has made has one copy a field, and none after the answer`()
    throws
  {
    let pinentry = try pinentry("SETREPEAT Repeat", "SETGENPIN Suggest")
    pinentry.send("GETPIN")
    pinentry.terminal.expect("Repeat")
    pinentry.terminal.press(.control("g"))
    pinentry.expect("INQUIRE GENPIN")
    let needle = Needle.random(30)
    pinentry.send("D \(text(needle))\nEND")
    pinentry.terminal.expect(text(needle), "^W words")
    pinentry.terminal.press(.enter, .control("r"), .tab, .control("r"))
    pinentry.terminal.expect(gone: text(needle))
    pinentry.terminal.settle()
    let found = try copies(of: needle, in: pinentry)
    #expect(found.count == 4 && found.allSatisfy(\.isLocked), "\(found)")
    pinentry.terminal.press(.enter)
    pinentry.expect("S PIN_REPEATED", "D \(text(needle))", "OK")
    #expect(try copies(of: needle, in: pinentry) == [])
  }

  @Test func `G3 libassuan writes no log, whatever the environment says`() throws {
    let pinentry = try pinentry {
      ($0.environment["ASSUAN_DEBUG"], $0.environment["ASSUAN_FULL_LOGGING"]) = ("255", "1")
    }
    pinentry.send("GETPIN")
    pinentry.terminal.expect("PIN")
    pinentry.terminal.type("secret\r")
    pinentry.expect("D secret", "OK")
    pinentry.ask("BYE", ["OK closing connection"])
    pinentry.terminal.expectExit(0)
    #expect(pinentry.terminal.errorText == "")
  }

  @Test(arguments: [
    (300, "D xxxxxxx\n"), (1, "D " + String(repeating: "x", count: 998) + "\n"),
    (1, "D " + String(repeating: "x", count: 5_000) + "\n"),
  ])
  func `G2 the start of an answer or line that is too long is shown, and no part of it is a command`(
    count: Int, line: String
  ) throws {
    let pinentry = try pinentry("OPTION constraints-enforce", "SETREPEAT Repeat")
    pinentry.send("GETPIN")
    pinentry.terminal.expect("Repeat")
    pinentry.terminal.type("abc\t")
    pinentry.expect("INQUIRE CHECKPIN abc")
    pinentry.send(String(repeating: line, count: count) + "END")
    pinentry.terminal.expect("xxxxxxx")
    pinentry.terminal.press(.escape)
    pinentry.expect("ERR 83886179 Operation cancelled <Pinentry>")
    pinentry.ask("GETINFO version", ["D 0.1.0", "OK"])
  }
}
