import TestSupport
import Testing

@testable import WatchwordOptions

/// What the compiler cannot check in the table of options.
struct OptionTableTests {
  @Test func `every row is in the list of all options, in the order of the table`() throws {
    let table = try PackageFile.text("Sources/WatchwordOptions/Option+Table.swift")
    let rows = table.split(separator: "= Option(").dropFirst()
    let names = rows.map { row in String(row.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" }) }
    #expect(names.count > 80 && Option.allCases.map(\.name) == names)
  }

  @Test(arguments: Option.allCases) func `what an option needs or excludes is for one of its commands too`(
    option: Option
  ) {
    for other in option.needs + option.excludes {
      #expect(!Set(option.commands).isDisjoint(with: other.commands), "\(option.name), \(other.name)")
    }
    #expect(!option.excludes.contains(option) && !option.needs.contains(option))
  }
}
