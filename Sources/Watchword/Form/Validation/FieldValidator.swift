package typealias Validity = PasswordForm.Field.Validity

/// A validator of the program's own, for a field that is not secure. It gets the text as it was typed, once nothing else
/// is wrong with it, and never an empty one. Two are equal if they are the same one, since closures cannot be compared.
package final class FieldValidator: Equatable, Sendable {
  /// How a validator answers.
  package enum Work: Sendable {
    /// At once. The form stands still meanwhile, so it has to be quick.
    case now(@Sendable (String) -> Validity)
    /// Later, beside the form. It is cancelled when the text changes, and when the form ends.
    case later(Start)
  }

  /// Begins to judge a text, and says once, on any thread, what came of it. Returns what cancels that.
  package typealias Start =
    @Sendable (_ text: String, _ end: @escaping @Sendable (Validity) -> Void) -> @Sendable () -> Void

  package let work: Work

  /// Makes a validator that answers so.
  package init(_ work: Work) { self.work = work }

  /// Whether both are the same validator.
  package static func == (lhs: FieldValidator, rhs: FieldValidator) -> Bool { lhs === rhs }
}
