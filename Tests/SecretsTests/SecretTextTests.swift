import TestSupport
import Testing
import WatchwordSecrets

@Suite struct `Secret text` {
  /// A text with its number of grapheme clusters, as UAX #29 counts them.
  static let clusters: [(String, Int)] = [
    ("", 0), ("abc", 3), (" ", 1), ("é", 1), ("e\u{301}", 1), ("e\u{301}\u{323}x", 2), ("\u{301}", 1),
    ("漢字", 2), ("ñandú", 5), ("👍🏽", 1), ("👨‍👩‍👧‍👦", 1), ("👩‍💻👩‍🚒", 2), ("🏳️‍🌈", 1),
    ("🇳🇱", 1), ("🇳🇱🇧🇪", 2), ("🇳🇱🇧", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 1),
    ("각", 1), ("\u{1100}\u{1161}\u{11A8}", 1), ("\u{1100}\u{1161}\u{1100}", 2), ("1\u{FE0F}\u{20E3}2", 2),
    ("✔\u{FE0F}✔\u{FE0E}", 2), ("a\u{200D}b", 2), ("क्षि", 1), ("நி", 1), ("กำ", 1), ("\u{10FFFF}", 1),
  ]

  @Test(arguments: clusters) func `is measured in grapheme clusters`(string: String, count: Int) throws {
    let text = try secret(string)
    #expect(text.count == count)
    #expect(text.caret == count)
    #expect(text.byteCount == string.utf8.count)
    #expect(text.isEmpty == string.isEmpty)
    #expect(bytes(text) == Array(string.utf8))
  }

  @Test(arguments: clusters) func `loses one whole cluster at a time`(string: String, count: Int) throws {
    var text = try secret(string)
    var model = Array(string)
    while text.caret > 0 {
      try text.replaceClusters(text.caret - 1..<text.caret, with: "".utf8Span)
      model.removeLast()
      #expect(marked(text) == String(model) + "|")
    }
    #expect(text.isEmpty == true)
    #expect(text.count == 0)
  }

  /// A state, what replaces which clusters, and the state after it.
  static let replacements: [(String, Range<Int>, String, String)] = [
    ("|", 0..<0, "abc", "abc|"),
    ("abc|", 1..<2, "", "a|c"),
    ("|abc", 0..<3, "", "|"),
    ("abc|", 1..<1, "漢", "a漢|bc"),
    ("a漢c|", 1..<2, "x", "ax|c"),
    ("abc|", 0..<0, "👨‍👩‍👧", "👨‍👩‍👧|abc"),
    // The inserted text joins a cluster with what is before or after it.
    ("e|x", 1..<1, "\u{301}", "e\u{301}|x"),
    ("|\u{301}x", 0..<0, "e", "e\u{301}|x"),
    ("👨|👧", 1..<1, "\u{200D}", "👨\u{200D}👧|"),
    ("|🇱🇧🇪", 0..<0, "🇳", "🇳🇱|🇧🇪"),
    ("\u{1100}|\u{11A8}", 1..<1, "\u{1161}", "\u{1100}\u{1161}\u{11A8}|"),
    ("1|x", 1..<1, "\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}|x"),
    // The deletion leaves neighbours that form one cluster.
    ("🇳x|🇱", 1..<2, "", "🇳🇱|"),
    ("\u{1100}x|\u{1161}", 1..<2, "", "\u{1100}\u{1161}|"),
  ]

  @Test(arguments: replacements)
  func `puts the caret behind what replaces clusters`(
    before: String, range: Range<Int>, replacement: String, after: String
  ) throws {
    var text = try secret(before)
    try text.replace(range, with: replacement)
    #expect(marked(text) == after)
    #expect(text.count == string(text).count)
    if replacement.isEmpty {
      var other = try secret(before)
      try other.replaceClusters(range, with: "".utf8Span)
      #expect(marked(other) == after)
    }
  }

  @Test func `can be ASCII again after it was not`() throws {
    var text = try secret("ab漢cd|")
    try text.replaceClusters(2..<3, with: "".utf8Span)
    let isKnownASCII = text.utf8.isKnownASCII
    #expect(isKnownASCII)
    try text.insert("x")
    #expect(marked(text) == "abx|cd")
  }

  @Test(arguments: ["a", "é", "漢", "👍", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"])
  func `lends a typed scalar as text`(scalar: Unicode.Scalar) {
    let isSame = withUTF8Span(of: scalar) { $0.unicodeScalarsEqual(to: [scalar]) }
    #expect(isSame)
  }

  @Test(arguments: [
    "\0", "\u{1B}", "\n", "a\t\nb", "\r\n", "\u{1F}", "a\u{7F}", "\u{80}", "é\u{85}", "漢\u{9F}",
  ]) func `takes in no control character but a tab`(string: String) throws {
    var text = try secret("a|é")
    #expect(throws: SecretError.controlCharacter) { try text.replace(0..<2, with: string) }
    #expect(marked(text) == "a|é")
  }

  @Test(arguments: [" ", "\t", "~", "\u{A0}", "\u{AD}", "\u{2028}", "\u{FEFF}", "\u{FFFD}"])
  func `takes in what is next to a control character`(scalar: Unicode.Scalar) throws {
    var text = try SecretText()
    try text.insert(scalar)
    #expect(text.byteCount == UTF8.width(scalar))
  }

  @Test func `holds 4096 bytes and refuses one more`() throws {
    var text = try SecretText()
    try text.replace(0..<0, with: String(repeating: "a", count: 4096))
    text.moveCaret(toCluster: 7)
    #expect(throws: SecretError.full) { try text.insert("b") }
    #expect(text.byteCount == 4096)
    #expect(text.caret == 7)
    try text.replace(0..<1, with: "b")
    #expect(marked(text).prefix(3) == "b|a")
  }

  @Test(arguments: ["é", "漢", "👍"])
  func `refuses a scalar whose bytes go over the edge`(scalar: Unicode.Scalar) throws {
    var text = try SecretText()
    let filling = String(repeating: "a", count: 4097 - UTF8.width(scalar))
    try text.replace(0..<0, with: filling)
    #expect(throws: SecretError.full) { try text.insert(scalar) }
    #expect(bytes(text) == Array(filling.utf8))
    try text.replaceClusters(0..<1, with: "".utf8Span)
    text.moveCaret(toCluster: text.count)
    try text.insert(scalar)
    #expect(text.byteCount == 4096)
  }

  @Test func `refuses whole a paste that does not fit`() throws {
    var text = try secret("ab|c", capacity: 8)
    #expect(throws: SecretError.full) { try text.replace(2..<2, with: "漢字") }
    #expect(marked(text) == "ab|c")
    try text.replace(0..<3, with: "漢字")
    #expect(marked(text) == "漢字|")
  }

  @Test func `is empty after all was removed`() throws {
    var text = try secret("a漢|b")
    text.removeAll()
    #expect(marked(text) == "|")
    #expect(text.count == 0)
    try text.insert("x")
    #expect(marked(text) == "x|")
  }

  @Test(
    arguments: [
      ("", "", .equal), ("a", "", .different), ("", "a", .start), ("abc", "abc", .equal),
      ("abc", "abd", .different),
      ("abc", "xbc", .different), ("abc", "ab", .different), ("ab", "abc", .start), ("bc", "abc", .different),
      ("é", "e\u{301}", .different), ("e", "e\u{301}", .different), ("e\u{301}", "e\u{301}x", .start),
      ("👩", "👩‍👧", .different), ("x👩‍👧", "x👩‍👧y", .start), ("漢", "漢", .equal), ("🇩", "🇩🇪", .different),
    ] as [(String, String, TextMatch)])
  func `A9 a text is equal, a start by whole clusters, or different for good`(
    one: String, other: String, match: TextMatch
  ) throws {
    let one = try secret(one)
    let other = try secret(other)
    #expect(TextMatch(one.utf8, with: other.utf8) == match)
  }

  @Test func `traps when the caret is moved out of it`() async {
    await #expect(processExitsWith: .failure) {
      var text = try SecretText()
      text.moveCaret(toCluster: 1)
    }
  }
}

@Suite struct SecretTextRefusalTests {
  /// What replaces what in a text of 6 bytes with room for 8, and why it is refused.
  @Test(
    arguments: [
      (0..<0, "xy", nil), (0..<0, "xyz", .full), (0..<1, "xyz", nil), (0..<3, "12345678", nil),
      (0..<3, "123456789", .full), (3..<3, "", nil), (0..<0, "\t", nil),
      (0..<0, "\u{85}", .controlCharacter), (0..<3, "1234567\t", nil),
      (0..<3, "123456789\n", .controlCharacter),
    ] as [(Range<Int>, String, SecretError?)])
  func `a refusal is known before the change, and is the one that the change would meet`(
    _ range: Range<Int>, replacement: String, refusal: SecretError?
  ) throws {
    var text = try SecretText(capacity: 8, locking: .ifPossible)
    try text.replaceClusters(0..<0, with: "éab\u{301}".utf8Span)
    #expect(text.obstacle(toReplacing: range, with: replacement.utf8Span) == refusal)
    do throws(SecretError) {
      try text.replaceClusters(range, with: replacement.utf8Span)
      #expect(refusal == nil)
    } catch {
      #expect(error == refusal)
    }
  }
}
