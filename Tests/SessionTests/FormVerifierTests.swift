import Synchronization
import TestSupport
import Testing
import WatchwordScreen
import WatchwordSystem

@testable import Watchword

private let password = "Correct.Horse7"

/// Verdicts on the whole form, in the process.
@Suite struct FormVerifierTests {
  /// Gives its verdicts one after the other, and `nil` once before each.
  final class Scripted: FormVerifier {
    private var verdicts: [FormVerdict]
    private var hasLooked = false
    private(set) var answers: [[String]] = []
    private(set) var stops = 0

    init(_ verdicts: FormVerdict...) { self.verdicts = verdicts }

    func begin(_ answer: Answer, about subject: Submission.Subject) {
      hasLooked = false
      answers.append(answer.values.map { value in answer.withText(of: value) { String(copying: $0) } })
    }
    func verdict(after elapsed: Duration) -> FormVerdict? {
      defer { hasLooked = true }
      return hasLooked && !verdicts.isEmpty ? verdicts.removeFirst() : nil
    }
    func stop() { stops += 1 }
  }

  private static var form: FormState {
    var user = FormField.Configuration(.text, name: "user")
    user.label = "User"
    var form = FormDescription.custom(fields: [user, FormField.Configuration(.newPassword, name: "password")])
    (form.isAnimated, form.policy) = (false, .account(minimumLevel: .weakest))
    return form.makeForm()
  }

  private let submitted: [Step] = .filling("ada", password, password) + [.enter]
  private let checked = Step.tickWhileShown("Checking…")

  @Test func `A10 a form that was refused goes on with its texts, and is judged again when it is submitted`()
    throws
  {
    let verifier = Scripted(.refused(fields: ["user": "taken"]), .accepted)
    let mended: [Step] = .keys("x Tab*3 Enter")
    let played = try perform(
      submitted + [checked] + mended + [checked], on: Self.form, verdict: verifier)
    #expect(verifier.answers == [["ada", password], ["adax", password]])
    #expect(played.ending != .cancelled)
    #expect(played.terminal.frames.contains { $0.errors == ["taken"] } && verifier.stops == 1)
  }

  @Test func `A10 keys but Esc and ^C beep while a verdict is awaited, and these end the work on it`() throws
  {
    for (key, isOver) in [(Step.key(.left), false), (.escape, true), (.event(.key(.control("c"))), true)] {
      let verifier = Scripted()
      let played = try perform(submitted + [key], on: Self.form, verdict: verifier)
      #expect(played.terminal.isOver != isOver && played.terminal.beeps == (isOver ? 0 : 1))
      #expect(played.ending == .cancelled && verifier.stops == 1)
    }
  }

  @Test func `F3 a program is asked before the host is, and only one that accepts leads on to it`() throws {
    let verifier = Scripted(.accepted)
    let accepted = try perform(
      submitted + [checked], on: Self.form, verifier: Verifier(shell: "exit 0"), verdict: verifier)
    #expect(accepted.ending != .cancelled && verifier.answers.count == 1)
    let unasked = Scripted(.accepted)
    let refused = try perform(
      submitted + [checked], on: Self.form, verifier: Verifier(shell: "echo no; exit 1"), verdict: unasked)
    #expect(refused.frame.errors == ["no"] && unasked.answers.isEmpty)
  }

  @Test func `A10 the answer that a closure is given stays as it is, also when the form goes on`() throws {
    let answers = Mutex<[Answer]>([])
    let verifier = LaterVerifier { answer, end in
      let count = answers.withLock { answers in
        answers.append(answer)
        return answers.count
      }
      end(.success(count == 1 ? .refused(fields: ["user": "taken"], clearing: ["password"]) : .accepted))
      return {}
    }
    let again: [Step] = .keys("x Tab \(password)2 Tab \(password)2 Enter")
    _ = try perform(submitted + [checked] + again + [checked], on: Self.form, verdict: verifier)
    let texts = answers.withLock { answers in
      answers.map { answer in
        answer.values.map { value in answer.withText(of: value) { String(copying: $0) } }
      }
    }
    #expect(texts == [["ada", password], ["adax", password + "2"]])
  }

  @Test func `A10 a closure that answers at once is called while the screen says that it works`() throws {
    var calls = 0
    let verifier = ImmediateVerifier { answer in
      calls += 1
      return answer["user"] == "ada" ? .refused("The server is down.") : .accepted
    }
    let played = try perform(submitted + [checked], on: Self.form, verdict: verifier)
    #expect(calls == 1 && played.shows("The server is down."))
    #expect(played.terminal.frames.contains { $0.rows.contains { $0.contains("Checking…") } })
  }

  @Test func `E3 a verdict that asks for what cannot be ends the form with the reason`() {
    let verifier = Scripted(.incomplete(asking: [PasswordForm.Field.newPassword("other")]))
    let error = #expect(throws: WatchwordError.self) {
      try perform(submitted + [checked], on: Self.form, verdict: verifier)
    }
    #expect(error?.description.contains("\"other\"") == true)
  }

  private func talk(
    _ verifier: any FormVerifier, _ lines: [String], on form: FormState = form,
    delegate: (any TextFieldDelegate)? = nil
  ) throws -> String {
    let session = try Session(form, verdict: verifier, delegate: delegate)
    // The form ends with the script, so the verdict has to come before.
    let script: [Step] = lines.map { .line($0) } + [.wait(.seconds(1))]
    var dialogue = Dialogue(session, on: ScriptedTerminal(script, fieldCount: 0))
    var end = "accepted"
    do throws(Ending) { _ = try dialogue.run() } catch { end = "\(error)" }
    return (dialogue.terminal.printed ?? "") + end
  }

  @Test func `I1 A10 in lines an error is said before the prompt of the field that is asked again`() throws {
    let verifier = Scripted(
      .refused(fields: ["user": "This name is taken."], clearing: ["password"]), .accepted)
    let said = try talk(verifier, ["ada", password, password, "bob", password, password])
    #expect(said.contains("User: This name is taken.\nUser [ada]: bob\n"), "\(said)")
    #expect(said.hasSuffix("accepted") && verifier.answers == [["ada", password], ["bob", password]])
    let kept = Scripted(.refused(fields: ["user": "This name is taken."]), .accepted)
    #expect(try talk(kept, ["ada", password, password, "bob", ""]).hasSuffix("accepted"))
    #expect(kept.answers == [["ada", password], ["bob", password]])
  }

  @Test func `I1 A10 in lines a refusal of the whole form is said, and Enter tries again`() throws {
    let verifier = Scripted(.refused("The server is down."), .accepted)
    let said = try talk(verifier, ["ada", password, password, ""])
    #expect(said.contains("The server is down.\nSubmit: Enter for another try"), "\(said)")
    #expect(said.hasSuffix("accepted") && verifier.answers.count == 2)
  }

  @Test func `I1 A10 in lines too what a closure throws ends the form`() throws {
    let verifier = ImmediateVerifier { _ in throw WatchwordError.busy }
    #expect(try talk(verifier, ["ada", password, password]).hasSuffix("cancelled"))
    #expect(verifier.thrown as? WatchwordError == .busy)
  }

  @Test func `I1 E3 in lines a hidden field is not asked for, and one that a verdict asks for is`() throws {
    var description = Self.form.configuration
    var code = FormField.Configuration(.text, name: "code")
    (code.label, code.visibility) = ("Code", .hidden)
    description.fields.append(code)
    let verifier = Scripted(
      .incomplete(asking: [PasswordForm.Field.text("code"), .existingPassword("pin")]), .accepted)
    let said = try talk(
      verifier, ["ada", password, password, "4711", "1234"], on: description.makeForm())
    #expect(said.components(of: "Code:") == 1 && said.hasSuffix("accepted"), "\(said)")
    #expect(verifier.answers == [["ada", password], ["ada", password, "4711", "1234"]])
  }
}

extension String {
  /// How often `part` is in the text.
  fileprivate func components(of part: String) -> Int {
    split(separator: part, omittingEmptySubsequences: false).count - 1
  }
}
