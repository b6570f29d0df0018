import TestSupport
import Testing

@testable import WatchwordSystem

@Suite struct RegularExpressionTests {
  private func problem(_ text: String) -> RegularExpression.Problem? {
    do throws(RegularExpression.Problem) {
      _ = try RegularExpression(text)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      ("a{255}", nil), ("a{256}", .tooLarge), ("(a{17}){15}", nil), ("(a{16}){16}", .tooLarge),
      ("a{0,255}", nil), ("a{1,}", nil), ("a{254,}", nil), ("a{255,}", .tooLarge), ("(a*)*", nil),
      ("((a*)*){16}", .tooLarge), ("((a|)+){9}", .tooLarge), (#"(\b){16}"#, .tooLarge), (#"\bab\b"#, nil),
      (#"\d"#, .unknownEscape(#"\d"#)), (#"\w\.\W"#, nil), ("a+{128}", .tooLarge), ("()", nil),
      ("(){255}", nil),
      ("((){16}){16}", .tooLarge), ("(||||){60}", .tooLarge), ("(^^^^^){60}", .tooLarge),
      ("(^){16}", .tooLarge), ("^a{255}$", nil),
      ("([a-z]{2}){128}", .tooLarge), ("[]{3}a]{255}", nil), ("[^]{9}]{255}", nil),
      ("[[:alpha:]{9}]{255}", nil),
      ("[[.].]{9}]{255}", nil), ("\\{999", nil), ("[{]{255}", nil), ("\\(a{255}\\)", .tooLarge),
      ("(a)\\1", .backReference), ("[\\1]", nil), ("\\\\1", nil), ("a)(b", .unpaired), ("a)", .unpaired),
      ("(", .unpaired), ("[(]", nil), ("\\)", nil),
    ] as [(String, RegularExpression.Problem?)])
  func `D7 an expression is as large as the C library makes it`(
    _ text: String, _ expected: RegularExpression.Problem?
  ) { #expect(problem(text) == expected) }

  @Test func `D7 nested repetitions, which double each time, are refused before the C library sees them`() {
    for repetition in ["+", "{2}", "{1,9}", "{1,}"] {
      let text = (0..<40).reduce("a") { text, _ in "(\(text))\(repetition)" }
      #expect(
        problem(String(text.prefix(256))) == .tooLarge || problem(String(text.prefix(256))) == .unpaired)
      #expect(problem((0..<20).reduce("a") { text, _ in "(\(text))\(repetition)" }) == .tooLarge)
    }
  }

  @Test func `D7 no expression of more than 256 bytes, and no text of more than 128 characters`() throws {
    #expect(problem(String(repeating: "é", count: 128)) == nil)
    #expect(problem(String(repeating: "é", count: 128) + "a") == .tooLong)
    let any = try RegularExpression(".*")
    #expect(any.matches(String(repeating: "字", count: 128)))
    #expect(!any.matches(String(repeating: "字", count: 129)))
  }

  @Test func `D7 it matches the whole text in UTF-8, whatever the locale`() throws {
    let either = try RegularExpression("a|bc")
    #expect(either.matches("a") && either.matches("bc") && !either.matches("abc") && !either.matches("ac"))
    #expect(try RegularExpression(".").matches("é") && RegularExpression("[éü]").matches("ü"))
    #expect(try RegularExpression("[[:upper:]]").matches("Ж") && !RegularExpression("..").matches("é"))
  }

  @Test func `D7 any expression that is taken can be compiled and matched`() {
    var random = SeededGenerator()
    var taken = 0
    while taken < 300 {
      guard let expression = try? RegularExpression(Self.anyExpression(&random)) else { continue }
      taken += 1
      _ = expression.matches(String(repeating: "a", count: 128))
      _ = expression.matches(
        (0..<128).map { _ in ["a", "b", "é"].randomElement(using: &random) ?? "" }.joined())
    }
  }

  static func anyExpression(_ random: inout SeededGenerator) -> String {
    func part(_ depth: Int) -> String {
      let count = Int.random(in: 1...4, using: &random)
      return (0..<count).map { _ in
        let atoms = ["a", "b", ".", "[ab]", "[^a]", "[[:alpha:]]", "é", "\\w", "\\b", "^"]
        let isGroup = depth > 0 && Int.random(in: 0..<3, using: &random) > 0
        let atom = isGroup ? "(\(part(depth - 1)))" : atoms.randomElement(using: &random) ?? ""
        let repetitions = ["", "", "*", "+", "?", "{3}", "{2,9}", "{0,60}", "{1,}", "|"]
        return atom + (repetitions.randomElement(using: &random) ?? "")
      }.joined()
    }
    return part(4)
  }
}
