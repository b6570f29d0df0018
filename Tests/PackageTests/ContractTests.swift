import TestSupport
import Testing

/// The labels in front of the names of tests and scripts are the points of docs/contract.md. `Tests/contract` lists the
/// tests of each point.
struct ContractTests {
  /// The labels that tests and scripts carry.
  private static let carried = Result { try readLabels() }
  /// The labels that have a row in docs/contract.md, in their order there.
  private static let explained = Result { try readPoints() }

  private static func readLabels() throws -> Set<String> {
    var names: [String] = []
    for path in try PackageFile.paths(in: "Tests", suffix: ".swift") {
      // A long name stands in the line below its keyword.
      for part in try PackageFile.text(path).split(separator: "func").dropFirst() {
        let declaration = part.drop(while: \.isWhitespace)
        if declaration.first == "`" { names.append(String(declaration.dropFirst().prefix { $0 != "`" })) }
      }
    }
    for path in try PackageFile.paths(in: Script.folder, suffix: ".txt") {
      let file = path.split(separator: "/").last?.dropLast(".txt".count) ?? ""
      names += try Script.all(in: String(file)).map(\.name)
    }
    return Set(names.flatMap(labels(of:)))
  }

  /// The labels at the start of `name`: a capital letter and a number each. Two numbers in front are a label that no
  /// point explains.
  private static func labels(of name: String) -> [String] {
    let words = name.split(separator: " ")
    if words.count > 2, words.prefix(2).allSatisfy({ Int($0) != nil }) { return ["\(words[0]) \(words[1])"] }
    return words.prefix { word in
      word.first.map { $0.isASCII && $0.isUppercase } == true && word.count > 1
        && word.dropFirst().allSatisfy(\.isNumber)
    }.map(String.init)
  }

  private static func readPoints() throws -> [String] {
    try PackageFile.text("docs/contract.md").split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|")
      guard line.hasPrefix("| "), cells.count == 2 else { return nil }
      let label = cells[0].filter { $0 != " " }
      return label.last?.isNumber == true ? label : nil
    }
  }

  @Test func `every label of a test or script has a row in the contract`() throws {
    let unexplained = try Self.carried.get().subtracting(Self.explained.get())
    #expect(unexplained.isEmpty, "docs/contract.md has no row for \(unexplained.sorted())")
  }

  @Test func `every row of the contract has a test or script`() throws {
    let unshown = try Self.explained.get().filter { try !Self.carried.get().contains($0) }
    #expect(unshown.isEmpty, "no test and no script carries \(unshown)")
  }

  @Test func `no label has two rows in the contract`() throws {
    let labels = try Self.explained.get()
    #expect(!labels.isEmpty && Set(labels).count == labels.count, "\(labels)")
  }
}
