import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength

/// A description of a form that would not work is an error when the form is made.
@Suite struct FormProblemTests {
  private func problem(
    _ kinds: [FormField.Kind] = [.name, .email, .newPassword], _ change: (inout FormDescription) -> Void
  ) -> FormProblem? {
    var form = FormDescription.custom(fields: kinds.map { FormField.Configuration($0) })
    change(&form)
    do throws(FormProblem) {
      _ = try form.check()
      return nil
    } catch {
      #expect(!"\(error)".hasSuffix(".") && "\(error)".split(separator: " ").count > 4)
      return error
    }
  }

  @Test func `J4 a form needs a field, names of its own for all of them, and a first one among them`() {
    #expect(problem { _ in } == nil)
    #expect(problem([]) { _ in } == .noFields)
    #expect(problem([.text, .name, .text]) { _ in } == .duplicateName("text"))
    #expect(problem { $0.fields[1].name = "" } == .emptyName(2))
    #expect(problem { $0.firstField = 3 } == .noFirstField(3))
    #expect(problem { $0.firstField = -1 } == .noFirstField(-1))
    #expect(problem { $0.firstField = 2 } == nil)
  }

  @Test func `J4 a field confirms one that is before it and confirms none itself`() {
    func confirming(_ number: Int) -> FormProblem? {
      problem([.text, .password]) {
        $0.fields[1].name = nil
        $0.fields[1].label = "Again"
        $0.fields[1].requirement = .equality(to: number)
      }
    }
    #expect(confirming(0) == nil)
    for number in [1, 2, 7, -1] { #expect(confirming(number) == .confirmsNothing("Again")) }
    let chain = problem([.text, .text, .text]) {
      for index in 1...2 {
        $0.fields[index].name = "copy \(index)"
        $0.fields[index].requirement = .equality(to: index - 1)
      }
    }
    #expect(chain == .confirmsNothing("copy 2"))
  }

  @Test func `J4 a field starts with a text that it could hold and may show`() {
    #expect(problem { $0.fields[0].text = "Zoë" } == nil)
    #expect(problem { $0.fields[2].text = "secret" } == .secureStartText("new_password"))
    #expect(problem { $0.fields[0].text = "a\u{1B}b" } == .controlInStartText("name"))
    #expect(problem { $0.fields[0].text = "a\u{85}b" } == .controlInStartText("name"))
    let limit = { (form: inout FormDescription) in
      (form.fields[0].maximumBytes, form.fields[0].text) = (4, "Zoë")
    }
    #expect(problem { limit(&$0) } == nil)
    #expect(
      problem { form in
        limit(&form)
        form.fields[0].text = "Zoës"
      } == .longStartText("name", limit: 4))
    for bytes in [0, 4097] {
      #expect(problem { $0.fields[0].maximumBytes = bytes } == .wrongMaximum("name", limit: 4096))
    }
  }

  @Test func `J4 more fields than can be shown are an error, those that confirm others counted`() {
    func fields(_ count: Int) -> [FormField.Configuration] {
      (1..<count).map { FormField.Configuration(.text, name: "\($0)") } + [.init(.newPassword)]
    }
    #expect(problem { $0.fields = fields(255) } == nil)
    #expect(problem { $0.fields = fields(256) } == .tooManyFields(257, limit: 256))
  }

  @Test func `J4 a form judges one new password, and no field has the name of its confirmation`() {
    let two = problem([.newPassword, .newPassword]) { $0.fields[1].name = "other" }
    #expect(two == .tooManyNewPasswords(2))
    let taken = problem([.text, .newPassword]) { $0.fields[0].name = "new_password.confirmation" }
    #expect(taken == .duplicateName("new_password.confirmation"))
  }

  @Test func `J4 a field is shown by a text that another field can have`() {
    func showing(_ field: String, while name: String, has value: String) -> FormProblem? {
      problem([.yesno, .text, .password]) {
        $0.conditions = [
          FieldCondition(showing: "text", while: "yesno", has: "no"),
          FieldCondition(showing: field, while: name, has: value),
        ]
      }
    }
    #expect(showing("password", while: "text", has: "x") == nil)
    #expect(showing("none", while: "text", has: "x") == .wrongCondition("none"))
    for (name, value) in [("none", "x"), ("password", "x"), ("yesno", "ja"), ("text", "x")] {
      #expect(showing("text", while: name, has: value) == .wrongCondition("text"), "\(name)")
    }
    #expect(showing("yesno", while: "text", has: "x") == .wrongCondition("text"))
  }

  @Test func `J4 more criteria than can be held are an error, those that the form adds counted`() {
    let group = Policy.Group(Policy.Criterion(.contains(.special), label: "special"))
    let policy = Policy(Array(repeating: group, count: 31))
    #expect(problem { $0.policy = policy } == nil)
    #expect(
      problem([.password, .newPassword]) { $0.policy = policy }
        == .policy(.tooManyCriteria(31, limit: 30)))
  }

  @Test func `J4 a known password that is to be looked up in a list, which never happens, is an error`() {
    #expect(problem([.password]) { $0.knownPasswordPolicy = .account() } == nil)
    #expect(problem([.password]) { $0.knownPasswordPolicy = .nist() } == .listOfKnownPasswords)
    #expect(
      problem([.password]) { $0.knownPasswordPolicy = Policy.account().asking(for: .unleaked) }
        == .listOfKnownPasswords)
  }

  @Test func `J4 the forms of this package are in order`() throws {
    for form in [FormDescription.ask(), .change(), .signIn(), .signIn(withUserName: true), .signUp()] {
      _ = try form.check()
    }
    _ = try FormDescription.newPassword().check()
  }
}
