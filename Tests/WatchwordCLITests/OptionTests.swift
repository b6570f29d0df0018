import TestSupport
import Testing

@testable import WatchwordCLI

struct OptionTests {
  @Test func `the options are those of the issue`() {
    let names = Option.allCases.map { "\($0.entry.name)" }
    #expect(
      Set(names) == [
        "title", "prompt", "confirm-prompt", "no-confirm", "strength-scale", "min-strength", "mask", "peek",
        "reveal", "reveal-timeout",
        "clears-on-insertion", "no-mouse", "no-animation", "glyphs", "color", "background", "json",
        "no-newline", "quiet", "cancel-status", "template",
        "field", "optional", "value", "user", "label", "no-capitalize", "button", "debounce", "format",
        "prefix", "with-strength", "hash", "hash-cost", "output", "output-fd", "force",
        "remember", "forget",
        "verify",
        "verify-shell", "verify-input", "verify-timeout", "attempts",
        "dictionary", "no-dictionary", "policy", "normalize", "meter", "blocklist", "word",
        "batch", "null", "length", "words", "separator", "word-list", "count", "allow-unlocked-memory",
        "help", "version", "verbose",
      ])
    #expect(Set(names).count == names.count)
  }

  @Test func `no letter stands for two options`() {
    let letters = Option.allCases.compactMap(\.entry.letter)
    #expect(Set(letters).count == letters.count)
    #expect(letters.allSatisfy { $0.isASCII && $0.properties.isAlphabetic })
  }

  @Test(arguments: Option.allCases) func `every option is found by its name and its letter`(
    option: Option
  ) {
    let value = option.entry.placeholder == nil ? [] : ["x"]
    let found = Arguments.Argument.option(option, value.first ?? "")
    #expect(Arguments(["watchword", option.flag] + value).found == [found])
    if let letter = option.entry.letter {
      #expect(Arguments(["watchword", "-\(letter)"] + value).found == [found])
    }
  }

  @Test func `no option takes more arguments than the table says`() {
    for option in Option.allCases where option.entry.placeholder == nil {
      #expect(Arguments(["watchword", option.flag, "new"]).found.last == .operand("new"))
    }
  }

  @Test(arguments: Option.allCases) func `the help has a line for every option`(option: Option) {
    let lines = Help.text.split(separator: "\n").filter { line in
      line.contains("\(option.flag) ") && line.hasSuffix(option.entry.help)
    }
    #expect(lines.count == 1)
  }

  @Test(arguments: Option.allCases) func `the help marks the commands that take an option`(option: Option)
    throws
  {
    let line = try #require(
      Help.text.split(separator: "\n").last {
        $0.contains("\(option.flag) ") && $0.hasSuffix(option.entry.help)
      })
    let marks = try #require(
      line.split(separator: " ").first {
        $0.count == Command.allCases.count && $0.allSatisfy("niufcg.".contains)
      })
    let letters = Command.allCases.filter(option.entry.commands.contains).map(\.letter)
    #expect(String(marks.filter { $0 != "." }) == String(letters))
  }

  @Test func `the help names every command`() {
    for command in Command.allCases {
      #expect(Help.text.contains("  \(command.letter)  \(command.rawValue) "))
      #expect(Help.text.contains(command.help))
    }
  }

  @Test func `the help has no other options`() {
    let words = Help.text.split { !($0.isLetter || $0 == "-") }.filter { $0.hasPrefix("-") }
    let names = Option.allCases.flatMap { option in
      [option.flag] + (option.entry.letter.map { ["-\($0)"] } ?? [])
    }
    #expect(Set(words.map(String.init)) == Set(names + ["--"]))
  }

  @Test func `the help fits 80 columns`() {
    for line in Help.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test func `the help names every status, and how to get a word list`() {
    for row in ExitStatus.table {
      #expect(
        Help.text.split(separator: "\n").contains {
          $0.hasPrefix("  \(row.status) ") && $0.hasSuffix(row.meaning)
        })
    }
    #expect(Help.text.contains("apt install wamerican"))
    #expect(Help.text.contains("/usr/share/dict/words"))
  }

  @Test func `the help of a choice names its words`() {
    #expect(Option.reveal.entry.help.contains("allowed, never or always"))
    #expect(Option.glyphs.entry.help.contains("auto, emoji, unicode or ascii"))
    #expect(Option.color.entry.help.contains("auto, always or never"))
    #expect(Option.format.entry.help.contains("json, lines, nul or shell"))
    #expect(Option.verifyInput.entry.help.contains("json or text"))
    #expect(Option.minStrength.entry.help.contains("weak, medium or strong"))
  }
}
