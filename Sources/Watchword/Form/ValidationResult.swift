/// The result of a validation: success, or a failure with its message (C2).
package enum ValidationResult: Equatable, Sendable {
  case success
  /// There is no text yet, and nothing is said about it.
  case empty
  case failure(String)
  /// A list is being searched for the text, or the host's validator is being asked, or has thrown. Nothing is said of the
  /// text meanwhile.
  case open

  package var isSuccessful: Bool { self == .success }

  package var message: String? { if case .failure(let message) = self { message } else { nil } }
}
