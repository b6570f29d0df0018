import Testing
import Watchword
import WatchwordGerman
import WatchwordJapanese
import WatchwordTesting

/// What forms and verdicts speak.
struct LanguageTests {
  /// What a form in `language` shows once something was typed that is too short.
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

  @Test func `J6 a form speaks the language that the host chooses, its policy too`() throws {
    #expect(screen(.english).contains("Enter password") && screen(.english).contains("15 characters or more"))
    let german = screen(.german)
    #expect(german.contains("Passwort eingeben") && german.contains("mindestens 15 Zeichen"), "\(german)")
    let own = try PasswordPolicy(.length(12...), .custom("ohne Vereinsnamen") { _ in true })
    let both = screen(.german, own.requiring(.strong))
    #expect(both.contains("mindestens 12 Zeichen") && both.contains("ohne Vereinsnamen"), "\(both)")
    #expect(screen(.japanese).contains("15文字以上"), "\(screen(.japanese))")
  }

  @Test func `J6 a verdict speaks the language that its policy is made to speak`() {
    let policy = PasswordPolicy.nist.requiring(.strong)
    let (english, german) = (policy.evaluate("password"), policy.speaking(.german).evaluate("password"))
    #expect(german.unmet.contains("mindestens 15 Zeichen") && german.unmet.count == english.unmet.count)
    #expect(german.criteria.map(\.isMet) == english.criteria.map(\.isMet) && german.bits == english.bits)
    #expect(german.reason != nil && german.reason != english.reason && german.errors != english.errors)
    #expect(policy.speaking(.german).requiring(.weak).evaluate("").unmet.contains("mindestens 15 Zeichen"))
  }

  @Test func `J6 sentences of the host stand in the place of those that it names by their English words`()
    throws
  {
    let own = ["Enter password": "Neues Kennwort", "{count} characters or more": "zu kurz"]
    let screen = screen(.german.replacing(own))
    #expect(screen.contains("Neues Kennwort") && !screen.contains("zu kurz"))
    #expect(screen.contains("mindestens 15 Zeichen"))
  }
}
