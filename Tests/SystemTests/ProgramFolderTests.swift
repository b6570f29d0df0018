import Glibc
import TestSupport
import Testing
import WatchwordMessages
import WatchwordStrength
import WatchwordSystem

/// The lists of words that come with the program, as they lie in the sources.
@Suite struct ProgramFolderTests {
  @Test(arguments: [("de", 7776), ("en", 7677), ("pt", 7401)])
  func `F4 a list to draw from has short words of plain letters in order, each once`(
    name: String, count: Int
  ) throws {
    let path = try #require(ProgramFolder.list("words/\(name)"))
    #expect(path == "\(PackageFile.root)/lists/words/\(name)")
    let words = try PackageFile.text("lists/words/\(name)").split(separator: "\n").map(String.init)
    #expect(words.count == count && words == Set(words).sorted())
    #expect(try PlainWords(path: path).count == count)
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

  @Test func `a list that does not come with the program is nowhere`() {
    #expect(ProgramFolder.list("words/tlh") == nil && ProgramFolder.list("nothing") == nil)
  }
}
