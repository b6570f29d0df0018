import TestSupport
import Testing
import WatchwordStrength

@Suite struct ContextWordsTests {
  @Test(
    arguments: [
      ("Ada", ["ada"]), ("", []), ("ab", []), ("abc", ["abc"]), ("漢字", []), ("漢字名", ["漢字名"]),
      ("Ada King Lovelace", ["ada king lovelace", "ada", "king", "lovelace"]),
      ("ada", ["ada"]), ("Jo Ott", ["jo ott", "ott"]), ("  ", []),
      ("host-12.lan", ["host-12.lan", "host", "lan"]),
      (
        "ada.lovelace@mail.example.org",
        ["ada.lovelace@mail.example.org", "ada", "lovelace", "mail", "example"]
      ),
      ("ada@example.org", ["ada@example.org", "ada", "example"]),
      ("ada@localhost", ["ada@localhost", "ada", "localhost"]),
      ("Zoë ÅNGSTRÖM", ["zoë ångström", "zoë", "ångström"]), ("ada ada ADA", ["ada ada ada", "ada"]),
      ("user_name", ["user_name", "user", "name"]), ("room 2026", ["room 2026", "room", "2026"]),
    ])
  func `the words of a text are the whole and its parts, without short ones and top-level domains`(
    _ text: String, words: [String]
  ) { #expect(ContextWords([text]).words == words) }

  @Test func `words of more than 64 code points are left out, their parts are not`() {
    let long = String(repeating: "x", count: 65)
    #expect(
      ContextWords([long, String(repeating: "y", count: 64)]).words == [String(repeating: "y", count: 64)])
    #expect(ContextWords([long + " ada"]).words == ["ada"])
  }

  @Test func `a word that comes again is kept once`() {
    var context = ContextWords(["Ada", "ada@example.org"])
    context.add("ADA")
    #expect(context.words == ["ada", "ada@example.org", "example"])
  }

  @Test(arguments: [["ren\u{E9}", "rene\u{301}"], ["rene\u{301}", "ren\u{E9}"]])
  func `a word is kept in each of the normal forms in which it comes`(_ forms: [String]) {
    let context = ContextWords(forms)
    let found = forms.filter { context.contains($0.utf8Span) }
    #expect(found.count == 2)
  }

  @Test(
    arguments: [
      ("lovelace", true), ("LOVELACE", true), ("LoveLace", true), ("lovelace1", false), ("lovelac", false),
      ("", false), ("ångström", true), ("ÅNGSTRÖM", true), ("angstrom", false), ("istanbul", false),
      ("i\u{307}stanbul", true), ("İstanbul", true), ("İSTANBUL", true), ("ada lovelace", true),
    ]) func `a text is one of the words as a whole, whatever its case`(_ text: String, isContained: Bool)
  {
    let context = ContextWords(["Ada Lovelace", "Ångström", "İstanbul"])
    let isFound = context.contains(text.utf8Span)
    #expect(isFound == isContained)
  }

  @Test func `no words hold nothing`() {
    let isFound = ContextWords().contains("".utf8Span)
    #expect(!isFound)
    #expect(ContextWords() == ContextWords([]))
  }
}

@Suite struct JudgeTests {
  private let judge = Judge(
    blocklists: [FewWords(["first"]), FewWords(["second"])],
    context: ContextWords(["Ada Lovelace"]))

  @Test(
    arguments: [
      ("first", true), ("second", true), ("third", false), ("lovelace", true), ("LOVELACE", true),
      ("lovelace7", false), ("first second", false),
    ]) func `a text is listed by any list and by the words of the person`(_ text: String, isListed: Bool)
  {
    let verdict = Policy.owasp().verdict(on: text, by: judge)
    #expect(verdict.isMet(2) == !isListed)
    #expect(verdict.fails(4) == isListed)
  }

  @Test func `the empty text is in no list and does not meet the criterion`() {
    let verdict = Policy.owasp().verdict(on: "", by: Judge(blocklists: [FewWords([""])]))
    #expect(!verdict.isMet(1))
    #expect(verdict.estimate == nil)
  }

  @Test func `the meter of the judge hears the words of the person`() {
    struct Listening: Meter {
      func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
        Estimate(level: context.words == ["ada"] ? .strong : .weak)
      }
    }
    let judge = Judge(meter: Listening(), context: ContextWords(["Ada"]))
    #expect(Policy.owasp().verdict(on: "x", by: judge).level == .strong)
  }
}
