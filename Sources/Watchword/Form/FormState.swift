import WatchwordMessages
package import WatchwordScreen
import WatchwordSecrets
package import WatchwordStrength

/// Everything that is known about a form, except its texts: what the view draws and what a test compares.
package struct FormState: Equatable, Sendable {
  /// What the form is, with all that follows from it. It is shared, so that copying a state does not copy all texts of the
  /// form.
  package var configuration: FormDescription { shared.description }
  private var shared: SharedDescription
  var texts: Texts { configuration.texts }
  package internal(set) var fields: [FormField]
  /// How often the fields that are there have changed, or their labels: each time the form is laid out anew.
  var arrangement = 0
  var focusedButton: Int?
  /// The number of the button by which the form was accepted last.
  package internal(set) var pressedButton = 0
  package internal(set) var panel: CriteriaPanel
  /// The number of characters of the new password, as the policy counts them.
  package internal(set) var characterCount = 0
  package internal(set) var bars = StrengthBars()
  /// What is said of the strength of the new password.
  var remarks = StrengthRemarks()
  /// What is said about input that was just refused, in the error line of the field that has the focus.
  package internal(set) var notice: String?
  package internal(set) var offer: Offer?
  /// How many fields were in error when Return or a button was refused; 0 again with the next input.
  var refusedCount = 0
  /// Whether the form was ever submitted: before that an empty field that is validated is no error (C2).
  var isSubmitted = false
  var lastInput: Instant?
  /// Whether a verifier is asked before the form is accepted. Set before the form begins.
  package var hasVerifier = false
  /// The field whose text has a verifier of its own. It is asked before the editing of the field ends, and before the
  /// form is accepted. Set before the form begins.
  package var verifiedField: Int?
  /// Whether the person can work in the form, or the form waits for its verifier or a list of leaked passwords.
  package internal(set) var submission = Submission.open
  /// What had the focus when a verifier was asked last.
  var submitter = Responder.form
  /// The error of the form as a whole, which is shown beside the buttons or below them.
  package internal(set) var error: String?
  /// Whether every field is asked for in its turn, as a talk does.
  var asksInTurn = false
  /// How far the search for the new password in a list of leaked passwords is.
  var search = SearchProgress()
  package internal(set) var now = Instant(nanoseconds: 0)
  var peekEnd: Instant?
  /// When the buttons of a question begin to work; `nil` where they do.
  var buttonStart: Instant?

  /// Makes the state of a form in which nothing has the focus; see ``FormScreen/begin()``.
  package init(_ description: FormDescription) {
    let description = description.completed
    shared = SharedDescription(description)
    fields = description.fields.indices.map(description.makeField)
    panel = CriteriaPanel(Verdict(failureBits: ~0), of: description.policy)
  }

  /// Leaves out what a person without a screen would not notice, and asks for every field in its turn.
  package mutating func prepareForLines() {
    asksInTurn = true
    describe {
      $0.isAnimated = false
      $0.revealTimeout = nil
      // What has a value already nobody would hear of.
      $0.firstField = 0
    }
  }

  /// Changes what the form is, but for its fields and its policy.
  mutating func describe(_ change: (inout FormDescription) -> Void) {
    var description = configuration
    change(&description)
    shared = SharedDescription(description)
  }

  /// Adds a field below the others.
  mutating func append(_ field: FormField.Configuration) {
    describe { $0.fields.append(field) }
    fields.append(configuration.makeField(fields.count))
    arrangement += 1
  }

  /// The fields that are there.
  var shownFields: [Int] { fields.indices.filter { !fields[$0].isHidden } }

  package var level: Level { panel.verdict.level }

  /// The level that the bars show; `nil` where nothing is typed (B3).
  package var shownLevel: Level? {
    panel.verdict.estimate.flatMap { $0.isKnown ? $0.level : nil }
  }

  /// What has the focus: a field, a button, or, where nothing has it, the form itself.
  package var firstResponder: Responder {
    focusedField.map(Responder.field) ?? focusedButton.map(Responder.button) ?? .form
  }

  package var focusedField: Int? { fields.indices.first { fields[$0].isFirstResponder } }

  /// Whether no field after field `index` can have the focus, so that Return there accepts (A11).
  func isLast(_ index: Int) -> Bool { !fields[(index + 1)...].contains(where: \.canHaveFocus) }

  /// The number of the field that the policy judges for bars and panel, if there is one.
  package var judgedField: Int? { fields.indices.first { fields[$0].configuration.requirement == .policy } }

  /// Whether a new password is chosen or confirmed in field `index`: the policy judges it, or it is a secret that is
  /// typed twice. Its text is judged in the policy's normal form.
  package func takesNewPassword(_ index: Int) -> Bool {
    let number = fields[index].configuration.confirmedField ?? index
    let field = fields[number].configuration
    return field.requirement == .policy
      || field.isSecure && fields.contains { $0.configuration.confirmedField == number }
  }

  /// Whether the words in field `index` count against a password: everybody who sees the screen sees them.
  func isContext(_ index: Int) -> Bool {
    !fields[index].configuration.isSecure && !takesNewPassword(index) && !fields[index].isHidden
  }

  /// Whether all fields are as they have to be, so that the buttons are active (C7).
  package var canSubmit: Bool {
    let due = fields.indices.lazy.filter(mustBeRight)
    return due.compactMap(result).canSubmit && !due.contains(where: isWanting)
  }

  /// Whether something is wanting in field `index`, which has no validation: it is judged when it is left (A8, A9).
  private func isWanting(_ index: Int) -> Bool {
    let field = fields[index]
    guard result(of: index) == nil else { return false }
    switch field.configuration.requirement {
    case .policy: return panel.verdict.firstFailure != nil || panel.verdict.isOpen
    case .equality(let other):
      let isEmpty = field.shape.count == 0 && fields[other].shape.count == 0
      return isEmpty ? !field.configuration.isOptional : field.match != .equal
    case .nothing, .presence, .email, .knownPassword: return false
    }
  }

  /// Whether the form waits for field `index` to be right. Where the field is disabled or hidden, or the one that it confirms,
  /// nobody could see to that: the text of a disabled one is answered as it stands.
  func mustBeRight(_ index: Int) -> Bool {
    let confirmed = fields[index].configuration.confirmedField ?? index
    return fields[index].canHaveFocus && fields[confirmed].canHaveFocus
  }

  /// What came of the validation of field `index`; `nil` where it has none.
  package func result(of index: Int) -> ValidationResult? { fields[index].validation?.result }

  /// The field whose verifier has to be asked about the text that is there now.
  var unverifiedField: Int? {
    guard let index = verifiedField, !fields[index].isVerified, fields[index].shape.count > 0,
      fields[index].error?.cause != .loss, !fields[index].isHidden
    else { return nil }
    // A text that is searched for in a list is not known to be wrong.
    return result(of: index)?.message == nil ? index : nil
  }

  /// What is said beside the buttons after Return or a button was refused, until the next input (A15).
  package var attention: String? {
    refusedCount == 0
      ? nil
      : configuration.texts.plural(
        "{count} field needs attention", "{count} fields need attention", refusedCount)
  }

  /// What is said before a password is handed out to a screen, see ``FormDescription/isPrinted``.
  var printedText: String { texts("The password will be printed on the screen.") }

  /// The sign in the edge of confirm field `index` while the person types there (A9); `nil` where there is nothing to
  /// say, and in other fields.
  package func confirmSign(of index: Int) -> CriteriaPanel.Sign? {
    let field = fields[index]
    guard field.configuration.confirmedField != nil, field.shape.count > 0, field.error?.cause != .loss else {
      return nil
    }
    switch field.match {
    case .equal: return .met
    case .start: return nil
    case .different: return field.hidesMatch ? nil : field.isJudged ? .failed : .unmet
    }
  }

  /// When the form needs a tick: for the next frame of the bars, the end of a peek, the buttons of a question, a
  /// validation, an error that waits for a pause, a secret that was shown for long enough, a look at the verifier, a list
  /// of leaked passwords or a validator, or the time limit.
  package var deadline: Instant? {
    var first: Instant?
    func take(_ instant: Instant?) { if let instant { first = min(instant, first ?? instant) } }
    take(bars.deadline(after: now))
    take(peekEnd)
    take(buttonStart)
    take(validationDeadline)
    take(pauseEnd)
    take(revealEnd)
    take(submission.deadline(after: now))
    take(search.deadline(after: now))
    take(validatorDeadline(after: now))
    take(remarksDue)
    take(countDeadline)
    return first
  }

  /// When what is shown goes without a key: secrets are masked again (A2), and an offer is withdrawn. `nil` where nothing
  /// is shown, or where it may stay.
  var revealEnd: Instant? {
    guard let timeout = configuration.revealTimeout,
      offer != nil || fields.indices.contains(where: { fields[$0].showsSecret })
    else { return nil }
    return lastInput?.advanced(by: timeout)
  }

  /// When the pause is over after which errors are shown that wait for one (C6); `nil` where none waits.
  var pauseEnd: Instant? {
    guard fields.indices.contains(where: { isPending($0) && fields[$0].hidesResult }) else { return nil }
    return lastInput?.advanced(by: .milliseconds(1500))
  }

  var validationDeadline: Instant? { earliest { $0.deadline } }

  /// The earliest of those times of the validations that are pending.
  func earliest(_ time: (Validation) -> Instant?) -> Instant? {
    var first: Instant?
    for index in fields.indices where isPending(index) {
      if let time = fields[index].validation.flatMap(time) { first = min(time, first ?? time) }
    }
    return first
  }

  /// Whether something can come of the validation of field `index` by itself.
  func isPending(_ index: Int) -> Bool { fields[index].isPending && !fields[index].isHidden }
}

/// What is said of a new password: words beside the bars, and why it is no stronger (B4).
///
/// Nobody is accused by the first letter, and the reason does not change with every key: the words come once the text
/// is long enough, and both after a pause, or when the field is left.
struct StrengthRemarks: Equatable, Sendable {
  /// Whether the words stand beside the bars. They follow every key then.
  var hasWords = false
  /// What the reason is taken from.
  var reason: Estimate?

  static let pause = Duration.milliseconds(800)

  /// Follows a judgement. A text has words at once where it `isLong`, or somebody else says them.
  mutating func follow(_ estimate: Estimate?, isLong: Bool) {
    guard let estimate else { return self = StrengthRemarks() }
    if isLong || estimate.words != nil { hasWords = true }
    if reason?.level != estimate.level { reason = nil }
  }

  mutating func take(_ estimate: Estimate?) { (hasWords, reason) = (estimate != nil, estimate) }
}

extension FormState {
  /// When the pause is over after which all is said of the strength; `nil` where that is said.
  var remarksDue: Instant? {
    guard let estimate = panel.verdict.estimate, !remarks.hasWords || remarks.reason != estimate else {
      return nil
    }
    return lastInput?.advanced(by: StrengthRemarks.pause)
  }

  /// What is said beside the bars now; `nil` where nothing is.
  var levelWords: String? {
    guard remarks.hasWords, let level = shownLevel else { return nil }
    return panel.verdict.estimate?.words ?? words(for: level, least: configuration.policy.minimumLevel)
  }

  /// Why the new password is no stronger, as it is said now; `nil` where nothing is. That it has a space is said at once,
  /// before all else (A3).
  var reasonLine: Reason.Line? {
    if configuration.policy.refusesSpaces(by: panel.verdict) { return Reason(.spaces).line(in: texts, nil) }
    guard let estimate = remarks.reason, estimate.level < .strongest else { return nil }
    return estimate.reason(in: texts)
  }
}

/// A description that all states of a form share.
private final class SharedDescription: Equatable, Sendable {
  let description: FormDescription

  init(_ description: FormDescription) { self.description = description }

  static func == (left: SharedDescription, right: SharedDescription) -> Bool {
    left === right || left.description == right.description
  }
}

/// What can have the focus (UIKit: `UIResponder`). An event goes to it first, and from there up the chain to the form, the
/// screen and the application until one handles it, see ``FormScreen/handle(_:at:)``.
package enum Responder: Equatable, Hashable, Sendable {
  case field(Int)
  case button(Int)
  /// The form itself, where nothing else has the focus.
  case form
}

/// The end of a form in which nobody presses a key (F7).
///
/// It counts from the last key, whatever else goes on: also while the verifier runs, and while the process is stopped.
extension FormState {
  /// The time before the end for which the seconds are counted on the screen.
  private static let countedTime = Duration.seconds(20)

  /// When the form ends, unless a key comes before; `nil` where there is no limit.
  var timeLimit: Instant? { configuration.timeout.flatMap { lastInput?.advanced(by: $0) } }

  /// The seconds that are left, as they are counted on the screen; `nil` where none are.
  package var secondsLeft: Int? {
    guard let time = timeLimit.map({ $0 - now }), time <= Self.countedTime else { return nil }
    return Int((max(.zero, time) + .nanoseconds(999_999_999)).wholeNanoseconds / 1_000_000_000)
  }

  /// When the count begins or goes on, or the form ends.
  var countDeadline: Instant? {
    timeLimit?.advanced(by: secondsLeft.map { .seconds(min(0, 1 - $0)) } ?? .zero - Self.countedTime)
  }
}
