import Testing
import Watchword
import WatchwordBase

/// The language of a form.
struct LanguageTests {
  private static func language(_ code: String) -> PasswordLanguage {
    PasswordLanguage(
      code, texts: ["Cancel": code, "letter\u{4}y": "j", "at most {count}": "ohne Zahl"],
      counted: ["{count} thing": ["{count} Ding", "{count} Dinge"]], form: { $0 == 1 ? 0 : 1 })
  }

  @Test(arguments: [
    ([:], "Cancel"), (["LANG": "C"], "Cancel"), (["LANG": "C.UTF-8"], "Cancel"),
    (["LANG": "de_AT.UTF-8"], "de"), (["LANG": "de_AT.ISO-8859-1"], "Cancel"),
    (["LANG": "den.UTF-8"], "Cancel"),
    (["LANG": "en_US.UTF-8", "LC_MESSAGES": "ja_JP.utf8"], "ja"),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "fr:ja:de"], "ja"),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "en:de"], "Cancel"),
    (["LANG": "ja_JP.UTF-8", "TERM": "linux"], "Cancel"), (["LANG": "de_DE.UTF-8", "TERM": "linux"], "de"),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "fr_FR.UTF-8"], "Cancel"), (["LANG": "pt_PT.UTF-8"], "Cancel"),
    (["LC_CTYPE": "ca_ES.UTF-8@valencia", "LANGUAGE": "de", "LANG": "ca_ES.UTF-8@valencia"], "de"),
    (["LANG": "sr_RS.UTF-8@latin", "LANGUAGE": "de"], "de"),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "C:de"], "Cancel"),
    (["LANG": "pt_BR.UTF-8"], "pt_BR"), (["LANG": "de_DE", "LC_CTYPE": "en_US.UTF-8"], "de"),
  ])
  func `J10 the environment chooses among the languages that the host has`(
    environment: [String: String], word: String
  ) {
    let languages = ["ja", "de", "pt_BR"].map(Self.language)
    let chosen = PasswordLanguage.ofProcess(among: languages) { environment[$0] }
    #expect(chosen.texts("Cancel") == word)
  }

  @Test
  func
    `J10 a host's sentence is used if it can replace the English one, otherwise the translation`()
  {
    let texts = Self.language("de").replacing([
      "Cancel": "Weg damit", "OK": "Ja\u{1B}[2J", "{count} thing": "eins", "{count} things": "{count} Sachen",
    ]).texts
    #expect(texts("Cancel") == "Weg damit" && texts("OK") == "OK" && texts.context("letter", "y") == "j")
    #expect(texts("at most {count}", ["count": "3"]) == "at most 3")
    let counts = [1, 2].map { texts.plural("{count} thing", "{count} things", $0) }
    #expect(counts == ["1 Ding", "2 Sachen"])
    #expect(Self.language("de").texts.plural("{count} thing", "{count} things", 2) == "2 Dinge")
  }
}
