import TestSupport
import Testing
import WatchwordBase
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

  @Test func `C4 each of several known passwords counts, however long they are`() throws {
    // Each has other characters, and more bytes than an ASCII password.
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
      presentation.protection.allowsUnlockedMemory = true
      let (_, judge) = try form.makeMemory(for: [], presentation, JudgeConfiguration())
      let typed = (known + [old + "x1"]).map { [Step].typing($0) }
      let played = try perform(
        Array(typed.joined(separator: [Step.tab])) + [.wait(milliseconds: 800)], on: form, judge: judge)
      #expect(
        played.shows("Replace the marked part.") || played.shows("Replace characters"), "\(played.rows)")
    }
  }
}
