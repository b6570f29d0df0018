import WatchwordMessages
import WatchwordStrength

/// When a text is judged, and which errors are shown (A6 to A9).
extension Form where Texts: ~Copyable {
  /// Who changed a text.
  enum Author {
    /// The person at the terminal.
    case person
    /// The program; then no editingChanged is sent, and no state of the life cycle changes (E4).
    case program
  }

  /// Follows a change of the text in field `index`. What the person typed is judged later, by ``settle()``.
  mutating func textDidChange(in index: Int, by author: Author) {
    reshape(index)
    if index == state.judgedField {
      // The counter goes with the mask, before the text is judged.
      let clusters = fields[index].shape.count
      state.characterCount = withJudgedText(of: index) {
        state.configuration.policy.characters(in: $0, count: clusters)
      }
    }
    guard author == .person else { return judgeChange(in: index) }
    unjudgedField = index
    fields[index].disarm()
    liftRefusal(of: index)
    // What a delegate sees of the field is judged. One that looks at nothing need not wait for it.
    if !(delegate is DefaultDelegate) { settle() }
    delegate.textFieldDidChangeSelection(fields[index])
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

  /// Judges what depends on the text of field `index`.
  private mutating func judgeChange(in index: Int) {
    state.isConfirmed = fields.allSatisfy { isConfirmed($0.tag) }
    if index == state.judgedField { judgeForPanel() }
    updateErrors(afterChangeIn: index)
    sendToValidation(from: index)
    if state.isContext(index) { contextDidChange() }
    if state.judgedField != nil, fields[index].configuration.requirement == .knownPassword {
      oldPasswordDidChange()
    }
  }

  /// Judges the password for bars and panel.
  private mutating func judgeForPanel() {
    guard let index = state.judgedField else { return }
    let verdict = verdict(on: index)
    let level = state.shownLevel
    state.panel.verdict = verdict
    state.bars.change(
      from: level, to: state.shownLevel, at: state.now, isAnimated: state.configuration.isAnimated)
  }

  /// What the text of field `index` is worth as a new password.
  func verdict(on index: Int) -> Verdict {
    let isOld = fields.contains {
      $0.configuration.requirement == .knownPassword && texts.areEqual(index, $0.tag, isNormalized: true)
    }
    return withJudgedText(of: index) {
      state.configuration.policy.verdict(on: $0, count: fields[index].shape.count, by: judge, isOld: isOld)
    }
  }

  /// Tells the meter of the known passwords, after one of them has changed.
  private mutating func oldPasswordDidChange() {
    judge.meter.forgetOldPasswords()
    for field in fields where field.configuration.requirement == .knownPassword {
      texts.withNormalText(of: field.tag) { judge.meter.learnOldPassword($0) }
    }
    judgeAgain()
  }

  /// Calls `body` with the text of field `index` as it is judged: a new password in the policy's normal form.
  func withJudgedText<R>(of index: Int, _ body: (UTF8Span) -> R) -> R {
    state.takesNewPassword(index) ? texts.withNormalText(of: index, body) : texts.withText(of: index, body)
  }

  /// Whether field `index` equals the one that it confirms, if it confirms one.
  func isConfirmed(_ index: Int) -> Bool {
    guard let other = fields[index].configuration.confirmedField else { return true }
    return texts.areEqual(index, other, isNormalized: state.takesNewPassword(index))
  }

  /// Judges a password that was not edited: at the start, and after something else changed what it is worth.
  mutating func updateVerdict() {
    judgeForPanel()
    for index in fields.indices { dropRuleError(of: index) }
    showUnreadableList()
  }

  /// Says that a list cannot be read as soon as that is known, since nothing can be accepted any more.
  private mutating func showUnreadableList() {
    guard let index = state.judgedField,
      let number = state.configuration.policy.rules.firstIndex(where: { $0.cause == .unreadableList }),
      state.panel.verdict.fails(number)
    else { return }
    fields[index].error = FieldError(.rule(number), message: state.configuration.policy.rules[number].message)
  }

  /// Judges the passwords again after a list was read, or the words that count against them have changed. Bars and panel
  /// follow at once; the passwords are validated again after the usual delay.
  mutating func judgeAgain() {
    settle()
    updateVerdict()
    state.contextNumber += 1
    revalidatePasswords()
  }

  /// Reads the rest of the word lists, before the form decides whether it may be accepted.
  mutating func finishLists() {
    guard judge.finishLists() else { return }
    judgeAgain()
    flushValidations()
  }

  /// Collects the words that count against a password from the fields.
  private mutating func contextDidChange() {
    var context = placeWords
    for index in fields.indices where state.isContext(index) {
      texts.withNormalText(of: index) { context.add(String(copying: $0)) }
    }
    guard context != judge.context else { return }
    judge.context = context
    judgeAgain()
  }

  /// Judges field `index` as on a loss of focus.
  mutating func judgeAtEndOfEditing(_ index: Int) {
    let configuration = fields[index].configuration
    switch configuration.requirement {
    case .policy where index == state.judgedField:
      let failure = state.panel.verdict.firstFailure.map { ($0, state.configuration.policy.rules[$0]) }
      if !configuration.isValidated {
        setError(failure.map { FieldError(.rule($0), message: $1.message) }, of: index)
      }
      let isEmpty = fields[index].shape.count == 0
      state.panel.mode = isEmpty || failure?.1.judgesCriteria == false ? .blank : .strict
    case .equality where !configuration.isValidated: setError(confirmError(of: index), of: index)
    default: break
    }
    fields[index].markJudged()
  }

  /// Sets the error of field `index`. A refusal stays until the person has edited the field.
  private mutating func setError(_ error: FieldError?, of index: Int) {
    if error == nil, fields[index].error?.cause == .refusal { return }
    fields[index].error = error
  }

  private func confirmError(of index: Int) -> FieldError? {
    let texts = catalogue.form
    if fields[index].shape.count == 0 { return FieldError(.confirmEmpty, message: texts.confirmEmpty) }
    return state.isConfirmed ? nil : FieldError(.confirmDiffers, message: texts.confirmDiffers)
  }

  /// Removes the error of field `index` if its cause is a rule that no longer fails.
  private mutating func dropRuleError(of index: Int) {
    if case .rule(let number) = fields[index].error?.cause, !state.panel.verdict.fails(number) {
      fields[index].error = nil
    }
  }

  /// While the person types, an error goes when its cause is gone, and no other takes its place. Only the confirm
  /// field, once judged, also gets its error when an edit of the other field makes the two differ (A9).
  private mutating func updateErrors(afterChangeIn changed: Int) {
    dropRuleError(of: changed)
    let isConfirmed = state.isConfirmed
    for index in fields.indices {
      let configuration = fields[index].configuration
      guard !configuration.isValidated, let other = configuration.confirmedField else { continue }
      switch fields[index].error?.cause {
      case _? where isConfirmed && (changed == index || changed == other): fields[index].error = nil
      case .confirmEmpty? where changed == index && fields[index].shape.count > 0: fields[index].error = nil
      case nil where changed == other && fields[index].isJudged && !isConfirmed:
        fields[index].error = confirmError(of: index)
      default: break
      }
    }
  }
}
