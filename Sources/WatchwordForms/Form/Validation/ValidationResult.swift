/// What came of a validation: two parts, success and message (reference behaviour, C2).
public struct ValidationResult: Equatable, Sendable {
  /// Whether the text is right.
  public let isSuccessful: Bool
  /// What is wrong; `nil` where nothing is wrong, and for an empty field, where nothing is said.
  public let message: String?

  /// The text is right.
  public static let success = ValidationResult(isSuccessful: true, message: nil)
  /// There is no text yet, and nothing is said about it.
  public static let empty = ValidationResult(isSuccessful: false, message: nil)

  /// The text is wrong, as `message` says.
  public static func failure(_ message: String) -> ValidationResult {
    ValidationResult(isSuccessful: false, message: message)
  }
}

extension Collection<ValidationResult> {
  /// Whether a form whose fields have these results can be submitted (reference behaviour, C7).
  public var canSubmit: Bool { allSatisfy(\.isSuccessful) }
}
