internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// Passwords that are judged one after the other, a block of entries at a time.
protocol PasswordList: ~Copyable {
  /// The number of entries in the current block.
  var count: Int { get }

  /// Goes on to the next block. Returns false at the end of the input.
  mutating func nextBlock() throws(UncheckedInput) -> Bool

  /// An entry of the current block, counted from 0.
  func entry(_ index: Int) -> ListEntry

  /// Calls `body` with the password of that entry. Several threads may call it at the same time.
  func withPassword<R, E: Error>(_ index: Int, _ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R
}

/// What is known of an entry of a list before its password is judged.
struct ListEntry {
  /// The line that the entry begins on, counted from 1.
  let line: Int
  /// The words that count only against this password, such as its user's name.
  var words: [Word] = []
  var fault: UncheckedInput?
  /// Whether the entry has a password. If not, there is nothing to judge.
  var hasPassword = true
  /// The first line with the same password; `nil` for none, or if nobody wants to know.
  var same: Int?

  var user: String? { words.first { $0.origin == .person && !$0.text.isEmpty }?.text }

  typealias Word = (text: String, origin: ContextWords.Origin)
}

extension SecretLines: PasswordList {
  mutating func nextBlock() throws(UncheckedInput) -> Bool {
    try rethrow(try advance(), as: UncheckedInput.unreadable)
  }

  func entry(_ index: Int) -> ListEntry { ListEntry(line: firstNumber + index) }

  func withPassword<R, E: Error>(_ index: Int, _ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try withLine(index, body)
  }
}
