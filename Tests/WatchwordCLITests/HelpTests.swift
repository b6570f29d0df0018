import Glibc
import TestSupport
import Testing

@testable import WatchwordOptions

struct HelpTests {
  /// The program, and each of its commands.
  static let subjects = [nil] + Command.allCases.filter(Option.help.commands.contains)

  private func lines(about command: Command?, isFull: Bool) -> [Substring] {
    Help.page(about: command, isFull: isFull).split(separator: "\n", omittingEmptySubsequences: false)
      .dropLast()
  }

  private func hasLine(_ option: Option, _ lines: [Substring], of command: Command? = nil) -> Bool {
    let synopsis = option.synopsis(with: option.placeholder(of: command))
    return lines.filter { $0.contains("\(synopsis) ") && $0.hasSuffix(option.help) }.count == 1
  }

  @Test(arguments: subjects) func `F9 the usual help fits a window of 50 lines, and any help 80 columns`(
    command: Command?
  ) {
    let usual = lines(about: command, isFull: false)
    #expect(usual.count <= 50, "\(usual.count)")
    for line in usual + lines(about: command, isFull: true) { #expect(line.count <= 80, "\(line)") }
    #expect(usual.contains { $0.contains("--help=all") })
  }

  @Test(arguments: Option.allCases) func `F9 all help has a line for every option`(option: Option) {
    #expect(hasLine(option, lines(about: nil, isFull: true)))
    for command in Command.allCases {
      let takes = option.commands.contains(command)
      #expect(hasLine(option, lines(about: command, isFull: true), of: command) == takes, "\(command)")
    }
  }

  @Test(arguments: Option.allCases) func `F9 the help of a command has what it usually needs`(option: Option)
  {
    for command in Command.allCases {
      let entry = option
      let isUsual = entry.commands.contains(command) && entry.usual.commands.contains(command)
      #expect(hasLine(option, lines(about: command, isFull: false), of: command) == isUsual, "\(command)")
    }
  }

  @Test(arguments: subjects.compactMap(\.self))
  func `F9 the help of a command has some of its options and no others`(
    command: Command
  ) {
    let usual = Option.allCases.filter { hasLine($0, lines(about: command, isFull: false), of: command) }
    let all = Option.allCases.filter { hasLine($0, lines(about: command, isFull: true), of: command) }
    #expect(usual.count > 2 && usual.count < all.count)
    for isFull in [false, true] {
      let words = Help.page(about: command, isFull: isFull).split {
        !($0.isLetter || $0.isNumber || $0 == "-")
      }
      .filter { $0.hasPrefix("-") }
      // An example of run has an option of zip, and a list that is - is standard input.
      let others = command == .run ? ["--", "-e"] : ["--", "-"]
      let names = all.flatMap { [$0.flag] + ($0.letter.map { ["-\($0)"] } ?? []) } + others
      #expect(Set(words.map(String.init)).subtracting(names) == [])
    }
  }

  @Test(arguments: Command.allCases) func `F9 the help of a command has only the statuses that it can have`(
    command: Command
  ) {
    for row in ExitStatus.table {
      let has = lines(about: command, isFull: false).contains {
        $0.hasPrefix("  \(row.status) ") && $0.hasSuffix(row.meaning)
      }
      #expect(has == row.commands.contains(command), "\(row)")
    }
  }

  @Test func `F9 the help of the program names every command, and every status with its usual meaning`() {
    for isFull in [false, true] {
      let lines = lines(about: nil, isFull: isFull)
      for command in Command.allCases {
        #expect(lines.contains { $0.hasPrefix("  \(command.rawValue) ") && $0.hasSuffix(command.help) })
      }
      for status in Set(ExitStatus.table.map(\.status)) {
        let usual = ExitStatus.table.first { $0.status == status }
        #expect(
          lines.filter { $0.hasPrefix("  \(status) ") }.map { $0.dropFirst(9) } == [
            Substring(usual?.meaning ?? "")
          ])
      }
    }
  }

  @Test func `the program writes its help and its version`() throws {
    for (argument, text) in [
      ("--help", Help.page(about: nil, isFull: false)), ("--help=all", Help.page(about: nil, isFull: true)),
      ("--version", "watchword \(version)\n"),
    ] {
      #expect(try Completion.of("watchword", [argument]) == Completion(status: 0, output: text))
    }
  }

  @Test(arguments: Command.withoutServices)
  func `F1 F5 what a command can write to a file it can hand over, with the statuses of both`(
    command: Command
  ) {
    let hands = Command.handing.contains(command)
    for option in [Option.output, .force, .mode, .owner] {
      #expect(option.commands.contains(command) == hands, "\(option.name)")
    }
    #expect(command.arguments.contains("-- PROGRAM") == hands)
    let statuses = ExitStatus.table.filter { $0.commands.contains(command) }.map(\.status)
    #expect(statuses.contains("127") == hands)
    if hands { #expect(Set(["5", "126", "other"]).isSubset(of: statuses)) }
  }

  @Test func `all help says how to get a word list`() {
    let text = Help.page(about: nil, isFull: true)
    #expect(text.contains("apt install wamerican") && text.contains("/usr/share/dict/words"))
  }

  @Test(arguments: Command.withoutServices) func `F9 the examples of a command are ones that it takes`(
    command: Command
  ) throws {
    #expect(!command.examples.isEmpty)
    let folder = TemporaryFolder()
    let programs = ["check-login", "add-account", "set-password", "unlock", "sudo", "pass"]
    for name in programs + ["passwords.txt", "config.new"] {
      _ = unsafe chmod(folder.write("#!/bin/sh\n", to: name), 0o700)
    }
    var environment = Stage().environment
    environment["PATH"] = "\(folder.path):/usr/bin:/bin"
    for example in command.examples {
      #expect(example.contains("watchword \(command.rawValue)") && example.count <= 78)
      let script = #"watchword() { command=$1; shift; "$0" "$command" --validate "$@"; }; "# + example
      let validated = try Completion.of(
        "sh", ["-c", script, ProgramFile.path("watchword")], environment: environment, folder: folder.path)
      #expect(validated == Completion(status: 0), "\(example)")
    }
  }

  @Test(arguments: [
    ("--policy", "--policy"), ("--polciy", "--policy"), ("--plicy", "--policy"), ("--pollicy", "--policy"),
    ("--pokicy", "--policy"), ("--word-lits", "--word-list"), ("--wrd", "--word"), ("--wrod", "--word"),
    ("--", nil), ("--x", nil), ("--nonsense", nil), ("--polarity", nil), ("--\u{1F600}", nil), ("", nil),
    (String(repeating: "a", count: 100_000), nil),
  ])
  func `F9 the nearest word is found within a third of what was typed`(typed: String, nearest: String?) {
    #expect(typed.nearest(of: ["--policy", "--word", "--word-list", "--words"]) == nearest)
  }

  @Test func `F9 a letter counts once where two were exchanged, and the nearer word wins`() {
    #expect("ab".nearest(of: ["ba"]) == "ba")
    #expect("cab".nearest(of: ["abc"]) == nil)
    #expect("wordx".nearest(of: ["words", "word"]) == "words")
    #expect("word-".nearest(of: ["words-", "word"]) == "words-")
  }
}
