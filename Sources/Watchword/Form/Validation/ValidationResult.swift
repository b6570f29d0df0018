/// The result of a validation, in two parts: success and message (reference behaviour, C2).
package struct ValidationResult: Equatable, Sendable {
  /// Whether the text is right.
  package let isSuccessful: Bool
  /// What is wrong; `nil` if nothing is, and for an empty field.
  package let message: String?
  /// Whether somebody is still asked. Nothing is said meanwhile.
  package let isOpen: Bool

  private init(isSuccessful: Bool = false, message: String? = nil, isOpen: Bool = false) {
    (self.isSuccessful, self.message, self.isOpen) = (isSuccessful, message, isOpen)
  }

  /// What the program's own validator says.
  init(_ validity: Validity) {
    self =
      switch validity {
      case .valid: .success
      case .invalid(let message): .failure(message)
      }
  }

  /// The text is right.
  package static let success = ValidationResult(isSuccessful: true)
  /// There is no text yet, and nothing is said about it.
  package static let empty = ValidationResult()

  /// A list is still searched for the text, or the program's own validator is asked about it.
  static let open = ValidationResult(isOpen: true)

  /// The text is wrong, as `message` says.
  package static func failure(_ message: String) -> ValidationResult {
    ValidationResult(message: message)
  }
}

extension Collection<ValidationResult> {
  /// Whether a form whose fields have these results can be submitted (reference behaviour, C7).
  package var canSubmit: Bool { allSatisfy(\.isSuccessful) }
}
