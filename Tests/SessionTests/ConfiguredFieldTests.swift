import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// Fields made from configuration values: points D1 to D5.
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

  @Test(
    arguments: [
      (FormField.Kind.name, "Enter your name..."), (.email, "Enter your email..."),
      (.password, "Enter your password..."), (.newPassword, "Enter your password..."),
    ])
  func `D2 each type has a default placeholder, and the caller's wins`(_ kind: FormField.Kind, text: String)
    throws
  {
    #expect(try perform([], on: form(kind)).shows(text))
    let field = FormField.Configuration(kind, placeholder: "Tell me")
    let played = try perform([], on: FormDescription.custom(fields: [field]).makeForm())
    #expect(played.shows("Tell me"))
    #expect(!played.rows.contains { $0.contains(text) && !$0.contains("Re-enter") })
  }

  @Test func `D3 passwords alone are secure, and the others show what is typed`() throws {
    for kind in FormField.Kind.allCases {
      let isSecure = kind == .password || kind == .newPassword
      #expect(FormField.Configuration(kind).isSecure == isSecure)
      let played = try perform(.typing("ab"), on: form(kind))
      #expect(played.frame.showsSecret == !isSecure)
      #expect(played.shows("show") == isSecure)
    }
  }

  @Test func `D3 e-mail has its own kind of keyboard, and words are raised in a name alone`() {
    let configurations = FormField.Kind.allCases.map { FormField.Configuration($0) }
    #expect(configurations.filter { $0.requirement == .email }.map(\.name) == ["email"])
    #expect(configurations.filter { $0.capitalizesWords }.map(\.name) == ["name"])
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

  @Test(
    arguments: [
      ([Step.control("w")], "ab ", "ab cd"), ([.control("u")], "", "ab cd"),
      ([.key(.home), .control("k")], "", "ab cd"),
      ([.key(.home), .key(.alt("d"))], " cd", "ab cd"), ([.key(Key(.backspace, .alt))], "ab ", "ab cd"),
      ([.key(.backspace), .key(.delete)], "ab c", "ab c"),
    ])
  func `E6 what is cut from a field that is no secret can be put back`(
    _ keys: [Step], cut: String, whole: String
  ) throws {
    #expect(try typed(.typing("ab cd") + keys, into: .text) == cut)
    #expect(try typed(.typing("ab cd") + keys + [.control("y")], into: .text) == whole)
  }

  @Test
  func `E6 what was cut can be put back into any field that is no secret, as an insertion that is asked for`()
    throws
  {
    let delegate = RecordingDelegate()
    let script: [Step] = .typing("ab") + [.control("u"), .tab, .control("y"), .key(.alt("y"))]
    let played = try perform(script, on: form(.text, .email), delegate: delegate)
    #expect(played.texts == ["", "abab"])
    #expect(played.lastCalls == ["1.shouldChange 2..<2 \"ab\"", "1.didChangeSelection", "1.editingChanged"])
    let refusing = RecordingDelegate(refusing: ["1.shouldChange"])
    #expect(try perform(script, on: form(.text, .email), delegate: refusing).texts == ["", ""])
    let blank = try perform(.typing("a b") + [.control("u"), .tab, .control("y")], on: form(.text, .email))
    #expect(blank.texts == ["", ""])
    #expect(blank.frame.notices == ["Not taken: an email address has no spaces"])
  }

  @Test func `E6 a cut that is refused keeps nothing`() throws {
    let delegate = RecordingDelegate(refusing: ["0.shouldClear"])
    let played = try perform(
      .typing("ab") + [.control("u"), .control("y")], on: form(.text), delegate: delegate)
    #expect(played.texts == ["ab"])
    #expect(played.terminal.beeps == 1)
  }

  @Test func `E6 a secure field leaves what was cut as it was, and takes nothing of it`() throws {
    let script: [Step] =
      .typing("ada") + [.control("u"), .tab] + .typing("secret") + [
        .control("r"), .control("u"), .control("y"),
      ]
    let played = try perform(script, on: form(.text, .password))
    #expect(played.texts == ["", ""])
    #expect(played.terminal.beeps == 1)
    #expect(
      try perform(script + [.backTab, .control("y")], on: form(.text, .password)).texts == ["ada", ""])
  }

  @Test func `E6 the page of keys names Ctrl-Y where a field is no secret, and is whole at 80x24`() throws {
    let keys = [Step.key(.function(1))]
    let played = try perform(keys, on: form(.text, .password))
    #expect(played.rows.contains { $0.contains("^Y, Alt-Y") && $0.contains("put back what was cut") })
    #expect(!played.shows("PgUp PgDn"))
    #expect(!(try perform(keys, on: form(.password)).shows("^Y")))
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
    var hidden = FormField.Configuration(.password)
    hidden.isRevealable = false
    let played = try perform(
      [], on: FormDescription.custom(fields: [hidden, FormField.Configuration(.email)]).makeForm())
    #expect(played.rows.count { $0.contains("◙") } == 1)
    #expect(!played.shows("show"))
  }

  @Test(arguments: [FormField.Kind.text, .name, .email])
  func `D5 a field that is no secret has a clear sign while it has the focus and a text`(
    _ kind: FormField.Kind
  ) throws {
    let form = form(kind, .text)
    func signs(_ script: [Step]) throws -> Int {
      try perform(script, on: form).rows.count { $0.contains("✕") }
    }
    #expect(try signs([]) == 0)
    #expect(try signs(.typing("a")) == 1)
    #expect(try signs(.typing("a") + [.tab]) == 0)
    #expect(try signs(.typing("a") + [.tab, .backTab]) == 1)
    #expect(try signs(.typing("a") + [.key(.backspace)]) == 0)
    #expect(try perform(.typing("a"), on: self.form(.password)).rows.allSatisfy { !$0.contains("✕") })
    let ascii = try perform(.typing("a"), on: form, appearance: Appearance(glyphs: .ascii, width: .standard))
    #expect(ascii.rows.contains { $0.contains(" x #") || $0.hasSuffix(" x") })
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

  @Test func `C6 a field starts with its text, which is validated at once, and its error waits for a pause`()
    throws
  {
    var email = FormField.Configuration(.email)
    email.text = "ada@example"
    var password = FormField.Configuration(.password)
    password.text = "never in a secure field"
    var description = FormDescription.custom(fields: [email, password])
    let played = try perform([.wait(milliseconds: 1500)], on: description.makeForm())
    #expect(played.texts == ["ada@example", ""])
    #expect(played.frame.errors == ["Invalid email address."])
    #expect(try perform([], on: description.makeForm()).frame.errors == [])
    description.fields[0].text = "ada@example.org"
    description.firstField = 1
    let form = description.makeForm()
    let accepted = try values(.typing("Abcdef1!") + [.enter], on: form)
    #expect(accepted == ["email": "ada@example.org", "password": "Abcdef1!"])
    #expect(!(try perform([], on: form).calls.joined().contains("0.editingChanged")))
  }

  @Test func `a text that a field cannot hold is refused at the start`() throws {
    for text in ["a\u{7}", String(repeating: "a", count: 5000)] {
      var name = FormField.Configuration(.name)
      name.text = text
      #expect(throws: WatchwordError.self) {
        try perform([], on: FormDescription.custom(fields: [name]).makeForm())
      }
    }
  }

  @Test func `D1 each field for a new password has its own confirm field, the first has bars and panel`()
    throws
  {
    let form = form(.newPassword, .newPassword)
    let texts = ["Abcdef1!gh", "Abcdef1!gh", "Ghijkl2?#m", "Ghijkl2?#m"]
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
    var email = FormField.Configuration(.email)
    email.isOptional = true
    let form = FormDescription.custom(fields: [FormField.Configuration(.name), email]).makeForm()
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
    let form = FormDescription.signUp().makeForm()
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
    for value in answer.values {
      answer.withText(of: value.name) { values[value.name] = String(copying: $0) }
    }
    return values
  }
}
