/// The result of a validation, in two parts: success and message (reference behaviour, C2).
package struct ValidationResult: Equatable, Sendable {
  /// Whether the text is right.
  package let isSuccessful: Bool
  /// What is wrong; `nil` if nothing is, and for an empty field.
  package let message: String?

  /// The text is right.
  package static let success = ValidationResult(isSuccessful: true, message: nil)
  /// There is no text yet, and nothing is said about it.
  package static let empty = ValidationResult(isSuccessful: false, message: nil)

  /// A list is still searched for the text, and nothing is said about it.
  static let open = empty

  /// The text is wrong, as `message` says.
  package static func failure(_ message: String) -> ValidationResult {
    ValidationResult(isSuccessful: false, message: message)
  }
}

extension Collection<ValidationResult> {
  /// Whether a form whose fields have these results can be submitted (reference behaviour, C7).
  package var canSubmit: Bool { allSatisfy(\.isSuccessful) }
}
