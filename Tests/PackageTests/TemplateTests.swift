import TestSupport
import Testing
import WatchwordMessages

/// The template that translations begin with, po/watchword.pot, held against the sources.
@Suite struct TemplateTests {
  private static let path = "po/watchword.pot"

  /// What the files of Sources look up, by their paths.
  private static let sources = Result {
    try PackageFile.paths(in: "Sources", suffix: ".swift").map {
      ($0, SwiftSource(try PackageFile.text($0)).texts)
    }
  }

  @Test func `I3 the template is what the build makes of the sources`() throws {
    let folder = TemporaryFolder()
    let made = folder.path + "/watchword.pot"
    let make = try Completion.of("make", ["-C", PackageFile.root, "template", "template=\(made)"])
    #expect(make.status == 0, "\(make.errors)")
    try PackageFile.expect(Self.path, toHold: try #require(readText(made)))
  }

  @Test func `I3 xgettext finds every text of the sources and makes none up`() throws {
    let found = Set(try POFile(Self.path).entries.map(\.id))
    let said = Set(try Self.sources.get().flatMap { $0.1.ids })
    #expect(found.subtracting(said) == [], "made up")
    // A plural whose text of one thing stands elsewhere by itself is one entry.
    let plurals = Set(found.filter { $0.plural != nil }.map(\.text))
    #expect(said.subtracting(found).filter { $0.context != nil || !plurals.contains($0.text) } == [], "lost")
  }

  @Test func `I3 a text that is looked up is a plain literal`() throws {
    for (path, texts) in try Self.sources.get() { #expect(texts.faults == [], "\(path)") }
  }

  @Test func `I3 the texts of one and of many differ by the count alone in what is filled in`() throws {
    for entry in try POFile(Self.path).entries {
      guard let many = entry.id.plural else { continue }
      #expect(many.placeholders.contains("{count}"), "\(entry.id)")
      #expect(
        many.placeholders.subtracting(entry.id.text.placeholders).isSubset(of: ["{count}"]), "\(entry.id)")
    }
  }

  @Test func `the scan of a source finds what is looked up, joined or in an interpolation`() {
    let texts = SwiftSource(
      #"""
      // text("a comment")
      func text(_ english: String) {}
      let one = texts("One " + "thing, \"it's\"", ["name": "other text"]) /* text("x") */
      let many = "\(texts.plural("{count} word", "{count} words", 3)) and \(name)"
      let verb = texts.context("verb", "show"), raw = #"raw "text""#
      let wrong = text("a \(name)"), choice = text(isOne ? "one" : "two")
      """#
    ).texts
    #expect(
      Set(texts.ids) == [
        .init("One thing, \"it's\""), .init("{count} word", plural: "{count} words"),
        .init("show", context: "verb"),
      ])
    #expect(texts.faults == [6, 6])
    #expect(
      texts.others.map(\.text)
        == ["name", "other text", "\u{FFFC} and \u{FFFC}", "raw \"text\"", "a \u{FFFC}", "one", "two"])
  }
}
