import TestSupport
import Testing
import WatchwordBase

/// Texts and the values of their placeholders.
@Suite struct TextsTests {
  @Test(arguments: [
    ("{a}", "1"), ("{b}{a}", "21"), ("x {a} y {b} z", "x 1 y 2 z"), ("{c} {a", "{c} {a"), ("{}", "{}"),
    ("ä{b}。", "ä2。"), ("none", "none"),
  ])
  func `I3 placeholders are replaced by name, and what is none stays`(_ text: String, filled: String) {
    let texts = Texts(ListedLanguage(["text": text]))
    #expect(texts("text", ["a": "1", "b": "2"]) == filled)
  }

  @Test func `I3 the value of a placeholder is used unchanged`() {
    #expect(Texts()("{a}{b}", ["a": "{b}", "b": "{a}"]) == "{b}{a}")
  }

  @Test func `I3 a plural goes by the language, and a number has its place`() {
    let polish = ListedLanguage(
      [:], plurals: ["{count} digit": ["{count} cyfra", "{count} cyfry", "{count} cyfr"]],
      form: { $0 == 1 ? 0 : (2...4).contains($0 % 10) ? 1 : 2 })
    let said = [1, 3, 5].map { Texts(polish).plural("{count} digit", "{count} digits", $0) }
    #expect(said == ["1 cyfra", "3 cyfry", "5 cyfr"])
    #expect(Texts().plural("{count} digit", "{count} digits", 0) == "0 digits")
  }
}
