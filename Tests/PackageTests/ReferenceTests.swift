import TestSupport
import Testing

/// What the documents say about files and code is true.
struct ReferenceTests {
  @Test(arguments: try PackageFile.documents())
  func `a link between documents leads somewhere`(document: String) throws {
    let folder = document.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    for part in try PackageFile.text(document).split(separator: "](").dropFirst() {
      let link = part.prefix { $0 != ")" }
      if link.hasPrefix("http") { continue }
      let path = String(link.prefix { $0 != "#" })
      let fragment = String(link.dropFirst(path.count + 1))
      let text = try? PackageFile.text(path.isEmpty ? document : folder + path)
      let isThere = text.map { fragment.isEmpty || anchors(in: $0).contains(fragment) }
      #expect(isThere == true, "\(document) links to \(link)")
    }
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

  @Test func `each decision has a choice, a reason and perhaps what was tried, in this order`() throws {
    let order: [Substring] = ["**Choice.**", "**Reason.**", "**Tried.**"]
    for section in try PackageFile.text("docs/decisions.md").split(separator: "\n### ").dropFirst() {
      let paragraphs = section.split(separator: "\n\n").filter { !$0.hasPrefix("## ") }
      let beginnings = paragraphs.dropFirst().map { $0.prefix { $0 != " " }.trimmingPrefix("\n") }
      #expect(beginnings.count >= 2 && order.starts(with: beginnings), "\(paragraphs[0])")
    }
  }

  @Test func `what the architecture names for a change is there`() throws {
    let paths = try ["Sources", "Tests", "docs"].flatMap { folder in
      try ["swift", "c", "h", "txt", "md"].flatMap { suffix in
        try PackageFile.paths(in: folder, suffix: "." + suffix)
      }
    }
    let parts = Set(paths.flatMap { $0.split(separator: "/") } + ["README.md", "CHANGELOG.md"])
    var names: Set<String> = []
    for path in paths where path.hasPrefix("Sources/") {
      names.formUnion(words(in: try PackageFile.text(path)))
    }
    let text = try PackageFile.text("docs/architecture.md")
    let sections = text.split(separator: "\n## ")
    let section = try #require(sections.first { $0.hasPrefix("Where to change what\n") })
    for line in section.split(separator: "\n") {
      let row = line.split(separator: "|").first ?? ""
      // A name stands between backquotes, with its type before it and its arguments after it.
      let codes = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      for (number, code) in codes where number % 2 == 1 && !code.contains(where: { " /-".contains($0) }) {
        let name = code.prefix { $0 != "(" }
        for word in words(in: String(name)) { #expect(names.contains(word), "\(row): \(word)") }
      }
      for word in line.split(whereSeparator: { " ,;:()`|'\"=".contains($0) }) {
        let isSuite = word.hasSuffix("Tests") && !word.contains("…")
        let isFile = !word.contains("/") && [".swift", ".c", ".txt", ".md"].contains { word.hasSuffix($0) }
        if isFile { #expect(parts.contains(word), "\(row): \(word)") }
        if isSuite { #expect(parts.contains(word) || parts.contains(word + ".swift"), "\(row): \(word)") }
      }
    }
  }

  /// The words of `text` that can be names in a program.
  private func words(in text: String) -> [String] {
    let words = text.utf8.split { !Self.isInName($0) }
    return words.map { String(decoding: $0, as: UTF8.self) }
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The fragments of the links to the headings of `text`.
  private func anchors(in text: String) -> Set<String> {
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }
    return Set(headings.map { line in anchor(of: line.drop { $0 == "#" }.dropFirst()) })
  }

  /// The fragment of a link to a heading, made from the heading's words.
  private func anchor(of title: Substring) -> String {
    let words = title.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }
    return words.replacing(" ", with: "-")
  }
}
