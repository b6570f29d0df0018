import TestSupport
import Testing
import WatchwordStrength
import WatchwordSystem

@Suite struct `The guess meter as a list of common passwords` {
  /// The 25 most common passwords of 2013 to 2016 (SplashData's lists).
  private static let mostCommon = [
    "123456", "password", "12345678", "qwerty", "123456789", "12345", "1234", "111111", "1234567", "dragon",
    "123123", "baseball", "abc123", "football", "monkey", "letmein", "696969", "shadow", "master", "666666",
    "qwertyuiop", "123321", "mustang", "1234567890", "michael",
  ]

  @Test(arguments: mostCommon) func `the most common passwords are listed`(text: String) throws {
    #expect(try isListed(text))
    #expect(try isListed(text.uppercased()))
  }

  @Test(
    arguments: [
      ("Password", true), ("pAsSwOrD", true), ("superman", true), ("zaq12wsx", true), ("aaaaaa", true),
      ("aaaaaaaaaaaaaaaaaaaa", true), ("abcdefghijklmno", true), ("monkeymonkey", true),
      (String(repeating: "a", count: 4096), true), (String(repeating: "monkey", count: 600), true),
      ("P@ssw0rd", true), ("password1", true), ("iloveyou1", true), ("michael1", true), ("password123", true),
      ("P@ssw0rd1P@ssw0rd1", true), ("", false), ("c0unterrevolutionary", false), ("monkey business", false),
      ("xk7", false), ("a", false), ("correct horse battery staple", false), ("Tr0ub4dor&3", false),
      ("jk3Hf!9dLq2x", false), (String(repeating: "a", count: 4096) + "jk3Hf!9dLq2x", false),
    ])
  func `a text is listed as a whole or not at all, whatever its case`(text: String, isListed: Bool) throws {
    #expect(try self.isListed(text) == isListed)
  }

  @Test(
    arguments: [
      ("zorgblatzorgblat", true), ("Zorgblat1", true), ("z0rgblat!", true), ("zorgblat horse battery", false),
    ])
  func `a text made only of a word of the context is as common as that word`(text: String, isListed: Bool)
    throws
  {
    let list = try GuessMeter()
    #expect(list.contains(text.utf8Span, knowing: ContextWords(["Zorgblat"])) == isListed)
    let isListedForStrangers = list.contains(text.utf8Span)
    #expect(!isListedForStrangers)
  }

  private func isListed(_ text: String) throws -> Bool { try GuessMeter().contains(text.utf8Span) }
}
