import Testing
import WatchwordSecrets

@Suite struct `Motions in secret text` {
  /// A state, and where the word, the white-space delimited word and the next word are cut.
  static let words: [(String, start: Int, whiteSpaceStart: Int, end: Int)] = [
    ("|", 0, 0, 0), ("abc|", 0, 0, 3), ("|abc", 0, 0, 3), ("ab|cd", 0, 0, 4), ("one two|", 4, 4, 7),
    ("one two  |", 4, 4, 9), ("one| two", 0, 0, 7), ("one |two", 0, 0, 7), ("a.b-c|", 4, 0, 5),
    ("a.b- |d", 2, 0, 6), ("one  ..|", 0, 5, 7), ("..|..", 0, 0, 4), ("..|..x1 y", 0, 0, 6),
    ("naïve cafe\u{301}|", 6, 6, 10), ("漢字 かな|", 3, 3, 5), ("été|👍ñ", 0, 0, 5), ("a\u{2003}b|", 2, 2, 3),
    ("x١٢|", 0, 0, 3), ("👍🏽👍🏽|", 0, 0, 2), ("x_y|", 2, 0, 3),
  ]

  @Test(arguments: words)
  func `stop where words start and end`(state: String, start: Int, whiteSpaceStart: Int, end: Int) throws {
    let text = try secret(state)
    #expect(text.wordStart == start)
    #expect(text.whiteSpaceWordStart == whiteSpaceStart)
    #expect(text.wordEnd == end)
  }

  /// A state, the clusters that Ctrl-T swaps in it, and the state after it.
  static let transpositions: [(String, Range<Int>?, String)] = [
    ("|", nil, "|"), ("a|", nil, "a|"), ("|ab", nil, "|ab"), ("a|b", 0..<2, "ba|"), ("ab|", 0..<2, "ba|"),
    ("ab|cd", 1..<3, "acb|d"), ("abcd|", 2..<4, "abdc|"), ("漢|é", 0..<2, "é漢|"),
    ("x👨‍👩‍👧|e\u{301}y", 1..<3, "xe\u{301}👨‍👩‍👧|y"), ("\u{301}|ex", 0..<2, "e\u{301}|x"),
  ]

  @Test(arguments: transpositions)
  func `swap two clusters`(before: String, range: Range<Int>?, after: String) throws {
    var text = try secret(before)
    #expect(text.transposition == range)
    let lent = try text.withTransposed { String(copying: $0) }
    #expect((lent == nil) == (range == nil))
    #expect(marked(text) == before)
    if let range, let lent {
      var other = try secret(before)
      try other.replace(range, with: lent)
      #expect(marked(other) == after)
    }
    try text.transpose()
    #expect(marked(text) == after)
  }

  @Test func `swap the halves of a text that is full`() throws {
    var text = try secret("漢é|", capacity: 5)
    try text.transpose()
    #expect(marked(text) == "é漢|")
  }
}
