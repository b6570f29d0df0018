import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

/// A form in line mode, without a terminal.
@Suite struct DialogueTests {
  private struct Played {
    let output: String
    let values: [String]
    let ending: Ending
    var isAccepted: Bool { ending == .accepted }
    var prompts: [String] = []
  }

  /// Plays `script` to `form`. A password with "weak" in it is weak, one with "medium" medium, all others strong.
  private func play(
    _ form: FormState, _ script: [Step], columns: Int = 80,
    delegate: (any TextFieldDelegate)? = nil
  ) throws -> Played {
    let meter = LevelMeter { text in
      text.contains("weak") ? .weak : text.contains("medium") ? .medium : .strong
    }
    let session = try Session(form, judge: Judge(meter: meter), delegate: delegate)
    var dialogue = Dialogue(
      session, on: ScriptedTerminal(script, fieldCount: 0, size: Size(columns: columns, rows: 24)))
    var (values, ending) = ([String](), Ending.accepted)
    do throws(Ending) {
      let answer = try dialogue.run()
      values = answer.values.map { value in answer.withText(of: value) { String(copying: $0) } }
    } catch {
      if let failure = error.failure { throw failure }
      ending = error
    }
    #expect(dialogue.terminal.hasForgottenPaste)
    return Played(
      output: dialogue.terminal.printed ?? "", values: values, ending: ending,
      prompts: dialogue.terminal.prompts)
  }

  @Test(arguments: [
    ("mediummedium", "Missing: any 2 of an uppercase letter, a digit, a special character."),
    ("MEDIUMmedium", "Missing: a digit or a special character."),
    ("Ab3", "Missing: 8-32 characters."),
    (
      "Ab weak",
      "Spaces are not allowed here. Missing: 8-32 characters; a digit or a special character. Too weak: choose a stronger\npassword."
    ),
    ("", "Enter your password."),
  ])
  func `I1 what is missing from a group is named, alternatives joined by or, and no more than is open`(
    _ password: String, _ reason: String
  ) throws {
    let played = try play(FormDescription.newPassword().makeForm(), [.line(password)])
    let words = played.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let expected = "Not accepted. \(reason)".split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("New password: \(expected) New password:"), "\(played.output)")
  }

  @Test func `R6 I1 a refusal of a program's new password names the way out`() throws {
    var form = FormDescription.newPassword()
    for asker in ["htpasswd", nil] {
      form.asker = asker
      let played = try play(form.makeForm(), [.line("Ab3")])
      let words = played.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("Not accepted."))
      #expect(words.contains("An empty line leaves the question to you.") == (asker != nil))
    }
  }

  /// Refuses every change except in the first field.
  private final class Stubborn: TextFieldDelegate {
    func textField(
      _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
      in form: borrowing RunningForm
    ) -> Bool { textField.tag == 0 }
  }

  @Test func `I1 a delegate decides as in the form`() throws {
    let played = try play(
      FormDescription.signIn().makeForm(), [.line("a@b.cd"), .line("x")], delegate: Stubborn())
    #expect(played.output.contains("Password: \nNot taken.\nPassword: "))
  }

  /// Says no to the call of that name, with a reason.
  private final class Reasoning: TextFieldDelegate {
    let call: String
    var count = 0

    init(in call: String) { self.call = call }

    private func answer(_ call: String, _ form: borrowing RunningForm) -> Bool {
      guard call == self.call else { return true }
      count += 1
      return count > 1 || form.refuse("Pick a month from 1 to 12")
    }

    func textFieldShouldEndEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
      answer("end", form)
    }
    func textFieldShouldReturn(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
      answer("return", form)
    }
    func textField(
      _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
      in form: borrowing RunningForm
    ) -> Bool {
      if call == "set" { return form.refuse(settingText: "0" + String(copying: replacement)) }
      return answer("change", form)
    }
    func formShouldSubmit(_ form: borrowing RunningForm) -> Bool { answer("submit", form) }
  }

  @Test(arguments: ["end", "return", "change"])
  func `I1 E3 the reason of a no is said once, and the field is asked for again`(call: String) throws {
    let form = FormDescription.custom(fields: ["month", "year"].map { .init(.text, name: $0) }).makeForm()
    let played = try play(form, [.line("5"), .line("5"), .line("30")], delegate: Reasoning(in: call))
    #expect(played.values == ["5", "30"], "\(played.output)")
    #expect(played.output.ranges(of: "Pick a month from 1 to 12.").count == 1, "\(played.output)")
  }

  @Test func `I1 E3 the reason why a form is not submitted is said, and Enter tries again`() throws {
    let form = FormDescription.custom(fields: ["month", "year"].map { .init(.text, name: $0) }).makeForm()
    let played = try play(form, [.line("5"), .line("30"), .line("")], delegate: Reasoning(in: "submit"))
    #expect(played.values == ["5", "30"], "\(played.output)")
    #expect(played.output.ranges(of: "Pick a month from 1 to 12.").count == 1, "\(played.output)")
  }

  @Test func `I1 E3 a text that a delegate sets instead is the answer`() throws {
    let form = FormDescription.custom(fields: [.init(.text, name: "month")]).makeForm()
    let played = try play(form, [.line("5")], delegate: Reasoning(in: "set"))
    #expect(played.values == ["05"] && !played.output.contains("Not taken"), "\(played.output)")
  }

  @Test func `I1 a pattern is shown as an example, and a line with separators is taken apart`() throws {
    var field = FormField.Configuration(.text, name: "card", placeholder: "9999 9999")
    field.input = .mask(CharacterPattern("9999 9999"))
    (field.label, field.text) = ("Card", "12345678")
    var form = FormDescription.custom(fields: [field]).makeForm()
    let kept = try play(form, [.line("")])
    #expect(kept.values == ["12345678"] && kept.output.contains("Card [1234 5678]:"), "\(kept.output)")
    field.text = ""
    form = FormDescription.custom(fields: [field]).makeForm()
    let played = try play(form, [.line("12x4"), .line("123"), .line("1234-5678")])
    #expect(played.values == ["12345678"] && played.output.contains("Card (9999 9999):"), "\(played.output)")
    #expect(
      played.output.ranges(of: "It has to look like 9999 9999.").count == 2, "\(played.output)")
  }

  @Test func `I1 J2 a delegate that goes to the next field when one is full makes the talk skip none`() throws
  {
    let fields = ["code", "city", "street"].map { FormField.Configuration(.text, name: $0) }
    let delegate = RecordingDelegate()
    delegate.wishes = ["0.editingChanged": [.focus(1)]]
    let played = try play(
      FormDescription.custom(fields: fields).makeForm(), [.line("1234"), .line("Graz"), .line("Ring 1")],
      delegate: delegate)
    #expect(played.isAccepted && played.values == ["1234", "Graz", "Ring 1"])
    #expect(delegate.calls.filter { $0.hasSuffix("shouldReturn") } == ["1.shouldReturn", "2.shouldReturn"])
  }

  /// Refuses the first change for a reason, and after the next one goes on to the last field.
  private final class Hasty: TextFieldDelegate {
    private var isRefused = false

    func textField(
      _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
      in form: borrowing RunningForm
    ) -> Bool {
      defer { isRefused = true }
      return isRefused || form.refuse("Sold out")
    }
    func textField(
      _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
    ) {
      if event == .editingChanged { form.base.becomeFirstResponder(1) }
    }
  }

  @Test(arguments: [FormField.Kind.choice, .text])
  func `I1 D6 a reason is said of the line that it is about, whatever the line chooses`(
    _ kind: FormField.Kind
  ) throws {
    var fields = [FormField.Configuration(kind, name: "size"), FormField.Configuration(.text, name: "city")]
    if kind == .choice { fields[0].take(.choice(Choices(["small", "large"])), .english) }
    let played = try play(
      FormDescription.custom(fields: fields).makeForm(), [.line("small"), .line("large"), .line("Graz")],
      delegate: Hasty())
    #expect(played.values == ["large", "Graz"], "\(played.output)")
    #expect(played.output.ranges(of: "Sold out.").count == 1, "\(played.output)")
  }

  @Test func `I1 J2 an error that a delegate sets when the form begins is said, once`() throws {
    let delegate = RecordingDelegate()
    delegate.wishes = ["0.didBeginEditing": [.error("Closed today.", 0)]]
    let played = try play(
      FormDescription.custom(fields: [FormField.Configuration(.text, name: "city")]).makeForm(), [],
      delegate: delegate)
    #expect(played.output.split(separator: "\n").filter { $0.contains("Closed today.") }.count == 1)
  }

  @Test func `I1 J2 a field that is shown later, above, is asked for before the form is accepted`() throws {
    var fields = ["kind", "company", "city"].map { FormField.Configuration(.text, name: $0) }
    fields[1].visibility = .hidden
    fields[1].isOptional = true
    let delegate = RecordingDelegate()
    delegate.wishes = ["2.editingChanged": [.hidden(false, 1)]]
    let form = FormDescription.custom(fields: fields).makeForm()
    let played = try play(form, [.line("club"), .line("Graz"), .line("Acme")], delegate: delegate)
    #expect(played.isAccepted && played.values == ["club", "Acme", "Graz"], "\(played.output)")
    delegate.refusals = ["1.shouldBeginEditing"]
    let refusing = try play(form, [.line("club"), .line("Graz"), .line("")], delegate: delegate)
    #expect(refusing.isAccepted && refusing.values == ["club", "", "Graz"], "\(refusing.output)")
  }

  @Test func `I1 J2 a field that is hidden as its text changes is not waited for`() throws {
    var fields = ["kind", "town"].map { FormField.Configuration(.text, name: $0) }
    fields[0].validator = FieldValidator(.later { _, _ in {} })
    let delegate = RecordingDelegate()
    delegate.wishes = ["0.editingChanged": [.hidden(true, 0)]]
    let played = try play(
      FormDescription.custom(fields: fields).makeForm(), [.line("club"), .line("Graz")], delegate: delegate)
    #expect(played.isAccepted && played.values == ["Graz"], "\(played.output)")
  }

  @Test func `I1 J2 a field that is disabled is neither asked for nor missed`() throws {
    var fields = ["country", "state", "town"].map { FormField.Configuration(.text, name: $0) }
    fields[1].isEnabled = false
    let played = try play(
      FormDescription.custom(fields: fields).makeForm(), [.line("Austria"), .line("Graz")])
    #expect(played.isAccepted && played.values == ["Austria", "", "Graz"])
    #expect(!played.output.contains("state"))
  }

  /// Refuses to begin, or moves or drops the focus, in the call of that name.
  private final class Restless: TextFieldDelegate {
    let call: String

    init(call: String) { self.call = call }

    func textFieldShouldBeginEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool
    {
      call != "shouldBegin"
    }

    func textField(
      _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
    ) {
      guard "\(event)" == call else { return }
      if call == "editingDidEndOnExit" {
        form.base.becomeFirstResponder(1 - textField.tag)
      } else {
        form.base.endEditing(force: true)
      }
      form.base.setErrorMessage("Not today.", of: 1)
    }
  }

  @Test(
    arguments: ["shouldBegin", "editingDidBegin", "editingDidEndOnExit", "primaryActionTriggered"],
    ["Escape", "Control-C", "nothing"])
  func `I1 J2 whatever a delegate does with the focus, the talk listens, and can be ended`(
    call: String, end: String
  ) async {
    await #expect(processExitsWith: .success) { [call = call as String, end = end as String] in
      alarm(20)
      var form = FormDescription.custom(fields: [
        FormField.Configuration(.text), FormField.Configuration(.email),
      ])
      form.timeLimit = .seconds(60)
      let script: [Step] =
        switch end {
        case "Escape": [.line("a"), .line("b"), .event(.key(.control("d")))]
        case "nothing": [.line("a"), .line("b"), .wait(.seconds(61))]
        default: []
        }
      let played = try DialogueTests().play(form.makeForm(), script, delegate: Restless(call: call))
      exit(!played.isAccepted && (played.ending == .timeLimit) == (end == "nothing") ? 0 : 1)
    }
  }

  @Test func `I1 white space in an address and too many bytes are refused in words`() throws {
    var form = FormDescription.signIn()
    form.fields[1].maximumBytes = 8
    let played = try play(
      form.makeForm(), [.line("a b@c.de"), .line(" a@c.de "), .line("123456789"), .line("12345678")])
    #expect(played.values == ["a@c.de", "12345678"])
    #expect(played.output.contains("Not taken: an email address has no spaces.\nEmail: "), "\(played.output)")
    #expect(played.output.contains("Not taken: 9 bytes, at most 8.\nPassword: "), "\(played.output)")
  }

  @Test func `I1 a line from the kernel that is no text is refused in words`() throws {
    let reasons: [(Event.InputProblem, String)] = [
      (.controlCharacter, "Not taken: it holds a control character, as an arrow key types one."),
      (.notText, "Not taken: not a character of this terminal's encoding."),
      (.noCharacterSet, "Not taken: only ASCII works in this locale."),
    ]
    for (reason, words) in reasons {
      let played = try play(FormDescription.ask().makeForm(), [.event(.refused(reason)), .line("x")])
      #expect(played.output.contains(words + "\nPassword: ") && played.values == ["x"])
    }
  }

  @Test func `I1 a stop stops, and Control-C and Control-D cancel`() throws {
    for key in [Key.control("c"), .control("d")] {
      let played = try play(FormDescription.ask().makeForm(), [.event(.stop), .event(.key(key)), .line("x")])
      #expect(!played.isAccepted)
    }
  }

  @Test func `I1 a stop withdraws an offer, and Enter does not take what is there no more`() throws {
    let played = try play(
      FormDescription.newPassword().makeForm(), [.line("", end: .make), .event(.stop), .line(""), .line("?")])
    #expect(played.output.contains("The password is there no more.\nNew password: \nThe rules:"))
  }

  @Test func `I1 F4 shorter and longer make another password, and it is said that there is none`() throws {
    func play(_ words: [String]) throws -> Played {
      let lines = (words + [""]).map { Step.line($0) }
      return try self.play(FormDescription.newPassword().makeForm(), [.line("", end: .make)] + lines)
    }
    let played = try play(["longer", "L", "shorter", "another"])
    let bits = played.output.matches(of: /Strong password, (\d+) bits\./).map { String($0.1) }
    #expect(bits == ["76", "82", "88", "82", "82"] && played.values.first?.count == 14)
    let least = try play(Array(repeating: "s", count: 6))
    #expect(least.values.first?.count == 8)
    #expect(
      least.output.contains("There is no suggestion of that length.\nEnter takes it."), "\(least.output)")
  }

  @Test(arguments: [
    ("Sign in", "Sign in."), ("Sign in?", "Sign in?"), ("Done.", "Done."), ("(optional)", "(optional)."),
    ("完了。", "完了。"), ("", ""),
  ])
  func `I1 a title ends as a sentence does`(_ title: String, _ sentence: String) {
    #expect(Texts.english.sentence(title) == sentence)
  }

  /// Emacs hides only what is typed after a prompt that it knows.
  @Test(arguments: ["en", "de", "es", "fr", "ja", "pt_BR", "zh_CN"])
  func `I1 each question for a secret ends in a line that Emacs knows`(language: String) throws {
    let texts = language == "en" ? .english : try POFile("Sources/Languages/po/\(language).po").texts
    let words = [
      "New password", "New password again", "Old password", "Password", "PIN", "Passphrase", "Passwort",
      "Mot de passe",
      "Contraseña", "Senha", "パスワード", "密码",
    ]
    let known = try Regex("(\(words.joined(separator: "|")))[ \u{A0}]?[:：] ")
    var forms = [
      FormDescription.newPassword(texts), .change(texts), .ask(texts), .signIn(texts), .signUp(texts),
    ]
    for label in ["PIN", "Admin PIN", "Backup passphrase", "Repeat", "Kennwort der Sicherung"] {
      var form = FormDescription.ask(texts)
      form.fields[0].label = label
      forms.append(form)
    }
    for form in forms {
      let before = form.fields.prefix { !$0.isSecure }.map { _ in
        ScriptedTerminal.Step.line("ann@example.org")
      }
      let played = try play(
        form.makeForm(),
        before + [
          .line("Sunflower-1", end: .show), .line(""), .line("Sunflower-1"), .line("Sunflower-2"), .line("x"),
          .line(""),
        ])
      #expect(!played.prompts.isEmpty || form.fields.allSatisfy { !$0.isSecure })
      for prompt in played.prompts { #expect(try known.wholeMatch(in: prompt) != nil, "\(prompt)") }
    }
  }

  @Test func `I3 a language ends its sentences in its own way, and joins them so`() throws {
    let catalogue = Texts(
      ListedLanguage([
        "{text}.": "{text}。", "{sentence} {next}": "{sentence}{next}", "spelling\u{4},": "、",
        "What you type is not shown.": "表示しません。", "Not accepted.": "使えません。",
      ]))
    var form = FormDescription.ask(catalogue)
    form.title = "登录"
    #expect(try play(form.makeForm(), []).output.hasPrefix("登录。表示しません。Ctrl-C stops.\n"))
    let offer = try play(FormDescription.newPassword(catalogue).makeForm(), [.line("", end: .make)])
    #expect(offer.output.contains("、 "))
    let refused = try play(FormDescription.newPassword(catalogue).makeForm(), [.line("mediummedium")])
    #expect(refused.output.contains("使えません。Missing: any 2 of"))
  }

  @Test func `I1 a terminal that hangs up is an error, as on the screen`() throws {
    #expect(throws: WatchwordError.terminalGone) {
      _ = try play(FormDescription.ask().makeForm(), [.event(.hangUp)])
    }
  }

  @Test func `I1 a time limit counts from the last line, and is said at the start and near the end`() throws {
    var form = FormDescription.ask()
    form.timeLimit = .seconds(60)
    let played = try play(form.makeForm(), [.wait(.seconds(45)), .line("x")])
    #expect(
      played.output == """
        Password required. What you type is not shown. Ctrl-C stops.
        This ends after 60 seconds without an answer.
        Password: 
        This ends in 20 seconds without an answer.
        Password: 

        """)
    #expect(try play(form.makeForm(), [.wait(.seconds(61)), .line("x")]).ending == .timeLimit)
  }

  @Test func `I4 a question takes its words, letters, and English`() throws {
    let buttons = [FormButton("Ja", accelerator: "j"), FormButton("Nein", accelerator: "n", effect: .cancel)]
    let form = FormDescription.question(title: "Frage", text: "Wirklich?", buttons: buttons)
    for (word, isAccepted) in [("j", true), ("JA", true), ("n", false), ("nein", false)] {
      let played = try play(form.makeForm(), [.line(""), .line("what"), .line(word)])
      #expect(played.isAccepted == isAccepted)
      #expect(played.output == "Frage.\nWirklich?\nCtrl-C stops.\nJa, Nein? \nJa, Nein? \nJa, Nein? \n")
    }
  }

  @Test func `I4 a letter that stands behind a word need not be typed with it`() throws {
    let buttons = [
      FormButton("はい (Y)", accelerator: "y"), FormButton("否(N)", accelerator: "n", effect: .cancel),
    ]
    let form = FormDescription.question(title: "", text: "?", buttons: buttons)
    for (word, isAccepted) in [
      ("はい", true), ("はい (y)", true), ("Y", true), ("否", false), ("否(N)", false), ("n", false),
    ] {
      let played = try play(form.makeForm(), [.line("what"), .line(word)])
      #expect(played.isAccepted == isAccepted)
      #expect(played.output.split(separator: "\n").count { $0.hasPrefix("はい") } == 2, "\(word)")
    }
  }

  @Test(arguments: [
    ("n", "n", true), (" N\u{3000}", "n", true), ("no", "n", false), ("", "n", false), ("n o", "no", false),
    ("ÉTÉ", "été", true), ("Si", "sí", true), ("NAO", "Não", true), ("sí", "si", false), ("è", "é", false),
    ("？", "?", true), ("ｎ", "n", true), ("ＹＥＳ", "yes", true),
    ("a b", "a b", true), ("?", "?", true), ("??", "?", false),
  ]) func `I4 a word is compared without its case and the white space around it`(
    _ text: String, _ word: String, _ isWord: Bool
  ) { #expect(text.utf8Span.isWord(word) == isWord) }
}

/// A meter that reads the level from the text.
private struct LevelMeter: Meter {
  let level: (String) -> Level

  func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    Estimate(level: level(String(copying: text)))
  }
}
