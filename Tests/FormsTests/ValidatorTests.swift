import Synchronization
import TestSupport
import Testing
import WatchwordScreen

@testable import Watchword

/// A program's own validators, without tasks.
@Suite struct ValidatorTests {
  /// A form of a user name with `validator`, and an email address that may stay empty.
  private func stage(
    _ validator: FieldValidator, _ kind: FormField.Kind = .text, optional: Bool = false
  ) -> Rehearsal {
    var user = FormField.Configuration(kind, name: "user")
    user.validator = validator
    user.isOptional = optional
    var other = FormField.Configuration(.name)
    other.isOptional = true
    var form = FormDescription.custom(fields: [user, other])
    form.isAnimated = false
    return Rehearsal(form.makeForm())
  }

  private let noBob = FieldValidator(.now { $0 == "bob" ? .invalid("bob is taken") : .valid })
  private let backTab = Key(.tab, .shift)

  /// Leaves the first field and comes back.
  private func leave(_ stage: Rehearsal) {
    stage.play("Tab S-Tab")
  }

  private let later = FieldValidator(.later { _, _ in {} })

  private func error(_ stage: Rehearsal) -> String? { stage.form.fields[0].error?.message }

  private func questions(_ stage: Rehearsal) -> [Int] {
    stage.requests.compactMap { if case .validate(field: 0, let number) = $0 { number } else { nil } }
  }

  @Test func `J1 what a validator says stands under the field when it is left, and later while typing`() {
    let stage = stage(noBob).after("bob wait 200ms")
    #expect(error(stage) == nil && !stage.form.canSubmit)
    stage.press(.tab)
    #expect(error(stage) == "bob is taken")
    #expect(stage.words.contains("bob is taken"))
    stage.play("S-Tab by wait 200ms")
    #expect(error(stage) == nil && stage.form.canSubmit)
    stage.play("Backspace*2 wait 200ms")
    #expect(error(stage) == "bob is taken" && !stage.form.canSubmit)
  }

  @Test func `J1 what a validator says is shown after a pause, and Return stays in the field`() {
    var stage = stage(noBob).after("bob Enter")
    #expect(stage.form.focusedField == 0 && error(stage) == "bob is taken")
    stage = self.stage(noBob)
    stage.play("bob wait 200ms wait 1300ms")
    #expect(error(stage) == "bob is taken")
  }

  @Test func `J1 a validator is asked about texts that are right otherwise, and never about an empty one`() {
    let seen = Mutex<[String]>([])
    let validator = FieldValidator(
      .now { text in
        seen.withLock { $0.append(text) }
        return .valid
      })
    var stage = stage(validator, .email).after("ann@")
    leave(stage)
    #expect(seen.withLock { $0 } == [])
    stage.type("example.org")
    leave(stage)
    #expect(seen.withLock { $0 } == ["ann@example.org"])
    stage = self.stage(validator, optional: true)
    leave(stage)
    stage.type(" ")
    leave(stage)
    stage.press(.backspace)
    leave(stage)
    #expect(seen.withLock { $0 } == ["ann@example.org", " "])
    #expect(stage.form.canSubmit)
  }

  @Test func `J1 a validator that answers later is asked once the person pauses, and the button waits`() {
    let stage = stage(later).after("ann wait 199ms")
    #expect(questions(stage) == [])
    stage.wait(milliseconds: 1)
    #expect(questions(stage) == [1])
    #expect(stage.form.awaitsValidators && !stage.form.canSubmit && error(stage) == nil)
    #expect(stage.form.deadline.map { $0 <= stage.now.advanced(by: .milliseconds(30)) } == true)
    stage.endValidator(.valid, number: 1)
    #expect(stage.form.deadline == nil)
    #expect(!stage.form.awaitsValidators && stage.form.canSubmit)
  }

  @Test func `J1 an answer about a text that has changed is left out, and the new text is asked about`() {
    let stage = stage(later).after("ann wait 200ms a")
    stage.endValidator(.invalid("ann is taken"), number: 1)
    #expect(!stage.form.awaitsValidator(of: 0, number: 1))
    stage.play("Backspace wait 200ms")
    #expect(questions(stage) == [1, 2])
    stage.endValidator(.invalid("late"), number: 1)
    #expect(stage.form.awaitsValidators)
    stage.endValidator(.invalid("ann is taken"), number: 2)
    stage.press(.tab)
    #expect(error(stage) == "ann is taken")
  }

  @Test func `J1 an answer that comes after the field was left shows its error there`() {
    let stage = stage(later).after("ann Tab")
    #expect(questions(stage) == [1] && stage.form.focusedField == 1)
    stage.endValidator(.invalid("ann is taken"), number: 1)
    #expect(error(stage) == "ann is taken" && stage.form.focusedField == 1)
  }

  @Test func `J1 an answer in the field that was never in error waits for a pause, as every first error`() {
    let stage = stage(later).after("ann wait 200ms")
    stage.endValidator(.invalid("ann is taken"), number: 1)
    #expect(error(stage) == nil)
    stage.wait(milliseconds: 1300)
    #expect(error(stage) == "ann is taken")
    stage.play("a wait 200ms")
    #expect(error(stage) == nil)
    stage.endValidator(.invalid("anna is taken"), number: 2)
    #expect(error(stage) == "anna is taken")
  }

  @Test(arguments: [true, false])
  func `J1 Return in the last field and the button wait for the answer, and go on with it`(byButton: Bool) {
    for answer in [Validity.valid, .invalid("ann is taken")] {
      let stage = stage(later).after("ann Enter")
      if byButton { stage.press(.tab) }
      stage.press(.enter)
      #expect(questions(stage) == [1])
      #expect(stage.words.contains("Checking…") && stage.ending != .accepted)
      stage.wait(milliseconds: 5000)
      #expect(stage.words.contains("Checking…"))
      stage.endValidator(answer, number: 1)
      #expect(!stage.words.contains("Checking…"))
      #expect((stage.ending == .accepted) == (answer == .valid))
      guard answer != .valid else { continue }
      #expect(error(stage) == "ann is taken" && stage.form.focusedField == 0)
      stage.play("a Enter*2")
      #expect(questions(stage) == [1, 2])
      stage.endValidator(.valid, number: 2)
      #expect(stage.ending == .accepted)
    }
  }

  @Test
  func `J1 where the answer never comes the person can leave the field, and cancel while it is awaited`() {
    let stage = stage(later).after("ann Tab*2")
    #expect(stage.form.firstResponder == .button(0))
    stage.play("Enter x")
    #expect(stage.text(of: 1) == "" && stage.requests.last == .beep)
    stage.press(.escape)
    #expect(stage.ending == .cancelled && !stage.form.awaitsValidators)
    stage.endValidator(.valid, number: 1)
    #expect(stage.ending != .accepted)
  }

  @Test func `J1 where something else is wrong the answer is not awaited`() {
    var user = FormField.Configuration(.text, name: "user")
    user.validator = later
    let stage = Rehearsal(FormDescription.custom(fields: [user, FormField.Configuration(.name)]).makeForm())
    stage.play("ann Enter*2")
    #expect(stage.form.submission == .open && stage.form.focusedField == 1)
    #expect(stage.form.attention != nil)
  }

  @Test func `J4 a validator of a secure field is an error`() {
    var form = FormDescription.ask()
    form.fields[0].validator = noBob
    #expect(throws: FormProblem.secureValidator("password")) { _ = try form.check() }
  }
}
