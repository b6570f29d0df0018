import TestSupport
import Testing

/// The languages of the library, in the folder Sources/Languages.
struct LanguageTests {
  @Test func `J10 each language is what po/embed makes of its catalogue`() throws {
    let folder = TemporaryFolder()
    let embed = try Completion.of("\(PackageFile.root)/Sources/Languages/po/embed", [folder.path])
    #expect(embed.status == 0, "\(embed.errors)")
    let catalogues = try PackageFile.paths(in: "Sources/Languages/po", suffix: ".po")
    let files = try PackageFile.paths(in: "Sources/Languages", suffix: ".swift")
    #expect(files.count == catalogues.count)
    for file in files {
      let made = readText("\(folder.path)/\(file.dropFirst("Sources/Languages/".count))")
      #expect(try made == PackageFile.text(file), "\(file) is old: make languages")
    }
  }

  @Test func `J10 a catalogue of any language becomes a module, with its rule of plurals`() throws {
    let folder = TemporaryFolder()
    _ = folder.write(try PackageFile.text("Sources/Languages/po/embed"), to: "embed")
    _ = folder.write(
      #"""
      msgid ""
      msgstr ""
      "Language-Team: Arabic <ar@example.org>\n"
      "Plural-Forms: nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);\n"

      #: Sources/Watchword/Lines/Dialogue.swift
      msgid "{count} second"
      msgid_plural "{count} seconds"
      msgstr[0] "لا"
      msgstr[1] "ثانية"
      msgstr[2] "ثانيتان"
      msgstr[3] "{count} ثوان"
      msgstr[4] "{count} ثانية"
      msgstr[5] "{count} ثانية"

      """#, to: "ar.po")
    let embed = try Completion.of("python3", ["\(folder.path)/embed", folder.path])
    #expect(embed.status == 0, "\(embed.errors)")
    let module = try #require(readText("\(folder.path)/WatchwordArabic/Arabic.swift"))
    #expect(module.contains("public static let arabic = PasswordLanguage("))
    #expect(
      module.contains(
        "count == 2 ? 2 : count % 100 >= 3 && count % 100 <= 10 ? 3 : count % 100 >= 11 ? 4 : 5"))
    #expect(module.contains(#""{count} second": ["لا", "ثانية", "ثانيتان", "{count} ثوان","#))
  }

  @Test func `J10 no language is a part of the program, which reads catalogues`() throws {
    for path in try PackageFile.paths(in: "Sources", suffix: ".swift") where !path.contains("/Languages/") {
      for language in ["German", "French", "Spanish", "Japanese", "Portuguese", "Chinese"] {
        #expect(try !PackageFile.text(path).contains("import Watchword\(language)"), "\(path)")
      }
    }
  }
}
