package typealias Validity = PasswordForm.Field.Validity

/// A validator of the host, for a field that is not secure. It gets the text as typed, never empty, once nothing else
/// is wrong with it. One that throws has not checked the text. Two validators are equal only if they are the same
/// object, since closures cannot be compared.
package final class FieldValidator: Equatable, Sendable {
  package enum Work: Sendable {
    /// Runs at once. The form stands still meanwhile, so it has to be quick.
    case now(@Sendable (String) throws -> Validity)
    /// Runs beside the form. It is cancelled when the text changes or the form ends.
    case later(AwaitedForm.Start<String, Validity>)
  }

  package let work: Work

  package init(_ work: Work) { self.work = work }

  package static func == (lhs: FieldValidator, rhs: FieldValidator) -> Bool { lhs === rhs }
}
