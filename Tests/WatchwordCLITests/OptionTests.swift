import TestSupport
import Testing

@testable import WatchwordOptions

struct OptionTests {
  @Test func `no name stands for two options`() {
    let names = Option.allCases.flatMap(\.names)
    #expect(Set(names).count == names.count)
  }

  @Test func `no letter stands for two options`() {
    let letters = Option.allCases.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
    #expect(letters.allSatisfy { $0.isASCII && $0.properties.isAlphabetic })
  }

  @Test(arguments: Option.allCases) func `every option is found by its name and its letter`(
    option: Option
  ) {
    let value = option.placeholder == nil ? [] : ["x"]
    for name in option.names {
      let argument = option.hasOpposite ? name : value.first ?? ""
      #expect(Arguments(["watchword", "--\(name)"] + value).found == [.option(option, argument)])
    }
    if let letter = option.letter {
      #expect(
        Arguments(["watchword", "-\(letter)"] + value).found == [.option(option, value.first ?? "")])
    }
  }

  @Test func `no option takes more arguments than the table says`() {
    for option in Option.allCases where option.placeholder == nil {
      for flag in option.flags {
        #expect(Arguments(["watchword", flag, "new"]).found.last == .operand("new"))
      }
    }
  }

  @Test func `the help of a choice names its words`() {
    #expect(Option.reveal.help.contains("allowed, never or always"))
    #expect(Option.glyphs.help.contains("auto, emoji, unicode or ascii"))
    #expect(Option.color.help.contains("auto, always or never"))
    #expect(Option.format.help.contains("json, lines, nul or shell"))
    #expect(Option.verifyInput.help.contains("json or text"))
    #expect(Option.minStrength.help.contains("weak, medium or strong"))
  }
}
