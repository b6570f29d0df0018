import TestSupport
import Testing
import WatchwordMessages
import WatchwordStrength
import WatchwordSystem

@testable import Watchword

private let texts = Texts.english

/// Forms that ask for the old password and for a new one.
@Suite struct KnownPasswordTests {
  private func form(_ configure: (inout FormDescription) -> Void = { _ in }) -> FormState {
    var description = FormDescription.custom(
      fields: [
        FormField.Configuration(.password, name: "old"), FormField.Configuration(.newPassword, name: "new"),
      ])
    configure(&description)
    return description.makeForm()
  }

  private func errors(_ form: FormState, after texts: String...) throws -> [String] {
    let typed = texts.map { [Step].typing($0) }.joined(separator: [Step.tab])
    return try perform(Array(typed) + [.tab], on: form).frame.errors
  }

  @Test(arguments: ["x", " ", "Abc1!", "abcdefgh", "пароль", ""])
  func `C4 a known password has to be there and nothing else`(_ text: String) throws {
    let signIn = FormDescription.signIn().makeForm()
    for form in [
      form(), form { $0.policy = .account(minimumLevel: .strong) }, form { $0.policy.normalization = .nfc },
    ] {
      #expect(try errors(form, after: text) == [])
    }
    let typed: [Step] = .filling("ada@example.org", text) + [.enter]
    let isAccepted = try perform(typed, on: signIn).ending != .cancelled
    #expect(isAccepted == !text.isEmpty)
  }

  @Test(arguments: [
    ("Abc1!", texts("The password must have at least 8 characters.")),
    ("abcdefgh", texts("The password must contain numbers, uppercase, lowercase and special characters.")),
    ("Abcdef1!", nil), ("", nil),
  ])
  func `C4 a rule for known passwords judges them, at any level and beside whatever the new one has to be`(
    _ text: String, expected: String?
  ) throws {
    let rule = Policy.account(minimumLevel: .weak)
    for form in [
      form { $0.knownPasswordPolicy = rule }, form { ($0.knownPasswordPolicy, $0.policy) = (rule, .nist()) },
    ] {
      #expect(try errors(form, after: text) == [expected].compactMap(\.self))
    }
    var signIn = FormDescription.signIn()
    signIn.knownPasswordPolicy = rule
    let played = try perform(.filling("ada@example.org", text) + [.enter], on: signIn.makeForm())
    #expect(
      played.frame.errors == (text.isEmpty ? [texts("Enter your password.")] : [expected].compactMap(\.self)))
    #expect((played.ending != .cancelled) == (text == "Abcdef1!"))
    #expect(!played.shows(Level.weak.words(in: texts)) && !played.shows(texts("8 characters or more")))
  }

  @Test(arguments: StandardPolicy.allCases.filter { $0 != .pin })
  func `C4 a policy is for the new password, and the old one only has to be there`(_ name: StandardPolicy)
    throws
  {
    let form = form { $0.policy = name.policy(minimumLevel: .strong) }
    #expect(try errors(form, after: "x") == [])
    let tooShort =
      name == .account
      ? texts("The password must have at least 8 characters.")
      : texts("Your password must meet the requirements below.")
    #expect(try errors(form, after: "x", "y") == [tooShort])
    let new = "Correct horse battery 7.".filter { name != .classic || $0 != " " }
    let filled: [Step] = .filling("x", new, new) + [.enter]
    #expect(try perform(filled, on: form).ending == .accepted(new, .strong))
    let without: [Step] = .filling("", new, new) + [.enter]
    #expect(try perform(without, on: form).ending == .cancelled)
  }

  @Test func `A14 the least level is for the new password`() throws {
    #expect(try errors(form(), after: "x", "Abcdef1!") == [texts("Choose a stronger password.")])
    #expect(
      try errors(
        form { $0.policy = StandardPolicy.account.policy(minimumLevel: .weak) }, after: "x", "Abcdef1!") == []
    )
  }

  @Test func `C4 the old password is refused as the new one, by a line of the panel above that of the level`()
    throws
  {
    let labels = form().configuration.policy.criteria.suffix(2).map(\.label)
    #expect(labels == ["not the old password", "hard to guess"])
    let text = "Abcdef1!gh"
    #expect(try errors(form(), after: text, text) == [texts("Choose a password that is not the old one.")])
    #expect(try errors(form(), after: text + "xy", text) == [])
    let changed: [Step] = .filling("", text) + [.wait(milliseconds: 200), .backTab]
    let played = try perform(changed + .typing(text) + [.tab, .tab], on: form())
    #expect(played.frame.errors == [texts("Choose a password that is not the old one.")])
    let apart = try perform(changed + .typing(text + "xy") + [.tab, .tab], on: form())
    #expect(apart.frame.errors == [])
  }

  @Test(arguments: [
    "aBCDEF1!GH", "hg!1fedcbA", "HG!1fedcba", "Abcdef1!ghx", "xAbcdef1!gh", "Abcdefx1!gh", "bcdef1!gh",
    "Abcdef1!g",
    "Abcde1!gh", "Abcdef2!gh", "xbcdef1!gh", "Abcdef1!gx",
  ])
  func `F3 what is close to the old password is refused, by the same line of the panel`(_ new: String) throws
  {
    let form = form { $0.policy = .classic(minimumLevel: .weak) }
    let played = try perform(.filling("Abcdef1!gh", new) + [.tab], on: form)
    let errors = played.frame.errors
    #expect(errors == [texts("Choose a password that is not the old one.")])
    #expect(played.rows.contains { $0.contains("✗ not the old password") })
    let apart = try perform(.filling("Wb3ddf1!gh", new) + [.tab], on: form)
    #expect(apart.rows.contains { $0.contains("✓ not the old password") })
  }

  @Test func `F3 the line about the old password goes the way of the others: open, met, failed`() throws {
    let form = FormDescription.change().makeForm()
    func sign(_ script: [Step]) throws -> String? {
      try perform(script, on: form).rows.first { $0.contains("not the old password") }
        .flatMap { $0.first { !" │┃".contains($0) } }.map(String.init)
    }
    let pause = Step.wait(milliseconds: 200)
    #expect(try sign(.filling("Abcdef1!gh", "") + [pause]) == "·")
    #expect(try sign(.filling("Abcdef1!gh", "Kv7") + [pause]) == "✓")
    #expect(try sign(.filling("Abcdef1!gh", "abcdef1!gh") + [pause]) == "·")
    #expect(try sign(.filling("Abcdef1!gh", "abcdef1!gh") + [.tab]) == "✗")
    let mended: [Step] = [.backTab, .backTab] + .typing("..") + [pause]
    #expect(try sign(.filling("Abcdef1!gh", "abcdef1!gh") + [.tab] + mended) == "✓")
  }

  @Test func `C4 old and new are compared in the normal form of the policy`() throws {
    let (composed, decomposed) = ("p\u{E4}ss w\u{F6}rter", "pa\u{308}ss wo\u{308}rter")
    #expect(
      try errors(form { $0.policy = .nistMFA() }, after: composed, decomposed) == [
        texts("Choose a password that is not the old one.")
      ])
    #expect(try errors(form { $0.policy = .owasp() }, after: composed, decomposed) == [])
  }

  @Test func `A8 of a rule for all criteria the old password is left out, since it has an error of its own`()
    throws
  {
    let form = form { $0.policy = .classic() }
    #expect(
      try errors(form, after: "Abcdef1!gh", "Abcdef1!gh") == [
        texts("Choose a password that is not the old one.")
      ])
    #expect(
      try errors(form, after: "Abcdef1", "Abcdef1") == [
        texts("Your password must meet the requirements below.")
      ])
  }

  @Test func `C4 the old password counts as a word of the context`() throws {
    let meter = try GuessMeter()
    func judged(_ old: String, _ new: String, then last: Step = .wait(milliseconds: 200)) throws
      -> Performance
    {
      try perform(.filling(old, new) + [last], on: form(), judge: Judge(meter: meter))
    }
    #expect(try judged("x", "Kv7#mQzx1!").frame.errors == [])
    #expect(try judged("Kv7#mQzx", "Kv7#mQzx1!").shows("Contains the old password"))
    #expect(
      try judged("Kv7#mQzx", "Kv7#mQzx1!", then: .tab).frame.errors == [texts("Choose a stronger password.")])
  }

  @Test func `C4 each of several known passwords counts, however long they are`() throws {
    // Of other characters each, and of more bytes than an ASCII password.
    let known = (0..<4).map { number in
      let scalars = (0..<30).compactMap { Unicode.Scalar(0x4E00 + (number * 31 + $0) * 97) }
      return String(String.UnicodeScalarView(scalars))
    }
    for old in known {
      var description = FormDescription.custom(
        fields: known.indices.map { FormField.Configuration(.password, name: "known \($0)") }
          + [FormField.Configuration(.newPassword)])
      description.policy = .owasp()
      let form = description.makeForm()
      var presentation = Presentation()
      presentation.allowsUnlockedMemory = true
      let (_, judge) = try form.makeMemory(for: [], presentation, JudgeConfiguration())
      let typed = (known + [old + "x1"]).map { [Step].typing($0) }
      let played = try perform(
        Array(typed.joined(separator: [Step.tab])) + [.wait(milliseconds: 200)], on: form, judge: judge)
      #expect(played.shows("Contains the old password"), "\(played.rows)")
    }
  }
}
