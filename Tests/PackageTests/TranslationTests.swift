import TestSupport
import Testing
import WatchwordBase

/// The translations, po/*.po, compared with the template.
@Suite struct TranslationTests {
  private static let files = Result { try POFile.all() }

  @Test func `I3 every text of the template is translated, and nothing else`() throws {
    let template = Set(try POFile("Sources/Languages/po/watchword.pot").entries.map(\.id))
    for file in try Self.files.get() {
      let translated = Set(file.entries.map(\.id))
      #expect(template.subtracting(translated) == [], "\(file.name) lacks these")
      #expect(translated.subtracting(template) == [], "\(file.name) has these and needs not")
      for entry in file.entries {
        #expect(!entry.isObsolete && entry.flags.isEmpty, "\(file.name): \(entry.id)")
        #expect(entry.translations.allSatisfy { !$0.isEmpty }, "\(file.name): \(entry.id)")
      }
    }
  }

  @Test func `I3 a translation has the placeholders of the text and no control characters`() throws {
    for file in try Self.files.get() {
      for entry in file.entries {
        let (one, many) = (entry.id.text, entry.id.plural ?? entry.id.text)
        for said in entry.translations {
          #expect(said.isUsable(for: many) || said.isUsable(for: one), "\(file.name): \(said)")
          #expect(said.contains("\n") == one.contains("\n"), "\(file.name): \(said)")
        }
      }
    }
  }

  @Test func `I3 every number has its form of a plural, and is said where it is not one`() throws {
    for file in try Self.files.get() {
      let formula = try #require(file.pluralFormula, "\(file.name)")
      let language = POLanguage(file)
      for entry in file.entries {
        guard let many = entry.id.plural else {
          #expect(entry.translations.count == 1, "\(file.name): \(entry.id)")
          continue
        }
        #expect(entry.translations.count == formula.count, "\(file.name): \(entry.id)")
        for count in 0...200 {
          let said = try #require(language.translation(of: entry.id.text, many, count: count))
          #expect(
            said.isUsable(for: many) || count == 1 && said.isUsable(for: entry.id.text),
            "\(file.name): \(said)")
        }
      }
    }
  }

  @Test func `I3 a sentence ends as the English one does`() throws {
    for file in try Self.files.get() {
      for entry in file.entries {
        guard let end = Self.end(of: entry.id.text) else { continue }
        for said in entry.translations { #expect(Self.end(of: said) == end, "\(file.name): \(said)") }
      }
    }
  }

  /// The punctuation at the end of a text, outside quotation marks and brackets, if there is any.
  private static func end(of text: String) -> Character? {
    let signs: [Character: Character] = [
      ".": ".", "。": ".", ":": ":", "：": ":", "?": "?", "？": "?", "!": "!", "！": "!", "…": "…",
    ]
    return text.last { !"\"'»”“’)]）」』 \u{A0}\u{202F}".contains($0) }.flatMap { signs[$0] }
  }

  @Test func `I3 a translation names its language and is in UTF-8`() throws {
    for file in try Self.files.get() {
      #expect(file.header.contains("Language: \(file.name)"))
      #expect(file.header.contains("Content-Type: text/plain; charset=UTF-8"), "\(file.name)")
    }
  }

  @Test func `I3 msgfmt finds nothing wrong with the translations`() throws {
    for file in try Self.files.get() {
      let path = "\(PackageFile.root)/Sources/Languages/po/\(file.name).po"
      let checked = try Completion.of("msgfmt", ["--check", "--output-file=/dev/null", path])
      #expect(checked == Completion(status: 0))
    }
  }

  @Test func `a text that cannot replace another is recognised`() {
    #expect("Höchstens {count} Bytes".isUsable(for: "at most {count} bytes"))
    #expect("zwei\nZeilen".isUsable(for: "two\nlines"))
    #expect("zwei\tSpalten".isUsable(for: "two\tcolumns"))
    #expect("« espace\u{A0}insécable\u{202F}»".isUsable(for: "no-break space"))
    #expect("日本語　です。".isUsable(for: "This is Japanese."))
    for said in [
      "", "zwei\nZeilen", "a\tb", "\u{1B}[31mrot", "\u{9B}31m", "\u{7F}", "\u{2028}", "rechts\u{202E}links",
      "\u{2066}x\u{2069}", "un\u{200B}sichtbar", "weich\u{AD}e", "{name}", "leer {}",
    ] { #expect(!said.isUsable(for: "one line"), "\(said.debugDescription)") }
    // The parts of a table's heading are read by their number.
    for said in ["Name", "Name\t", "Name\tStufe\tForm\tmehr"] {
      #expect(!said.isUsable(for: "NAME\tLEVEL\tFORM"), "\(said.debugDescription)")
    }
    #expect(!"Höchstens Bytes".isUsable(for: "at most {count} bytes"))
    // Arabic has words for one and for two things, and may begin with a mark of direction.
    #expect(
      "ثانيتان".isUsable(for: "{count} seconds", count: 2)
        && !"ثوان".isUsable(for: "{count} seconds", count: 3))
    #expect("\u{200F}مرحبا".replacement(for: "Welcome") == "مرحبا")
    #expect("مر\u{200F}حبا".replacement(for: "Welcome") == nil)
    #expect(!"Höchstens {Count} Bytes".isUsable(for: "at most {count} bytes"))
  }

  @Test(arguments: [
    ("nplurals=2; plural=(n != 1);", [1, 0, 1, 1]), ("nplurals=2; plural=(n > 1);", [0, 0, 1, 1]),
    ("nplurals=1; plural=0;", [0, 0, 0, 0]),
    ("nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);", [2, 0, 1, 1]),
  ]) func `the formula of a plural is worked out`(header: String, forms: [Int]) throws {
    let formula = try #require(PluralFormula(header))
    #expect((0...3).map { formula($0) } == forms)
  }
}
