import TestSupport
import Testing
import WatchwordScreen
import WatchwordStrength

@testable import Watchword

private let leaked = "Correct.Horse7"
private let good = "Purple.Cactus9"
private let error = "This password has leaked: choose another one."
private let unreadable = "The list of leaked passwords cannot be read."

/// Looking up the new password in a list of leaked ones, without a file.
@Suite struct LeakTests {
  private func leaks(after time: Duration = .zero) -> ScriptedLeaks {
    ScriptedLeaks([leaked: .leaked(count: 7)], after: time)
  }

  private func newPassword(_ leaks: ScriptedLeaks, hasVerifier: Bool = false) -> Rehearsal {
    var form = FormDescription.newPassword()
    form.isAnimated = false
    form.policy = .classic().asking(for: .unleaked)
    return Rehearsal(form, hasVerifier: hasVerifier, judge: Judge(leaks: leaks))
  }

  /// A sign-up form with an address, and `text` in both password fields.
  private func signUp(
    _ text: String, _ leaks: ScriptedLeaks, delay: Duration = .milliseconds(200)
  ) -> Rehearsal {
    var form = FormDescription.signUp()
    form.isAnimated = false
    form.validationDelay = delay
    form.policy = .account(minimumLevel: .weakest).asking(for: .unleaked)
    let stage = Rehearsal(form.makeForm(), rows: 40, judge: Judge(leaks: leaks))
    for text in ["ada@example.org", text, text] {
      stage.play("Tab \(text)")
    }
    return stage
  }

  /// The glyph before the criterion.
  private func sign(_ stage: Rehearsal) -> Character? {
    stage.rows.first { $0.contains("not in a list of leaked passwords") }?.first { $0 != " " && $0 != "│" }
  }

  /// Sends ticks as the form asks for them, until none is due within `milliseconds`.
  private func tick(_ stage: Rehearsal, for milliseconds: Int64) {
    let end = stage.now.advanced(by: .milliseconds(milliseconds))
    while let deadline = stage.form.deadline, deadline <= end {
      // The script counts whole milliseconds, an animation does not.
      stage.pass(milliseconds: ((deadline - stage.now).wholeNanoseconds + 999_999) / 1_000_000)
      stage.send(.tick)
    }
    stage.pass(milliseconds: (end - stage.now).wholeNanoseconds / 1_000_000)
  }

  @Test func `H4 the search begins when typing has paused for 0.3 s, and not before`() {
    let leaks = leaks()
    let stage = newPassword(leaks).after(leaked)
    #expect(stage.form.deadline == stage.now.advanced(by: .milliseconds(300)))
    tick(stage, for: 299)
    #expect(leaks.searches.isEmpty)
    stage.press(.scalar("x"))
    tick(stage, for: 299)
    #expect(leaks.searches.isEmpty)
    tick(stage, for: 1)
    #expect(leaks.searches == [leaked + "x"])
    #expect(leaks.waits.isEmpty)
  }

  @Test func `H4 A6 the sign is open until the list has answered, and a failure until the field is left`() {
    for (text, found, left) in [(leaked, "·", "✗"), (good, "✓", "✓")] as [(String, Character, Character)] {
      let stage = newPassword(leaks(after: .milliseconds(500))).after(text)
      #expect(sign(stage) == "·")
      tick(stage, for: 780)
      #expect(sign(stage) == "·")
      tick(stage, for: 30)
      #expect(sign(stage) == found, "\(text)")
      #expect(!stage.words.contains(error))
      stage.press(.scalar("y"))
      #expect(sign(stage) == "·")
      stage.press(.backspace)
      #expect(sign(stage) == found)
      stage.press(.tab)
      #expect(sign(stage) == left)
    }
  }

  @Test(arguments: [false, true]) func `H4 an answer that is there counts with a paste, and with a line`(
    isLine: Bool
  ) {
    let stage = newPassword(leaks(after: .milliseconds(100))).after(leaked)
    tick(stage, for: 300)
    stage.press(.tab)
    #expect(sign(stage) == "·")
    stage.pass(milliseconds: 100)
    if isLine { stage.enter("x") } else { stage.send(.paste) }
    #expect(sign(stage) == "✗" && stage.form.fields[0].error?.message == error)
  }

  @Test func `H4 a search is looked at every 30 ms, and nothing is due after it`() {
    let stage = newPassword(leaks(after: .milliseconds(100))).after("\(good) wait 300ms")
    let start = stage.now
    for look in 1...4 {
      #expect(stage.form.deadline == start.advanced(by: .milliseconds(30 * Int64(look))))
      stage.wait(milliseconds: 30)
    }
    stage.wait(milliseconds: 380)
    #expect(stage.form.deadline == nil)
  }

  @Test func `H4 an empty field is looked up nowhere`() {
    let leaks = leaks()
    let stage = newPassword(leaks).after("x Backspace")
    #expect(stage.form.deadline == nil)
    #expect(sign(stage) == "·")
    stage.press(.tab)
    #expect(leaks.searches.isEmpty)
  }

  @Test func `H4 a disk that answers within 20 ms decides before the focus moves`() {
    let leaks = leaks(after: .milliseconds(20))
    let stage = newPassword(leaks).after("\(leaked) Enter")
    #expect(leaks.waits == [.milliseconds(20)])
    #expect(stage.form.focusedField == 0)
    #expect(stage.form.fields[0].error?.message == error)
    #expect(sign(stage) == "✗")
  }

  @Test func `H4 a slow disk does not hold the focus, and the error follows the answer`() {
    for key in [Key(.tab), Key(.enter), Key(.down), Key(.tab, .shift)] {
      let leaks = leaks(after: .milliseconds(900))
      let stage = newPassword(leaks).after(leaked)
      stage.press(key)
      #expect(stage.form.focusedField != 0, "\(key)")
      #expect(leaks.waits == [.milliseconds(20)], "one key waits once")
      #expect(stage.form.fields[0].error == nil)
      #expect(sign(stage) == "·")
      let focus = stage.form.firstResponder
      tick(stage, for: 930)
      #expect(stage.form.fields[0].error?.message == error)
      #expect(sign(stage) == "✗")
      #expect(stage.form.firstResponder == focus)
    }
  }

  @Test func `H4 a search under way goes on where the field is left, and is not begun again`() {
    let leaks = leaks(after: .milliseconds(400))
    let stage = newPassword(leaks).after(good)
    tick(stage, for: 310)
    stage.play("Tab \(good)")
    tick(stage, for: 420)
    #expect(leaks.searches == [good])
    #expect(leaks.waits.isEmpty)
    #expect(sign(stage) == "✓")
    #expect(stage.form.fields[0].error == nil)
  }

  @Test func `H4 the answer on a text that was changed meanwhile is about nothing`() {
    let leaks = leaks(after: .milliseconds(400))
    let stage = newPassword(leaks).after(leaked)
    tick(stage, for: 310)
    stage.type("!")
    #expect(stage.form.deadline == stage.now.advanced(by: .milliseconds(300)))
    tick(stage, for: 800)
    #expect(leaks.searches == [leaked, leaked + "!"])
    #expect(sign(stage) == "✓")
  }

  /// A form that was filled in and submitted while the list is searched.
  private func submitted(_ text: String, _ leaks: ScriptedLeaks, hasVerifier: Bool = false) -> Rehearsal {
    newPassword(leaks, hasVerifier: hasVerifier).after("\(text) Tab \(text) Enter")
  }

  @Test func `H4 nothing is accepted while the list is searched, and the form says that it waits`() {
    let stage = submitted(good, leaks(after: .milliseconds(500)))
    #expect(stage.form.submission == .waiting(since: stage.now))
    #expect(stage.words.contains("Checking…"))
    tick(stage, for: 480)
    #expect(stage.ending != .accepted)
    stage.press(.scalar("x"))
    #expect(stage.text(of: 0) == good && stage.text(of: 1) == good)
    #expect(stage.requests.last == .beep)
    tick(stage, for: 30)
    #expect(stage.ending == .accepted)
    #expect(stage.form.deadline == nil)
  }

  @Test func `H4 a key that comes with the answer changes nothing of what is accepted, but escape cancels`() {
    for (key, ending) in [(Key(.scalar("x")), Ending.accepted), (Key(.escape), .cancelled)] {
      let stage = submitted(good, leaks(after: .milliseconds(500)))
      stage.pass(milliseconds: 600)
      stage.press(key)
      #expect(stage.ending == ending)
      #expect((stage.requests.last == .beep) == (ending == .accepted))
      if ending == .accepted { #expect(stage.text(of: 0) == good && stage.text(of: 1) == good) }
    }
  }

  @Test func `H4 a leaked password is refused at submission, and the person goes on in its field`() {
    let stage = submitted(leaked, leaks(after: .milliseconds(500)))
    tick(stage, for: 520)
    #expect(stage.form.submission == .open)
    #expect(stage.ending != .accepted)
    #expect(stage.form.focusedField == 0)
    #expect(stage.form.fields[0].error?.message == error)
    #expect(stage.form.refusedCount == 1)
    #expect(!stage.words.contains("Checking…"))
  }

  @Test func `H4 escape and Control-C end a form that waits, and nothing is searched any more`() {
    for (key, ending) in [(Key(.escape), Ending.cancelled), (.control("c"), .interrupted)] {
      let leaks = leaks(after: .seconds(9))
      let stage = submitted(good, leaks)
      stage.press(key)
      #expect(stage.ending == ending)
      #expect(leaks.text == nil)
      #expect(stage.form.deadline == nil)
    }
  }

  @Test func `H4 the list forgets the password when the form is accepted`() {
    let leaks = leaks()
    let stage = submitted(good, leaks)
    #expect(stage.ending == .accepted)
    #expect(leaks.searches == [good])
    #expect(leaks.text == nil)
  }

  @Test func `H4 the verifier is asked after the list, and not about a leaked password`() {
    let stage = submitted(good, leaks(after: .milliseconds(500)), hasVerifier: true)
    #expect(!stage.requests.contains(.verify))
    tick(stage, for: 520)
    #expect(stage.requests.last == .verify)
    let refused = submitted(leaked, leaks(after: .milliseconds(500)), hasVerifier: true)
    tick(refused, for: 520)
    #expect(!refused.requests.contains(.verify))
  }

  @Test func `H4 where more is wrong, that is said without waiting for the list`() {
    let stage = newPassword(leaks(after: .seconds(9))).after("\(good) Tab Enter")
    #expect(stage.form.submission == .open)
    #expect(stage.form.focusedField == 1)
    #expect(stage.form.refusedCount == 1)
  }

  @Test func `H4 a list that cannot be read accepts nothing, and is tried again by the next key`() {
    let leaks = leaks()
    leaks.findings[good] = .unreadable
    let stage = submitted(good, leaks)
    #expect(stage.ending != .accepted)
    #expect(stage.form.fields[0].error?.message == unreadable)
    #expect(stage.words.contains(unreadable))
    #expect(sign(stage) == "✗")
    leaks.findings[good] = .clear
    stage.press(.enter)
    #expect(stage.form.fields[0].error == nil)
    stage.press(.enter)
    #expect(stage.ending == .accepted)
  }

  @Test func `H4 a list that is unreadable after a wait ends the wait, and is tried again once`() {
    let leaks = leaks(after: .seconds(2))
    leaks.findings[good] = .unreadable
    let stage = submitted(good, leaks)
    let searches = leaks.searches.count
    tick(stage, for: 2_100)
    #expect(stage.form.submission == .open)
    #expect(stage.form.fields[0].error?.message == unreadable)
    #expect(stage.form.deadline == nil)
    #expect(leaks.searches.count == searches)
    stage.press(.tab)
    #expect(stage.form.focusedField == 1)
    #expect(leaks.searches.count == searches + 1)
    stage.press(.enter)
    #expect(stage.form.submission == .waiting(since: stage.now))
    leaks.findings[good] = .clear
    tick(stage, for: 2_100)
    #expect(stage.ending == .accepted)
  }

  @Test func `H4 an account can be made when the list has answered, after a delay of its own`() {
    let leaks = leaks(after: .milliseconds(100))
    let stage = signUp(good, leaks)
    #expect(!stage.form.canSubmit)
    tick(stage, for: 1000)
    #expect(stage.form.canSubmit)
    stage.play("S-Tab x Backspace 1")
    tick(stage, for: 290)
    #expect(!stage.form.canSubmit)
    #expect(stage.form.result(of: 2)?.message == nil)
    #expect(stage.form.fields[2].error == nil)
  }

  @Test(arguments: [0, 200, 1000])
  func `H4 no delay of the validation makes a form ready before the list has answered`(delay: Int64) {
    let leaks = leaks(after: .milliseconds(700))
    let stage = signUp(good, leaks, delay: .milliseconds(delay))
    while stage.form.panel.verdict.isOpen {
      #expect(!stage.form.canSubmit)
      stage.wait(milliseconds: 10)
    }
    tick(stage, for: delay)
    #expect(stage.form.canSubmit)
  }

  @Test func `H4 an account with a leaked password is refused when the list has answered`() {
    let stage = signUp(leaked, leaks(after: .milliseconds(500))).after("Enter")
    #expect(stage.form.submission == .waiting(since: stage.now))
    tick(stage, for: 530)
    #expect(stage.form.submission == .open)
    #expect(stage.form.focusedField == 2)
    #expect(stage.form.fields[2].error?.message == error)
    #expect(stage.ending != .accepted && !stage.form.canSubmit)
  }

  @Test func `H4 an old password is not looked up`() {
    let leaks = leaks()
    var form = FormDescription.change()
    form.isAnimated = false
    form.policy = .classic().asking(for: .unleaked)
    let stage = Rehearsal(form.makeForm(), rows: 40, judge: Judge(leaks: leaks)).after("Old.Horse7")
    tick(stage, for: 1000)
    stage.play("Tab \(good)")
    tick(stage, for: 1000)
    #expect(leaks.searches == [good])
  }

  @Test func `H4 a drawn password is offered unsearched, and looked up when it is taken`() {
    let leaks = leaks(after: .milliseconds(500))
    let stage = newPassword(leaks).after("^G")
    stage.draw(leaked)
    #expect(stage.form.offer != nil)
    #expect(leaks.searches.isEmpty)
    stage.press(.enter)
    tick(stage, for: 300)
    #expect(leaks.searches == [leaked])
    tick(stage, for: 510)
    stage.press(.tab)
    #expect(sign(stage) == "✗")
    stage.press(.enter)
    #expect(stage.ending != .accepted)
  }

  @Test func `H4 a policy that refuses leaked passwords accepts nothing without a list`() {
    var form = FormDescription.newPassword()
    form.policy = .classic().asking(for: .unleaked)
    let stage = Rehearsal(form, judge: Judge()).after("\(good) Tab \(good) Enter")
    #expect(stage.form.fields[0].error?.message == unreadable)
    #expect(stage.ending != .accepted)
  }
}
