/// The reason of a refusal: the last non-blank line of a verifier's output.
package struct VerifierMessage: Equatable, Sendable {
  /// The field that the reason is about, if the line names one.
  package var field: String?
  /// The reason: one line, never empty, without control characters; `nil` if it quotes a secret.
  package let text: String?

  /// In grapheme clusters. A longer line ends in an ellipsis.
  package static let longestText = 240
}
