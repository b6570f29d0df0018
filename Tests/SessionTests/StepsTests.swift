import TestSupport
import Testing
import WatchwordScreen
import WatchwordStrength
import WatchwordTesting

@testable import Watchword
@testable import WatchwordSecrets

/// Forms in a row: the second button, and the texts that it hands back.
@Suite struct StepsTests {
  private typealias Field = PasswordForm.Field
  private typealias Press = PasswordForm.SecondaryPress

  /// A form with a second button, and fields that are all empty.
  private func form(_ fields: [Field], isPlain: Bool = false) throws -> PasswordForm {
    var form = try PasswordForm("Join the club", fields: fields)
    (form.secondaryButtonTitle, form.presentation.isPlain) = ("Back", isPlain)
    return form
  }

  /// The texts of a form that is left by its second button after `script`.
  private func texts(
    of form: PasswordForm, delegate: (any TextFieldDelegate)? = nil,
    after script: (inout ScriptedTerminal) -> Void = { _ in }
  ) throws -> [String: String]? {
    var terminal = ScriptedTerminal()
    script(&terminal)
    terminal.press(.secondaryButton)
    let press = #expect(throws: Press.self) {
      try form.runAndWait(on: &terminal, delegate: delegate) { _ in
        Issue.record("a verdict is asked")
        return .accepted
      }
    }
    return press?.texts
  }

  private static let pattern: Field = {
    var field = Field.text("card")
    field.pattern = "9999 9999"
    return field
  }()

  /// Each kind of field, what is typed into it, and what of that the field can start with.
  private static let kinds: [(field: PasswordForm.Field, typed: String, kept: String)] = [
    (.text("city"), "Ro", "Ro"), (.personName(), "ada", "Ada"), (.email(), "ada@", "ada@"),
    (pattern, "12", "12"), (.choice("plan", of: ["solo", "team"]), "t", "team"), (.toggle("wipe"), "n", "no"),
    (.choice("size", of: ["s", "m"]), "", ""), (.number("port", in: 1...999), "70000", ""),
    (.number("zeros"), "007", ""), (.number("count"), "12", "12"), (.date("until"), "2026-1", ""),
    (.date("from"), "20261128", "2026-11-28"),
  ]

  @Test func `J12 each kind of field hands back what it holds, and starts with it if it can`() throws {
    let secrets: [Field] = [.existingPassword("old"), .newPassword("new")]
    var form = try form(Self.kinds.map { $0.field } + secrets)
    let names = Self.kinds.map { $0.field.name }
    let left = try texts(of: form) { terminal in
      for kind in Self.kinds {
        terminal.type(kind.typed)
        terminal.press(.tab)
      }
      terminal.type("secret-1")
      terminal.press(.tab)
      terminal.type("secret-2")
    }
    var expected = [String: String](uniqueKeysWithValues: zip(names, Self.kinds.map { $0.typed }))
    expected.merge(
      ["name": "Ada", "plan": "team", "wipe": "no", "from": "2026-11-28"], uniquingKeysWith: { $1 })
    #expect(left == expected)
    form.initialTexts = try #require(left)
    form.initialTexts.merge(
      ["nobody": "x", "old": "secret", "new": "secret", "": "y"], uniquingKeysWith: { $1 })
    #expect(
      try texts(of: form) == [String: String](uniqueKeysWithValues: zip(names, Self.kinds.map { $0.kept })))
  }

  @Test(
    arguments: ["gone", "\u{1B}", "too long"],
    [PasswordForm.Field.choice("plan", of: ["solo"]), .text("plan")]
  )
  func `J12 a text that its field cannot start with leaves the field's own`(
    text: String, field: PasswordForm.Field
  ) throws {
    var field = field
    field.initialText = "solo"
    var form = try form([field, .toggle("wipe")])
    let text = text == "too long" ? String(repeating: "s", count: 5_000) : text
    form.initialTexts = ["plan": text]
    let isTaken = text == "gone" && field.description.hasPrefix("text")
    #expect(try texts(of: form) == ["plan": isTaken ? "gone" : "solo", "wipe": ""])
    // A text that was emptied stays so.
    form.initialTexts = ["plan": ""]
    #expect(try texts(of: form)?["plan"] == "")
  }

  @Test func `J12 the texts of an answer start its form again, too`() throws {
    let fields: [Field] = [.text("city"), .number("port").optional(), .existingPassword()]
    var terminal = ScriptedTerminal()
    for text in ["Rome", "70", "secret"] {
      terminal.type(text)
      terminal.press(.enter)
    }
    var form = try form(fields)
    let answer = try form.runAndWait(on: &terminal)
    #expect(answer.texts == ["city": "Rome", "port": "70"])
    form.initialTexts = answer.texts
    #expect(try texts(of: form) == answer.texts)
  }

  /// Hides the second field once the first has a text.
  private final class Hiding: TextFieldDelegate {
    func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: inout RunningForm) {
      if textField.name == "city" { form["street"].isHidden = textField.text != "" }
    }
    func formShouldSubmit(_ form: borrowing RunningForm) -> Bool {
      Issue.record("the form is submitted")
      return true
    }
  }

  @Test func `J12 a hidden field hands back nothing, and neither validator nor delegate judges the form`()
    throws
  {
    let city = Field.text("city").validated { _ in
      Issue.record("a validator is asked")
      return .invalid("No.")
    }
    let form = try form([city, .text("street")])
    #expect(try texts(of: form, delegate: Hiding()) { $0.type("x") } == ["city": "x"])
    #expect(try texts(of: form, delegate: Hiding()) == ["city": "", "street": ""])
  }

  @Test func `J12 A12 Enter in a field never presses the second button, and on it Enter and Space do`() throws
  {
    var form = try form([.text("city")])
    var terminal = ScriptedTerminal()
    terminal.type("Rome")
    terminal.press(.enter)
    #expect(try form.runAndWait(on: &terminal)["city"] == "Rome")
    for isSpace in [false, true] {
      terminal = ScriptedTerminal()
      terminal.press(.tab, times: 2)
      terminal.look("second")
      if isSpace { terminal.type(" ") } else { terminal.press(.enter) }
      #expect(throws: Press.self) { try form.runAndWait(on: &terminal) }
      #expect(terminal.looks["second"]?.rows.contains { $0.contains("▸ Back ◂") } == true)
    }
    // The ring: field, button, second button, field.
    terminal = ScriptedTerminal()
    terminal.press(.tab, times: 3)
    terminal.type("Rome")
    terminal.press(.enter)
    #expect(try form.runAndWait(on: &terminal)["city"] == "Rome")
    // Without such a button the key does nothing.
    for title in [nil, "", " \u{3000}"] {
      form.secondaryButtonTitle = title
      #expect(try form.makeDescription().makeForm().configuration.buttons.count == 1)
      terminal = ScriptedTerminal()
      terminal.press(.secondaryButton)
      #expect(throws: ScriptEnded.self) { try form.runAndWait(on: &terminal) }
      #expect(terminal.beeps == 1)
    }
  }

  @Test func `J12 secrets are wiped, and no text or description has one`() throws {
    var description = FormDescription.signIn()
    description.secondaryTitle = "Create account"
    let form = description.makeForm()
    weak var memory: SecretMemory?
    func leave() throws -> Press? {
      let ownMemory = try SecretMemory(for: Session.capacities(of: form), locking: .ifPossible)
      memory = ownMemory
      var terminal = ScriptedTerminal(
        .filling("ada@", "Secret-4711") + [.key(WatchwordScreen.Key.secondaryButton)], fieldCount: 2)
      let screen = try FormScreen(Session(form, width: .standard, in: ownMemory), appearance: .plain)
      do throws(Ending) {
        _ = try screen.run(on: &terminal)
      } catch {
        return error.error as? Press
      }
      return nil
    }
    let press = try #require(try leave())
    #expect(memory == nil)
    #expect(press.texts == ["email": "ada@"] && !String(reflecting: press.values).contains("4711"))
    #expect("\(press)" == "the form was left by its second button")
  }

  // Line mode.

  @Test func `J12 I1 in line mode the title alone on a line presses the second button`() throws {
    let fields: [Field] = [.text("city"), .existingPassword()]
    for lines in [["back", ""], ["Rome", " BACK ", ""], ["Rome", "x", ""]] {
      var terminal = ScriptedTerminal()
      for line in lines {
        terminal.type(line)
        terminal.press(.enter)
      }
      if lines.contains("x") {
        #expect(throws: Never.self) { try form(fields, isPlain: true).runAndWait(on: &terminal) }
        continue
      }
      let press = #expect(throws: Press.self) { try form(fields, isPlain: true).runAndWait(on: &terminal) }
      #expect(press?.texts == ["city": lines.count == 3 ? "Rome" : ""])
      let said = terminal.screen.joined(separator: " ")
      #expect(said.contains("Type Back alone on a line to press that button."), "\(said)")
      #expect(said.contains("Back: Enter for the button, n to type it as an answer."))
    }
    #expect(try texts(of: form(fields, isPlain: true)) == ["city": ""])
  }

  @Test func `J12 I1 blanks around the title are not typed`() throws {
    var form = try form([.text("city")], isPlain: true)
    form.secondaryButtonTitle = " Back "
    var terminal = ScriptedTerminal()
    for line in ["Back", ""] {
      terminal.type(line)
      terminal.press(.enter)
    }
    #expect(throws: Press.self) { try form.runAndWait(on: &terminal) }
    #expect(terminal.screen.joined(separator: " ").contains("Type Back alone on a line"))
    form.secondaryButtonTitle = " Submit "
    #expect(throws: WatchwordError.self) { try form.makeDescription() }
  }

  @Test func `J12 I1 whoever means the title as an answer types it once more`() throws {
    var terminal = ScriptedTerminal()
    for line in ["Back", "n", "Back", "back", "n", "back"] {
      terminal.type(line)
      terminal.press(.enter)
    }
    let answer = try form([.text("name"), .existingPassword()], isPlain: true).runAndWait(on: &terminal)
    #expect(answer["name"] == "Back" && answer.withPassword { String(copying: $0) } == "back")
  }

  @Test func `J12 I1 the question before another try takes the title, too`() throws {
    var terminal = ScriptedTerminal()
    for line in ["Rome", "Back"] {
      terminal.type(line)
      terminal.press(.enter)
    }
    let press = #expect(throws: Press.self) {
      try form([.text("city")], isPlain: true).runAndWait(on: &terminal) { _ in .refused("Not today.") }
    }
    #expect(press?.texts == ["city": "Rome"])
  }
}
