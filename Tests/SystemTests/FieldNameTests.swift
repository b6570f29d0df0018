import System
import Testing

@Suite struct `Names in a result` {
  @Test(arguments: ["a", "z9", "email", "new_password", "a__", "strengths", "s", "x2_y"])
  func `a letter, then letters, digits and underscores are a name`(text: String) throws {
    #expect(try FieldName(text).text == text)
  }

  @Test(arguments: [
    "", "_a", "9a", "A", "aB", "a-b", "a b", "a'", "a=", "a$", "é", "aé", "a\u{301}", "a\n", "a\0", "а", "a٣",
  ])
  func `nothing else is a name`(text: String) {
    #expect(throws: FieldName.Failure.malformed) { try FieldName(text) }
  }

  @Test func `the name of the strength is kept`() {
    #expect(throws: FieldName.Failure.reserved) { try FieldName("strength") }
  }

  @Test(arguments: [
    ("text", "text"), ("new-password", "new_password"), ("a-b-c", "a_b_c"), ("a--", "a__"),
  ])
  func `a field without a name has that of its type`(type: String, name: String) throws {
    #expect(try FieldName(defaultFor: type).text == name)
  }

  @Test func `a type that makes no name is refused like a name`() {
    #expect(throws: FieldName.Failure.malformed) { try FieldName(defaultFor: "-text") }
    #expect(throws: FieldName.Failure.reserved) { try FieldName(defaultFor: "strength") }
  }

  @Test func `the names that are known are names`() throws {
    for name in [FieldName.name, .email, .password] { #expect(try FieldName(name.text) == name) }
    #expect(ShellPrefix(ShellPrefix.standard.text) == .standard)
  }

  @Test(arguments: ["w", "_", "ww_", "WW", "_9", "aZ09_"])
  func `what a variable's name can begin with is a prefix`(text: String) {
    #expect(ShellPrefix(text)?.text == text)
  }

  @Test(arguments: ["", "9", "a-", "a ", "a;b", "a=", "$(a)", "é", "aé", "a\n", "a\u{301}"])
  func `nothing else is a prefix`(text: String) { #expect(ShellPrefix(text) == nil) }
}
