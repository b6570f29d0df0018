package struct Drawing: Equatable, Sendable {
  /// The number of characters; `nil` for as many as make a password strong, or if words are drawn.
  package var length: Int?
  /// The number of words; `nil` if characters are drawn.
  package var wordCount: Int?
  /// Whether to use only characters that nobody misreads.
  package var isUnambiguous = false
  /// What stands between words; `nil` for the default.
  package var separator: String?
  package var count = 1
}
