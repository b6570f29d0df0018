import Messages
import Screen

/// The check that a submission goes through, where the form has one.
extension Form {
  /// Ends with what was typed, or has it checked first.
  mutating func submit() -> [Effect] {
    guard hasCheck else {
      endValidations()
      return [.accept]
    }
    submission = .checking(since: now)
    return [.check]
  }

  /// Takes in what the check said, which the effect ``Effect/check`` asked for. A verdict that nobody waits for
  /// changes nothing.
  ///
  /// The reason of a refusal stands under the field that it is about, and the focus goes there; else it is the error
  /// of the form, and the focus goes to the first field. A check that gave no answer is the error of the form as
  /// well, and the focus goes to the button, since nothing that was typed is known to be wrong.
  public mutating func checkDidEnd(
    _ verdict: SubmissionVerdict, asking delegate: some TextFieldDelegate
  ) -> [Effect] {
    guard submission != .open else { return [] }
    submission = .open
    switch verdict {
    case .accepted:
      endValidations()
      return [.accept]
    case .refused(let reason, let field):
      let message = reason ?? configuration.catalogue.check.refused
      guard let field, fields.indices.contains(field) else {
        error = message
        return (move(toFirstOf: ring(after: .form), asking: delegate) ?? []) + [.beep]
      }
      fields[field].error = FieldError(.refusal, message: message)
      let targets = [.field(field)] + ring(after: .field(field))
      return (move(toFirstOf: targets, asking: delegate) ?? []) + [.beep]
    case .failed(let reason):
      error = reason
      return (move(toFirstOf: [.button] + ring(after: .button), asking: delegate) ?? []) + [.beep]
    }
  }

  /// What becomes of an event while the check runs. Cancelling, suspending and drawing anew work as ever; other keys
  /// are not kept, since what they type may be secret, and beep.
  mutating func respondWhileChecking(to event: Event, appearance: Appearance) -> [Effect] {
    if case .key(let key) = event {
      switch KeyBinding.action(for: key) {
      case .redraw: return [.redraw]
      case .cancel, .interrupt, .suspend: break
      default: return [.beep]
      }
    } else if event.isInput {
      return [.beep]
    }
    if case .key = event { return respond(asApplicationTo: event) ?? [] }
    return respond(asScreenTo: event, appearance: appearance) ?? respond(asApplicationTo: event) ?? []
  }

  /// What the layout is made around: while the check runs, what had the focus before, so that nothing moves.
  var layoutFocus: Responder { submission == .open ? firstResponder : submitter }

  /// Takes away what a check said of field `index`, and of the form.
  mutating func liftRefusal(of index: Int) {
    error = nil
    if fields[index].error?.cause == .refusal { fields[index].error = nil }
  }

  /// Takes away all that a check said, since another one is asked for.
  mutating func liftRefusals() {
    for index in fields.indices { liftRefusal(of: index) }
  }
}

extension GlyphSet {
  /// `text` with this ellipsis in the place of that which a check's message and the catalogue have.
  func spelled(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.reduce(into: "") { spelled, character in
      if character == "…" { spelled += ellipsis } else { spelled.append(character) }
    }
  }
}
