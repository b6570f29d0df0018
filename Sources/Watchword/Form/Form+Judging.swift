import WatchwordMessages
import WatchwordScreen
import WatchwordSecrets
package import WatchwordStrength

/// When a text is judged, and which errors are shown (A6 to A9).
extension Form {
  enum Author {
    case person
    /// The program; then no editingChanged is sent, and no state of the life cycle changes (E4).
    case program
  }

  /// Follows a change of the text in field `index`. What the person typed is judged later, by ``settle()``.
  mutating func textDidChange(in index: Int, by author: Author) {
    reshape(index)
    fields[index].isVerified = false
    if index == state.judgedField {
      // What is under way is about another text, and what was denied may stand elsewhere now.
      (state.search.due, state.search.start) = (nil, nil)
      state.panel.verdict.denied = nil
    }
    guard author == .person else {
      forgetLoss(of: index)
      return judgeChange(in: index)
    }
    unjudgedField = index
    fields[index].textWasEdited()
    liftRefusal(of: index)
    // What a delegate sees of the field is judged. Where there is none nobody waits for it.
    if delegate != nil { settle() }
    tellOfSelection(in: index)
    send(.editingChanged, from: index)
  }

  /// Judges what was typed since the last judgement. Called when no input waits, so that what is typed appears first,
  /// and before anything that depends on the judgement.
  ///
  /// - Returns: Whether there was something to judge.
  @discardableResult
  mutating func settle() -> Bool {
    guard let index = unjudgedField else { return false }
    unjudgedField = nil
    judgeChange(in: index)
    if index == state.judgedField { state.panel.mode = fields[index].isJudged ? .strict : .inline }
    return true
  }

  private mutating func judgeChange(in index: Int) {
    for field in fields.indices {
      guard let other = fields[field].configuration.confirmedField, field == index || other == index else {
        continue
      }
      let isNormalized = state.takesNewPassword(field)
      fields[field].match = texts.withTexts(of: field, and: other, isNormalized: isNormalized) {
        TextMatch($0, with: $1)
      }
    }
    if index == state.judgedField {
      let clusters = fields[index].shape.count
      state.characterCount = withJudgedText(of: index) {
        state.configuration.policy.characters(in: $0, count: clusters)
      }
      judgeForPanel()
    }
    updateErrors(afterChangeIn: index)
    sendToValidation(from: index)
    if state.isContext(index) { contextDidChange() }
    if fields[index].configuration.requirement == .knownPassword { oldPasswordDidChange() }
  }

  private mutating func judgeForPanel() {
    guard let index = state.judgedField else { return }
    let verdict = verdict(on: index)
    let level = state.shownLevel
    state.panel.verdict = verdict
    let least = state.configuration.policy.characterRange?.lowerBound ?? 8
    state.remarks.follow(verdict.estimate, isLong: state.characterCount >= least)
    planSearch()
    state.bars.change(
      from: level, to: state.shownLevel, at: state.now, isAnimated: state.configuration.isAnimated)
  }

  /// What the text of field `index`, or of an offer, is worth as a new password now.
  func verdict(on index: Int) -> Verdict {
    let isOld = fields.contains {
      $0.holdsKnownPassword
        && texts.withTexts(of: index, and: $0.tag, isNormalized: true, state.configuration.policy.resembles)
    }
    var verdict = texts.withNormalText(of: index) {
      state.configuration.policy.verdict(on: $0, count: texts[index].count, by: judge, isOld: isOld)
    }
    if state.configuration.reveal == .never { verdict.estimate?.hidePlaces() }
    return verdict
  }

  mutating func oldPasswordDidChange() {
    guard state.judgedField != nil else { return }
    judge.meter.forgetOldPasswords()
    for field in fields where field.holdsKnownPassword {
      texts.withNormalText(of: field.tag) { judge.meter.learnOldPassword($0) }
    }
    judgeAgain()
  }

  /// Calls `body` with the text of field `index` as it is judged: a new password in the policy's normal form.
  func withJudgedText<R>(of index: Int, _ body: (UTF8Span) -> R) -> R {
    state.takesNewPassword(index) ? texts.withNormalText(of: index, body) : texts.withText(of: index, body)
  }

  /// What was found of the new password in field `index`.
  package func verdict(of index: Int) -> Verdict {
    index == state.judgedField ? state.panel.verdict : verdict(on: index)
  }

  /// Judges a password that was not edited: at the start, and after something else changed what it is worth.
  mutating func updateVerdict() {
    judgeForPanel()
    for index in fields.indices { dropRuleError(of: index) }
    showUnreadableList()
  }

  /// Says that a list cannot be read as soon as that is known, since nothing can be accepted any more.
  private mutating func showUnreadableList() {
    guard let index = state.judgedField, state.mustBeRight(index),
      let number = state.configuration.policy.rules.indices.first(where: {
        state.configuration.policy.rules[$0].isOfUnreadableList && state.panel.verdict.fails($0)
      })
    else { return }
    fields[index].error = FieldError(rule: number, of: state.configuration.policy)
  }

  /// Judges the passwords again after a list was read or searched, or the words that count against them have changed.
  /// Bars and panel follow at once; the passwords are validated again after the usual delay.
  mutating func judgeAgain() {
    settle()
    updateVerdict()
    let now = state.now
    for index in fields.indices where fields[index].configuration.requirement == .policy {
      let subject = subject(of: index)
      if subject.text != nil { fields[index].validation?.send(subject, at: now, isAgain: true) }
    }
  }

  mutating func contextDidChange() {
    // Where no password is judged, nobody asks for the words.
    guard state.judgedField != nil else { return }
    var context = placeWords
    for index in fields.indices where fields[index].shape.count > 0 && state.isContext(index) {
      texts.withNormalText(of: index) { context.add(String(copying: $0)) }
    }
    guard context != judge.context else { return }
    judge.context = context
    judgeAgain()
  }

  /// Judges field `index` as on a loss of focus. What waits to be validated is validated first, so that no old verdict
  /// decides (C10).
  mutating func judgeAtEndOfEditing(_ index: Int) {
    flushValidations()
    if index == state.judgedField {
      let failure = state.panel.verdict.firstFailure.map { state.configuration.policy.rules[$0] }
      let isEmpty = fields[index].shape.count == 0
      state.panel.mode = isEmpty || failure?.judgesCriteria == false ? .blank : .strict
      state.remarks.take(state.panel.verdict.estimate)
    }
    setError(fault(of: index), of: index)
    fields[index].isJudged = true
    // Where keys must not tell how the two compare, the error under the confirm field follows here.
    for field in fields.indices
    where fields[field].hidesMatch && fields[field].configuration.confirmedField == index {
      updateConfirmError(of: field)
    }
  }

  /// Shows the errors that waited for a pause (C6).
  mutating func showResults() {
    for index in fields.indices where fields[index].hidesResult { setError(fault(of: index), of: index) }
  }

  /// Sets the error of field `index`. One from outside stays until the person has edited the field, and nothing is said of
  /// a text that is not the one that was meant.
  mutating func setError(_ error: FieldError?, of index: Int) {
    if error == nil, fields[index].error?.isFromOutside == true { return }
    if fields[index].error?.cause == .loss { return }
    fields[index].error = error
    if error != nil { fields[index].showsResult = true }
  }

  /// What is wrong with the text of field `index`. A field that is validated may be empty before the form was submitted
  /// (C2).
  func fault(of index: Int) -> FieldError? {
    guard state.mustBeRight(index) else { return nil }
    let field = fields[index]
    let result = state.result(of: index)
    let isEmpty = field.shape.count == 0
    var missing: FieldError {
      FieldError(cause: .missing, message: state.configuration.emptyMessage(of: field.configuration))
    }
    switch field.configuration.requirement {
    case .policy where result == nil || !isEmpty:
      return verdict(of: index).firstFailure.map {
        FieldError(rule: $0, of: state.configuration.policy)
      }
    case .equality where isEmpty && result == nil && !field.configuration.isOptional: return missing
    case .equality(let other) where !isEmpty || result == nil:
      let isOpen =
        fields[other].shape.count == 0
        && (isEmpty || result != nil && !fields[other].configuration.isOptional)
      return isOpen || field.match == .equal
        ? nil
        : FieldError(cause: .differs, message: state.configuration.unequalMessage(of: field.configuration))
    default:
      if result == .empty { return state.isSubmitted ? missing : nil }
      return result?.message.map { FieldError(cause: .validation, message: $0) }
    }
  }

  /// Removes the error of field `index` if its cause is a rule that no longer fails, or that asks nothing of an empty
  /// field (C2).
  private mutating func dropRuleError(of index: Int) {
    guard case .rule(let number) = fields[index].error?.cause else { return }
    let isOpen = fields[index].validation != nil && fields[index].shape.count == 0
    if isOpen || !verdict(of: index).fails(number) { fields[index].error = nil }
  }

  /// While the person types, an error goes when its cause is gone, and no other takes its place. Only a confirm field,
  /// once judged, also gets its error when an edit of either field makes the two differ for good (A9).
  private mutating func updateErrors(afterChangeIn changed: Int) {
    dropRuleError(of: changed)
    if fields[changed].error?.cause == .missing, fields[changed].shape.count > 0, !fields[changed].hidesMatch
    {
      fields[changed].error = nil
    }
    for index in fields.indices where !fields[index].hidesMatch {
      guard let other = fields[index].configuration.confirmedField, changed == index || changed == other
      else {
        continue
      }
      updateConfirmError(of: index)
    }
  }

  private mutating func updateConfirmError(of index: Int) {
    let field = fields[index]
    switch field.match {
    case .equal: setError(nil, of: index)
    case .different where field.isJudged: setError(fault(of: index), of: index)
    case .start where field.error?.cause == .differs: fields[index].error = nil
    default: break
    }
  }
}

extension FieldError {
  fileprivate init(rule number: Int, of policy: Policy) {
    self.init(cause: .rule(number), message: policy.rules[number].message.text)
  }
}

/// The new password and a list of leaked passwords, which takes time to search.
///
/// The search begins when typing pauses, and before the field is left. Until its answer is there the criterion is open,
/// and the form is not accepted. No key waits for the answer, but that leaving the field gives it a moment.
extension Form {
  /// Plans the search that the verdict on the new password waits for, if it waits for one.
  mutating func planSearch() {
    if !state.panel.verdict.isOpen {
      state.search.due = nil
    } else if state.search.due == nil, state.search.start == nil {
      state.search.due = state.now.advanced(by: SearchProgress.pause)
    }
  }

  /// Begins the search that is planned, due or not, and gives it a moment, so that a disk that answers at once decides
  /// before the focus moves. A list that could not be read is tried again, once for each key.
  mutating func hastenSearch() {
    guard state.search.start == nil, let leaks = judge.leaks, let index = state.judgedField else { return }
    let triesAgain =
      !state.search.wasTried && withJudgedText(of: index) { leaks.finding(on: $0) == .unreadable }
    guard state.search.due != nil || triesAgain else { return }
    beginSearch()
    leaks.wait(atMost: SearchProgress.patience)
    let isOver = leaks.look(after: .zero)
    if isOver { state.search.start = nil }
    if isOver || triesAgain { judgeAgain() }
  }

  mutating func beginSearch() {
    guard let leaks = judge.leaks, let index = state.judgedField else { return }
    withJudgedText(of: index, leaks.begin)
    (state.search.due, state.search.start, state.search.wasTried) = (nil, state.now, true)
  }

  /// Looks whether the search is over, and goes on with a submission that waits for it. A field that has been left is
  /// judged as it would have been then.
  mutating func lookForFinding() {
    if let start = state.search.start, judge.leaks?.look(after: state.now - start) != false {
      (state.search.start, state.search.wasTried) = (nil, true)
      judgeAgain()
      if let index = state.judgedField, fields[index].isJudged, !fields[index].isFirstResponder {
        setError(fault(of: index), of: index)
      }
    }
    goOnWithAnswers()
  }

  /// Goes on with a submission that waited for answers, once all are there.
  mutating func goOnWithAnswers() {
    guard case .searching = state.submission, state.search.start == nil, !state.awaitsValidators else {
      return
    }
    let step = waitingStep
    (state.submission, waitingStep) = (.open, nil)
    step?(&self)
  }
}

/// How far the search for a new password in a list of leaked passwords is.
struct SearchProgress: Equatable, Sendable {
  /// When the search begins; `nil` where none is planned.
  var due: Instant?
  /// When the search began that is under way; `nil` where none is.
  var start: Instant?
  /// Whether a search has begun or ended since the last key.
  var wasTried = false

  /// How long typing has to pause before the search begins.
  static let pause = Duration.milliseconds(300)
  /// How long leaving the field waits for the answer at most. Nobody feels it, and most disks need less.
  static let patience = Duration.milliseconds(20)

  /// When the form needs a tick to begin the search or to look at it.
  func deadline(after now: Instant) -> Instant? {
    due ?? start.map { Submission.nextLook(since: $0, after: now) }
  }
}
