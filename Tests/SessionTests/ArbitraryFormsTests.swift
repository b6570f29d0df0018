import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

@testable import Watchword

/// Arbitrary events on arbitrary forms of configured fields, compared with the rules in the plainest words.
@Suite struct ArbitraryFormsTests {
  private static let inspector = FrameInspector(forbidden: Set(ArbitraryEvents.alphabet))

  /// Texts that are right for some fields.
  private static let pastes = [
    "ada@example.org", "@b.cd", "Abcdef1!", "Abcdef1!", "abcdefg1", "a", "Ada van der Berg", " x ", "x\ty",
    "12", "2026-11-28", "a4b", "4\u{301}2", "a\u{903}", "a" + String(repeating: "\u{903}", count: 260),
    "abcdé",
  ]

  /// A slow list that may have leaked the password most often accepted; `nil` for none.
  private func arbitraryLeaks(_ events: inout ArbitraryEvents) -> ScriptedLeaks? {
    guard events.chance(40) else { return nil }
    let findings: [LeakFinding] = [.clear, .clear, .leaked(count: 3), .unreadable]
    let times: [Int64] = [0, 10, 100, 1000, 3000]
    return ScriptedLeaks(
      ["Abcdef1!": findings.randomElement(using: &events.random) ?? .clear],
      after: .milliseconds(times.randomElement(using: &events.random) ?? 0))
  }

  private func arbitraryForm(_ events: inout ArbitraryEvents, isSearched: Bool, _ host: SlowHost) -> FormState
  {
    var fields = (0...Int.random(in: 0..<5, using: &events.random)).map { number in
      events.field(name: "field\(number)", host)
    }
    fields.keepOneNewPassword()
    var description = FormDescription.custom(fields: fields)
    description.conditions = events.conditions(of: fields)
    description.isAnimated = false
    description.isTypingQuiet = events.chance(20)
    description.policy = .account(minimumLevel: .weak)
    if isSearched { description.policy = .account(minimumLevel: .weakest).asking(for: .unleaked) }
    description.timeLimit = events.timeout()
    description.text = events.paragraph()
    description.validationDelay = .milliseconds([0, 200, 1000].randomElement(using: &events.random) ?? 200)
    var form = description.makeForm()
    if events.chance(50) {
      form.verifiedField = form.fields.firstIndex { $0.configuration.requirement == .knownPassword }
    }
    return form
  }

  /// Sometimes ends the verifier of a field while the form waits for it.
  private func endVerifier(
    of screen: inout FormScreen, _ events: inout ArbitraryEvents, on terminal: inout KeepingTerminal
  ) {
    guard case .verifying(.field, _) = screen.form.state.submission, screen.form.ending == nil,
      events.chance(30)
    else {
      return
    }
    let outcomes: [FormVerdict] = [
      .accepted, .accepted, .refused("no"), .refused(fields: [:]), .failed("late"),
    ]
    let outcome = outcomes.randomElement(using: &events.random) ?? .accepted
    screen.form.verifierDidEnd(outcome)
    screen.carryOutRequests(on: &terminal)
  }

  /// What is wrong about the field that has a verifier of its own.
  private func faultOfVerifiedField(_ before: FormState, _ after: FormState, _ ending: Ending?)
    -> String?
  {
    guard let index = after.verifiedField, after.unverifiedField == index else { return nil }
    if ending == .accepted { return "accepted with a field whose verifier has not accepted it" }
    if ending != nil { return nil }
    let wasThere = before.firstResponder == .field(index)
    return wasThere && after.firstResponder != .field(index) ? "a field was left before it was verified" : nil
  }

  /// What the contract says about `field` in a form with these texts. `finding` is what a list says about a text.
  private func expected(
    _ field: FormField, in form: FormState, _ texts: [String], _ email: Regex<Substring>,
    _ finding: (String) -> LeakFinding
  ) -> ValidationResult {
    let text = texts[field.tag]
    let empty = field.configuration.isOptional ? ValidationResult.success : .empty
    func password(_ text: String) -> ValidationResult {
      let finding = finding(text)
      if finding == .unreadable { return .failure("The list of leaked passwords cannot be read.") }
      if text.count < 8 { return .failure("The password must have at least 8 characters.") }
      let classes = ["A"..."Z", "a"..."z", "0"..."9"].map { range in
        text.unicodeScalars.contains { range.contains(String($0)) && $0.isASCII }
      }
      if classes.allSatisfy(\.self), text.contains(where: { $0.isPunctuation || $0.isSymbol }) {
        if case .leaked = finding { return .failure("This password has leaked: choose another one.") }
        let asksForOld = form.fields.contains {
          $0.configuration.requirement == .knownPassword
            && form.configuration.visibility(of: $0.tag, { _ in "" }) == nil
        }
        let known = form.fields.filter {
          asksForOld && $0.configuration.requirement == .knownPassword && $0.visibility == .shown
        }
        let isOld = known.contains { OldPassword.resembles(text.utf8Span, texts[$0.tag].utf8Span) }
        let isSame = known.contains { texts[$0.tag] == text }
        if isSame { return .failure("Choose a password that is not the old one.") }
        if isOld { return .failure("Choose a password that is less like the old one.") }
        return finding == .open ? .open : .success
      }
      return .failure("The password must contain numbers, uppercase, lowercase and special characters.")
    }
    if let other = field.configuration.confirmedField {
      if text.isEmpty { return texts[other].isEmpty ? empty : .empty }
      if texts[other].isEmpty { return .empty }
      return Array(text.utf8) == Array(texts[other].utf8) ? .success : .failure("Passwords do not match.")
    }
    if text.isEmpty { return empty }
    if case .mask(let mask) = field.configuration.input {
      if !fills(mask.text, text) { return .failure("It has to look like \(mask.text).") }
    } else if let fault = field.configuration.input.fault(in: text, .english) {
      return .failure(fault)
    }
    switch field.configuration.requirement {
    case .email where text.wholeMatch(of: email) == nil: return .failure("Invalid email address.")
    case .policy: return password(text)
    case .presence where text.unicodeScalars.allSatisfy { $0.properties.isWhitespace }:
      // An optional text that is blank is right, and so the host is asked about it.
      guard field.configuration.isOptional else { return .empty }
    default: break
    }
    guard field.configuration.validator != nil else { return .success }
    // A host that cannot tell leaves the text open.
    guard let validity = try? SlowHost.validity(of: text) else { return .open }
    return if case .invalid(let message) = validity { .failure(message) } else { .success }
  }

  /// Whether `text` has a digit or a letter in each place of `pattern`.
  private func fills(_ pattern: String, _ text: String) -> Bool {
    let places = pattern.filter { "9A*".contains($0) }
    return places.count == text.count
      && zip(places, text).allSatisfy { place, character in
        let scalars = Array(character.unicodeScalars)
        let isDigit = scalars.count == 1 && (0x30...0x39).contains(scalars[0].value)
        return isDigit && place != "A" || place != "9" && scalars[0].properties.isAlphabetic
      }
  }

  private func fault(
    of screen: borrowing FormScreen, _ terminal: KeepingTerminal, _ email: Regex<Substring>,
    _ leaks: ScriptedLeaks?, isThorough: Bool
  )
    -> String?
  {
    let (form, texts) = (screen.form.state, terminal.texts)
    let isSettled = form.validationDeadline == nil && form.pauseEnd == nil
    for (index, field) in form.fields.enumerated() {
      if field.isFirstResponder != (form.firstResponder == .field(index)) {
        return "two answers to who has the focus"
      }
      guard field.shape.count == texts[index].count, 0...field.shape.count ~= field.shape.caret else {
        return "field \(index) has \(field.shape)"
      }
      if field.configuration.requirement == .email,
        texts[index].unicodeScalars.contains(where: { $0.properties.isWhitespace })
      {
        return "white space in the e-mail field \(index)"
      }
      if field.visibility == .skipped, field.configuration.isSecure, !texts[index].isEmpty {
        return "field \(index) is skipped and keeps its secret"
      }
      if field.visibility != .shown { continue }
      if field.awaitsValidator { continue }
      if isSettled, let result = form.result(of: index),
        result != expected(field, in: form, texts, email, { leaks?.finding(on: $0.utf8Span) ?? .clear })
      {
        return "field \(index), \(texts[index].debugDescription): \(result)"
      }
      // A rule's error stands until the rule is met, even while an earlier one fails (A8).
      if isSettled, let error = field.error, ![.missing, .differs, .loss, .refusal].contains(error.cause),
        error.message != form.result(of: index)?.message, !isRuleThatFails(error, of: index, in: form)
      {
        return "the error under field \(index) is not that of its validation"
      }
    }
    if form.canSubmit != form.order.allSatisfy({ form.result(of: $0)?.isSuccessful ?? true }) {
      return "the button is not awake when all is right"
    }
    guard let frame = terminal.frame, frame.fits(terminal.size) else {
      return "the frame is not of the window's size"
    }
    let models = texts.map { PlainText($0) }
    if isThorough, let fresh = screen.freshFrame(in: terminal.size), !fresh.looks(like: frame) {
      return "the frame is not that of the form\n\(fresh)"
    }
    return Self.inspector.fault(of: frame, fields: models)
  }

  private func isRuleThatFails(_ error: FieldError, of index: Int, in form: FormState) -> Bool {
    guard case .rule(let number) = error.cause, form.result(of: index)?.isSuccessful == false else {
      return false
    }
    return form.configuration.policy.rules[number].message.text == error.message
  }

  private func next(
    _ events: inout ArbitraryEvents, for terminal: inout KeepingTerminal, before deadline: Instant?
  ) -> Event {
    if events.chance(3) { return .refused(events.problem()) }
    guard events.chance(15) else { return events.next(for: &terminal, before: deadline) }
    terminal.paste = Self.pastes.randomElement(using: &events.random) ?? ""
    return .paste
  }

  /// Plays one session to its end, or `limit` events of it. Returns their number.
  private func playSession(_ events: inout ArbitraryEvents, limit: Int, _ email: Regex<Substring>) throws
    -> Int
  {
    let leaks = arbitraryLeaks(&events)
    let host = SlowHost()
    let form = arbitraryForm(&events, isSearched: leaks != nil, host)
    var terminal = KeepingTerminal(size: events.size(), fieldCount: form.placeCount)
    terminal.canBeInline = events.chance(30)
    var appearance = Appearance.plain
    // In lines nobody would end the verifier of a field.
    if form.verifiedField == nil { appearance.lacks = [] }
    // A verifier that cannot be started puts an error on the form whenever it would have been accepted.
    let verifier = events.chance(30) ? Verifier(arguments: ["/nowhere/to/be/found"]) : nil
    var screen = try FormScreen(
      form, appearance: appearance, judge: Judge(leaks: leaks), verifier: verifier)
    screen.start(on: &terminal)
    var timeLimit = TimeLimitModel(form.configuration.timeLimit)
    for count in 1...limit {
      let before = screen.form.state
      if events.chance(30) { host.answer() }
      let event = next(&events, for: &terminal, before: screen.deadline)
      let isOver = timeLimit.ends(with: event, at: terminal.now)
      // Sometimes keys come faster than they are judged.
      let isJudged = events.chance(80)
      if isJudged { screen.play(event, on: &terminal) } else { screen.handle(event, on: &terminal) }
      let isTimedOut = screen.form.ending == .timeLimit
      endVerifier(of: &screen, &events, on: &terminal)
      screen.paint(on: &terminal)
      var fault =
        isJudged ? fault(of: screen, terminal, email, leaks, isThorough: count % 16 == 0) : nil
      if event == .tick { fault = fault ?? screen.faultOfTimers(afterTickAt: terminal.now) }
      if screen.isLeft {
        host.answer(hurries: true)
        fault = faultOfLines(after: screen, at: terminal.now, &events, texts: Self.pastes)
        if let fault { Issue.record("WATCHWORD_SEED=\(events.random.seed), event \(count): \(fault)") }
        return fault == nil ? count : limit
      }
      switch screen.form.ending {
      case nil: break
      case .accepted:
        let isRight = screen.form.state.fields.allSatisfy {
          $0.visibility != .shown
            || expected($0, in: screen.form.state, terminal.texts, email) { leaks?.findings[$0] ?? .clear }
              .isSuccessful
        }
        if !isRight { fault = "accepted \(terminal.texts)" }
        if screen.form.state.fields.contains(where: { $0.visibility == .shown && $0.error?.cause == .loss }) {
          fault = "accepted half a text"
        }
      case .some:
        fault = screen.form.state.deadline.map { "a validation is due at \($0)" }
      }
      if isTimedOut != isOver { fault = "the time limit is wrong" }
      fault = fault ?? faultOfVerifiedField(before, screen.form.state, screen.form.ending)
      if let fault {
        Issue.record(
          "WATCHWORD_SEED=\(events.random.seed), event \(count), \(event): \(fault)\n\(terminal.frame?.description ?? "")"
        )
        return limit
      }
      if screen.form.ending != nil { return count }
    }
    return limit
  }

  @Test func `any events on any form leave verdicts that are those of its texts and a whole frame`() throws {
    let email = try Regex<Substring>("[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,64}")
    var events = ArbitraryEvents(random: SeededGenerator())
    var rest = 20_000 * soak
    while rest > 0 { rest -= try playSession(&events, limit: min(rest, 400), email) }
  }
}
