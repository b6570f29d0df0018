import Testing
import WatchwordScreen

@testable import Watchword

/// Verdicts on the whole form, and fields that come and go, without a session.
@Suite struct VerdictTests {
  @Test func `D4 a field in error keeps a red border when it has lost the focus, until the error goes`() {
    func borders(_ stage: Rehearsal) -> [Style.Role] {
      let (frame, layout) = (stage.frame, stage.layout)
      return layout.fields.map { frame[layout.row($0.textLine) ?? 0, layout.left].style.role }
    }
    let stage = Rehearsal().after("abc Tab")
    #expect(borders(stage) == [.errorBorder, .activeBorder])
    stage.play("S-Tab")
    #expect(borders(stage) == [.activeBorder, .border])
    stage.play("Kv7mQzR2 Tab x Tab")
    #expect(borders(stage) == [.border, .errorBorder])
    // Without a border, the bar at the left is red.
    stage.resize(columns: 80, rows: 11)
    #expect(borders(stage) == [.border, .errorBorder])
  }

  /// A form of two text fields and, if `hidesThird`, a hidden one below them.
  private func texts(hidesThird: Bool, isInline: Bool = false) -> Rehearsal {
    var fields = ["one", "two", "three"].map { FormField.Configuration(.text, name: $0) }
    fields[2].visibility = .hidden
    if !hidesThird { fields.removeLast() }
    return Rehearsal(
      .custom(fields: fields), rows: 24, hasVerifier: true, isInline: isInline)
  }

  @Test(arguments: [false, true])
  func `D8 a notice stands at the last field that is shown while a button has the focus`(isInline: Bool) {
    for hidesThird in [false, true] {
      let stage = texts(hidesThird: hidesThird, isInline: isInline)
      stage.play("Tab Tab")
      #expect(stage.form.focusedButton == 0)
      stage.send(.disturbed)
      #expect(stage.words.contains("Another prog"), "\(stage.rows)")
    }
  }

  @Test func `D8 a long error takes the same rows above the keys whether a field is hidden there`() {
    let reason = Array(repeating: "This server takes no more accounts from here.", count: 7).joined(
      separator: " ")
    for hidesThird in [false, true] {
      let stage = texts(hidesThird: hidesThird)
      stage.play("a Tab b Enter")
      stage.endVerifier(.no(reason))
      #expect(stage.words.contains(reason), "\(stage.rows)")
    }
  }

  private static let password = "Correct.Horse7"

  /// A form of a user name, a hidden code, and a new password with its confirmation.
  private static var description: FormDescription {
    var user = FormField.Configuration(.text, name: "user")
    user.label = "User"
    var code = FormField.Configuration(.text, name: "code")
    (code.label, code.visibility) = ("Code", .hidden)
    var form = FormDescription.custom(
      fields: [user, code, FormField.Configuration(.newPassword, name: "password")])
    form.isAnimated = false
    return form
  }

  private func stage(
    columns: Int = 80, rows: Int = 40, delegate: (any TextFieldDelegate)? = nil
  ) -> Rehearsal {
    Rehearsal(Self.description, columns: columns, rows: rows, hasVerifier: true, delegate: delegate)
  }

  private func submitted(rows: Int = 40, delegate: (any TextFieldDelegate)? = nil) -> Rehearsal {
    let stage = stage(rows: rows, delegate: delegate)
      .after("ada Tab \(Self.password) Tab \(Self.password) Tab wait 1s Enter")
    #expect(stage.form.submission == .verifying(since: Instant(nanoseconds: 1_000_000_000)))
    return stage
  }

  private func errors(_ stage: Rehearsal) -> [String?] {
    stage.form.fields.map { $0.error?.message }
  }

  private func texts(_ range: Range<Int>, _ stage: Rehearsal) -> [String] {
    var texts: [String] = []
    for index in range { texts.append(stage.text(of: index)) }
    return texts
  }

  @Test func `A10 what a verdict says stands at the fields it names, and all texts stay`() {
    let stage = submitted()
    stage.endVerifier(.refused(fields: ["password": "Not this one.", "user": "This name is taken."]))
    #expect(errors(stage) == ["This name is taken.", nil, "Not this one.", nil])
    #expect(stage.form.focusedField == 0 && stage.form.error == nil && stage.requests.last == .beep)
    #expect(texts(0..<4, stage) == ["ada", "", Self.password, Self.password])
    #expect(stage.words.contains("This name is taken.") && stage.words.contains("Not this one."))
    stage.type("x")
    #expect(errors(stage)[0] == "This name is taken." && stage.form.fields[0].error?.isMuted == true)
    stage.play("Tab")
    #expect(errors(stage) == [nil, nil, "Not this one.", nil])
    stage.play("End x")
    #expect(stage.form.fields[2].error?.isMuted == true && stage.text(of: 2) == Self.password + "x")
    stage.play("Tab")
    #expect(errors(stage)[2] == nil)
  }

  @Test(arguments: [40, 24, 14])
  func `A10 a message of several lines stands at its field with the first one, and with the rest below`(
    rows: Int
  ) {
    let stage = submitted(rows: rows)
    stage.endVerifier(.refused(fields: ["user": "The first.\nThe second.\nThe third."]))
    for line in ["The first.", "The second.", "The third."] {
      #expect(stage.rows.count { $0.contains(line) } == 1, "\(stage.rows)")
    }
    stage.play("Tab")
    #expect(errors(stage)[0] != nil && stage.words.contains("The first."))
    #expect(!stage.words.contains("The second."))
  }

  @Test func `A10 a refusal of the whole form stands beside the button, and goes with the next edit`() {
    let stage = submitted()
    stage.endVerifier(.refused("The server is down."))
    #expect(stage.form.error == "The server is down." && errors(stage) == [nil, nil, nil, nil])
    #expect(stage.form.focusedButton == 0 && stage.words.contains("The server is down."))
    #expect(stage.text(of: 2) == Self.password)
    stage.press(.enter)
    #expect(stage.form.error == nil && stage.requests.last == .verify)
    stage.endVerifier(.refused("The server is down."))
    stage.play("Tab x")
    #expect(stage.form.error == nil && stage.text(of: 0) == "adax")
  }

  @Test func `A10 a verdict empties what it says, a new password with its confirmation`() {
    let stage = submitted()
    stage.endVerifier(.refused(Refusal(messages: ["user": "taken"], cleared: ["password", "nobody"])))
    #expect(texts(0..<4, stage) == ["ada", "", "", ""])
    #expect(errors(stage) == ["taken", nil, nil, nil] && stage.form.focusedField == 0)
    #expect(stage.form.shownLevel == nil && !stage.form.canSubmit)
    stage.play("x Tab*3 Enter")
    #expect(stage.form.submission == .open && stage.form.focusedField == 2)
    let other = submitted()
    other.endVerifier(.refused("Wrong.", clearing: ["password"]))
    #expect(other.form.focusedField == 2 && other.form.error == "Wrong." && other.words.contains("Wrong."))
  }

  @Test(arguments: ["nobody", "code"])
  func `A10 what is said of a field that is not there stands at the form`(name: String) {
    let stage = submitted()
    // A program that refuses may name any field. A closure of the host that does traps in debug builds.
    stage.endVerifier(.refused(Refusal(messages: [name: "Something is wrong."])))
    #expect(stage.form.error == "Something is wrong." && stage.form.focusedButton == 0)
    stage.press(.enter)
    stage.endVerifier(.refused(Refusal(messages: [name: "Something is wrong.", "user": "taken"])))
    #expect(stage.form.error == "Something is wrong." && stage.form.focusedField == 0)
  }

  @Test func `A10 a refusal without a reason says that there was one`() {
    let stage = submitted()
    stage.endVerifier(.refused(fields: [:]))
    #expect(stage.form.error == "This was not accepted.")
  }

  private final class Reluctant: TextFieldDelegate {
    var mayBegin: Set<String> = ["user", "code", "password", "password.confirmation"]
    var maySubmit = true
    var told: [String] = []

    func textFieldShouldBeginEditing(
      _ textField: borrowing TextField, in form: borrowing RunningForm
    ) -> Bool {
      told.append("\(textField.name)?")
      return mayBegin.contains(textField.name)
    }
    func formShouldSubmit(_ form: borrowing RunningForm) -> Bool {
      told.append("submit? \(form["user"].text ?? "")")
      return maySubmit
    }
    func formDidSubmit(_ form: borrowing RunningForm) {
      told.append("submitted \(form["user"].text ?? "")")
    }
  }

  @Test func `E1 a field that a verdict names is asked whether it begins, and the next one where it refuses`()
  {
    let delegate = Reluctant()
    let stage = submitted(delegate: delegate)
    delegate.mayBegin = ["password"]
    delegate.told = []
    stage.endVerifier(.refused(fields: ["password": "Not this one.", "user": "taken"]))
    #expect(delegate.told == ["user?", "password?"] && stage.form.focusedField == 2)
  }

  @Test func `E1 a delegate is asked before a verdict, and told once the form is accepted`() {
    let delegate = Reluctant()
    delegate.maySubmit = false
    let stage = stage(delegate: delegate).after("ada Tab \(Self.password) Tab \(Self.password) Enter")
    #expect(delegate.told.last == "submit? ada" && stage.form.submission == .open)
    #expect(stage.form.focusedButton == 0 && stage.requests.last == .beep)
    delegate.maySubmit = true
    stage.press(.enter)
    #expect(delegate.told.last == "submit? ada" && stage.requests.last == .verify)
    stage.endVerifier(.refused(fields: ["user": "taken"]))
    #expect(delegate.told.suffix(2) == ["submit? ada", "user?"])
    stage.play("x Tab*3 Enter")
    stage.endVerifier(.accepted)
    #expect(delegate.told.last == "submitted adax" && stage.ending == .accepted)
    #expect(stage.form.focusedField == nil)
  }

  private func row(of text: String, _ stage: Rehearsal) -> Int? {
    stage.rows.firstIndex { $0.contains(text) }
  }

  @Test func `E3 a hidden field is neither drawn, asked nor judged`() {
    let stage = stage()
    #expect(!stage.words.contains("Code") && stage.form.focusedField == 0)
    stage.play("ada Tab")
    #expect(stage.form.focusedField == 2)
    stage.press(Key(.tab, .shift))
    #expect(stage.form.focusedField == 0)
    stage.play("Tab \(Self.password) Tab \(Self.password) wait 300ms")
    #expect(stage.form.canSubmit)
    stage.press(.enter)
    #expect(stage.requests.last == .verify)
  }

  private final class Switch: TextFieldDelegate {
    func textFieldDidChangeSelection(_ textField: borrowing TextField, in form: inout RunningForm) {
      guard textField.name == "user", let text = form["user"].text else { return }
      form["code"].isHidden = !text.hasPrefix("c")
      form["password"].isHidden = text.hasPrefix("p")
      if text.hasSuffix("!") { form["user"].isHidden = true }
      form["code"].isRequired = !text.hasSuffix("?")
    }
  }

  @Test(arguments: [Size(columns: 80, rows: 40), Size(columns: 50, rows: 60)])
  func `A13 where a field comes or goes, what stands above stays and what stands below moves`(size: Size) {
    let stage = stage(columns: size.columns, rows: size.rows, delegate: Switch())
    let (user, password) = (row(of: "User", stage), row(of: "New password", stage))
    stage.type("c")
    #expect(row(of: "User", stage) == user && row(of: "Code", stage) != nil)
    #expect(row(of: "New password", stage) ?? 0 > password ?? 99)
    #expect(stage.form.focusedField == 0)
    stage.press(.backspace)
    #expect(row(of: "User", stage) == user && row(of: "Code", stage) == nil)
    #expect(row(of: "New password", stage) == password)
  }

  @Test(arguments: [Size(columns: 40, rows: 12), Size(columns: 20, rows: 4), Size(columns: 80, rows: 8)])
  func `A13 in a small window a field that comes can be filled in`(size: Size) {
    let stage = stage(columns: size.columns, rows: size.rows, delegate: Switch())
    stage.play("c Tab 4711")
    #expect(stage.form.focusedField == 1 && stage.text(of: 1) == "4711")
    #expect(stage.frame.cursor != nil)
    stage.play("S-Tab Backspace")
    #expect(!stage.words.contains("Code") && stage.frame.cursor != nil)
  }

  @Test func `E3 a password is hidden with its confirmation, bars and panel, and is not asked for then`() {
    let stage = stage(delegate: Switch())
    #expect(stage.words.contains("hard to guess"))
    stage.play("p Enter")
    #expect(!stage.words.contains("hard to guess") && !stage.words.contains("password"))
    #expect(stage.requests.last == .verify)
    stage.endVerifier(.refused(fields: ["password": "weak"]))
    #expect(stage.form.error == "weak")
    stage.play("S-Tab Backspace")
    #expect(stage.form.focusedField == 0 && stage.words.contains("hard to guess") && !stage.form.canSubmit)
  }

  @Test func `E3 a field that is hidden while it has the focus loses it, and its error counts no more`() {
    let stage = stage(delegate: Switch())
    stage.play("p Tab Enter Home Delete Tab")
    #expect(stage.form.fields[0].visibility == .shown)
    let other = self.stage(delegate: Switch()).after("p!")
    #expect(other.form.firstResponder == .form && !other.words.contains("User"))
    other.play("Tab Enter")
    #expect(other.requests.last == .verify)
  }

  @Test func `E3 whether a field is required can be set, and its label says so`() {
    let stage = stage(delegate: Switch()).after("c")
    #expect(!stage.words.contains("Code (optional)"))
    stage.play("Tab*2 \(Self.password) Tab \(Self.password) Enter")
    #expect(errors(stage)[1] == "Fill in: Code" && stage.form.focusedField == 1)
    stage.play("S-Tab ?")
    #expect(errors(stage)[1] == nil && stage.words.contains("Code (optional)") && stage.form.canSubmit)
    stage.press(.backspace)
    #expect(!stage.words.contains("(optional)") && !stage.form.canSubmit)
  }

  @Test func `E3 a verdict shows a hidden field, and the form is submitted again`() {
    let stage = submitted()
    stage.endVerifier(.incomplete(asking: [PasswordForm.Field.existingPassword("code")]))
    #expect(stage.form.focusedField == 1 && stage.form.fields.count == 4 && stage.words.contains("Code"))
    #expect(!stage.form.canSubmit && stage.requests.last == .verify)
    stage.play("4711 Tab*3 Enter")
    #expect(stage.requests.last == .verify && stage.requests.count { $0 == .verify } == 2)
    #expect(texts(0..<4, stage) == ["ada", "4711", Self.password, Self.password])
    stage.endVerifier(.accepted)
    #expect(stage.ending == .accepted)
  }

  @Test
  func `E3 a verdict asks for fields that the form did not have, masked or not, with all that fields do`() {
    let stage = submitted(rows: 60)
    let user = row(of: "User", stage)
    stage.endVerifier(
      .incomplete(asking: [
        PasswordForm.Field.existingPassword("pin", label: "PIN of the token"), .text("city"), .text("user"),
      ]))
    #expect(!stage.words.contains("Enter your password..."))
    #expect(stage.form.fields.count == 6 && stage.form.focusedField == 4)
    #expect(row(of: "User", stage) == user)
    #expect(stage.words.contains("PIN of the token") && stage.words.contains("City"))
    stage.play("4711 Tab Rome")
    #expect(texts(4..<6, stage) == ["4711", "Rome"])
    #expect(stage.words.contains("••••") && stage.words.contains("¿¿¿¿"))
    stage.press(.enter)
    #expect(stage.requests.last == .verify)
    stage.endVerifier(.refused(fields: ["pin": "This code has expired."], clearing: ["pin"]))
    #expect(stage.form.focusedField == 4 && stage.text(of: 4).isEmpty)
    #expect(stage.words.contains("This code has expired."))
    stage.play("Tab*2 Enter")
    #expect(errors(stage)[4] == "Fill in: PIN of the token" && stage.form.submission == .open)
    stage.draw("Kv7mQzR2.abcd")
    #expect(stage.form.offer != nil)
    stage.play("Esc")
    #expect(texts(2..<6, stage) == [Self.password, Self.password, "", "Rome"])
  }

  @Test
  func `E3 a verdict cannot ask for a new password, for two fields of one name, or for a secret validator`() {
    let wrong: [(FormVerdict, String)] = [
      (.incomplete(asking: [PasswordForm.Field.newPassword("other")]), "a new password"),
      (.incomplete(asking: [PasswordForm.Field.text("a"), .text("a")]), "two fields"),
      (.incomplete(asking: [PasswordForm.Field.existingPassword("a").validated { _ in .valid }]), "secure"),
    ]
    for (verdict, reason) in wrong {
      let stage = submitted()
      guard case .asks(let fields) = verdict.kind else { return }
      let error = stage.errorOfAsking(fields)
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
  }

  @Test
  func `F3 a field that its verifier asks for is filled in first, and then the focus moves on`() {
    var form = FormDescription.change()
    form.isAnimated = false
    let stage = Rehearsal(form.makeForm(), rows: 40, verifiedField: 0).after("Old.Horse7 Enter")
    #expect(stage.form.submission == .verifying(.field(0), since: stage.now))
    stage.endVerifier(.incomplete(asking: [PasswordForm.Field.existingPassword("code", label: "Code")]))
    #expect(stage.form.focusedField == 3 && stage.form.unverifiedField == 0)
    stage.play("4711 Enter")
    #expect(stage.form.submission == .verifying(.field(0), since: stage.now))
    stage.endVerifier(.refused(fields: ["code": "Wrong code."], clearing: ["code"]))
    #expect(stage.form.focusedField == 3 && errors(stage)[3] == "Wrong code.")
    stage.play("4712 Tab")
    stage.endVerifier(.accepted)
    #expect(stage.form.focusedField == 1 && stage.form.unverifiedField == nil)
  }
}
