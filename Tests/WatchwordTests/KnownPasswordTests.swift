import TestSupport
import Testing
import Watchword
import WatchwordForms
import WatchwordMessages
import WatchwordStrength

private let texts = Catalogue.english

/// Forms that ask for the old password and for a new one.
@Suite struct KnownPasswordTests {
  private func form(_ configure: (inout CustomForm) -> Void = { _ in }) -> FormState {
    var description = CustomForm(
      fields: [
        TextField.Configuration(.password, name: "old"), TextField.Configuration(.newPassword, name: "new"),
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
    let signIn = CustomForm.signIn().makeForm()
    for form in [form(), form { $0.minimumLevel = .strong }, form { $0.normalization = .nfc }] {
      #expect(try errors(form, after: text) == [])
    }
    let typed: [Step] = .filling("ada@example.org", text) + [.enter]
    let isAccepted = try perform(typed, on: signIn).ending != .cancelled
    #expect(isAccepted == !text.isEmpty)
  }

  @Test(arguments: StandardPolicy.allCases)
  func `C4 a policy is for the new password, and the old one only has to be there`(_ name: StandardPolicy)
    throws
  {
    let form = form { $0.policy = name.policy(minimumLevel: .strong) }
    #expect(try errors(form, after: "x") == [])
    #expect(try errors(form, after: "x", "y") == [texts.classic.requirements])
    let new = "Correct horse battery 7.".filter { name != .classic || $0 != " " }
    let filled: [Step] = .filling("x", new, new) + [.enter]
    #expect(try perform(filled, on: form).ending == .accepted("x", .strong))
    let without: [Step] = .filling("", new, new) + [.enter]
    #expect(try perform(without, on: form).ending == .cancelled)
  }

  @Test func `A14 the least level is for the new password`() throws {
    #expect(try errors(form(), after: "x", "Abcdef1!") == [texts.strength.tooLow])
    #expect(try errors(form { $0.minimumLevel = .weak }, after: "x", "Abcdef1!") == [])
  }
}
