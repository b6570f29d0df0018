/// What a validator of the program's own says of a text.
package enum Validity: Equatable, Sendable {
  /// The text is right.
  case valid
  /// The text is wrong, as the sentence says.
  case invalid(String)
}

/// A validator of the program's own, for a field that is not secure. It gets the text as it was typed, once nothing else
/// is wrong with it, and never an empty one. Two are equal if they are the same one, since closures cannot be compared.
package final class FieldValidator: Equatable, Sendable {
  /// How a validator answers.
  package enum Work: Sendable {
    /// At once, while the form waits.
    case now(@Sendable (String) -> Validity)
    /// Later, beside the form.
    case later(Start)
  }

  /// Begins to validate a text, and hands the answer to the closure. What it returns gives up.
  ///
  /// Tasks are left to the library's face: the program, which has no such validators, needs no concurrency runtime.
  package typealias Start =
    @Sendable (String, _ answer: @escaping @Sendable (Validity) -> Void) -> @Sendable () -> Void

  /// How the validator answers.
  package let work: Work

  private init(_ work: Work) { self.work = work }

  /// Makes a validator that answers at once. The form stands still meanwhile, so it has to be quick.
  package static func now(_ validate: @escaping @Sendable (String) -> Validity) -> FieldValidator {
    FieldValidator(.now(validate))
  }

  /// Makes a validator that answers later. It gives up when the text changes, and when the form ends.
  package static func later(_ start: @escaping Start) -> FieldValidator { FieldValidator(.later(start)) }

  /// Whether both are the same validator.
  package static func == (lhs: FieldValidator, rhs: FieldValidator) -> Bool { lhs === rhs }
}
