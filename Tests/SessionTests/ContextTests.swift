import TestSupport
import Testing
import Watchword
import WatchwordScreen
import WatchwordStrength

private let address = "annsmith@example.org"
private let listed = "This password is commonly used: choose another one."
private let tooLow = "Choose a stronger password."
private let pause = Step.wait(milliseconds: 200)

/// A meter that finds a text weak if it begins with a word of the context, otherwise strong.
private struct BeginningMeter: Meter {
  var needsWarmUp: Bool { false }

  func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    let text = String(copying: text).lowercased()
    return Estimate(level: context.words.contains { text.hasPrefix($0) } ? .weak : .strong)
  }
}

/// The user's words count against the password.
@Suite struct ContextTests {
  private let judge = Judge(meter: BeginningMeter())

  /// A form of a field and a new password.
  private func form(_ kind: FormField.Kind, policy: Policy) -> FormState {
    var description = FormDescription.custom(
      fields: [kind, .newPassword].map { FormField.Configuration($0) })
    (description.policy, description.isAnimated) = (policy, false)
    return description.makeForm()
  }

  /// A rule about the level only.
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
    let filled: [Step] = .keys("Tab annsmith1 Tab S-Tab*2")
    let before = try perform(filled, on: form, judge: judge)
    #expect(before.shows("Strong password"))
    let after = try perform(filled + .typing("annsmith"), on: form, judge: judge)
    #expect(after.shows("Too weak"))
    let gone = try perform(filled + .keys("annsmith ^U"), on: form, judge: judge)
    #expect(gone.shows("Strong password"))
  }

  @Test(arguments: [false, true])
  func `E3 what stands in a field counts no more once the program hides the field`(isHidden: Bool) throws {
    let delegate = RecordingDelegate()
    delegate.wishes["2.didBeginEditing"] = isHidden ? [.hidden(true, 0)] : []
    let left = try perform(
      .keys("annsmith Tab annsmith1 Tab"), on: form(.text, policy: level), judge: judge, delegate: delegate)
    #expect(left.shows(isHidden ? "Strong password" : "Too weak"))
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

  @Test func `A8 an error from a loss of focus goes when the words change that caused it`() throws {
    var configuration = FormDescription.newPassword().makeForm().configuration
    configuration.policy = .nistMFA(minimumLevel: .weak)
    configuration.fields[0].requirement = .nothing
    configuration.fields[0].isSecure = false
    configuration.fields[1].requirement = .policy
    let filled: [Step] = .keys("annsmith Tab annsmith S-Tab")
    #expect(try perform(filled, on: FormState(configuration)).frame.errors == [listed])
    #expect(try perform(filled + .typing("x"), on: FormState(configuration)).frame.errors == [])
  }
}
