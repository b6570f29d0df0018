import Testing
import Watchword
import WatchwordTesting

/// Descriptions that ask for what a form cannot do are errors, and answers are read without traps.
struct DescriptionTests {
  private func problem(_ fields: PasswordForm.Field...) -> String? {
    do throws(WatchwordError) {
      _ = try PasswordForm("Join the club", fields: fields)
      return nil
    } catch {
      return "\(error)"
    }
  }

  private func problem(of criterion: PasswordPolicy.Criterion) -> String? {
    do throws(PolicyError) {
      _ = try PasswordPolicy(.digit, criterion)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func `J4 a form has one new password, since the panel judges one`() {
    #expect(problem(.newPassword("a"), .newPassword("b")) == "a form has one new password at most, and not 2")
    #expect(problem(.existingPassword("a"), .newPassword("b")) == nil)
  }

  @Test func `J4 no field has the name by which a delegate knows a confirmation`() {
    let taken = "two fields are called \"password.confirmation\""
    #expect(problem(.newPassword(), .text("password.confirmation")) == taken)
    #expect(problem(.text("password.confirmation"), .newPassword()) == taken)
    var once = PasswordForm.Field.newPassword()
    once.isConfirmed = false
    #expect(problem(once, .text("password.confirmation")) == nil)
  }

  @Test func `J4 a second validator is an error, and does not replace the first`() {
    let one = PasswordForm.Field.text("user").validated { $0 == "ada" ? .invalid("Taken.") : .valid }
    #expect(problem(one) == nil)
    #expect(problem(one.validated { _ in .valid }) == "the field \"user\" has two validators")
  }

  @Test func `J4 a criterion asks for something possible`() {
    for range in [0...8, -3 ... -1] {
      #expect(problem(of: .length(range)) == "criterion 2 of the policy asks for fewer characters than one")
    }
    #expect(problem(of: .length(1...)) == nil)
  }

  @Test func `J4 a group holds no other group, whose number would be lost`() {
    let inner = PasswordPolicy.Criterion.atLeast(2, of: [.uppercase, .digit], "Both:")
    #expect(
      problem(of: .atLeast(1, of: [inner, .special], "One of these:"))
        == "criterion 2 of the policy has a group in it")
    #expect(problem(of: inner) == nil)
  }

  @Test func `J1 a policy is printed in one line`() throws {
    let policy = try PasswordPolicy(.length(12...), .custom("no name of the club") { _ in true })
    #expect("\(policy)" == "12 characters or more, no name of the club, hard to guess")
    #expect("\(PasswordPolicy.pin)".utf8.count < 100)
  }

  @Test func `J4 a policy has as many criteria as its document says`() throws {
    func policy(_ count: Int) throws -> PasswordPolicy {
      let criteria = (1...count).map { number in PasswordPolicy.Criterion.custom("\(number)") { _ in true } }
      return try PasswordPolicy(.atLeast(1, of: criteria, "One of these:"))
    }
    _ = try policy(26)
    #expect(throws: PolicyError.self) { try policy(27) }
  }

  @Test func `J4 texts of an answer are read one inside the other, also one in its normal form`() throws {
    var form = PasswordForm.passwordChange()
    form.policy = .nist
    var terminal = ScriptedTerminal()
    terminal.type("the old one")
    for _ in 1...2 {
      terminal.press(.tab)
      terminal.type("umbrella-Lante\u{301}rn-4711")
    }
    terminal.press(.enter)
    let answer = try form.runAndWait(on: &terminal)
    let texts = answer.withPassword { first in
      answer.withPassword { second in
        answer.withText(of: "old") { old in
          [String(copying: first), String(copying: second), String(copying: old)]
        }
      }
    }
    let new = Array("umbrella-Lant\u{E9}rn-4711".unicodeScalars)
    #expect(texts?.prefix(2).map { Array($0.unicodeScalars) } == [new, new])
    #expect(texts?.last == "the old one")
  }

  @Test func `J11 a window and a number of presses are never less than none`() {
    var terminal = ScriptedTerminal(columns: -1, rows: -1)
    terminal.press(.tab, times: -1)
    terminal.resize(columns: -80, rows: 24)
    terminal.look("no columns")
    #expect(throws: ScriptEnded.self) { try PasswordForm.existingPassword().runAndWait(on: &terminal) }
    #expect(terminal.looks["no columns"]?.rows.allSatisfy(\.isEmpty) == true)
  }
}
