import TestSupport
import Testing

/// What the documents say of files and code must be so.
struct ReferenceTests {
  private static let documents = [
    "README.md", "CHANGELOG.md", "docs/architecture.md", "docs/contract.md", "docs/decisions.md",
    "docs/policies.md", "docs/scripting.md", "docs/threats.md",
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
      try PackageFile.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 215)
  }

  @Test func `the decisions begin with an index that links to each group`() throws {
    let lines = try PackageFile.text("docs/decisions.md").split(separator: "\n")
    let index = lines.filter { $0.hasPrefix("## ") }.map { heading in
      let title = heading.dropFirst(3)
      return "- [\(title)](#\(anchor(of: title)))"
    }
    let found = lines.filter { $0.hasPrefix("- [") }.map { line in String(line.prefix { $0 != ":" }) }
    #expect(found == index)
  }

  @Test func `each decision has a choice, a reason and perhaps what was given up, in this order`() throws {
    let order: [Substring] = ["**Choice.**", "**Reason.**", "**Given"]
    for section in try PackageFile.text("docs/decisions.md").split(separator: "\n### ").dropFirst() {
      let paragraphs = section.split(separator: "\n\n").filter { !$0.hasPrefix("## ") }
      let beginnings = paragraphs.dropFirst().map { $0.prefix { $0 != " " }.trimmingPrefix("\n") }
      #expect(beginnings.count >= 2 && order.starts(with: beginnings), "\(paragraphs[0])")
    }
  }

  /// What a link to a heading ends with, as it is made from the heading's words.
  private func anchor(of title: Substring) -> String {
    let words = title.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
    return words.replacing(" ", with: "-")
  }
}
