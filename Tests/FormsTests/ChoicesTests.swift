import TestSupport
import Testing
import WatchwordBase

@testable import Watchword

/// Finding choices by what is typed.
@Suite struct ChoicesTests {
  @Test(arguments: FitTests.languages)
  func `D6 yes and no are found by their first letters in each language, and by y and n`(
    _ language: FitTests.Spoken
  ) {
    let choices = Choices.yesNo(language.texts)
    #expect(choices.values == ["yes", "no"] && choices.isBoolean && choices.isUsable)
    for (number, word) in [("yes", 0), ("no", 1)].map({ ($1, $0) }) {
      #expect(choices.find(String(word.prefix(1))) == number && choices.find(word) == number)
    }
    for (number, label) in choices.labels.enumerated() {
      #expect(choices.find(String(label.prefix(1))) == number && choices.number(labelled: label) == number)
    }
  }

  @Test func `D6 case, accents and width make no difference, and an exact label comes first`() {
    let choices = Choices(["1", "2", "3", "4"], labels: ["Zürich", "a", "A", "日本 ＡＢＣ"])
    #expect(choices.find("zur") == 0 && choices.find("ZÜR") == 0 && choices.find("rich") == 0)
    #expect(choices.number(labelled: "a") == 1 && choices.number(labelled: "A") == 2)
    #expect(choices.find("abc") == 3 && choices.all(holding: "a") == [1, 2, 3])
    #expect(choices.number(labelled: "zurich") == 0 && choices.number(labelled: "1") == nil)
  }

  @Test func `D6 where a label is a number no other numbers are said`() {
    #expect(Choices(["a", "b"]).hasNumbers)
    for labels in [["8", "4"], ["a", "２"]] { #expect(!Choices(labels).hasNumbers) }
  }
}
