import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// When a text is judged, and which errors are shown (A6 to A9).
extension Form {
  enum Author {
    case user
    /// The user, who takes an offer.
    case offer
    /// The program. Its changes send no editingChanged, and leave the state of the life cycle unchanged (E4).
    case program
  }

  /// Has to be called after each change of the text in field `index`, with the `edit` if it is known. A user's edit is
  /// judged later; see ``reevaluate(_:atOnce:)``.
  mutating func textDidChange(in index: Int, by author: Author, _ edit: TextEdit? = nil) {
    reshape(index)
    // Only one text at a time waits to be judged.
    if let changedField, changedField != index { reevaluate() }
    fields[index].textDidChange(isOffer: author == .offer || isTakenOffer(index))
    if index == state.newPasswordField {
      // A running search is about the old text. The denied character may be elsewhere in the new one, or gone.
      (state.search.due, state.search.start) = (nil, nil)
      state.remarks.movePart(with: edit)
      state.panel.verdict.denied = nil
    }
    (changedField, changes) = (index, changes.union(.text))
    guard author != .program else {
      fields[index].take(.lossMadeUp)
      reevaluate()
      return
    }
    changes.insert(.typing)
    fields[index].textWasEdited()
    if let field = fields[index].confirmation, fields[field].shape.count > 0 {
      fields[field].follow(.confirmedTextEdited)
    }
    state.error = nil
    // A delegate may see only judged fields. Without a delegate, judging can wait.
    if host.delegate != nil { reevaluate() }
    tellOfSelection(in: index)
    send(.editingChanged, from: index)
    // A number and a date send it when their editing ends.
    if fields[index].configuration.input.choices != nil { send(.valueChanged, from: index) }
  }

  /// Brings everything that the form knows about its texts up to date; no other function judges a text again. Called
  /// when no input waits, so that typed text appears before it is judged, and before anything that depends on the
  /// judgement.
  ///
  /// 0. `atOnce`: the lists that were put off, so that the verdict is final.
  /// 1. The changed text: whether it matches, and its length.
  /// 2. What the judge knows: the words of the context, the old passwords.
  /// 3. The verdict on the new password, with panel, bars and reason.
  /// 4. `atOnce`: waits a moment for the search in the list of leaked passwords. If the search has ended, step 3 again.
  /// 5. Errors whose cause has gone; new errors of a field that was left.
  /// 6. What is sent to validation: the changed text, and each new password whose verdict may have changed.
  /// 7. The fields that the changed text shows or skips.
  /// 8. `atOnce`: the validations that wait, so that no outdated verdict decides (C10).
  ///
  /// `atOnce` is set before a verifier or a delegate is asked whether a field may be left or begun, and before a field
  /// is judged.
  ///
  /// - Returns: Whether anything had changed.
  @discardableResult
  mutating func reevaluate(_ news: Changes = [], atOnce: Bool = false) -> Bool {
    if atOnce, state.listsDue != nil { finishPutOffLists() }
    let (changes, changed, new) = (changes.union(news), changedField, state.newPasswordField)
    guard atOnce || !changes.isEmpty else { return false }
    (self.changes, changedField) = ([], nil)
    if let changed { match(changed) }
    // Without a new password, nothing depends on the judge.
    var isWorthElse = new != nil && updateJudge(changes, changed)
    if let new, isWorthElse || changed == new { judgeNewPassword(in: new) }
    if atOnce, let new, search(for: new) {
      isWorthElse = true
      judgeNewPassword(in: new)
    }
    if let new, isWorthElse { updateRuleError(of: new) }
    if let changed { followText(of: changed, isTyped: changes.contains(.typing)) }
    if let new, isWorthElse { validateAgain(new) }
    if let new, changes.contains(.finding), fields[new].isLeft { tell(.answered(isLeft: true), to: new) }
    if let changed { followConditions(after: changed) }
    if atOnce { validate { $0.flush() } }
    return !changes.isEmpty
  }

  /// Reads the lists that were put off, before a verdict that has to be final.
  mutating func finishPutOffLists() {
    if assessor.judge.finishLists(onlyPutOff: true) { changes.insert(.lists) }
  }

  /// Compares the text of field `index` with the text that it confirms, or that confirms it.
  private mutating func match(_ index: Int) {
    guard let field = fields[index].matchingField, let other = fields[field].configuration.confirmedField
    else { return }
    let isNormalized = state.takesNewPassword(field)
    fields[field].match = secrets.withTexts(of: field, and: other, isNormalized: isNormalized) {
      TextMatch($0, with: $1)
    }
  }

  /// Tells the judge about changed fields that matter. Returns true if the verdict on new passwords may differ now.
  private mutating func updateJudge(_ changes: Changes, _ changed: Int?) -> Bool {
    var isNew = !changes.isDisjoint(with: [.lists, .finding])
    if changes.contains(.context) || changed.map(state.isContext) == true {
      var context = placeWords
      for index in fields.indices where fields[index].shape.count > 0 && state.isContext(index) {
        secrets.withNormalText(of: index) { context.add(String(copying: $0)) }
      }
      if context != assessor.judge.context { (assessor.judge.context, isNew) = (context, true) }
    }
    let isKnown = changed.map { fields[$0].configuration.requirement == .knownPassword } == true
    if changes.contains(.oldPassword) || isKnown {
      assessor.judge.meter.forgetOldPasswords()
      for field in fields where field.holdsKnownPassword {
        secrets.withNormalText(of: field.tag) { assessor.judge.meter.learnOldPassword($0) }
      }
      isNew = true
    }
    return isNew
  }

  private mutating func judgeNewPassword(in index: Int) {
    let clusters = fields[index].shape.count
    state.characterCount = withJudgedText(of: index) {
      state.configuration.policy.characters(in: $0, count: clusters)
    }
    state.panel.verdict = verdict(on: index)
    let least = state.configuration.policy.characterRange?.lowerBound ?? 8
    state.remarks.follow(state.panel.verdict.estimate, count: state.characterCount, least: least)
    moveBars()
    planSearch()
  }

  /// Says what is known about the new password, without waiting any longer.
  mutating func takeRemarks() {
    state.remarks.take(state.panel.verdict.estimate)
    moveBars()
  }

  private mutating func moveBars() {
    state.bars.show(state.reach, at: state.now, isAnimated: state.configuration.isAnimated)
  }

  private mutating func followText(of index: Int, isTyped: Bool) {
    updateErrors(afterChangeIn: index)
    updateHints(of: index)
    sendToValidation(from: index)
    if isTyped, index == state.newPasswordField {
      state.panel.mode = fields[index].isJudged ? .strict : .lenient
    }
  }

  /// Drops the error of the new password if its cause is gone. Says at once that a list cannot be read, because then no
  /// password can be accepted.
  private mutating func updateRuleError(of index: Int) {
    dropError(of: index)
    guard state.mustBeRight(index),
      let number = state.configuration.policy.rules.indices.first(where: {
        state.configuration.policy.rules[$0].isOfUnreadableList && state.panel.verdict.fails($0)
      })
    else { return }
    fields[index].take(.found(FieldError(cause: .rule(number), message: state.message(ofRule: number))))
  }

  /// Validates a text that has not changed again, after the usual delay.
  private mutating func validateAgain(_ index: Int) {
    let (subject, now) = (subject(of: index), state.now)
    if subject.text != nil { fields[index].validation?.send(subject, at: now, isAgain: true) }
  }

  /// The verdict on the text of field `index`, or of an offer, as a new password.
  func verdict(on index: Int) -> PolicyVerdict {
    func isKnown(_ test: (UTF8Span, UTF8Span) -> Bool) -> Bool {
      fields.contains {
        $0.holdsKnownPassword && secrets.withTexts(of: index, and: $0.tag, isNormalized: true, test)
      }
    }
    let isOld = isKnown(state.configuration.policy.resembles)
    let isSame = isOld && isKnown { $0.span.isEqual(to: $1.span) }
    var verdict = secrets.withText(of: index) {
      assessor.verdict(on: $0, count: secrets[index].count, isOld: isOld, isSame: isSame)
    }
    if state.configuration.reveal == .never { verdict.estimate?.hidePlaces() }
    return verdict
  }

  /// Calls `body` with the text of field `index` as judged: a new password in the policy's normal form, others as
  /// typed.
  func withJudgedText<R>(of index: Int, _ body: (UTF8Span) -> R) -> R {
    state.takesNewPassword(index)
      ? secrets.withNormalText(of: index, body) : secrets.withText(of: index, body)
  }

  /// Judges field `index` as on a loss of focus.
  mutating func judgeAtEndOfEditing(_ index: Int) {
    reevaluate(atOnce: true)
    if index == state.newPasswordField {
      let failure = state.panel.verdict.firstFailure.map { state.configuration.policy.rules[$0] }
      let isEmpty = fields[index].shape.count == 0
      state.panel.mode = isEmpty || failure?.judgesCriteria == false ? .blank : .strict
      takeRemarks()
    }
    tell(.left, to: index)
    fields[index].isJudged = true
    // If single keys must not reveal whether the two texts match, the confirm field's error is updated only here.
    if let field = fields[index].confirmation, fields[field].hidesMatch { compare(field) }
  }

  /// Shows the errors that waited for a pause (C6).
  mutating func showResults() {
    for index in fields.indices where fields[index].hidesResult {
      fields[index].take(.found(fault(of: index)))
    }
  }

  /// Tells the judgement of field `index` what has happened, and looks for a fault if it has to know.
  mutating func tell(_ input: FieldJudgement.Input, to index: Int) {
    if fields[index].take(input) == .findFault { fields[index].take(.found(fault(of: index))) }
  }

  /// What is wrong with the text of field `index`. A validated field may be empty until the form is submitted (C2).
  private func fault(of index: Int) -> FieldError? {
    guard state.mustBeRight(index) else { return nil }
    let (field, result) = (fields[index].configuration, state.result(of: index))
    var missing: FieldError? {
      guard result == nil || state.saysEmptiness(of: index) else { return nil }
      return FieldError(cause: .missing, message: state.configuration.emptyMessage(of: field))
    }
    var differs: FieldError {
      FieldError(cause: .differs, message: state.configuration.unequalMessage(of: field))
    }
    switch state.standing(of: index) {
    case .right, .open: return nil
    case .empty: return missing
    case .alone:
      // Otherwise the missing text is the fault of the other field.
      let isOtherOptional = field.confirmedField.map { fields[$0].configuration.isOptional } ?? false
      return isOtherOptional ? differs : nil
    case .differs: return differs
    case .fails(let rule): return FieldError(cause: .rule(rule), message: state.message(ofRule: rule))
    case nil where result == .empty: return missing
    case nil: return result?.message.map { FieldError(cause: .validation, message: $0) }
    }
  }

  /// Removes the error of field `index` if its cause is gone: a rule no longer fails, or the field is empty and that is
  /// allowed, as it is in a validated field while the user types (C2), or it is no longer empty.
  private mutating func dropError(of index: Int) {
    let isEmpty = fields[index].shape.count == 0
    switch fields[index].judgement.fault {
    case .rule(let number):
      let mayBeEmpty =
        fields[index].validation != nil || fields[index].configuration.isOptional
        || !state.configuration.policy.isBroken(byEmptiness: number)
      guard isEmpty && mayBeEmpty || !state.panel.verdict.fails(number) else { return }
    case .missing: guard !isEmpty, !fields[index].hidesMatch else { return }
    default: return
    }
    fields[index].take(.corrected)
  }

  /// While the user types, an error goes when its cause is gone, and no new error appears. The exception is a confirm
  /// field that was judged: it gets its error as soon as an edit makes the two texts differ for good (A9).
  private mutating func updateErrors(afterChangeIn changed: Int) {
    dropError(of: changed)
    if let field = fields[changed].matchingField, !fields[field].hidesMatch { compare(field) }
  }

  private mutating func compare(_ index: Int) {
    tell(.compared(fields[index].match, isJudged: fields[index].isJudged), to: index)
  }
}

/// The search for the new password in a list of leaked passwords, which takes time.
///
/// It begins when typing pauses, and before the field is left. Until it answers, the criterion is open, and the form is
/// not accepted. No key waits for the answer, but leaving the field waits a moment.
extension Form {
  /// Plans the search if the verdict on the new password is still open, and otherwise drops the plan.
  mutating func planSearch() {
    if !state.panel.verdict.isOpen {
      state.search.due = nil
    } else if state.search.due == nil, state.search.start == nil {
      state.search.due = state.now.advanced(by: SearchProgress.pause)
    }
  }

  /// Begins the planned search, due or not, and waits a moment, so that a fast disk answers before the focus moves. A
  /// list that could not be read is tried again, once for each key.
  ///
  /// - Returns: Whether to judge the new password again.
  private mutating func search(for index: Int) -> Bool {
    guard state.search.start == nil, let leaks = assessor.judge.leaks else { return false }
    let triesAgain =
      !state.search.wasTried && withJudgedText(of: index) { leaks.finding(on: $0) == .unreadable }
    guard state.search.due != nil || triesAgain else { return false }
    beginSearch()
    leaks.wait(atMost: SearchProgress.patience)
    let isOver = leaks.look(after: .zero)
    if isOver { state.search.start = nil }
    return isOver || triesAgain
  }

  mutating func beginSearch() {
    guard let leaks = assessor.judge.leaks, let index = state.newPasswordField else { return }
    withJudgedText(of: index, leaks.begin)
    (state.search.due, state.search.start, state.search.wasTried) = (nil, state.now, true)
  }

  /// Checks whether the search is over, and continues a waiting submission once all answers are there.
  mutating func takeAnswers() {
    if let start = state.search.start, assessor.judge.leaks?.look(after: state.now - start) != false {
      (state.search.start, state.search.wasTried) = (nil, true)
      reevaluate(.finding)
      // Without a delay, the validation is due now.
      validate { [now = state.now] in $0.value(at: now) }
    }
    guard case .waiting = state.submission, state.search.start == nil, !state.awaitsValidators else {
      return
    }
    let step = waitingStep
    (state.submission, waitingStep) = (.open, nil)
    step?(&self)
  }
}
