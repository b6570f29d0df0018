import Testing
import Watchword
import WatchwordGerman
import WatchwordJapanese
import WatchwordTesting

/// The language of forms and verdicts.
struct LanguageTests {
  /// The screen of a form in `language` after too short a text was typed.
  private func screen(_ language: PasswordLanguage, _ policy: PasswordPolicy = .nist) -> String {
    var form = PasswordForm.newPassword()
    (form.language, form.policy) = (language, policy)
    var terminal = ScriptedTerminal(columns: 80, rows: 30)
    terminal.type("a")
    terminal.press(.tab)
    terminal.look("judged")
    terminal.press(.escape)
    _ = try? form.runAndWait(on: &terminal)
    return terminal.looks["judged"]?.rows.joined(separator: "\n") ?? ""
  }

  @Test func `J10 a form speaks the language that the host chooses, its policy too`() throws {
    #expect(screen(.english).contains("Enter password") && screen(.english).contains("15 characters or more"))
    let german = screen(.german)
    #expect(german.contains("Passwort eingeben") && german.contains("mindestens 15 Zeichen"), "\(german)")
    let own = try PasswordPolicy(.length(12...), .custom("ohne Vereinsnamen") { _ in true })
    let both = screen(.german, own.requiring(.strong))
    let errors = try own.speaking(.german).evaluate("abc").errors
    #expect(errors.first == "Ihr Passwort muss die folgenden Anforderungen erfüllen.", "\(errors)")
    #expect(both.contains("mindestens 12 Zeichen") && both.contains("ohne Vereinsnamen"), "\(both)")
    #expect(screen(.japanese).contains("15文字以上"), "\(screen(.japanese))")
  }

  @Test func `J10 a verdict speaks the language that its policy is made to speak`() throws {
    let policy = PasswordPolicy.nist.requiring(.strong)
    let (english, german) = try (policy.evaluate("password"), policy.speaking(.german).evaluate("password"))
    #expect(
      german.unmet.map(\.text).contains("mindestens 15 Zeichen") && german.unmet.count == english.unmet.count)
    #expect(german.criteria.map(\.isMet) == english.criteria.map(\.isMet) && german.bits == english.bits)
    #expect(german.reason != nil && german.reason != english.reason && german.errors != english.errors)
    #expect(
      try policy.speaking(.german).requiring(.weak).evaluate("").unmet.map(\.text).contains(
        "mindestens 15 Zeichen"))
  }

  @Test func `J10 a host's sentences replace those that it names by their English words`()
    throws
  {
    let screen = screen(.german.replacing(["Enter password": "Neues Kennwort"]))
    #expect(screen.contains("Neues Kennwort") && screen.contains("mindestens 15 Zeichen"))
  }

  @Test func `J10 a replacement that loses a value of the original sentence traps in debug builds`() async {
    await #expect(processExitsWith: .failure) {
      _ = PasswordLanguage.german.replacing(["{count} characters or more": "zu kurz"])
    }
  }
}
