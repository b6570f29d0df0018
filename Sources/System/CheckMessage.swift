/// What a command wrote as the reason of a refusal, on its last line that is not blank.
public struct CheckMessage: Equatable, Sendable {
  /// The name of the field that the reason is about, `nil` when the line names none.
  public let field: String?
  /// The reason: one line, never empty, without control characters; `nil` where it quotes a secret.
  public let text: String?

  /// Makes a message.
  public init(field: String? = nil, text: String?) {
    self.field = field
    self.text = text
  }

  /// The most grapheme clusters that ``text`` has; of a longer line the last one is an ellipsis.
  public static let longestText = 240
}
