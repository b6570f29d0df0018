import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordSecrets

@testable import Watchword

/// Arbitrary forms with arbitrary delegates, on the screen and in line mode.
@Suite struct ArbitraryDelegatesTests {
  /// Answers and acts at random, and notes what is wrong.
  private final class Meddler: TextFieldDelegate {
    private var random: SeededGenerator
    /// The names of the fields that line mode has asked for; `nil` on the screen.
    var asked: Set<String>?
    private(set) var fault: String?

    init(_ seed: UInt64) { random = SeededGenerator(seed: seed) }

    private func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private func meddle(_ form: inout RunningForm) {
      guard chance(12) else { return }
      let tag = Int.random(in: form.base.fields.indices, using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0:
        form.base.setText(
          ["", "ada@example.org", "root@localhost", "x"].randomElement(using: &random) ?? "", of: tag)
      case 1: form.base.setErrorMessage(chance(30) ? nil : "Not today.", of: tag)
      case 2: form.base.setEnabled(chance(60), of: tag)
      case 3: form.base.setHidden(chance(40), of: tag)
      case 4: form.base.setRequired(chance(50), of: tag)
      case 5: form.base.endEditing(force: chance(50))
      default: form.base.becomeFirstResponder(tag)
      }
    }

    func textFieldShouldBeginEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool
    {
      !chance(5)
    }
    func textFieldDidBeginEditing(_ textField: borrowing TextField, in form: inout RunningForm) {
      meddle(&form)
    }
    func textFieldShouldEndEditing(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
      !chance(5)
    }
    func textFieldDidEndEditing(
      _ textField: borrowing TextField, reason: TextField.EndReason, in form: inout RunningForm
    ) { meddle(&form) }
    func textField(
      _ textField: borrowing TextField, shouldChangeCharactersIn range: Range<Int>, replacement: UTF8Span,
      in form: borrowing RunningForm
    ) -> Bool {
      let count = form.base.texts[textField.tag].count
      if range.lowerBound < 0 || range.upperBound > count { fault = "\(range) of \(count)" }
      return !chance(5)
    }
    func textFieldShouldReturn(_ textField: borrowing TextField, in form: borrowing RunningForm) -> Bool {
      if let asked, !textField.name.contains("."), !asked.contains(textField.name) {
        fault = "Return in \(textField.name), which was not asked for"
      }
      return !chance(5)
    }
    func textField(
      _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
    ) { meddle(&form) }
    func formShouldSubmit(_ form: borrowing RunningForm) -> Bool { !chance(20) }
  }

  private static let texts = [
    "ada@example.org", "root@localhost", "Abcdef1!", "Ada Lovelace", "", "x", "1234",
  ]

  private func arbitraryForm(_ events: inout ArbitraryEvents) -> FormDescription {
    let kinds = (0...Int.random(in: 0..<5, using: &events.random)).map { _ in
      FormField.Kind.allCases.randomElement(using: &events.random) ?? .text
    }
    var form = FormDescription.custom(
      fields: kinds.enumerated().map { number, kind in
        var field = FormField.Configuration(kind, name: "field\(number)")
        field.label = "Label\(number)"
        (field.isEnabled, field.isHidden) = (!events.chance(25), events.chance(20))
        (field.isOptional, field.isConfirmed) = (events.chance(30), events.chance(50))
        if kind == .choice { field.take(.choice(Choices(Self.texts.filter { !$0.isEmpty })), .english) }
        if !field.isSecure { field.text = Self.texts.randomElement(using: &events.random) ?? "" }
        if let choices = field.input.choices, !choices.values.contains(field.text) { field.text = "" }
        if events.chance(15) { field.error = "Wrong before." }
        return field
      })
    form.policy = .account(minimumLevel: .weak)
    (form.isAnimated, form.isTypingQuiet) = (events.chance(30), events.chance(40))
    form.validationDelay = .milliseconds([0, 200, 1000].randomElement(using: &events.random) ?? 200)
    if events.chance(30) { form.timeLimit = .seconds(Int.random(in: 5..<60, using: &events.random)) }
    return form
  }

  private func arbitraryKey(_ events: inout ArbitraryEvents) -> Event {
    let keys: [Key] = [
      Key(.enter), Key(.tab), Key(.tab, .shift), Key(.backspace), .control("u"), .control("r"), .control("g"),
      Key(.escape),
      Key(.down),
    ]
    if events.chance(40) { return .key(keys.randomElement(using: &events.random) ?? Key(.enter)) }
    return .key(Key(.scalar("aB1!@. ".unicodeScalars.randomElement(using: &events.random) ?? "a")))
  }

  /// What may wake a form that waits, by name.
  private func timers(of session: borrowing Session) -> [String: Instant] {
    let form = session.form
    return [
      "bars": form.bars.deadline(after: form.now), "peek": form.peekEnd, "buttons": form.buttonStart,
      "validation": form.validationDeadline, "pause": form.pauseEnd, "shown secret": form.revealEnd,
      "remarks": form.remarksDue, "hints": form.hintsDue, "seconds": form.countDeadline,
      "held news": session.screen.heldNews.end,
    ].compactMapValues(\.self)
  }

  /// Does nothing for half a minute. Returns what woke the form without need.
  private func fault(whileIdle session: inout Session, _ terminal: inout Typist) -> String? {
    let end = terminal.now.advanced(by: .seconds(30))
    let calm = terminal.now.advanced(by: .seconds(3))
    var last: [Instant] = []
    while session.ending == nil, let deadline = session.screen.deadline, deadline <= end {
      let due = timers(of: session).filter { $0.value == deadline }
      guard !due.isEmpty else { return "no timer is due at \(deadline)" }
      terminal.now = max(terminal.now, deadline)
      session.play(.tick, on: &terminal)
      session.paint(on: &terminal)
      let stuck = timers(of: session).filter { due.keys.contains($0.key) && $0.value <= terminal.now }
      guard session.ending != nil || stuck.isEmpty else { return "\(stuck.keys.sorted()) goes on and on" }
      last = (last + [terminal.now]).suffix(3)
      if last.count == 3, last[0] > calm, last[2] - last[0] < .milliseconds(900) {
        return "it wakes more than twice a second, for \(due.keys.sorted())"
      }
    }
    terminal.now = end
    return nil
  }

  @Test func `J2 whatever a delegate does a form on the screen ends, and is woken only by a timer`() throws {
    var events = ArbitraryEvents(random: SeededGenerator())
    for number in 0..<2_125 * soak {
      let form = arbitraryForm(&events).makeForm()
      let meddler = Meddler(events.random.next())
      var terminal = Typist(events, meddler)
      var session = try Session(form, appearance: .plain, delegate: meddler)
      session.start(on: &terminal)
      var fault: String?
      for count in 0..<30 where session.ending == nil && fault == nil {
        if count % 10 == 0 { fault = self.fault(whileIdle: &session, &terminal) }
        if session.ending == nil { session.play(arbitraryKey(&events), on: &terminal) }
        session.paint(on: &terminal)
        terminal.now = terminal.now.advanced(by: .milliseconds(.random(in: 0...300, using: &events.random)))
      }
      if session.ending == nil { session.play(.key(.control("c")), on: &terminal) }
      if session.ending == nil { fault = fault ?? "Control-C does not end it" }
      if let fault = fault ?? meddler.fault {
        Issue.record("WATCHWORD_SEED=\(events.random.seed), form \(number): \(fault)")
        return
      }
    }
  }

  /// A terminal that shows nothing. In line mode it types at random, some of it after half a minute, and counts how
  /// often the form woke meanwhile.
  private struct Typist: LineTerminal {
    var events: ArbitraryEvents
    let meddler: Meddler
    let columns = 80
    let characterWidth = CharacterWidth.standard
    let size = Size(columns: 80, rows: 200)
    var now = Instant(nanoseconds: 1_000_000_000)
    var lineEnd = LineEnd.plain
    var fault: String?
    private(set) var output = ""
    private var line = ""
    private var isAsked = false
    private var lines = 25
    private var wakes = 0
    private var idleEnd: Instant?
    var canSuspend: Bool { false }

    init(_ events: ArbitraryEvents, _ meddler: Meddler) { (self.events, self.meddler) = (events, meddler) }

    mutating func print(_ lines: [String]) { output += lines.joined(separator: "\n") + "\n" }
    mutating func ask(_ question: [String], isSeen: Bool) {
      print(question)
      isAsked = true
      for number in 0..<6 where question.joined().contains("Label\(number)") {
        meddler.asked?.insert("field\(number)")
      }
    }
    mutating func print(secret: UTF8Span) {}
    mutating func spell(_ secret: UTF8Span, separator: String, name: (Unicode.Scalar) -> String) {}

    mutating func nextEvent(before deadline: Instant?) -> Event {
      wakes += 1
      if wakes > 200 { fault = "it is woken again and again" }
      guard isAsked, fault == nil else {
        if let deadline { now = max(now, deadline) }
        return fault == nil ? .tick : .hangUp
      }
      if idleEnd == nil { (idleEnd, wakes) = (now.advanced(by: .seconds(events.chance(20) ? 30 : 0)), 0) }
      if let deadline, let idleEnd, deadline < idleEnd {
        now = max(now, deadline)
        return .tick
      }
      // Half a minute needs at most a validation, its pause, and the last seconds.
      if wakes > 30 { fault = "it was woken \(wakes) times in half a minute" }
      (idleEnd, wakes, isAsked, lines) = (nil, 0, false, lines - 1)
      if lines < 0 { return .key(.control("c")) }
      line = ArbitraryDelegatesTests.texts.randomElement(using: &events.random) ?? ""
      if events.chance(10) { line = ["help", "n", "no"].randomElement(using: &events.random) ?? "" }
      lineEnd = events.chance(90) ? .plain : events.chance(50) ? .make : .show
      return .paste
    }

    mutating func withPaste<R>(_ body: (UTF8Span) -> R) -> R { body(line.utf8Span) }
    mutating func forgetPaste() { line = "" }
    mutating func suspend() {}
    mutating func pendingEvent() -> Event? { nil }
    mutating func eventWithoutWaiting() -> Event? { nil }
    mutating func paint(_ frame: Frame, readSecret: (_ field: Int, _ body: (UTF8Span) -> Void) -> Void) {}
    mutating func beep() {}
    mutating func invalidate() {}
  }

  @Test
  func
    `J2 I1 whatever a delegate does a talk ends, and Return is pressed only in fields that were asked for`()
    throws
  {
    var events = ArbitraryEvents(random: SeededGenerator())
    for number in 0..<2_125 * soak {
      var form = arbitraryForm(&events).makeForm()
      form.prepareForLines()
      let meddler = Meddler(events.random.next())
      meddler.asked = []
      let session = try Session(form, appearance: .plain, delegate: meddler)
      var dialogue = Dialogue(session, on: Typist(events, meddler))
      do throws(WatchwordError) { _ = try dialogue.run() } catch {}
      events = dialogue.terminal.events
      if let fault = dialogue.terminal.fault ?? meddler.fault {
        Issue.record(
          "WATCHWORD_SEED=\(events.random.seed), form \(number): \(fault)\n\(dialogue.terminal.output)")
        return
      }
    }
  }
}
