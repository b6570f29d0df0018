import TestSupport
import Testing

/// The languages of the library, in the folder Languages.
struct LanguageTests {
  @Test func `J6 each language is what po/embed makes of its catalogue`() throws {
    let folder = TemporaryFolder()
    let embed = try Completion.of("\(PackageFile.root)/po/embed", [folder.path])
    #expect(embed.status == 0, "\(embed.errors)")
    let catalogues = try PackageFile.paths(in: "po", suffix: ".po")
    let files = try PackageFile.paths(in: "Languages", suffix: ".swift")
    #expect(files.count == catalogues.count)
    for file in files {
      let made = readText("\(folder.path)/\(file.dropFirst("Languages/".count))")
      #expect(try made == PackageFile.text(file), "\(file) is old: make languages")
    }
  }

  @Test func `J6 no language is a part of the program, which reads catalogues`() throws {
    for path in try PackageFile.paths(in: "Sources", suffix: ".swift") {
      for language in ["German", "French", "Spanish", "Japanese", "Portuguese", "Chinese"] {
        #expect(try !PackageFile.text(path).contains("import Watchword\(language)"), "\(path)")
      }
    }
  }
}
