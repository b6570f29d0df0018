import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength
import WatchwordSystem

private let address = "annsmith@example.org"
private let listed = "This password is commonly used: choose another one."
private let tooLow = "Choose a stronger password."
private let pause = Step.wait(milliseconds: 200)

/// A meter for which a text is weak where it begins with a word of the context, else strong.
private struct BeginningMeter: Meter {
  var needsWarmUp: Bool { false }

  func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    let text = String(copying: text).lowercased()
    return Estimate(level: context.words.contains { text.hasPrefix($0) } ? .weak : .strong)
  }
}

/// The words of the person count against the password.
@Suite struct ContextTests {
  private let judge = Judge(meter: BeginningMeter())

  /// A form of `kinds` and a new password.
  private func form(
    _ kinds: FormField.Kind..., policy: Policy,
    configure: (inout [FormField.Configuration]) -> Void = { _ in }
  ) -> FormState {
    var description = FormDescription.custom(
      fields: (kinds + [.newPassword]).map { FormField.Configuration($0) })
    description.policy = policy
    description.isAnimated = false
    configure(&description.fields)
    return description.makeForm()
  }

  /// A rule that asks for a level alone.
  private let level = Policy(
    [.init(.init(.level(atLeast: .medium), label: "hard to guess"), message: .init(tooLow))],
    allowsEmpty: true)

  /// The style of the button in the frame.
  private func isAwake(_ played: Performance) -> Bool {
    played.frame.cells.contains { $0.style.role == .button || $0.style.role == .focusedButton }
  }

  @Test(arguments: [FormField.Kind.name, .text, .email])
  func `what is typed into a field that is no secret changes the level of a password typed before`(
    _ kind: FormField.Kind
  ) throws {
    let form = form(kind, policy: level)
    let filled: [Step] = [.tab] + .typing("annsmith1") + [.tab, .backTab, .backTab]
    let before = try perform(filled, on: form, judge: judge)
    #expect(before.shows("Strong password"))
    let after = try perform(filled + .typing("annsmith"), on: form, judge: judge)
    #expect(after.shows("Too weak"))
    let gone = try perform(filled + .typing("annsmith") + [.control("u")], on: form, judge: judge)
    #expect(gone.shows("Strong password"))
  }

  @Test func `C7 a button that was awake sleeps when the address comes to stand in the password`() throws {
    let form = form(.email, policy: level)
    let filled: [Step] = .filling("ada@example.org", "annsmith1", "annsmith1") + [pause]
    #expect(isAwake(try perform(filled, on: form, judge: judge)))
    let renamed: [Step] = filled + [.backTab, .backTab, .control("u")] + .typing(address) + [pause]
    let after = try perform(renamed, on: form, judge: judge)
    #expect(!isAwake(after))
    #expect(after.frame.errors == [])
    let pressed = try perform(renamed + [.backTab, .enter], on: form, judge: judge)
    #expect(pressed.frame.errors.count { $0.contains(tooLow) } == 1)
    let back = try perform(
      renamed + [.control("u")] + .typing("ada@example.org") + [pause], on: form, judge: judge)
    #expect(isAwake(back))
    #expect(back.frame.errors == [])
  }

  @Test func `C6 a password is validated again when the address has stood still, not on each key`() throws {
    let form = form(.email, policy: level)
    let filled: [Step] = .filling("ada@example.org", "annsmith1", "annsmith1") + [pause, .backTab, .backTab]
    let typed: [Step] = filled + [.control("u")] + .typing(address)
    let early = try perform(typed + [.wait(milliseconds: 199)], on: form, judge: judge)
    #expect(isAwake(early))
    #expect(!isAwake(try perform(typed + [pause], on: form, judge: judge)))
    #expect(!isAwake(try perform(typed + [.tab], on: form, judge: judge)))
  }

  @Test func `C10 Return does not act on a verdict from before the address was typed`() throws {
    let form = form(.email, policy: level)
    let script: [Step] =
      .filling("ada@example.org", "annsmith1", "annsmith1") + [pause, .backTab, .backTab, .control("u")]
      + .typing(address) + [.tab, .tab, .enter]
    #expect(try perform(script, on: form, judge: judge).ending == .cancelled)
  }

  @Test func `a blocklist has the values and their parts, whenever they are typed`() throws {
    let form = form(.email, policy: .nistMFA(minimumLevel: .weak))
    for text in [address, "AnnSmith", "ANNSMITH@example.org"] {
      let after = try perform(.filling(address, text) + [.tab], on: form)
      #expect(after.frame.errors == [listed], "\(text)")
      let before = try perform(
        [.tab] + .typing(text) + [.backTab] + .typing(address) + [.tab, .tab], on: form)
      #expect(before.frame.errors == [listed], "\(text)")
    }
    #expect(try perform(.filling(address, "annsmith1") + [.tab], on: form).frame.errors == [])
  }

  @Test func `what stands in a field at the start counts`() throws {
    let form = form(.email, policy: .nistMFA(minimumLevel: .weak)) { $0[0].text = address }
    #expect(try perform([.tab] + .typing(address) + [.tab], on: form).frame.errors == [listed])
  }

  @Test func `a name counts however it was typed where the policy normalises`() throws {
    let form = form(.text, policy: .nistMFA(minimumLevel: .weak))
    let played = try perform(
      .filling("Rene\u{301}e Ångstro\u{308}m", "ren\u{E9}e ångström") + [.tab], on: form)
    #expect(played.frame.errors == [listed])
  }

  @Test(arguments: [
    "ren\u{E9}e brun", "rene\u{301}e brun", "Key of the Åland\u{A0}Archive",
    "key of the a\u{30A}land archive",
  ])
  func `a title and the words of the judge count however they are typed where the policy normalises`(
    _ text: String
  ) throws {
    var description = FormDescription.newPassword()
    description.policy = .nistMFA(minimumLevel: .weak)
    description.title = "Key of the A\u{30A}land\u{2003}Archive"
    let judge = Judge(context: ContextWords(["Rene\u{301}e Brun"]))
    let played = try perform(.typing(text) + [.tab], on: description.makeForm(), judge: judge)
    #expect(played.frame.errors == [listed])
  }

  @Test func `the words of the judge go on to count`() throws {
    let judge = Judge(context: ContextWords(["workstation"]))
    let form = form(.name, policy: .nistMFA(minimumLevel: .weak))
    let played = try perform(.filling("Ann", "workstation") + [.tab], on: form, judge: judge)
    #expect(played.frame.errors == [listed])
  }

  @Test func `secrets are no words of the person`() throws {
    let form = form(.password, policy: .nistMFA(minimumLevel: .weak))
    #expect(try perform(.filling("annsmith lane", "annsmith") + [.tab], on: form).frame.errors == [])
  }

  @Test func `a title that the form was given counts, whatever it says, and the catalogue's own does not`()
    throws
  {
    var description = FormDescription.newPassword()
    description.policy = .nistMFA(minimumLevel: .weak)
    func errors(_ text: String) throws -> [String] {
      try perform(.typing(text) + [.tab], on: description.makeForm()).frame.errors
    }
    #expect(try errors("Choose a new password") == [])
    description.title = "Choose a new password"
    #expect(try errors("Choose a new password") == [listed])
    description.title = "Key of the Northwind Archive"
    #expect(try errors("northwind") == [listed])
    #expect(try errors("key of the northwind archive") == [listed])
    let plain = FormDescription.custom(fields: []).makeForm().configuration
    #expect(plain.contextTexts == [])
    #expect(FormDescription.signUp().makeForm().configuration.contextTexts == [])
    #expect(
      FormDescription(title: "Sign in", fields: []).makeForm().configuration.contextTexts == ["Sign in"])
    #expect(
      FormDescription(title: "Northwind", fields: []).makeForm().configuration.contextTexts == ["Northwind"])
  }

  @Test func `A8 an error from a loss of focus goes when the words change that caused it`() throws {
    var configuration = FormDescription.newPassword().makeForm().configuration
    configuration.policy = .nistMFA(minimumLevel: .weak)
    configuration.fields[0].requirement = .nothing
    configuration.fields[0].isSecure = false
    configuration.fields[1].requirement = .policy
    let filled: [Step] = .filling("annsmith", "annsmith") + [.backTab]
    #expect(try perform(filled, on: FormState(configuration)).frame.errors == [listed])
    #expect(try perform(filled + .typing("x"), on: FormState(configuration)).frame.errors == [])
  }

  @Test func `a refusal of the verifier stands when another field makes the password be validated again`()
    throws
  {
    let script = "echo 'new_password: It is used elsewhere'; exit 1"
    let verifier = try #require(Verifier(shell: script))
    let refused: [Step] =
      .filling("Ada", "Northwind7", "Northwind7") + [.enter, .tickWhileShown("Checking…"), .backTab]
    let form = form(.name, policy: level)
    let played = try perform(refused + .typing("x") + [pause], on: form, judge: judge, verifier: verifier)
    #expect(played.frame.errors == ["It is used elsewhere"])
  }
}
