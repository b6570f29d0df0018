import Testing
import WatchwordSystem

@Suite struct `JSON text` {
  /// A text and the inside of its JSON string.
  static let strings: [(text: String, json: String)] = [
    ("", ""), ("plain Text 123", "plain Text 123"), (#"quo"te"#, #"quo\"te"#),
    (#"back\slash"#, #"back\\slash"#), ("/solidus", "/solidus"),
    ("\u{08}\u{09}\u{0A}\u{0C}\u{0D}", #"\b\t\n\f\r"#),
    ("\u{00}\u{01}\u{0B}\u{1B}\u{1F}", #"\u0000\u0001\u000b\u001b\u001f"#),
    ("\u{7F}\u{80}\u{9B}\u{9F}", #"\u007f\u0080\u009b\u009f"#), ("\u{A0}é漢", "\u{A0}é漢"),
    ("a\u{2028}b\u{2029}c", #"a\u2028b\u2029c"#), ("\u{2027}\u{202A}", "\u{2027}\u{202A}"),
    ("😀👨‍👩‍👧𝄞\u{10FFFF}", "😀👨‍👩‍👧𝄞\u{10FFFF}"), ("\u{FEFF}\u{FFFF}", "\u{FEFF}\u{FFFF}"), ("<&>'", "<&>'"),
  ]

  @Test(arguments: strings)
  func `a text becomes a JSON string, in secret memory too`(text: String, json: String) throws {
    #expect(JSONText.string(text) == "\"\(json)\"")
    #expect(try AnswerFormat(utf8: .json).text([("a", text)]) == "{\"a\":\"\(json)\"}\n")
  }
}
