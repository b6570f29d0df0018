import WatchwordBase
package import WatchwordScreen
import WatchwordSecrets
package import WatchwordStrength

/// Everything known about a form except its texts: what the view draws and a test compares.
package struct FormState: Equatable, Sendable {
  /// The completed description of the form. It is shared, so that copying a state does not copy all its strings.
  package var configuration: FormDescription { shared.description }
  private(set) var shared: SharedDescription
  var texts: Texts { configuration.texts }
  package internal(set) var fields: [FormField]
  /// The numbers of the fields that are shown, in the order in which they stand on the screen and are asked for.
  private(set) var order: [Int]
  /// The number of the field that the policy judges for bars and panel, if there is one.
  package let newPasswordField: Int?
  /// How often the set of shown fields, or a label, has changed. Each change needs a new layout.
  private(set) var arrangement = 0
  var focusedButton: Int?
  /// The number of the button that submitted the form last.
  package internal(set) var pressedButton = 0
  package internal(set) var panel: CriteriaPanel
  /// The number of characters of the new password, as the policy counts them.
  package internal(set) var characterCount = 0
  package internal(set) var bars = StrengthBars()
  var remarks = StrengthRemarks()
  /// How often the new password was refused: its field left, or the form submitted, while it was wrong. It counts anew
  /// once an offer was taken.
  var refusals = 0
  /// Where the levels begin, in bits; `nil` for a meter that counts no guesses.
  var scale: StrengthScale?
  /// A message about input that was just refused, in the error line of the focused field.
  package internal(set) var notice: String?
  /// A message from the program, in a row of its own.
  private(set) var line: String?
  /// The message from the program stays at least until this time, even if the user presses keys.
  private var lineTime: Instant?
  /// Whether the user was told that some keys may be elsewhere on the keyboard at boot. This hint is given only once.
  var saidMovingKey = false
  var isCapsLocked = false
  /// Whether Tab, if it is the next key, types a tab.
  var quotesNextKey = false
  package internal(set) var offer: Offer?
  /// The number of fields in error when Return or a button was refused; 0 again with the next input.
  var refusedCount = 0
  /// Whether the form was ever submitted. Before that, an empty validated field is no error (C2).
  var isSubmitted = false
  var lastInput: Instant?
  /// Whether the running verifier suspends the time limit.
  var isTimeHeld = false
  /// Whether a verifier is asked before the form is accepted. Set before the form begins.
  package var hasVerifier = false
  /// The field with a verifier of its own, which is asked before the field is left and before the form is accepted. Set
  /// before the form begins.
  package var verifiedField: Int?
  package internal(set) var submission = Submission.open
  /// What had the focus when a verifier was last asked.
  var submitter = Responder.form
  /// The error of the form as a whole, shown beside the buttons or below them.
  package internal(set) var error: String?
  /// Whether every field is asked for in turn, as in line mode.
  var asksInTurn = false
  var search = SearchProgress()
  package internal(set) var now = Instant(nanoseconds: 0)
  var peekEnd: Instant?
  /// When the buttons of a question begin to work; `nil` if they do.
  var buttonStart: Instant?

  /// Makes the state of a form in which nothing has the focus; see ``FormScreen/begin()``.
  package init(_ description: FormDescription) {
    let description = description.completed
    shared = SharedDescription(description)
    fields = description.fields.indices.map(description.makeField)
    order = fields.shown
    newPasswordField = fields.firstIndex { $0.configuration.requirement == .policy }
    panel = CriteriaPanel(PolicyVerdict(failureBits: ~0), of: description.policy)
  }

  /// Changes the description, but not the fields and the panel that were made from it.
  mutating func describe(_ change: (inout FormDescription) -> Void) {
    var description = configuration
    change(&description)
    shared = SharedDescription(description)
  }

  /// Shows `line` as the program's message for five seconds or more; `nil` shows none. Newlines become spaces.
  mutating func say(_ line: String?) {
    self.line = line?.split(whereSeparator: \.isNewline).joined(separator: " ")
    lineTime = line == nil ? nil : now.advanced(by: .seconds(5))
  }

  /// Removes the program's message if it was shown for long enough.
  mutating func dropLine() { if let lineTime, lineTime <= now { (line, self.lineTime) = (nil, nil) } }

  mutating func append(_ field: FormField.Configuration) {
    describe { $0.fields.append(field) }
    fields.append(configuration.makeField(fields.count))
    arrange()
  }

  /// Has to be called when a field comes or goes, or when a label or the paragraph changes.
  mutating func arrange() { (order, arrangement) = (fields.shown, arrangement + 1) }

  /// Whether a password is offered now. To compare the offer with `nil` would copy it, at each key.
  var hasOffer: Bool { if case .some = offer { true } else { false } }

  var takesSmallWindows: Bool { configuration.takesSmallWindows || fields.count == 1 }

  package var level: Level { panel.verdict.level }

  /// The level that the bars show; `nil` if too little is typed or nothing is known about it (B3).
  package var shownLevel: Level? {
    guard remarks.hasBars, let estimate = panel.verdict.estimate, estimate.isKnown else { return nil }
    return estimate.level
  }

  /// What the bars show once they are at rest. A strong password has reached all of its level.
  var reach: StrengthBars.Reach? {
    guard let level = shownLevel else { return nil }
    guard level < .strongest, let estimate = panel.verdict.estimate, let scale = estimate.scale,
      let next = Level(rawValue: level.rawValue + 1)
    else { return StrengthBars.Reach(level) }
    let reached = estimate.bits ?? Double(characterCount)
    let (start, end) = (Double(scale.start(of: level)), Double(scale.start(of: next)))
    return StrengthBars.Reach(level, share: (reached - start) / (end - start))
  }

  /// The field or button with the focus, or the form itself if nothing has it.
  package var firstResponder: Responder {
    focusedField.map(Responder.field) ?? focusedButton.map(Responder.button) ?? .form
  }

  package var focusedField: Int? { fields.indices.first { fields[$0].isFirstResponder } }

  func fields(after index: Int) -> ArraySlice<Int> { order.drop { $0 != index }.dropFirst() }

  /// Whether no later field can have the focus, so that Return in field `index` accepts (A11).
  func isLast(_ index: Int) -> Bool { !fields(after: index).contains { fields[$0].canHaveFocus } }

  /// Whether field `index` takes a new password or its confirmation: the policy judges it, or it is a secret that is
  /// typed twice. Its text is judged in the policy's normal form.
  package func takesNewPassword(_ index: Int) -> Bool {
    fields[index].configuration.requirement == .policy
      || fields[index].configuration.isSecure && fields[index].matchingField != nil
  }

  /// The word beside the icon of field `index`, "show" or "hide"; `nil` if its text cannot be shown. `isShown` asks for
  /// the word in another state.
  func revealWord(of index: Int, isShown: Bool? = nil) -> String? {
    guard fields[index].configuration.isRevealable else { return nil }
    return isShown ?? fields[index].isShown ? texts("hide") : texts("show")
  }

  /// Whether a tab can be typed into field `index`: an existing password may contain one.
  func takesTabs(_ index: Int) -> Bool { fields[index].configuration.isSecure && !takesNewPassword(index) }

  /// Whether the words in field `index` count against a password, because everybody who sees the screen sees them.
  func isContext(_ index: Int) -> Bool {
    !fields[index].configuration.isSecure && !takesNewPassword(index)
      && fields[index].visibility == .shown
  }

  /// Whether all fields are right, so that the buttons are active (C7).
  package var canSubmit: Bool {
    fields.indices.allSatisfy {
      !mustBeRight($0) || result(of: $0)?.isSuccessful ?? (standing(of: $0) ?? .right == .right)
    }
  }

  /// What the text of field `index` is by the verdict on the new password, or by the comparison with the confirmed
  /// text; `nil` for other fields. Nothing else decides whether a repetition is right.
  func standing(of index: Int) -> Standing? {
    let (isEmpty, isOptional) = (fields[index].shape.count == 0, fields[index].configuration.isOptional)
    let hasValidation = fields[index].hasValidation
    switch fields[index].configuration.requirement {
    case .policy:
      if isEmpty, isOptional || hasValidation { return isOptional ? .right : .empty }
      return panel.verdict.firstFailure.map(Standing.fails) ?? (panel.verdict.isOpen ? .open : .right)
    case .equality(let other):
      switch (isEmpty, isOtherEmpty: fields[other].shape.count == 0) {
      case (true, true) where isOptional: return .right
      case (true, false) where isOptional && !hasValidation: return .differs
      case (true, _): return .empty
      case (false, true): return hasValidation ? .alone : .differs
      case (false, false): return fields[index].match == .equal ? .right : .differs
      }
    case .nothing, .presence, .email, .knownPassword: return nil
    }
  }

  /// What is said of a new password that fails this rule of the policy.
  func message(ofRule number: Int) -> String {
    configuration.policy.rules[number].message(for: panel.verdict).text
  }

  /// Whether field `index` has to be right before the form is accepted. It need not be if the field, or the one it
  /// confirms, is disabled or hidden, because the user could not fix it. A disabled field's text is handed out
  /// unchanged.
  func mustBeRight(_ index: Int) -> Bool {
    let confirmed = fields[index].configuration.confirmedField ?? index
    return fields[index].canHaveFocus && fields[confirmed].canHaveFocus
  }

  /// Whether it is an error that validated field `index` is empty: once the form was submitted (C2), or a new password
  /// refused (A8).
  func saysEmptiness(of index: Int) -> Bool { isSubmitted || index == newPasswordField && refusals > 0 }

  /// The result of the validation of field `index`; `nil` if it has none.
  package func result(of index: Int) -> ValidationResult? { fields[index].validation?.result }

  /// The field whose verifier has to be asked about its present text.
  var unverifiedField: Int? {
    guard let index = verifiedField, fields[index].source != .userVerified, fields[index].shape.count > 0,
      !fields[index].judgement.isLost, fields[index].visibility == .shown
    else { return nil }
    // A text is not known to be wrong while a list is searched for it.
    return result(of: index)?.message == nil ? index : nil
  }

  /// The message beside the buttons after Return or a button was refused, until the next input (A15).
  package var attention: String? {
    refusedCount == 0
      ? nil
      : configuration.texts.plural(
        "{count} field needs attention", "{count} fields need attention", refusedCount)
  }

  /// The warning that a password will be printed; see ``FormDescription/isPrinted``.
  var printedText: String { texts("The password will be printed on the screen.") }

  /// The glyph in the edge of confirm field `index` while the user types there (A9); `nil` if there is nothing to say,
  /// or if field `index` confirms no other.
  package func confirmSign(of index: Int) -> CriteriaPanel.Sign? {
    guard fields[index].matchingField == index, fields[index].shape.count > 0 else { return nil }
    let field = fields[index]
    guard !field.judgement.isLost else { return nil }
    switch field.match {
    case .equal: return .met
    // An error about the match and its glyph come and go together.
    case .start: return field.error?.cause == .differs && !field.hidesMatch ? .failed : nil
    case .different: return field.hidesMatch ? nil : field.isJudged ? .failed : .open
    }
  }

  /// When secrets are masked again (A2) and an offer is withdrawn, if no key comes; `nil` if neither a secret nor an
  /// offer is shown, or if they may stay.
  var revealEnd: Instant? {
    guard let timeout = configuration.revealTimeout,
      hasOffer || fields.indices.contains(where: { fields[$0].showsSecret })
    else { return nil }
    return lastInput?.advanced(by: timeout)
  }

  /// When the errors are shown that wait for a pause (C6); `nil` if none waits.
  var pauseEnd: Instant? {
    guard order.contains(where: { isPending($0) && fields[$0].hidesResult && mustBeRight($0) })
    else { return nil }
    return lastInput?.advanced(by: .milliseconds(1500))
  }

  var validationDeadline: Instant? { earliest { fields[$0].validation?.deadline } }

  func earliest(_ time: (Int) -> Instant?) -> Instant? {
    var first: Instant?
    for index in fields.indices where isPending(index) { first = Instant.first(first, time(index)) }
    return first
  }

  /// Whether the validation of field `index` may still change what the form shows, even without input.
  func isPending(_ index: Int) -> Bool { fields[index].isPending && fields[index].visibility == .shown }
}

extension FormState {
  /// When the pause is over after which the lists are read that were put off; `nil` before a new password is typed.
  var listsDue: Instant? {
    guard let new = newPasswordField, fields[new].shape.count > 0 else { return nil }
    return lastInput?.advanced(by: SearchProgress.pause)
  }

  /// When the pause is over after which words and reason are shown; `nil` if both are up to date.
  var remarksDue: Instant? {
    guard let estimate = panel.verdict.estimate, !remarks.hasWords || remarks.reason != estimate else {
      return nil
    }
    return lastInput?.advanced(by: StrengthRemarks.pause)
  }

  /// The words beside the bars now; `nil` for none.
  var levelWords: String? {
    guard remarks.hasWords, let level = shownLevel,
      configuration.policy.refusal(by: panel.verdict) != .spaces
    else { return nil }
    return panel.verdict.estimate?.words ?? words(for: level, least: configuration.policy.minimumLevel)
  }

  /// The clusters of the new password that the reason is about; `nil` for none. Only a refused password has any, see
  /// ``Estimate/hidePlaces()``.
  var mark: Range<Int>? {
    guard let part = remarks.part, configuration.policy.refusal(by: panel.verdict) == nil else { return nil }
    return part
  }

  /// The whole bits beside the reason; `nil` for none. They come with the words for the level, if the password is shown
  /// or the form ``FormDescription/showsBits``. Quiet typing says no more for a shown text.
  /// An offer that was taken has none: its draw had other bits.
  var shownBits: Int? {
    guard remarks.hasWords, shownLevel != nil, configuration.reveal != .never else { return nil }
    let (isShown, isOffer) =
      newPasswordField.map { (fields[$0].isShown, fields[$0].isOffer) } ?? (false, false)
    guard !isOffer, configuration.showsBits || isShown && !configuration.isTypingQuiet else { return nil }
    return panel.verdict.estimate?.bits.map { Int($0) }
  }
}

extension FormState {
  /// What has to be in view: while the verifier runs, what had the focus before, so that nothing moves.
  var viewFocus: Responder { submission == .open ? firstResponder : submitter }

  /// The field with the notice: the focused one, or else the last that is shown.
  var noticeField: Int? { focusedField ?? order.last }

  /// How the part is marked that the reason is about: in no other colour until the field was left (B4).
  var markStyle: Style {
    guard let index = newPasswordField, fields[index].isJudged else { return Style(.part) }
    return Style(.mark, bar: (shownLevel ?? .weakest).bar)
  }

  /// The words beside the bars at `level` (B4), if at least `least` is required.
  func words(for level: Level, least: Level) -> String {
    if level == .strongest, let words = configuration.strongWords { return words }
    return level.words(in: texts, least: least)
  }
}

final class SharedDescription: Equatable, Sendable {
  let description: FormDescription

  init(_ description: FormDescription) { self.description = description }

  static func == (left: SharedDescription, right: SharedDescription) -> Bool {
    left === right || left.description == right.description
  }
}

/// The time limit of a form in which nobody presses a key.
///
/// The limit counts from the last key, even while the verifier runs or the process is stopped. Only a verifier that is
/// a closure of the host can suspend it, because the form cannot make a closure end. After the verifier's answer, the
/// limit starts again.
extension FormState {
  /// How long before the end the screen counts the seconds.
  private static let countedTime = Duration.seconds(20)

  /// When the form ends if no key comes; `nil` for no limit.
  var timeLimitEnd: Instant? {
    if isTimeHeld, case .verifying = submission { return nil }
    return configuration.timeLimit.flatMap { lastInput?.advanced(by: $0) }
  }

  /// The seconds left, as counted on the screen; `nil` before the countdown.
  package var secondsLeft: Int? {
    guard let time = timeLimitEnd.map({ $0 - now }), time <= Self.countedTime else { return nil }
    return Int((max(.zero, time) + .nanoseconds(999_999_999)).wholeNanoseconds / 1_000_000_000)
  }

  /// The countdown as spoken: 20, 10 and 5 seconds, or once if the limit is shorter.
  var toldSeconds: Int? {
    guard let secondsLeft, let timeLimit = configuration.timeLimit else { return nil }
    let told = [20, 10, 5].filter { .seconds($0) <= timeLimit }
    return told.isEmpty ? Int(timeLimit.components.seconds) : told.last { secondsLeft <= $0 }
  }

  /// When the countdown begins or goes on, or the form ends.
  var countDeadline: Instant? {
    timeLimitEnd?.advanced(by: secondsLeft.map { .seconds(min(0, 1 - $0)) } ?? .zero - Self.countedTime)
  }
}
