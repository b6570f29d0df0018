import Testing
import Watchword

@testable import WatchwordServices

@Suite struct AgentTextTests {
  @Test(arguments: [
    ("", ""), ("plain", "plain"), ("a%20b", "a b"), ("two%0Alines", "two\nlines"), ("%e4%bd%a0", "你"),
    ("100%25", "100%"), ("%2525", "%25"), ("+", "+"), ("%", "\u{FFFD}"), ("%4", "\u{FFFD}4"),
    ("%zz", "\u{FFFD}zz"), ("%4%41", "\u{FFFD}4A"), ("%ff", "\u{FFFD}"), ("a%00b", "a\u{FFFD}b"),
    ("%1b[31m", "\u{FFFD}[31m"), ("%0d", "\u{FFFD}"), ("%c2%9b", "\u{FFFD}"), ("tab%09", "tab\u{FFFD}"),
  ]) func `G2 what the agent sends cannot control the terminal`(sent: String, shown: String) {
    #expect(AgentText.decode(sent.utf8) == shown)
  }

  @Test(
    arguments: [
      ("OK", "OK", nil), ("_OK", "OK", "o"), ("Take _this one", "Take this one", "t"), ("a__b", "a_b", nil),
      ("__x_y", "_xy", "y"), ("_a_b", "ab", "a"), ("end_", "end_", nil), ("", "", nil), ("_É", "É", "é"),
    ] as [(String, String, Character?)])
  func `G2 an underscore marks the accelerator of a button`(marked: String, text: String, key: Character?) {
    let button = FormButton(marked: marked)
    #expect(button.title == text && button.accelerator == key)
  }
}
