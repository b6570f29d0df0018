/// The result of a validation, in two parts: success and message (reference behaviour, C2).
package enum ValidationResult: Equatable, Sendable {
  /// The text is right.
  case success
  /// There is no text yet, and nothing is said about it.
  case empty
  /// The text is wrong, as this message says.
  case failure(String)
  /// A list is still searched for the text, or the program's own validator is asked about it. Nothing is said meanwhile.
  case open

  /// What the program's own validator says.
  init(_ validity: Validity) {
    self =
      switch validity {
      case .valid: .success
      case .invalid(let message): .failure(message)
      }
  }

  package var isSuccessful: Bool { self == .success }

  /// What is wrong; `nil` if nothing is known to be, and for an empty field.
  package var message: String? { if case .failure(let message) = self { message } else { nil } }
}

extension Collection<ValidationResult> {
  /// Whether a form whose fields have these results can be submitted (reference behaviour, C7).
  package var canSubmit: Bool { allSatisfy(\.isSuccessful) }
}
