import Testing
import WatchwordSystem

struct SystemLogTests {
  @Test(arguments: [
    ("bash", "bash"), ("a\nform \"b\" accepted", "a\\u{a}form 'b' accepted"), ("\u{1B}[2Ja", "\\u{1b}[2Ja"),
    ("a\u{202E}b\u{2028}c\u{0}", "a\\u{202e}b\\u{2028}c\\u{0}"), ("", ""),
    (String(repeating: "x", count: 199) + "é", String(repeating: "x", count: 199)),
  ]) func `U10 no name can end a line of the log or a quotation in it`(name: String, told: String) {
    #expect(SystemLog.harmless(name) == told)
  }
}
