import TestSupport
import Testing

/// What docs/contract.md says of the points of the contract and of the tests that show them.
struct ContractTests {
  /// All points of the contract.
  private static let points =
    [("A", 15), ("B", 9), ("C", 10), ("D", 5), ("E", 7)].flatMap { letter, count in
      (1...count).map { "\(letter)\($0)" }
    }

  /// The names of the tests and scripts that begin with the number of a point, or several, by that number.
  private static let tests = Result { try readTests() }

  private static func readTests() throws -> [String: [String]] {
    var names: [(suite: Substring, name: String)] = []
    for path in try PackageFile.paths(in: "Tests", suffix: ".swift") {
      let suite = path.split(separator: "/").last?.dropLast(".swift".count) ?? ""
      // A long name stands in the line below its keyword.
      for part in try PackageFile.text(path).split(separator: "func").dropFirst() {
        let declaration = part.drop(while: \.isWhitespace)
        if declaration.first == "`" {
          names.append((suite, String(declaration.dropFirst().prefix { $0 != "`" })))
        }
      }
    }
    for path in try PackageFile.paths(in: Script.folder, suffix: ".txt") {
      let suite = path.split(separator: "/").last?.dropLast(".txt".count) ?? ""
      names += try Script.all(in: String(suite)).map { (suite, $0.name) }
    }
    var tests: [String: [String]] = [:]
    for (suite, name) in names {
      for number in name.split(separator: " ").map(String.init).prefix(while: points.contains) {
        tests[number, default: []].append("\(suite): \(name)")
      }
    }
    return tests.mapValues { $0.sorted() }
  }

  @Test func `the list of tests in the documents is that of the tests`() throws {
    let tests = try Self.tests.get()
    let sections = Self.points.map { point in
      (["### \(point)", ""] + (tests[point] ?? []).map { "- \($0)" } + [""]).joined(separator: "\n")
    }
    try PackageFile.expect(
      "docs/contract.md", between: "<!-- tests -->", and: "<!-- end of tests -->",
      toHold: "\n" + sections.joined(separator: "\n"))
  }

  @Test func `the table names every point of the contract, in order`() throws {
    let rows = try PackageFile.text("docs/contract.md").split(separator: "\n").filter { $0.hasPrefix("| ") }
    let first = rows.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
    #expect(first.filter { $0.last?.isNumber == true } == Self.points)
  }

  @Test(arguments: points) func `a point of the contract has a test`(point: String) throws {
    #expect(try Self.tests.get()[point]?.isEmpty == false)
  }
}
