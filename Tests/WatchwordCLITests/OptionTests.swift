import TestSupport
import Testing
import WatchwordCurses
import WatchwordScreen

@testable import WatchwordOptions

/// The table of options, as far as the compiler cannot check it.
struct OptionTests {
  @Test func `no name stands for two options`() {
    let names = Option.allCases.flatMap(\.names)
    #expect(Set(names).count == names.count)
  }

  @Test func `the number of a command is its place, so that each has a bit of its own in a scope`() {
    #expect(Command.allCases.map(\.number) == Array(Command.allCases.indices))
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

  @Test func `every row is in the list of all options, in the order of the table`() throws {
    let table = try PackageFile.text("Sources/WatchwordOptions/Option+Table.swift")
    let rows = table.split(separator: "= Option(").dropFirst()
    let names = rows.map { row in String(row.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" }) }
    let listed = Option.allCases.map(\.name)
    #expect(names.count > 80 && listed == names)
  }

  @Test func `every part that can have a colour of its own has an option named after it`() {
    let names = Option.allCases.filter { $0.placeholder == "COLOUR" }.map(\.name)
    #expect(names == ColorRole.allCases.map { "color-\($0.rawValue)" })
  }

  @Test(arguments: Option.allCases) func `what can be set beforehand waits for no other option`(
    option: Option
  ) {
    #expect(option.setting == nil || option.phase == .first)
    #expect(option.isPath("/x") == (option.placeholder == "FILE") || option == .policy)
  }

  @Test func `what is typed is read without opening a file that it names`() throws {
    let policy = OptionValue(option: .policy, argument: "/none.conf", width: .ascii)
    let options = try Options(.new, [policy])
    #expect(throws: ProgramError.self) { try options.resolved() }
  }

  @Test func `every row can be named in all modules, so that none looks an option up by its name`() throws {
    let table = try PackageFile.text("Sources/WatchwordOptions/Option+Table.swift")
    for line in table.split(separator: "\n") where line.contains(" static let ") && line.contains("= Option(")
    {
      #expect(line.hasPrefix("  package static let "), "\(line)")
    }
    for path in try PackageFile.paths(in: "Sources", suffix: ".swift") {
      #expect(!(try PackageFile.text(path)).contains("option.name == \""), "\(path)")
    }
  }

  @Test(arguments: Option.allCases) func `what an option is tied to is for one of its commands too`(
    option: Option
  ) {
    for other in option.needs + option.implied + option.excludes {
      #expect(!Set(option.commands).isDisjoint(with: other.commands), "\(option.name), \(other.name)")
    }
    #expect(!option.excludes.contains(option) && !option.needs.contains(option))
    #expect(option.implied.allSatisfy { $0.placeholder == nil && !$0.hasOpposite })
  }
}
