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
      case 3: form.base.setVisibility(chance(40) ? .hidden : .shown, of: tag)
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
      let count = form.base.secrets[textField.tag].count
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
    let host = SlowHost()
    host.answer(hurries: true)
    let fields = (0...Int.random(in: 0..<5, using: &events.random)).map { number in
      var field = events.field(name: "field\(number)", host)
      field.label = "Label\(number)"
      field.isEnabled = !events.chance(25)
      (field.isOptional, field.isConfirmed) = (events.chance(30), events.chance(50))
      if field.input.choices?.isBoolean == false {
        field.take(.choice(Choices(Self.texts.filter { !$0.isEmpty })), .english)
      }
      let text = Self.texts.randomElement(using: &events.random) ?? ""
      if !field.isSecure, text.utf8.count <= field.maximumBytes { field.text = text }
      field.text = field.input.kind.kept(field.text) ?? ""
      if events.chance(15) { field.error = "Wrong before." }
      return field
    }
    var form = FormDescription.custom(fields: fields)
    form.conditions = events.conditions(of: fields)
    form.policy = .account(minimumLevel: .weak)
    (form.isAnimated, form.isTypingQuiet) = (events.chance(30), events.chance(40))
    form.validationDelay = .milliseconds([0, 200, 1000].randomElement(using: &events.random) ?? 200)
    if events.chance(30) { form.timeLimit = .seconds(Int.random(in: 5..<60, using: &events.random)) }
    return form
  }

  private func arbitraryEvent(_ events: inout ArbitraryEvents, for terminal: inout Typist) -> Event {
    if events.chance(6) { return .refused(events.problem()) }
    if events.chance(6) {
      terminal.size = events.size()
      return .resize(terminal.size)
    }
    let keys: [Key] = [
      Key(.enter), Key(.tab), Key(.tab, .shift), Key(.backspace), .control("u"), .control("r"), .control("g"),
      Key(.escape), Key(.down), Key(.function(1)),
    ]
    if events.chance(40) { return .key(keys.randomElement(using: &events.random) ?? Key(.enter)) }
    return .key(Key(.scalar("aB1!@. ".unicodeScalars.randomElement(using: &events.random) ?? "a")))
  }

  /// Does nothing for half a minute. Returns what woke the form without need.
  private func fault(whileIdle screen: inout FormScreen, _ terminal: inout Typist) -> String? {
    let end = terminal.now.advanced(by: .seconds(30))
    let calm = terminal.now.advanced(by: .seconds(3))
    var last: [(time: Instant, due: [String])] = []
    while screen.form.ending == nil, let deadline = screen.deadline, deadline <= end {
      let due = screen.timersDue(at: deadline)
      terminal.now = max(terminal.now, deadline)
      screen.play(.tick, on: &terminal)
      screen.paint(on: &terminal)
      if let fault = screen.faultOfTimers(afterTickAt: terminal.now) { return fault }
      last = (last + [(terminal.now, due)]).suffix(3)
      if last.count == 3, last[0].time > calm, last[2].time - last[0].time < .milliseconds(900) {
        return "it wakes more than twice a second, for \(last)\n\(screen.lastFrameText)"
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
      var terminal = Typist(events)
      terminal.canBeInline = events.chance(30)
      var appearance = Appearance.plain
      appearance.lacks = []
      var screen = try FormScreen(form, appearance: appearance, delegate: meddler)
      screen.start(on: &terminal)
      var fault: String?
      for count in 0..<30 where screen.form.ending == nil && fault == nil {
        if count % 10 == 0 { fault = self.fault(whileIdle: &screen, &terminal) }
        if screen.form.ending == nil { screen.play(arbitraryEvent(&events, for: &terminal), on: &terminal) }
        screen.paint(on: &terminal)
        terminal.now = terminal.now.advanced(by: .milliseconds(.random(in: 0...300, using: &events.random)))
      }
      if screen.form.ending == nil, fault == nil {
        let goesOn = screen.form.state.submission == .open && events.chance(30)
        screen.play(.key(goesOn ? Key(.function(3)) : .control("c")), on: &terminal)
        if screen.form.ending == nil, !screen.isLeft { fault = "Control-C or F3 does not end it" }
        if goesOn { fault = faultOfLines(after: screen, at: terminal.now, &events) }
      }
      if let fault = fault ?? meddler.fault {
        Issue.record("WATCHWORD_SEED=\(events.random.seed), form \(number): \(fault)")
        return
      }
    }
  }

  @Test
  func
    `J2 I1 whatever a delegate does a talk ends, and Return is pressed only in fields that were asked for`()
    throws
  {
    var events = ArbitraryEvents(random: SeededGenerator())
    for number in 0..<2_125 * soak {
      let form = arbitraryForm(&events).makeForm()
      let meddler = Meddler(events.random.next())
      meddler.asked = []
      let session = try Session(form, delegate: meddler)
      var typist = Typist(events)
      typist.willAsk = { question in
        for number in 0..<6 where question.joined().contains("Label\(number)") {
          meddler.asked?.insert("field\(number)")
        }
      }
      var dialogue = Dialogue(session, on: typist)
      do throws(Ending) { _ = try dialogue.run() } catch {}
      events = dialogue.terminal.events
      if let fault = dialogue.terminal.fault ?? meddler.fault {
        Issue.record(
          "WATCHWORD_SEED=\(events.random.seed), form \(number): \(fault)\n\(dialogue.terminal.output)")
        return
      }
    }
  }
}

extension FormScreen {
  var lastFrameText: String { picture?.frame.description ?? "" }
}
