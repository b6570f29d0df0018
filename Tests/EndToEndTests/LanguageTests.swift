import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen

@testable import WatchwordOptions

/// The language of the program, with catalogues made by the tests.
@Suite struct LanguageTests {
  private static let english = "Choose a new password"
  private static let german = "Ein neues Passwort wählen"

  /// The program beside a folder with a German catalogue whose title is `title`.
  private func installed(title: String = german) throws -> CatalogueFolder {
    let folder = CatalogueFolder()
    try folder.write([Self.english: title, "Set password": "Setzen"], for: "de")
    try folder.addProgram()
    return folder
  }

  private func form(
    _ folder: CatalogueFolder, _ environment: [String: String?]
  ) throws -> TerminalEmulator {
    let stage = Stage.with {
      for (name, value) in environment { $0.environment[name] = value }
      $0.output = .pipe
    }
    return try TerminalEmulator.open(folder.program, ["new", "--no-dictionary", "--no-animation"], on: stage)
  }

  private func expect(
    _ title: String, in folder: CatalogueFolder, _ environment: [String: String?],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let terminal = try form(folder, environment)
    terminal.expect(title, sourceLocation: sourceLocation)
    terminal.press(.escape)
    terminal.expectExit(1, sourceLocation: sourceLocation)
    #expect(terminal.errors.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `A1 form speaks the language of the person in every label`() throws {
    let folder = CatalogueFolder()
    let words: KeyValuePairs = [
      "Email": "E-Mail-Adresse", "Password": "Kennwort", "New password": "Neu",
      "New password again": "Noch einmal",
    ]
    try folder.write(words, for: "de")
    try folder.addProgram()
    let fields = ["email", "password", "new-password"].flatMap { ["--field", $0] }
    let stage = Stage.with { $0.environment["LANGUAGE"] = "de" }
    let terminal = try TerminalEmulator.open(folder.program, ["form"] + fields, on: stage)
    for (_, word) in words { terminal.expect(word) }
    #expect(!words.contains { terminal.shows($0.key) })
    terminal.press(.escape)
    terminal.expectExit(1)
    let lines = try TerminalEmulator.open(folder.program, ["form", "--plain"] + fields, on: stage)
    lines.expect("E-Mail-Adresse:")
  }

  @Test(arguments: ["de", "de_AT", "de_DE.UTF-8:en", "xx:yy_ZZ:de", "de@euro", "no_NO:de", "de:en:de"])
  func `I3 the program speaks the first language of LANGUAGE that it has`(language: String) throws {
    try expect(Self.german, in: try installed(), ["LANGUAGE": language])
  }

  @Test(arguments: [
    ["LANGUAGE": "de", "LC_ALL": "C"], ["LANGUAGE": "de", "LC_ALL": "POSIX"],
    ["LANGUAGE": "de", "LC_ALL": nil], ["LANGUAGE": "de", "LC_ALL": "xx_YY.UTF-8"], ["LC_ALL": "de_XX.UTF-8"],
    ["LANGUAGE": "en:de"], ["LANGUAGE": "en_GB:de"], ["LANGUAGE": "C:de"], ["LANGUAGE": "xx:en:de"],
    ["LANGUAGE": "xx"], ["LANGUAGE": ""], ["LANGUAGE": ":"],
  ])
  func `I3 it is English without a locale, in one that is not installed, and where English is asked for`(
    environment: [String: String?]
  ) throws {
    try expect(Self.english, in: try installed(), environment)
  }

  @Test(.programs("localedef"))
  func `I3 LC_MESSAGES and LANG choose the language where LANGUAGE is not set`() throws {
    let folder = try installed()
    let locales = try #require(Locales.made)
    for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
      var environment: [String: String?] = ["LC_CTYPE": "C.UTF-8", "LOCPATH": locales]
      environment.updateValue(nil, forKey: "LC_ALL")
      environment[name] = "de_DE.UTF-8"
      try expect(Self.german, in: folder, environment)
    }
  }

  @Test(.programs("localedef"))
  func `I3 it is English where the terminal cannot show the language`() throws {
    let folder = try installed()
    let locales = try #require(Locales.made)
    try expect(Self.english, in: folder, ["LC_ALL": "de_DE.ISO-8859-1", "LOCPATH": locales])
    try folder.write([Self.english: "新しいパスワード"], for: "ja")
    try expect("新しいパスワード", in: folder, ["LANGUAGE": "ja:de"])
    try expect(Self.english, in: folder, ["LANGUAGE": "ja:de", "TERM": "linux"])
    try expect(Self.german, in: folder, ["LANGUAGE": "de:ja", "TERM": "linux"])
  }

  @Test func `I3 a catalogue is taken from beside the program only`() throws {
    let folder = try installed()
    let other = try installed()
    for name in [
      "../de", "./de", "de/../de", "\(other.path)/de", ".", "..", "/", "@de", "../../../..\(other.path)/de",
    ] {
      try expect(Self.english, in: folder, ["LANGUAGE": name])
      try expect(Self.english, in: folder, ["LANGUAGE": "\(name):de"])
    }
    let empty = CatalogueFolder()
    try empty.addProgram()
    try expect(
      Self.english, in: empty, ["LANGUAGE": "de", "TEXTDOMAINDIR": other.path, "NLSPATH": other.path])
  }

  @Test func `I3 a broken catalogue means English, and that of another language changes nothing`() throws {
    let folder = try installed()
    /// What becomes of a catalogue of `count` bytes: the number at `place` is replaced, or it is cut there.
    func expectEnglish(_ change: (inout [UInt8]) -> Void, _ what: String) throws {
      let folder = try installed()
      try folder.change("de", change)
      for language in ["de", "de_AT", "fr:de"] {
        let done = try Completion.of(
          folder.program, ["new", "--minimum"],
          environment: Stage().environment.merging(["LANGUAGE": language]) { $1 })
        #expect(done.status == 2 && done.errors.hasPrefix("watchword: unknown option"), "\(what): \(done)")
      }
    }
    // The header, both tables, the hashes and texts lie behind one another.
    for length in [0, 1, 27, 28, 40, 60, 100, 150] {
      try expectEnglish({ $0.removeLast(max(0, $0.count - length)) }, "cut at \(length)")
    }
    try expectEnglish({ $0.removeLast() }, "without its end")
    for place in stride(from: 0, to: 28, by: 4) {
      try expectEnglish(
        { $0.replaceSubrange(place..<place + 4, with: [0xFF, 0xFF, 0xFF, 0x7F]) }, "number at \(place)")
    }
    for table in [12, 16] {
      for column in [0, 4] {
        try expectEnglish(
          { bytes in
            let place = Int(bytes[table]) + Int(bytes[table + 1]) << 8 + column
            bytes.replaceSubrange(place..<place + 4, with: [0xF0, 0xFF, 0, 0])
          }, "table \(table), \(column)")
      }
    }
    try folder.write([Self.english: "Un nouveau"], for: "fr")
    try folder.change("fr") { $0.removeLast(60) }
    try expect(Self.german, in: folder, ["LANGUAGE": "de"])
    try expect(Self.english, in: folder, ["LANGUAGE": "fr"])
  }

  @Test func `I3 a list of thousands of languages holds nothing up`() throws {
    let folder = try installed()
    for name in ["de", "xx", "x", ""] {
      let list = Array(repeating: name, count: 10_000).joined(separator: ":")
      try expect(name.isEmpty ? Self.german : Self.english, in: folder, ["LANGUAGE": list + ":de"])
    }
    let most = Array(repeating: "de", count: 100).joined(separator: ":")
    try expect(Self.german, in: folder, ["LANGUAGE": most])
  }

  @Test(arguments: [
    "rot \u{1B}[31m", "Klingel \u{7}", "zwei\nZeilen", "\u{9B}2J", "\u{202E}rückwärts", "{name} wählen",
    "un\u{200B}sichtbar",
  ])
  func `I3 a translation that could do harm is dropped, and the others stay`(title: String) throws {
    let folder = try installed(title: title)
    let terminal = try form(folder, ["LANGUAGE": "de"])
    terminal.expect(Self.english)
    terminal.expect("Setzen")
  }

  @Test(.programs("localedef"))
  func `I3 a dialog speaks the language of the agent's caller`() throws {
    #expect(BuiltCatalogues.failure == "")
    let texts = try POFile("Sources/Languages/po/de.po").texts
    let pinentry = try PinentryStage(
      on: .with {
        $0.environment["LC_ALL"] = "C"
        $0.environment["LANGUAGE"] = "de"
        $0.environment["LOCPATH"] = Locales.made
      })
    pinentry.nameTerminal()
    for (locale, word) in [("C", "Cancel"), ("en_US.UTF-8", texts("Cancel")), ("C", "Cancel")] {
      for option in ["lc-ctype", "lc-messages"] { pinentry.ask("OPTION \(option)=\(locale)", ["OK"]) }
      pinentry.send("GETPIN")
      pinentry.terminal.expect(word)
      pinentry.terminal.type("abc")
      pinentry.terminal.press(.enter)
      pinentry.expect("D abc", "OK")
    }
  }

  @Test func `I3 what an agent hears stays English`() throws {
    let folder = try installed()
    var environment = Stage().environment
    environment["LANGUAGE"] = "de"
    let answers = try Completion.of(
      folder.program, ["pinentry"], environment: environment, input: Array("GETPIN\nBYE\n".utf8))
    #expect(answers.output.contains("Inappropriate ioctl for device"))
  }

  /// The package's translations, by name.
  private static let languages = (try? POFile.all().map(\.name)) ?? []

  @Test(arguments: languages) func `I3 all help fits 80 columns, and the usual help a window of 50 lines`(
    language: String
  ) throws {
    #expect(BuiltCatalogues.failure == "")
    var environment = Stage().environment
    environment["LANGUAGE"] = language
    let english = try Completion.of("watchword", ["--help"]).output
    for subject in [[]] + Command.allCases.map({ [$0.rawValue] }) {
      for option in ["--help", "--help=all"]
      where option == "--help" || Command(rawValue: subject.first ?? "")?.programName == nil {
        let help = try Completion.of("watchword", subject + [option], environment: environment)
        #expect(help.status == 0 && help.errors == "" && help.output != english, "\(subject)")
        let lines = help.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        for line in lines { #expect(CharacterWidth.standard.columns(of: String(line)) <= 80, "\(line)") }
        if option == "--help" { #expect(lines.count <= 50, "\(subject)") }
      }
    }
  }
}
