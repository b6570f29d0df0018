import TestSupport
import Testing
import Watchword
import WatchwordForms
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// Fields made from configuration values: points D1 to D5.
@Suite struct ConfiguredFieldTests {
  private func form(_ kinds: TextField.Kind...) -> FormState {
    CustomForm(fields: kinds.map { TextField.Configuration($0) }).makeForm()
  }

  private func typed(_ script: [Step], into kind: TextField.Kind) throws -> String {
    try perform(script, on: form(kind)).texts[0]
  }

  @Test func `D1 what differs between fields is a small value made from a type and a placeholder`() {
    let email = TextField.Configuration(.email, placeholder: "Where to?")
    #expect(email.placeholder == "Where to?")
    #expect(email != TextField.Configuration(.email))
    #expect(TextField.Configuration(.password) == TextField.Configuration(.password))
    let fields = form(.text, .name, .email, .password).fields
    #expect(fields.map(\.configuration.name) == ["text", "name", "email", "password"])
  }

  @Test(
    arguments: [
      (TextField.Kind.name, "Enter your name..."), (.email, "Enter your email..."),
      (.password, "Enter your password..."), (.newPassword, "Enter your password..."),
    ])
  func `D2 each type has a default placeholder, and the caller's wins`(_ kind: TextField.Kind, text: String)
    throws
  {
    #expect(try perform([], on: form(kind)).shows(text))
    let field = TextField.Configuration(kind, placeholder: "Tell me")
    let played = try perform([], on: CustomForm(fields: [field]).makeForm())
    #expect(played.shows("Tell me"))
    #expect(!played.rows.contains { $0.contains(text) && !$0.contains("Re-enter") })
  }

  @Test func `D3 passwords alone are secure, and the others show what is typed`() throws {
    for kind in TextField.Kind.allCases {
      let isSecure = kind == .password || kind == .newPassword
      #expect(TextField.Configuration(kind).isSecure == isSecure)
      let played = try perform(.typing("ab"), on: form(kind))
      #expect(played.frame.showsSecret == !isSecure)
      #expect(played.shows(" show") == isSecure)
    }
  }

  @Test func `D3 e-mail has its own kind of keyboard, and words are raised in a name alone`() {
    let configurations = TextField.Kind.allCases.map { TextField.Configuration($0) }
    #expect(configurations.filter { $0.keyboard == .emailAddress }.map(\.name) == ["email"])
    #expect(configurations.filter { $0.capitalization == .words }.map(\.name) == ["name"])
  }

  @Test(
    arguments: [
      ("ada lovelace", "Ada Lovelace"), ("ADA", "ADA"), ("éric", "Éric"), ("ωμέγα", "Ωμέγα"),
      ("жанна", "Жанна"),
      ("ǆ", "ǅ"), ("ärger ö", "Ärger Ö"), ("ßx", "ßx"), ("ქართ", "ქართ"), ("漢字", "漢字"), ("1a b", "1a B"),
      ("mcDonald", "McDonald"), ("o'brien", "O'brien"), ("anna\u{A0}b", "Anna\u{A0}B"), ("  a", "  A"),
      ("აბ", "აბ"), ("ա", "Ա"), ("𐐨", "𐐀"),
    ])
  func `D3 the first letter of each word of a name is raised, in every script that has case`(
    _ text: String, expected: String
  ) throws {
    #expect(try typed(.typing(text), into: .name) == expected)
    #expect(try typed(.typing(text), into: .text) == text)
  }

  @Test func `D3 a letter that the person changed back is left alone`() throws {
    let backspace = Step.key(.backspace)
    #expect(try typed(.typing("v") + [backspace] + .typing("van der Berg"), into: .name) == "van Der Berg")
    #expect(
      try typed(
        .typing("v") + [backspace] + .typing("van d") + [backspace] + .typing("der Berg"), into: .name)
        == "van der Berg")
    let later: [Step] = .typing("van") + [.key(.home), .key(.delete)] + .typing("v")
    #expect(try typed(later, into: .name) == "van")
    #expect(try typed(later + [backspace] + .typing("v"), into: .name) == "van")
  }

  @Test func `D3 it stays changed back while the text before it changes`() throws {
    let script: [Step] =
      .typing("jan v") + [.key(.backspace)] + .typing("v") + [.key(.home)] + .typing("dr ")
      + [.key(.end), .key(.backspace)] + .typing("van")
    #expect(try typed(script, into: .name) == "Dr Jan van")
  }

  @Test func `D3 another letter at the same place is raised, and clearing starts afresh`() throws {
    #expect(try typed(.typing("v") + [.key(.backspace)] + .typing("kim"), into: .name) == "Kim")
    #expect(
      try typed(.typing("va") + [.control("u")] + .typing("van"), into: .name) == "Van")
  }

  @Test func `D3 only what is typed at the start of a word is raised, nothing pasted`() throws {
    #expect(try typed([.paste("ada lovelace")], into: .name) == "ada lovelace")
    #expect(try typed([.paste("da"), .key(.home)] + .typing("a"), into: .name) == "Ada")
    #expect(try typed([.paste("a"), .key(.end)] + .typing("da"), into: .name) == "ada")
  }

  @Test func `D3 a delegate is asked about the letter as it will stand`() throws {
    let delegate = RecordingDelegate()
    let played = try perform(.typing("a"), on: form(.name), delegate: delegate)
    #expect(played.lastCalls.first == "0.shouldChange 0..<0 \"A\"")
  }

  @Test(arguments: [" ", "\u{A0}", "\u{3000}", "\u{200B}"])
  func `D3 the e-mail type refuses white space as it is typed`(_ blank: String) throws {
    let played = try perform(.typing("a" + blank), on: form(.email))
    #expect(played.texts[0] == "a")
    #expect(played.frame.notices == ["Not taken: an email address has no spaces"])
    #expect(played.terminal.beeps == 1)
    #expect(try perform([.paste("a" + blank + "b")], on: form(.email)).texts[0] == "")
  }

  @Test(
    arguments: [
      ("  ada@example.org ", "ada@example.org"), ("\u{A0}a\u{3000}\n", "a"), ("a", "a"), ("  ", ""), ("", ""),
    ])
  func `D3 blanks at the ends of a pasted e-mail address are trimmed`(_ pasted: String, expected: String)
    throws
  {
    let played = try perform([.paste(pasted)], on: form(.email))
    #expect(played.texts[0] == expected)
    #expect(played.frame.notices == [])
    #expect(try perform([.paste("  a ")], on: form(.text)).texts[0] == "  a ")
  }

  @Test(arguments: ["a\nb", "a\tb", "a\u{7}", "\ta", "a\u{85}b"])
  func `D3 control characters and line breaks in a pasted e-mail address are refused visibly`(
    _ pasted: String
  )
    throws
  {
    let played = try perform([.paste(pasted)], on: form(.email))
    #expect(played.texts[0] == "")
    #expect(played.frame.notices == ["Not pasted: it holds a control character"])
  }

  @Test func `D3 a name of 10,000 characters is refused visibly`() throws {
    let played = try perform([.paste(String(repeating: "a", count: 10_000))], on: form(.name))
    #expect(played.texts[0] == "")
    #expect(played.frame.notices == ["Not taken: a field holds 4,096 bytes"])
  }

  @Test func `D4 the active field has a heavy border, and one alone`() throws {
    for tabs in 0..<3 {
      let played = try perform(Array(repeating: .tab, count: tabs), on: form(.text, .name, .email))
      #expect(played.rows.count { $0.contains("┏") } == 1)
      let heavy = try #require(played.rows.firstIndex { $0.contains("┏") })
      #expect(played.frame.cursor?.row == heavy + 1)
    }
  }

  @Test func `D5 lock and sign stand where the configuration says`() throws {
    var hidden = TextField.Configuration(.password)
    hidden.isRevealable = false
    let played = try perform(
      [], on: CustomForm(fields: [hidden, TextField.Configuration(.email)]).makeForm())
    #expect(played.rows.count { $0.contains("◙") } == 1)
    #expect(!played.shows("show"))
  }

  @Test func `D5 a clear sign stands where the configuration says, and clears its field`() throws {
    var name = TextField.Configuration(.name)
    name.hasClearSign = true
    let form = CustomForm(fields: [name, TextField.Configuration(.email)]).makeForm()
    let opened = try perform([], on: form)
    #expect(opened.rows.count { $0.contains("✕") } == 1)
    let row = try #require(opened.rows.firstIndex { $0.contains("✕") })
    let sign = Step.press(row: row, column: 74)
    let delegate = RecordingDelegate()
    let played = try perform(.filling("ada", "x") + [sign], on: form, delegate: delegate)
    #expect(played.texts == ["", "x"])
    #expect(played.lastCalls.suffix(3) == ["0.shouldClear", "0.didChangeSelection", "0.editingChanged"])
    #expect(played.frame.cursor?.row == row)
    let refused = RecordingDelegate(refusing: ["0.shouldClear"])
    #expect(try perform(.filling("ada", "x") + [sign], on: form, delegate: refused).texts == ["Ada", "x"])
    #expect(try perform([sign], on: form).terminal.beeps == 1)
  }

  @Test func `a field starts with its text, which is validated at once`() throws {
    var email = TextField.Configuration(.email)
    email.text = "ada@example"
    var password = TextField.Configuration(.password)
    password.text = "never in a secure field"
    var description = CustomForm(fields: [email, password])
    let played = try perform([], on: description.makeForm())
    #expect(played.texts == ["ada@example", ""])
    #expect(played.frame.errors == ["Invalid email address."])
    description.fields[0].text = "ada@example.org"
    description.firstField = 1
    let form = description.makeForm()
    let accepted = try values(.typing("Abcdef1!") + [.enter], on: form)
    #expect(accepted == ["email": "ada@example.org", "password": "Abcdef1!"])
    #expect(!(try perform([], on: form).calls.joined().contains("0.editingChanged")))
  }

  @Test func `a text that a field cannot hold is refused at the start`() throws {
    for text in ["a\u{7}", String(repeating: "a", count: 5000)] {
      var name = TextField.Configuration(.name)
      name.text = text
      #expect(throws: WatchwordError.self) { try perform([], on: CustomForm(fields: [name]).makeForm()) }
    }
  }

  @Test func `D1 each field for a new password has its own confirm field, the first has bars and panel`()
    throws
  {
    let form = form(.newPassword, .newPassword)
    let texts = ["Abcdef1!", "Abcdef1!", "Ghijkl2?#", "Ghijkl2?#"]
    let played = try perform(.filling(texts[0], texts[1], texts[2], "x"), on: form)
    #expect(played.texts.count == 4)
    #expect(played.rows.count { $0.contains("Too weak") } <= 1)
    #expect(form.fields.map(\.configuration.confirmedField) == [nil, 0, nil, 2])
    let script: [Step] = .filling(texts[0], texts[1], texts[2], "x")
    let wrong = try perform(script + [.tab], on: form, size: Size(columns: 80, rows: 40))
    #expect(wrong.frame.errors == ["Passwords do not match."])
    #expect(
      try perform(.filling(texts[0], texts[1], texts[2], texts[3]) + [.enter], on: form).ending != .cancelled)
  }

  @Test func `C7 an optional field may be empty, and is judged where it is not`() throws {
    var email = TextField.Configuration(.email)
    email.isOptional = true
    let form = CustomForm(fields: [TextField.Configuration(.name), email]).makeForm()
    #expect(try values(.typing("ada") + [.tab, .enter], on: form) == ["name": "Ada", "email": ""])
    #expect(try values(.filling("ada", "x") + [.enter], on: form) == nil)
  }

  @Test func `C2 a name of blanks is none`() throws {
    #expect(try values(.typing("  ") + [.enter], on: form(.name)) == nil)
  }

  @Test
  func `the answer has a value for each field but the one that confirms, and a strength where it was chosen`()
    throws
  {
    let form = CustomForm.signUp().makeForm()
    let script: [Step] =
      .filling("ada", "a@b.cd", "Abcdefghi1!", "Abcdefghi1!") + [.enter]
    #expect(try values(script, on: form) == ["name": "Ada", "email": "a@b.cd", "password": "Abcdefghi1!"])
    var terminal = ScriptedTerminal(script, fieldCount: 4)
    guard
      case .accepted(let answer) = try Session(form, appearance: .plain).run(
        on: &terminal)
    else {
      Issue.record("not accepted")
      return
    }
    #expect(answer.values.map(\.name) == ["name", "email", "password"])
    #expect(answer.values.map(\.isSecure) == [false, false, true])
    #expect(answer.values.map(\.strength) == [nil, nil, .medium])
  }

  /// What a form hands out at the end of a script, by name; `nil` where it does not end.
  private func values(_ script: [Step], on form: FormState) throws -> [String: String]? {
    var terminal = ScriptedTerminal(script, fieldCount: form.fields.count)
    let session = try Session(form, appearance: .plain)
    guard case .accepted(let answer) = try session.run(on: &terminal) else { return nil }
    var values: [String: String] = [:]
    for value in answer.values { answer.withText(of: value) { values[value.name] = String(copying: $0) } }
    return values
  }
}
