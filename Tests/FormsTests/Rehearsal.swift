import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordStrength

@testable import Watchword
@testable import WatchwordSecrets

/// A form without a terminal, whose frames can be looked at. A class, because the compiler checks each use of a local
/// value that cannot be copied against all its parts, which took a third of the time of building these tests.
final class Rehearsal {
  private var screen: FormScreen
  /// The form's requests.
  private(set) var requests: [Request] = []
  private(set) var now = Instant(nanoseconds: 0)

  convenience init(
    _ description: FormDescription = .newPassword(), columns: Int = 80, rows: Int = 24,
    glyphs: GlyphSet = .unicode, hasVerifier: Bool = false, showsItalics: Bool = true, judge: Judge = Judge(),
    isInline: Bool = false, delegate: (any TextFieldDelegate)? = nil
  ) {
    self.init(
      description.makeForm(), columns: columns, rows: rows, glyphs: glyphs, hasVerifier: hasVerifier,
      showsItalics: showsItalics, judge: judge, delegate: delegate)
    screen.canBeInline = isInline
  }

  init(
    _ form: FormState, columns: Int = 80, rows: Int = 24, glyphs: GlyphSet = .unicode,
    hasVerifier: Bool = false, verifiedField: Int? = nil, canSuspend: Bool = true,
    isTypingQuiet: Bool = false, showsItalics: Bool = true, canUnderline: Bool = true, isFilled: Bool = false,
    judge: Judge = Judge(), delegate: (any TextFieldDelegate)? = nil
  ) {
    var form = form
    var appearance = Appearance(glyphs: glyphs, width: .standard)
    if !canSuspend { appearance.lacks.insert(.suspend) }
    (appearance.showsItalics, appearance.canUnderline) = (showsItalics, canUnderline)
    appearance.isFilled = isFilled
    if isTypingQuiet {
      var description = form.configuration
      description.isTypingQuiet = true
      form = description.makeForm()
    }
    guard let capacities = try? Session.capacities(of: form),
      let memory = try? SecretMemory(for: capacities, locking: .ifPossible),
      var session = try? Session(
        form, width: .standard, judge: judge, Advisers(delegate: delegate), in: memory)
    else { preconditionFailure("there is no memory for the texts of a form") }
    (session.form.state.hasVerifier, session.form.state.verifiedField) = (hasVerifier, verifiedField)
    screen = FormScreen(session, appearance: appearance, size: Size(columns: columns, rows: rows))
    screen.begin()
    takeRequests()
  }

  private func takeRequests() { requests += screen.form.takeRequests() }

  var form: FormState { screen.form.state }
  var ending: Ending? { screen.form.ending }

  var layout: Layout { screen.layout }

  var isInline: Bool { get { screen.willBeInline() } }

  var deadline: Instant? { screen.deadline }
  var appearance: Appearance { screen.appearance }

  func text(of field: Int) -> String { screen.form.secrets.withText(of: field) { String(copying: $0) } }

  var frame: Frame { get { screen.frame() } }

  var rows: [String] { get { frame.rows } }

  /// All words on the screen, so that a text is found wherever its lines break.
  var words: String {
    get { rows.joined(separator: " ").split(separator: " ").joined(separator: " ") }
  }

  func followBackground(isLight: Bool) { screen.followBackground(isLight: isLight) }

  func holdButtons() { screen.form.holdButtons(from: now) }

  func send(_ event: Event) {
    if let scalar = Input(event).typed, scalar.isControl,
      let index = form.focusedField
    {
      put(scalar, into: index)
    } else {
      // This form gets no text to paste.
      screen.handle(event, at: now) { $0.paste("".utf8Span) }
      if case .press(let position) = event { screen.handle(.release(position), at: now) }
    }
    takeRequests()
    screen.form.reevaluate()
  }

  /// Types a key, and echoes it without judging it or drawing a frame.
  func echo(_ key: Key) -> Echo? {
    screen.handle(.key(key), at: now)
    takeRequests()
    return screen.echo()
  }

  /// Sends only `event`, a press of the mouse without its release.
  func sendAlone(_ event: Event) {
    screen.handle(event, at: now)
    takeRequests()
  }

  func avoidAmbiguousWidth() { screen.avoidAmbiguousWidth() }

  /// Types a control character, which texts refuse: types another one and replaces its byte.
  private func put(_ control: Unicode.Scalar, into index: Int) {
    screen.handle(.key(Key(.scalar("x"))), at: now)
    let (text, end) = (String(control), screen.form.secrets[index].caret)
    try? screen.form.secrets[index].buffer.replaceSubrange(end - 1..<end, with: text.utf8Span.span)
  }

  /// Puts a line into the focused field, as in line mode.
  func enter(_ text: String) {
    _ = screen.form.enter(text.utf8Span, at: now)
    screen.form.takeAnswers()
    takeRequests()
  }

  func say(_ line: String) { screen.form.state.say(line) }

  func press(_ codes: Key.Code...) { for code in codes { send(.key(Key(code))) } }

  func press(_ key: Key) { send(.key(key)) }

  func type(_ text: String) { for scalar in text.unicodeScalars { press(.scalar(scalar)) } }

  func resize(columns: Int, rows: Int) { send(.resize(Size(columns: columns, rows: rows))) }

  /// Plays `keys`, as in a row of a script.
  func play(_ keys: String) {
    for step in [ScriptedTerminal.Step].keys(keys) {
      switch step {
      case .wait(let time): now = now.advanced(by: time)
      case .resize(let columns, let rows): resize(columns: columns, rows: rows)
      case .event(let event): send(event)
      default: preconditionFailure("no step of a rehearsal: \(keys)")
      }
    }
  }

  /// The form after `keys`.
  func after(_ keys: String) -> Rehearsal {
    play(keys)
    return self
  }

  func wait(milliseconds: Int64) {
    pass(milliseconds: milliseconds)
    send(.tick)
  }

  /// Lets the time pass until something is due.
  func waitForDeadline() {
    guard let deadline else { return }
    now = max(now, deadline)
    send(.tick)
  }

  /// Lets the time pass during which the form and its fields hold back their news.
  func hearNews() {
    for _ in 0...form.fields.count + 1 {
      _ = frame
      wait(milliseconds: 120)
    }
  }

  /// Lets time pass without a tick.
  func pass(milliseconds: Int64) { now = now.advanced(by: .milliseconds(milliseconds)) }

  /// Draws `password` for the form, which offers it if it would accept it.
  func draw(_ password: String, of kind: Offer.Kind = .characters, bits: Int = 77) {
    guard screen.form.consider(password.utf8Span) != nil else { return }
    screen.form.offer(.drawn(kind, bits: bits))
    takeRequests()
  }

  /// Draws nothing, for this reason.
  func drawNothing(_ reason: String) {
    screen.form.offer(.failed(reason))
    takeRequests()
  }

  /// Why the form cannot ask for `fields`.
  func errorOfAsking(
    _ fields: @Sendable (Texts) throws(FormProblem) -> [FormField.Configuration]
  ) -> WatchwordError? {
    do throws(WatchwordError) {
      try screen.form.add(fields, locking: .ifPossible)
      return nil
    } catch {
      return error
    }
  }

  func endVerifier(_ verdict: FormVerdict) {
    if case .asks(let fields) = verdict.kind {
      #expect(throws: Never.self) { try screen.form.add(fields, locking: .ifPossible) }
    }
    screen.form.verifierDidEnd(verdict)
    takeRequests()
  }

  func endValidator(_ validity: Validity, of field: Int = 0, number: Int) {
    screen.form.validatorDidEnd(.success(validity), of: field, number: number)
    takeRequests()
  }
}

extension FormVerdict {
  /// A program's no.
  static func no(_ reason: String?, field: String? = nil) -> FormVerdict {
    guard let field, let reason else { return .refused(Refusal(message: reason, doubtsTexts: true)) }
    return .refused(Refusal(messages: [field: reason], doubtsTexts: true))
  }
}

extension String {
  /// The text without blanks at its ends.
  var trimmed: String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
