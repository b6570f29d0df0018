import Glibc
import TestSupport
import Testing

/// The program as ssh, sudo and git call it, without a screen.
@Suite struct LineAskpassTests {
  private func talk(_ prompt: String, _ environment: [String: String?] = [:]) throws -> Talk {
    var stage = Stage.talking
    for (name, value) in environment { stage.environment[name] = value }
    return try Talk(["askpass", prompt], on: stage)
  }

  @Test func `I1 control C, the end of file and a hang-up give no answer`() throws {
    for (prompt, kind) in [("Password: ", nil), ("Username for 'x': ", nil), ("Sure?", "confirm")] {
      for keys in ["\u{3}", "half\u{3}", "\u{4}", "half\u{4}\u{4}"] {
        let talk = try talk(prompt, ["SSH_ASKPASS_PROMPT": kind])
        let settings = talk.terminal.settingsBefore
        talk.terminal.wait("it asks") { talk.text.hasSuffix(": ") || talk.text.hasSuffix("? ") }
        talk.send(keys)
        let isInterrupt = kind == nil && keys.hasSuffix("\u{3}")
        talk.terminal.expect(isInterrupt ? .killed(by: SIGINT) : .exited(1))
        #expect(talk.terminal.outputText == "" && talk.terminal.errorText == "")
        #expect(talk.terminal.settings == settings && talk.text.hasSuffix("\n"))
      }
    }
    let talk = try talk("Password: ")
    talk.expect("Password:")
    talk.terminal.hangUp()
    talk.terminal.wait("it has ended") { talk.terminal.hasEnded }
    #expect(talk.terminal.outputText == "")
  }

  @Test func `I4 a question is answered in the language of the person, and in English`() throws {
    let folder = CatalogueFolder()
    try folder.write(
      ["Yes": "Ja", "No": "Nein", ", ": ", "], for: "de",
      more: "msgctxt \"letter\"\nmsgid \"y\"\nmsgstr \"j\"\n")
    try folder.addProgram()
    for (word, isYes) in [
      ("ja", true), ("J", true), ("yes", true), ("y", true), ("nein", false), ("no", false),
    ] {
      var stage = Stage.talking
      (stage.environment["LANGUAGE"], stage.environment["SSH_ASKPASS_PROMPT"]) = ("de", "confirm")
      let terminal = try TerminalEmulator.open(folder.program, ["askpass", "Sure?"], on: stage)
      let talk = Talk(on: terminal)
      talk.answer("Ja, Nein?", word)
      talk.expectEnd(isYes ? 0 : 1)
      #expect(terminal.outputText == (isYes ? "yes\n" : ""))
    }
  }

  private var telling: Stage {
    .with {
      ($0.environment["ACCESSIBLE"], $0.environment["SSH_ASKPASS_PROMPT"]) = ("1", "none")
      ($0.input, $0.output) = (.file("/dev/null"), .file("/dev/null"))
    }
  }

  @Test func `I1 a message stands until a line comes, or ssh takes it away`() throws {
    let prompt = "Confirm user presence for key ED25519-SK"
    let said = "Message.\n\(prompt)\nCtrl-C stops.\nEnter for Close: \n"
    for line in ["", "any"] {
      let talk = try Talk(["askpass", prompt], on: telling)
      talk.answer("Enter for Close:", line)
      talk.expectEnd(0, said)
    }
    let talk = try Talk(["askpass", prompt], on: telling)
    let settings = talk.terminal.settingsBefore
    talk.expect("Enter for Close:")
    talk.terminal.signal(SIGTERM)
    talk.terminal.expect(.killed(by: SIGTERM))
    #expect(talk.terminal.settings == settings && talk.text == said)
  }

  @Test func `I1 nothing of the prompt controls the terminal`() throws {
    let talk = try talk("one\u{1B}]0;title\u{7}\u{1B}[2J\ntwo\u{9B}31m \u{202E}back\r\nPassword: ")
    talk.answer("Password:", "x")
    talk.expectEnd(0)
    #expect(talk.terminal.title == "" && talk.terminal.bells == 0)
    #expect(!talk.text.unicodeScalars.contains { ["\u{202E}", "\u{9B}"].contains($0) })
  }
}
