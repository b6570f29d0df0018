/// What `generate` draws.
struct Drawing: Equatable, Sendable {
  /// The number of characters of a password; `nil` for as many as are strong, or for words.
  var length: Int?
  /// The number of words of a password; `nil` for characters.
  var wordCount: Int?
  /// What stands between words; `nil` for the usual sign.
  var separator: String?
  /// The file of the words; `nil` for that of the system.
  var wordList: String?
  /// The number of passwords.
  var count = 1
}
