import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordStrength
import WatchwordSystem

/// The word lists of the program, in the sources.
@Suite struct ProgramFolderTests {
  @Test(arguments: [("de", 7776), ("en", 7677), ("pt", 7401)])
  func `F4 a list to draw from has short words of plain letters in order, each once`(
    name: String, count: Int
  ) throws {
    #expect(ProgramFolder.lists == PackageFile.root + "/packaging/lists")
    let words = try PackageFile.text("packaging/lists/words/\(name)").split(separator: "\n").map(String.init)
    #expect(words.count == count && words == Set(words).sorted())
    #expect(try PlainWords(path: "\(PackageFile.root)/packaging/lists/words/\(name)").count == count)
    #expect(Double(words.reduce(0) { $0 + $1.utf8.count }) / Double(count) < 7.1)
    let unwanted = [
      "badass", "boceta", "bundinha", "ficken", "groin", "hure", "merda", "moaner", "nazi", "nigger", "penis",
      "porno",
      "rectal", "shit", "wichser",
    ]
    #expect(Set(words).isDisjoint(with: unwanted))
  }

  @Test(arguments: [
    ("de", "de", false), ("de_CH", "de", false), ("pt_BR", "pt", false), ("fr", "en", true), ("", "en", true),
    ("../en", "en", true),
  ])
  func `F4 the list is that of the language, or else the English one`(
    name: String, list: String, isForeign: Bool
  ) throws {
    let found = try #require(ProgramFolder.plainWords(for: Texts(ListedLanguage([:], name: name))))
    #expect(found.path.hasSuffix("/lists/words/\(list)") && found.isForeign == isForeign)
    #expect(ProgramFolder.plainWords(for: .english)?.isForeign == false)
  }

  @Test func `where there are no lists, there are no words to draw`() {
    #expect(ProgramFolder.plainWords(for: .english, in: nil) == nil)
    #expect(ProgramFolder.plainWords(for: .english, in: "/nowhere") == nil)
  }
}
