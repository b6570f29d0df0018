import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

@testable import Watchword

/// Plays random events to forms and writes checksums of what they show, for `Tests/play`. What a redesign must not change
/// has the same sums before and after.
@Suite struct FramePlayTests {
  /// A form and its surroundings.
  struct Stage {
    var form: FormDescription
    var isInline = false
    var isFilled = false
    var isASCII = false
    var usesLines = false
    var judge: Judge?
    var verifiesField = false
    var verifier: PlayedVerifier?
    var delegate: RecordingDelegate?
    var rewords = false
    var host: SlowHost?

    init(_ form: FormDescription) { self.form = form }

    var inline: Stage { with { $0.isInline = true } }
    var filled: Stage { with { $0.isFilled = true } }
    var inLines: Stage { with { $0.usesLines = true } }

    func with(_ change: (inout Stage) -> Void) -> Stage {
      var stage = self
      change(&stage)
      return stage
    }
  }

  static let forms: [(name: String, stage: @Sendable (inout ArbitraryEvents) -> Stage)] = [
    ("arbitrary", { .arbitrary(&$0) }),
    ("arbitrary-inline", { Stage.arbitrary(&$0).inline }),
    ("arbitrary-lines", { Stage.arbitrary(&$0).inLines }),
    ("new", { _ in Stage(.newPassword()) }),
    ("new-inline", { _ in Stage(.newPassword()).inline }),
    ("new-quiet", { _ in .quiet }),
    ("new-quiet-inline", { _ in Stage.quiet.inline }),
    ("new-filled", { _ in Stage(.newPassword()).filled }),
    ("new-blind", { _ in Stage(.newPassword()).with { $0.form.showsMask = false } }),
    ("new-lines", { _ in Stage(.newPassword()).inLines }),
    ("change", { .change(&$0) }),
    ("change-lines", { Stage.change(&$0).inLines }),
    ("sign-up", { .signUp(&$0) }),
    ("hidden", { .hidden(&$0) }),
    ("hidden-inline", { Stage.hidden(&$0).inline.filled }),
    ("hidden-lines", { Stage.hidden(&$0).inLines }),
    ("question", { .question(&$0) }),
    ("question-lines", { Stage.question(&$0).inLines }),
    ("asked", { .asked(&$0) }),
    ("delegate", { .delegate(&$0) }),
  ]

  /// The plays that were asked for: all, or that of FRAMES_FORM and FRAMES_SEED.
  static let plays: [(form: Int, seed: UInt64)] = {
    let (name, wanted) = (environment("FRAMES_FORM"), environment("FRAMES_SEED").flatMap { UInt64($0) })
    var plays: [(form: Int, seed: UInt64)] = []
    for form in forms.indices where name == nil || name == forms[form].name {
      for seed: UInt64 in 1...3 where wanted == nil || wanted == seed { plays.append((form, seed)) }
    }
    return plays
  }()

  @Test(.machine(.frames), arguments: plays)
  func `plays a form and sums up what it shows`(_ form: Int, seed: UInt64) throws {
    let isListing = environment("FRAMES_SEED") != nil
    let shown = environment("FRAMES_EVENT").flatMap { Int($0) }
    let play = FramePlay(
      seed: seed, limit: environment("FRAMES_LIMIT").flatMap { Int($0) } ?? 20_000,
      isListing: isListing && shown == nil, shown: shown)
    while !play.isOver { try Self.forms[form].stage(&play.events).perform(play) }
    let sum = "\(Self.forms[form].name) \(seed): \(play.summary)\n"
    let folder = try #require(environment("FRAMES"))
    let number = form < 10 ? "0\(form)" : "\(form)"
    try writeText(play.output + sum, to: "\(folder)/\(number)-\(seed)")
  }

  @Test(arguments: forms.indices.filter { !forms[$0].name.hasSuffix("lines") })
  func `a picture drawn from the last is the one drawn anew`(form: Int) throws {
    let play = FramePlay(seed: SeededGenerator().seed, limit: 500 * soak)
    while !play.isOver {
      if let difference = try Self.forms[form].stage(&play.events).difference(play) {
        Issue.record("\(Self.forms[form].name), \(difference)")
        if environment("FRAMES_ALL") == nil { return }
      }
    }
  }
}

extension FramePlayTests.Stage {
  typealias Stage = Self

  static var quiet: Stage { Stage(.newPassword()).with { $0.form.isTypingQuiet = true } }

  static func arbitrary(_ events: inout ArbitraryEvents) -> Stage {
    let host = SlowHost()
    let fields = (0...Int.random(in: 0..<5, using: &events.random)).map { number in
      events.field(name: "field\(number)", host)
    }
    var stage = Stage(.custom(fields: fields))
    stage.host = host
    stage.form.conditions = events.conditions(of: fields)
    stage.form.isAnimated = false
    stage.form.isTypingQuiet = events.chance(20)
    stage.form.timeLimit = events.timeout().map { $0 * 10 }
    stage.form.text = events.paragraph()
    stage.form.validationDelay = .milliseconds([0, 200, 1000].randomElement(using: &events.random) ?? 200)
    stage.form.policy = .account(minimumLevel: .weak)
    stage.judge = Judge()
    if events.chance(40) {
      let findings: [LeakFinding] = [.clear, .clear, .leaked(count: 3), .unreadable]
      let times: [Int64] = [0, 10, 100, 1000, 3000]
      stage.form.policy = .account(minimumLevel: .weakest).asking(for: .unleaked)
      stage.judge = Judge(
        leaks: ScriptedLeaks(
          ["Abcdef1!": findings.randomElement(using: &events.random) ?? .clear],
          after: .milliseconds(times.randomElement(using: &events.random) ?? 0)))
    }
    if events.chance(40) { stage.verifier = PlayedVerifier(&events) }
    stage.verifiesField = events.chance(40)
    stage.isFilled = events.chance(30)
    stage.isASCII = events.chance(20)
    return stage
  }

  static func change(_ events: inout ArbitraryEvents) -> Stage {
    var stage = Stage(.change(policy: StandardPolicy.owasp.policy(.english)))
    (stage.form.timeLimit, stage.form.isPeeking) = (events.timeout().map { $0 * 10 }, events.chance(30))
    stage.form.text = events.paragraph()
    stage.form.alert = events.chance(30) ? "The old one has expired." : nil
    (stage.verifier, stage.verifiesField) = (PlayedVerifier(&events), events.chance(60))
    return stage
  }

  static func signUp(_ events: inout ArbitraryEvents) -> Stage {
    var stage = Stage(.signUp(policy: StandardPolicy.nistMFA.policy(.english)))
    (stage.form.title, stage.form.isTypingQuiet) = ("Join the café", events.chance(20))
    (stage.form.reveal, stage.form.showsBits) = (events.chance(50) ? .always : .allowed, events.chance(50))
    (stage.isASCII, stage.delegate) = (events.chance(20), RecordingDelegate())
    if events.chance(50) { stage.verifier = PlayedVerifier(&events) }
    return stage
  }

  /// A form whose last fields come and go: a new password and a text, each while a choice has some value.
  static func hidden(_ events: inout ArbitraryEvents) -> Stage {
    var choice = FormField.Configuration(.choice, name: "way")
    choice.take(.choice(Choices(["a", "b", "yes"])), .english)
    var hidden = FormField.Configuration(.text, name: "hidden")
    hidden.visibility = .hidden
    var fields = [
      choice, FormField.Configuration(.newPassword, name: "password"),
      FormField.Configuration(.email, name: "email"), hidden,
    ]
    fields.swapAt(1, events.chance(50) ? 2 : 1)
    var stage = Stage(.custom(fields: fields, policy: StandardPolicy.classic.policy(.english)))
    stage.form.conditions = [
      FieldCondition(showing: "password", while: "way", has: "a"),
      FieldCondition(showing: "email", while: "way", has: "b"),
      FieldCondition(showing: "email", while: "way", has: "yes"),
    ]
    stage.form.isTypingQuiet = events.chance(30)
    stage.form.text = events.paragraph()
    stage.verifier = PlayedVerifier(&events, asks: "hidden")
    return stage
  }

  static func question(_ events: inout ArbitraryEvents) -> Stage {
    var base = FormDescription()
    base.alert = events.chance(30) ? "That was no answer." : nil
    base.defaultButton = [.focused, .unfocused, .button(1)].randomElement(using: &events.random) ?? .focused
    base.timeLimit = events.timeout()
    let text = events.paragraph() ?? (1...40).map { "Line \($0)" }.joined(separator: "\n")
    if events.chance(50) {
      return Stage(.confirmation(text, typing: events.chance(50) ? "yes" : nil, texts: .english, from: base))
    }
    let buttons = [
      FormButton("OK", accelerator: "o"), FormButton("Cancel", accelerator: "c", effect: .cancel),
    ]
    return Stage(.question(title: "Question", text: text, buttons: buttons, from: base))
  }

  /// The inline form of a command that asks, which says its question in other words now and then.
  static func asked(_ events: inout ArbitraryEvents) -> Stage {
    var stage = Stage(.ask()).inline
    (stage.form.asker, stage.form.text) = ("sudo", "[sudo] password for ada:")
    (stage.rewords, stage.isInline) = (true, events.chance(70))
    stage.form.showsMask = events.chance(70)
    return stage
  }

  /// A form whose delegate sets texts, errors and focus, and refuses some edits and moves.
  static func delegate(_ events: inout ArbitraryEvents) -> Stage {
    let fields = [
      FormField.Configuration(.text, name: "one"), FormField.Configuration(.newPassword, name: "two"),
      FormField.Configuration(.email, name: "three"),
    ]
    var stage = Stage(.custom(fields: fields))
    stage.form.isTypingQuiet = events.chance(30)
    let delegate = RecordingDelegate(
      refusing: events.chance(50) ? ["0.shouldClear", "1.shouldEndEditing"] : ["0.shouldReturn"])
    delegate.wishes = [
      "0.didEndEditing": [.text("Correct", 1), .hidden(events.chance(50), 3)],
      "2.didBeginEditing": [.enabled(events.chance(50), 3), .error("Not that.", 0)],
      "3.editingChanged": [events.chance(50) ? .focus(0) : .text("x", 0)],
      "1.didEndEditing": [.error(events.chance(50) ? "Wrong." : nil, 1), .hidden(false, 3)],
      "0.editingChanged": [.enabled(true, 3)],
    ]
    delegate.reasons["2.shouldEndEditing"] = events.chance(50) ? ("Stay here.", nil) : nil
    stage.delegate = delegate
    return stage
  }

  /// Makes a screen of the form, whose surroundings follow from `play`.
  func makeScreen(
    _ play: FramePlay, on terminal: inout PlayedTerminal, isDrawnAnew: Bool = false
  ) throws -> FormScreen {
    play.beginForm()
    (terminal.canBeInline, terminal.canSuspend) = (isInline, play.events.chance(80))
    var description = form
    (description.wordList, description.listFolder) = ("/nowhere", "/nowhere")
    let form = description.makeForm()
    var appearance = Appearance(glyphs: isASCII ? .ascii : .unicode, width: .standard)
    (appearance.isFilled, appearance.lacks) = (isFilled, terminal.canSuspend ? [] : [.suspend])
    // A light background then changes nothing, and only has all drawn anew.
    if isDrawnAnew { appearance.glyphs.unmetOnLight = appearance.glyphs.unmet }
    var advisers = Advisers(judge: JudgeConfiguration(nil, context: ContextWords()), delegate: delegate)
    advisers.authority = form.newPasswordField == nil ? nil : PlayedAuthority()
    advisers.formVerifier = verifier
    advisers.oldFormVerifier = verifiesField ? verifier : nil
    if rewords {
      advisers.askerNews = { _ in
        guard play.events.chance(3) else { return .none }
        return play.events.chance(50) ? .words("Sorry, try again.") { play.note("writes") } : .output {}
      }
    }
    let knownCount = form.fields.count
    let memory = try SecretMemory(
      for: Session.capacities(of: form) + GuessMeter.capacities(oldPasswords: knownCount),
      locking: .ifPossible)
    let ownJudge = try judge ?? advisers.judge.makeJudge(in: memory, oldPasswords: knownCount)
    var calls = 0
    play.willPlay = { [host, delegate] in
      if play.events.chance(30) { host?.answer() }
      for call in delegate?.calls.dropFirst(calls) ?? [] { play.note(call) }
      calls = delegate?.calls.count ?? 0
    }
    let session = try Session(form, width: .standard, judge: ownJudge, advisers, in: memory)
    return FormScreen(session, appearance: appearance)
  }

  /// Plays the form to its end, on the screen and in lines.
  func perform(_ play: FramePlay) throws {
    var terminal = PlayedTerminal(play)
    var screen = try makeScreen(play, on: &terminal)
    do throws(Ending) {
      let answer: Answer
      if usesLines {
        terminal.usesLines = true
        var dialogue = Dialogue(screen.leave(), on: terminal)
        answer = try dialogue.run()
      } else {
        screen.play(on: &terminal)
        if screen.isLeft {
          terminal.usesLines = true
          play.beginLines()
          var dialogue = Dialogue(screen.leave(), on: terminal)
          answer = try dialogue.run()
        } else {
          answer = try screen.finish(on: &terminal)
        }
      }
      play.note("accepted by button \(answer.button), \(answer.level)")
      for value in answer.values {
        let text = answer.withText(of: value) { String(copying: $0) }
        play.note("\(value.name) \(value.edits): \(text)")
      }
    } catch {
      play.note(
        error.failure.map { "ended by \($0)" } ?? error.error.map { "cancelled by \($0)" } ?? "accepted")
    }
  }

  /// Plays the form on the screen. Returns how a picture differs from one drawn without the picture before; `nil` if
  /// none does.
  func difference(_ play: FramePlay) throws -> String? {
    var terminal = PlayedTerminal(play)
    var screen = try makeScreen(play, on: &terminal, isDrawnAnew: true)
    screen.start(on: &terminal)
    while screen.form.ending == nil {
      let event = screen.session.nextEvent(before: screen.deadline, on: &terminal)
      screen.handle(event, on: &terminal)
      for line in terminal.takeLines() { screen.form.state.say(line) }
      if screen.form.ending == nil, play.events.chance(80) {
        screen.form.reevaluate()
        screen.carryOutRequests(on: &terminal)
      }
      guard screen.form.ending == nil else { break }
      screen.paint(on: &terminal)
      guard let frame = play.frame, let fresh = screen.redrawnFrame() else { continue }
      if !fresh.looks(like: frame) {
        return
          "event \(play.count), \(event):\n\(frame.rows.difference(from: fresh.rows))\n\(frame)\n\(fresh)"
      }
    }
    return nil
  }
}

extension FormScreen {
  /// The next frame, drawn without the picture of the last; `nil` with quiet typing, which draws all of each frame.
  mutating func redrawnFrame() -> Frame? {
    if isQuiet { return nil }
    followBackground(isLight: true)
    return frame()
  }
}

/// Gives verdicts of all kinds, each after a while by the clock of the play.
final class PlayedVerifier: FormVerifier {
  private var events: ArbitraryEvents
  private let hidden: String?
  private var time = Duration.zero
  private var isAsked = false
  let attempts: Int?
  let keepsAnswers: Bool

  /// Makes a verifier that sometimes `asks` for the field of this name.
  init(_ events: inout ArbitraryEvents, asks hidden: String? = nil) {
    self.events = ArbitraryEvents(random: SeededGenerator(seed: events.random.next()))
    (self.hidden, attempts) = (hidden, events.chance(30) ? 3 : nil)
    keepsAnswers = events.chance(30)
  }

  func begin(_ answer: PasswordForm.Answer, about subject: Submission.Subject) {
    isAsked = true
    time = .milliseconds([0, 50, 400, 3000].randomElement(using: &events.random) ?? 0)
  }

  func verdict(after elapsed: Duration) -> FormVerdict? {
    guard isAsked, elapsed >= time else { return nil }
    isAsked = false
    switch Int.random(in: 0..<12, using: &events.random) {
    case 0...3: return .accepted
    case 4: return .refused("No, not this one.")
    case 5: return .refused(Refusal(messages: ["password": "No good.", "field0": "Nor this."]))
    case 6: return .refused(Refusal(messages: ["email": "It is taken."], cleared: ["password", "old"]))
    case 7: return .refused(Refusal(message: "Wrong.", doubtsTexts: true))
    case 8: return .refused(Refusal(doubtsTexts: true))
    case 9: return .failed("The server is down.")
    default: return hidden.map { .asks([FormField.Configuration(.text, name: $0)]) } ?? .accepted
    }
  }
}

/// Generates passwords for offers without chance.
final class PlayedAuthority: PasswordAuthority {
  private static let passwords = [
    "Xk7!pQ2#vR9z$Lm4", "short", "Bt5&wN8*hJ3(cF6)", "zzzzzzzz", "dG4%yS1-mK0+eV2=",
  ]
  private var count = 0
  var verifier: (any FormVerifier)? { nil }
  let makesPasswords = true
  let isAnswering = false
  let hasNews = false
  var isDrawing = false

  func listen(at now: Instant) {}
  func nextLook(after now: Instant) -> Instant? { nil }
  func takeNews(_ judge: () -> Void) { judge() }
  func makePassword(_ judge: (UTF8Span) -> Level?) -> DrawnOffer? {
    count += 1
    let password = Self.passwords[count % Self.passwords.count]
    guard judge(password.utf8Span) != nil else { return .failed("None fits.") }
    return .drawn(.characters, bits: count % 3 == 0 ? nil : 77)
  }
}
