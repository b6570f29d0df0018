import WatchwordStrength

/// A list of one word. Its case is not ignored.
struct OneWord: WordList {
  private let word: String

  init(_ word: String) { self.word = word }

  func contains(_ text: UTF8Span) -> Bool { word == String(copying: text) }
}
