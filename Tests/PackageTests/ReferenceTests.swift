import TestSupport
import Testing

/// What the documents say of files and code must be so.
struct ReferenceTests {
  private static let documents = [
    "README.md", "CHANGELOG.md", "docs/architecture.md", "docs/contract.md", "docs/decisions.md",
    "docs/policies.md",
    "docs/scripting.md", "docs/threats.md",
  ]

  @Test(arguments: documents) func `a link between documents leads somewhere`(document: String) throws {
    let folder = document.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    for part in try PackageFile.text(document).split(separator: "](").dropFirst() {
      let target = part.prefix { $0 != ")" && $0 != "#" }
      if target.isEmpty || target.hasPrefix("http") { continue }
      #expect(throws: Never.self, "\(document) links to \(target)") { try PackageFile.text(folder + target) }
    }
  }

  @Test func `the README is a page that is read at one time`() throws {
    #expect(
      try PackageFile.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
  }

  @Test func `the decisions begin with an index that links to each of them`() throws {
    let lines = try PackageFile.text("docs/decisions.md").split(separator: "\n")
    let headings = lines.filter { $0.hasPrefix("## ") || $0.hasPrefix("### ") }
    let index = headings.map { heading in
      let title = heading.drop { $0 == "#" }.dropFirst()
      return heading.hasPrefix("### ") ? "- [\(title)](#\(anchor(of: title)))" : "**\(title)**"
    }
    let found = lines.filter { $0.hasPrefix("- [") || $0.hasPrefix("**") && $0.hasSuffix("**") }
    #expect(found.map(String.init) == index)
  }

  @Test func `each decision has a choice, a reason and what was given up, in this order`() throws {
    for section in try PackageFile.text("docs/decisions.md").split(separator: "\n### ").dropFirst() {
      let paragraphs = section.split(separator: "\n\n").filter { !$0.hasPrefix("## ") }
      let beginnings = paragraphs.dropFirst().map { $0.prefix { $0 != " " }.trimmingPrefix("\n") }
      #expect(beginnings == ["**Choice.**", "**Reason.**", "**Given"], "\(paragraphs[0])")
    }
  }

  /// What a link to a heading ends with, as it is made from the heading's words.
  private func anchor(of title: Substring) -> String {
    let words = title.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
    return words.replacing(" ", with: "-")
  }
}
