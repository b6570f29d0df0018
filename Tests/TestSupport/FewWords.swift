import WatchwordStrength

/// A list of a few words, compared with their case.
package struct FewWords: WordList {
  private let words: Set<String>

  package init(_ words: Set<String>) { self.words = words }
  package func contains(_ text: UTF8Span) -> Bool { words.contains(String(copying: text)) }
}
