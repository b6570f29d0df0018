import TestSupport
import Testing

/// The language of gpg-agent's dialogs.
@Suite(.programs("localedef"))
struct PinentryLanguageTests {
  private static let cancelled = "ERR 83886179 Operation cancelled <Pinentry>"
  private static let german = "Was Sie tippen, ist nicht zu sehen."

  /// A pinentry whose agent speaks English, with a German catalogue beside it.
  private func pinentry(in folder: CatalogueFolder) throws -> PinentryStage {
    try folder.write(
      [
        "What you type is not shown.": Self.german, "Cancel": "Abbrechen", "Quality:": "Güte:", ", ": ", ",
        "Operation cancelled": "Abgebrochen", "Yes": "Ja", "No": "Nein",
      ], for: "de")
    try folder.addProgram()
    let locales = try #require(Locales.made)
    let pinentry = try PinentryStage(folder.program, on: .with { $0.environment["LOCPATH"] = locales })
    pinentry.nameTerminal()
    return pinentry
  }

  @Test func `I3 a dialog speaks the language that the agent names, and the agent hears English`() throws {
    let folder = CatalogueFolder()
    let pinentry = try pinentry(in: folder)
    let talk = Talk(on: pinentry.terminal)
    for (locale, button) in [
      ("de_DE.UTF-8", "Abbrechen"), ("C.UTF-8", "Cancel"), ("de_DE.UTF-8", "Abbrechen"),
      ("xx_YY.UTF-8", "Cancel"),
    ] {
      pinentry.ask("OPTION lc-messages=\(locale)", ["OK"])
      pinentry.send("GETPIN")
      talk.terminal.expect("[ \(button) ]")
      talk.terminal.press(.escape)
      pinentry.expect(Self.cancelled)
      pinentry.ask("OPTION nonsense", ["ERR 83886254 Unknown option <Pinentry>"])
      talk.terminal.expectLeft()
    }
  }

  @Test func `I3 a dialog in lines speaks it too, and English where the terminal has no characters for it`()
    throws
  {
    let folder = CatalogueFolder()
    let pinentry = try pinentry(in: folder)
    let talk = Talk(on: pinentry.terminal)
    for option in ["ttytype=dumb", "lc-messages=de_DE.UTF-8"] { pinentry.ask("OPTION \(option)", ["OK"]) }
    pinentry.ask("SETQUALITYBAR", ["OK"])
    pinentry.send("GETPIN")
    talk.answer("PIN:", "x")
    pinentry.expect("INQUIRE QUALITY x")
    pinentry.send("D 50", "END")
    pinentry.expect("D x", "OK")
    #expect(talk.text.contains("\(Self.german) ") && talk.text.contains("Güte: 50 %"))
    for word in ["abbrechen", "cancel"] {
      pinentry.send("CONFIRM")
      talk.answer("OK, Abbrechen?", word)
      pinentry.expect(Self.cancelled)
    }
    pinentry.ask("OPTION lc-ctype=de_DE.ISO-8859-1", ["OK"])
    pinentry.send("CONFIRM")
    talk.answer("OK, Cancel?", "ok")
    pinentry.expect("OK")
    talk.expectPlain()
  }

  @Test func `I3 an agent's own yes and no in the person's language are taken in English, too`() throws {
    let folder = CatalogueFolder()
    let pinentry = try pinentry(in: folder)
    let talk = Talk(on: pinentry.terminal)
    for option in ["ttytype=dumb", "lc-messages=de_DE.UTF-8"] { pinentry.ask("OPTION \(option)", ["OK"]) }
    for command in ["SETOK Ja", "SETNOTOK Nein"] { pinentry.ask(command, ["OK"]) }
    for (word, answer) in [
      ("yes", "OK"), ("y", "OK"), ("no", "ERR 83886194 Not confirmed <Pinentry>"),
      ("n", "ERR 83886194 Not confirmed <Pinentry>"), ("Ja", "OK"),
    ] {
      pinentry.send("CONFIRM")
      talk.answer("Ja, Nein, Abbrechen?", word)
      pinentry.expect(answer)
    }
  }
}
