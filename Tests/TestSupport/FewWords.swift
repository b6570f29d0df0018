import WatchwordStrength

/// A list of a few words, whose case is not ignored.
package struct FewWords: WordList {
  private let words: Set<String>

  package init(_ words: Set<String>) { self.words = words }
  package func contains(_ text: UTF8Span) -> Bool { words.contains(String(copying: text)) }
}
