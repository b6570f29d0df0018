import TestSupport
import Testing

/// What the documents say of files and code must be so.
struct ReferenceTests {
  private static let documents = [
    "README.md", "CHANGELOG.md", "docs/architecture.md", "docs/contract.md", "docs/decisions.md",
  ]

  @Test(arguments: documents) func `a link between documents leads somewhere`(document: String) throws {
    let folder = document.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    for part in try PackageFile.text(document).split(separator: "](").dropFirst() {
      let target = part.prefix { $0 != ")" && $0 != "#" }
      if target.isEmpty || target.hasPrefix("http") { continue }
      #expect(throws: Never.self, "\(document) links to \(target)") { try PackageFile.text(folder + target) }
    }
  }

  @Test func `the README's example of the library is the one that is compiled`() throws {
    let example = try PackageFile.text("Tests/LibraryExample/ChoosePassword.swift")
    #expect(try PackageFile.text("README.md").contains("```swift\n\(example)```\n"))
  }
}
