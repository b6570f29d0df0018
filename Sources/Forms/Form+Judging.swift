import Messages
public import Strength

/// What is judged when, and which errors stand (A6 to A9).
extension Form {
  /// Who changed a text.
  public enum Author: Equatable, Sendable {
    /// The person at the terminal.
    case person
    /// The program; then no editingChanged is sent, and no state of the life cycle changes (E4).
    case program
  }

  /// Takes in what became of a text after a change.
  ///
  /// - Parameters:
  ///   - index: The field.
  ///   - shape: The text's new outline.
  ///   - verdict: What the text is worth, for the field that the policy judges.
  ///   - isConfirmed: Whether every confirm field equals what it confirms.
  ///   - fingerprint: What tells the text from others, for a field whose text is validated.
  ///   - author: Who changed it.
  /// - Returns: What to tell: nothing of what the program changed.
  public mutating func textDidChange(
    in index: Int, to shape: TextShape, verdict: Verdict? = nil, isConfirmed: Bool,
    fingerprint: Fingerprint? = nil, by author: Author
  ) -> [Effect] {
    fields[index].shape = shape
    if author == .person {
      fields[index].disarm()
      liftRefusal(of: index)
    }
    self.isConfirmed = isConfirmed
    if let verdict {
      panel.verdict = verdict
      bars.show(verdict.level, at: now, isAnimated: configuration.isAnimated)
      if author == .person { panel.mode = fields[index].isJudged ? .strict : .inline }
    }
    updateErrors(afterChangeIn: index)
    if let fingerprint { send(fingerprint, from: index) }
    return author == .person ? [.didChangeSelection(index), .sent(index, .editingChanged)] : []
  }

  /// Takes in where the caret went.
  public mutating func caretDidMove(in index: Int, to shape: TextShape) -> [Effect] {
    fields[index].shape = shape
    return [.didChangeSelection(index)]
  }

  /// Takes in a new outline of an unchanged text, since what is shown of it changed.
  public mutating func reshape(_ index: Int, to shape: TextShape) { fields[index].shape = shape }

  /// Takes in the verdict on a text that nobody changed: the one with which the form starts, or one that is worth more
  /// or less than before.
  public mutating func reassess(_ verdict: Verdict) {
    panel.verdict = verdict
    bars.show(verdict.level, at: now, isAnimated: configuration.isAnimated)
    for index in fields.indices { dropRuleError(of: index) }
    showUnreadableList()
  }

  /// Says that a list cannot be read as soon as that is known, since nothing that is typed can be accepted any more.
  private mutating func showUnreadableList() {
    guard let number = panel.policy.rules.firstIndex(where: { $0.cause == .unreadableList }),
      panel.verdict.fails(number)
    else { return }
    for index in fields.indices where fields[index].configuration.judgement == .policy {
      fields[index].error = FieldError(.rule(number), message: panel.policy.rules[number].message)
    }
  }

  /// Takes in that what counts against a password is another than before, such as the person's name or the words of a
  /// list: the bars and the panel follow at once, and validations that ask for the policy run again after the usual
  /// delay.
  ///
  /// - Parameter verdict: What the text is worth now that the policy judges, where it judges one.
  public mutating func contextDidChange(verdict: Verdict?) {
    if let verdict { reassess(verdict) }
    contextNumber += 1
    revalidatePasswords()
  }

  /// Judges field `index` as on a loss of focus.
  mutating func judge(_ index: Int) {
    switch fields[index].configuration.judgement {
    case .none: break
    case .policy:
      let failure = panel.verdict.firstFailure.map { ($0, panel.policy.rules[$0]) }
      if fields[index].configuration.validation == nil {
        setError(failure.map { FieldError(.rule($0), message: $1.message) }, of: index)
      }
      let isEmpty = fields[index].shape.count == 0
      panel.mode = isEmpty || failure?.1.judgesCriteria == false ? .blank : .strict
    case .equality: setError(confirmError(of: index), of: index)
    }
    fields[index].markJudged()
  }

  /// Judging takes no refusal away that the person has not edited since.
  private mutating func setError(_ error: FieldError?, of index: Int) {
    if error == nil, fields[index].error?.cause == .refusal { return }
    fields[index].error = error
  }

  private func confirmError(of index: Int) -> FieldError? {
    let texts = configuration.catalogue.form
    if fields[index].shape.count == 0 { return FieldError(.confirmEmpty, message: texts.confirmEmpty) }
    return isConfirmed ? nil : FieldError(.confirmDiffers, message: texts.confirmDiffers)
  }

  /// Takes away the error of field `index` where its cause is a rule that no longer fails.
  private mutating func dropRuleError(of index: Int) {
    if case .rule(let number) = fields[index].error?.cause, !panel.verdict.fails(number) {
      fields[index].error = nil
    }
  }

  /// While typing, an error goes when its cause is gone; no other takes its place. Only the confirm field's error
  /// also appears, once it has been judged, when an edit of the other field makes the two differ (A9).
  private mutating func updateErrors(afterChangeIn changed: Int) {
    dropRuleError(of: changed)
    for index in fields.indices {
      guard case .equality(let other) = fields[index].configuration.judgement else { continue }
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
