import TestSupport
import Testing
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

@testable import Watchword

/// Fields made from configuration values (D1 to D5).
@Suite struct ConfiguredFieldTests {
  private func form(_ kinds: FormField.Kind...) -> FormState {
    FormDescription.custom(fields: kinds.map { FormField.Configuration($0) }).makeForm()
  }

  private func typed(_ script: [Step], into kind: FormField.Kind) throws -> String {
    try perform(script, on: form(kind)).texts[0]
  }

  @Test func `D1 what differs between fields is a small value made from a type and a placeholder`() {
    let email = FormField.Configuration(.email, placeholder: "Where to?")
    #expect(email.placeholder == "Where to?")
    #expect(email != FormField.Configuration(.email))
    #expect(FormField.Configuration(.password) == FormField.Configuration(.password))
    let fields = form(.text, .name, .email, .password).fields
    #expect(fields.map(\.configuration.name) == ["text", "name", "email", "password"])
  }

  @Test func `D3 e-mail has its own kind of keyboard, and words are raised in a name alone`() {
    let configurations = FormField.Kind.allCases.map { FormField.Configuration($0) }
    #expect(configurations.filter { $0.requirement == .email }.map(\.name) == ["email"])
    #expect(configurations.filter { $0.capitalizesWords }.map(\.name) == ["name"])
  }

  @Test func `D3 a delegate is asked about the letter as it will stand`() throws {
    let delegate = RecordingDelegate()
    let played = try perform(.typing("a"), on: form(.name), delegate: delegate)
    #expect(played.lastCalls.first == "0.shouldChange 0..<0 \"A\"")
  }

  @Test func `D3 a name of 10,000 characters is refused visibly`() throws {
    let played = try perform([.paste(String(repeating: "a", count: 10_000))], on: form(.name))
    #expect(played.texts[0] == "")
    #expect(played.frame.notices == ["Not taken: a field holds 4,096 bytes"])
  }

  @Test
  func `E6 what was cut can be put back into any field that is no secret, as an insertion that is asked for`()
    throws
  {
    let delegate = RecordingDelegate()
    let script: [Step] = .keys("ab ^U Tab ^Y M-y")
    let played = try perform(script, on: form(.text, .email), delegate: delegate)
    #expect(played.texts == ["", "abab"])
    #expect(played.lastCalls == ["1.shouldChange 2..<2 \"ab\"", "1.didChangeSelection", "1.editingChanged"])
    let refusing = RecordingDelegate(refusing: ["1.shouldChange"])
    #expect(try perform(script, on: form(.text, .email), delegate: refusing).texts == ["", ""])
  }

  @Test func `E6 a cut that is refused keeps nothing`() throws {
    let delegate = RecordingDelegate(refusing: ["0.shouldClear"])
    let played = try perform(.keys("ab ^U ^Y"), on: form(.text), delegate: delegate)
    #expect(played.texts == ["ab"])
    #expect(played.terminal.beeps == 1)
  }

  @Test func `D5 a sign stands where the configuration says`() throws {
    var hidden = FormField.Configuration(.password)
    hidden.isRevealable = false
    let played = try perform(
      [], on: FormDescription.custom(fields: [hidden, FormField.Configuration(.email)]).makeForm())
    #expect(!played.shows("show"))
  }

  @Test(arguments: [FormField.Kind.text, .name, .email])
  func `D5 a field that is to have no clear sign has none`(_ kind: FormField.Kind) throws {
    var plain = FormField.Configuration(kind)
    plain.hasClearSign = false
    let without = try perform(.typing("a"), on: FormDescription.custom(fields: [plain]).makeForm())
    #expect(without.rows.allSatisfy { !$0.contains("✕") })
  }

  @Test func `D5 pressing the clear sign asks shouldClear, and clears`() throws {
    let form = form(.name, .email)
    let typed = try perform(.typing("ada"), on: form)
    let row = try #require(typed.rows.firstIndex { $0.contains("✕") })
    let column = try #require(typed.rows[row].firstIndex(of: "✕")).utf16Offset(in: typed.rows[row])
    let sign = Step.press(row: row, column: column)
    let played = try perform(.typing("ada") + [sign], on: form)
    #expect(played.texts == ["", ""])
    #expect(played.lastCalls == ["0.shouldClear", "0.didChangeSelection", "0.editingChanged"])
    let refused = RecordingDelegate(refusing: ["0.shouldClear"])
    #expect(try perform(.typing("ada") + [sign], on: form, delegate: refused).texts[0] == "Ada")
    let away = try perform(.filling("ada", "x") + [sign], on: form)
    #expect(away.texts == ["Ada", "x"])
    #expect(away.frame.cursor?.row == row)
    #expect(try perform([.tab, sign], on: form).terminal.beeps == 0)
  }

  @Test func `D5 nothing moves when the clear sign comes and goes`() throws {
    let form = form(.text, .text)
    let typed: [Step] = [.paste(String(repeating: "b", count: 100)), .key(.home)]
    let drawn = try perform(typed, on: form).frame.holes
    #expect(drawn.count > 40)
    #expect(try perform(typed + [.tab], on: form).frame.holes == drawn)
  }

  @Test func `C6 a field starts with its text, of which nobody is told, and a secure one with none`() throws {
    var email = FormField.Configuration(.email)
    email.text = "ada@example"
    var password = FormField.Configuration(.password)
    password.text = "never in a secure field"
    let played = try perform(
      [.wait(milliseconds: 1500)], on: FormDescription.custom(fields: [email, password]).makeForm())
    #expect(played.texts == ["ada@example", ""] && played.frame.errors == ["Invalid email address."])
    #expect(!played.calls.joined().contains("0.editingChanged"))
  }

  @Test func `a text that a field cannot hold is refused at the start`() throws {
    for text in ["a\u{7}", String(repeating: "a", count: 5000)] {
      var name = FormField.Configuration(.name)
      name.text = text
      #expect(throws: Ending.self) {
        try perform([], on: FormDescription.custom(fields: [name]).makeForm())
      }
    }
  }

  @Test func `D1 the field for a new password has a confirm field of its own`() throws {
    let form = form(.text, .newPassword)
    #expect(form.fields.map(\.configuration.confirmedField) == [nil, nil, 1])
    #expect(form.fields.map(\.confirmation) == [nil, 2, nil])
    let wrong = try perform(.filling("ada", "Abcdef1!gh", "x") + [.tab], on: form)
    #expect(wrong.texts.count == 3 && wrong.frame.errors == ["Passwords do not match."])
    let right = try perform(.filling("ada", "Abcdef1!gh", "Abcdef1!gh") + [.enter], on: form)
    #expect(right.ending != .cancelled)
  }

  @Test
  func `the answer has a value for each field but the one that confirms, and a strength where it was chosen`()
    throws
  {
    let form = FormDescription.signUp().makeForm()
    let script: [Step] = .keys("ada Tab a@b.cd Tab Abcdefghi1! Tab Abcdefghi1! Enter")
    #expect(try values(script, on: form) == ["name": "Ada", "email": "a@b.cd", "password": "Abcdefghi1!"])
    var terminal = ScriptedTerminal(script, fieldCount: 4)
    let answer = try FormScreen(form, appearance: .plain).run(on: &terminal)
    #expect(answer.values.map(\.name) == ["name", "email", "password"])
    #expect(answer.values.map(\.isSecure) == [false, false, true])
    #expect(answer.values.map(\.strength) == [nil, nil, .medium])
  }

  private func form(_ pattern: String) -> FormState {
    var field = FormField.Configuration(.text)
    field.input = .mask(CharacterPattern(pattern))
    return FormDescription.custom(fields: [field]).makeForm()
  }

  /// Each text as it is typed and as it is pasted, and the text that the field then has.
  @Test(arguments: [
    ("99", "12", "12"), ("99", "4\u{301}2", ""), ("9", "4\u{20E3}", ""), ("9", "\u{FF14}", ""),
    ("9", "\u{664}", ""),
    ("AA", "\u{E9}b", "\u{E9}b"), ("AA", "e\u{301}b", "e\u{301}b"), ("*A", "4\u{903}", ""),
    ("A9", "\u{903}", ""),
    ("**", "4\u{301}a", ""), ("**", "a4", "a4"), ("A", "4", ""),
  ])
  func `D1 a place for a digit takes one of ten characters, and no mark counts as a letter`(
    _ pattern: String, _ text: String, _ taken: String
  ) throws {
    #expect(try perform([.paste(text)], on: form(pattern)).texts == [taken])
    // Typed, a base takes its place before its mark is refused.
    let typed = try perform(.typing(text), on: form(pattern)).texts[0]
    #expect(
      !typed.unicodeScalars.contains {
        $0.properties.isDiacritic || $0.properties.numericType == .digit && !$0.isASCII
      })
    #expect(typed.unicodeScalars.allSatisfy { $0.properties.generalCategory != .spacingMark })
  }

  /// A character of 261 columns. Its field shows only that there is more text.
  @Test(arguments: ["A", "A-A", "AA-A", String(repeating: "-", count: 300) + "A"])
  func `D1 a paste of a character wider than any window harms nothing`(_ pattern: String) throws {
    let wide = "a" + String(repeating: "\u{903}", count: 260)
    for text in [wide, "a" + wide, "aa" + wide] {
      let played = try perform([.paste(text), .key(.left), .key(.right), .tab], on: form(pattern))
      #expect(played.terminal.isOver)
    }
    #expect(try perform([.paste(wide)], on: form(.text)).texts == [wide])
  }

  /// What a form hands out at the end of a script, by name; `nil` if it does not end.
  private func values(_ script: [Step], on form: FormState) throws -> [String: String]? {
    var terminal = ScriptedTerminal(script, fieldCount: form.fields.count)
    let screen = try FormScreen(form, appearance: .plain)
    let answer: Answer
    do throws(Ending) { answer = try screen.run(on: &terminal) } catch { return nil }
    var values: [String: String] = [:]
    for value in answer.values {
      answer.withText(of: value.name) { values[value.name] = String(copying: $0) }
    }
    return values
  }
}
