import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// Answers are read by name.
@Suite struct AnswerTests {
  @Test func `J4 a text is read by its name, and a name that the form does not have answers nothing`() throws
  {
    let form = FormDescription.signIn(withUserName: true).makeForm()
    var terminal = ScriptedTerminal(.keys("ann Tab secret Enter"), fieldCount: form.fields.count)
    let screen = try FormScreen(form, appearance: .plain)
    let answer = try screen.run(on: &terminal)
    func text(_ name: String) -> String? { answer.withText(of: name) { String(copying: $0) } }
    #expect(text("user") == "ann" && text("password") == "secret")
    #expect(text("") == nil && text("email") == nil && text("Password") == nil)
    #expect(answer.withPasswordIfAny { String(copying: $0) } == "secret")
  }

  @Test func `J4 an answer is read by several threads at once, and its memory goes with its last owner`()
    throws
  {
    var description = FormDescription.newPassword()
    description.policy = Policy.nist()
    let form = description.makeForm()
    weak var memory: SecretMemory?
    func ask() throws -> Answer {
      let ownMemory = try SecretMemory(for: Session.capacities(of: form), locking: .ifPossible)
      memory = ownMemory
      var terminal = ScriptedTerminal(
        .filling("umbrella-Lante\u{301}rn-4711", "umbrella-Lante\u{301}rn-4711") + [.enter], fieldCount: 2)
      let screen = try FormScreen(Session(form, width: .standard, in: ownMemory), appearance: .plain)
      return try screen.run(on: &terminal)
    }
    var first = Optional(try ask())
    var second = first
    let texts = Cores.map(400, threads: 4) { [second] _, _ in
      second?.withPasswordIfAny { Array(String(copying: $0).unicodeScalars) }
    }
    #expect(Set(texts) == [Array("umbrella-Lant\u{E9}rn-4711".unicodeScalars)])
    first = nil
    #expect(first == nil && memory != nil)
    second = nil
    #expect(memory == nil)
  }

  @Test func `J4 a form without fields, whose button works after half a second, has no password to read`()
    throws
  {
    let form = FormDescription.question(text: "Go on?", buttons: [FormButton("Yes")]).makeForm()
    var terminal = ScriptedTerminal(
      [.enter, .wait(.milliseconds(499)), .enter, .wait(.milliseconds(1)), .enter], fieldCount: 0)
    let screen = try FormScreen(form, appearance: .plain)
    let answer = try screen.run(on: &terminal)
    #expect(answer.withPasswordIfAny { $0.count } == nil)
    #expect(terminal.beeps == 2)
  }

  @Test(arguments: [ScriptedTerminal.Step.event(.resume), .event(.key(.control("z")))])
  func `G2 a question that comes back is not answered by a key of the same half second`(
    _ back: ScriptedTerminal.Step
  ) throws {
    let form = FormDescription.question(text: "Go on?", buttons: [FormButton("Yes")]).makeForm()
    var terminal = ScriptedTerminal(
      [.wait(.milliseconds(600)), back, .enter, .wait(.milliseconds(500)), .enter], fieldCount: 0)
    _ = try FormScreen(form, appearance: .plain).run(on: &terminal)
    #expect(terminal.beeps == 1)
  }

  @Test func `J4 a criterion by a closure is a line of the panel and refuses the password`() throws {
    var description = FormDescription.newPassword()
    let test = CustomTest { !String(copying: $0).contains("x") }
    description.policy = Policy(
      [Policy.Group(Policy.Criterion(.custom(test), label: "no x"), message: .init("An x."))])
    let form = description.makeForm()
    let refused = try perform(.keys("abx Tab abx Enter"), on: form)
    #expect(refused.ending == .cancelled && refused.shows("✗ no x") && refused.frame.errors == ["An x."])
    let accepted = try perform(.keys("aby Tab aby Enter"), on: form)
    #expect(accepted.ending == .accepted("aby", .weak))
  }
}
