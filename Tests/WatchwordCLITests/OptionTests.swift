import TestSupport
import Testing

@testable import WatchwordCLI

struct OptionTests {
  @Test func `the options are those of the issue`() {
    let names = Option.allCases.map { "\($0.name)" }
    #expect(
      Set(names) == [
        "title", "text", "allow-empty", "prompt", "confirm-prompt", "no-confirm", "strength-scale",
        "min-strength", "min-length", "max-length", "require", "allow", "max-repeat", "max-sequence", "mask",
        "peek",
        "reveal", "reveal-timeout", "timeout", "tty", "plain", "no-plain",
        "clears-on-insertion", "no-mouse", "no-animation", "quiet-typing", "no-quiet-typing", "glyphs",
        "color", "background", "json",
        "no-newline", "quiet", "cancel-status", "template",
        "field", "optional", "value", "user", "label", "no-capitalize", "button", "debounce", "format",
        "prefix", "with-strength", "hash", "hash-cost", "output", "output-fd", "force",
        "remember", "forget",
        "verify", "verify-old",
        "verify-shell", "verify-input", "verify-timeout", "attempts",
        "dictionary", "no-dictionary", "policy", "normalize", "meter", "blocklist", "leaked", "word",
        "batch", "summary", "failed-only", "no-context", "null", "explain", "length", "no-ambiguous", "words",
        "separator", "word-list",
        "count",
        "allow-unlocked-memory", "mouse", "animation", "no-config",
        "validate", "help", "version", "verbose",
      ])
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
    let found = Arguments.Argument.option(option, value.first ?? "")
    #expect(Arguments(["watchword", option.flag] + value).found == [found])
    if let letter = option.letter {
      #expect(Arguments(["watchword", "-\(letter)"] + value).found == [found])
    }
  }

  @Test func `no option takes more arguments than the table says`() {
    for option in Option.allCases where option.placeholder == nil {
      #expect(Arguments(["watchword", option.flag, "new"]).found.last == .operand("new"))
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
