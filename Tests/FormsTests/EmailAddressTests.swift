import Testing

@testable import Watchword

/// The form of an email address (C3).
@Suite struct EmailAddressTests {
  private static let rightOnes = [
    "a@b.cd", "Ada.Lovelace_1+x%y-z@Example-1.co.uk", "..@..ab", "-@-.zz", "%@1.AZ",
    "a@b." + String(repeating: "c", count: 64), "a@b..cd",
  ]

  private static let wrongOnes = [
    "", "a", "@", "a@", "@b.cd", "a@b", "a@.cd", "a@b.c", "a@b.", "a@b.c1", "a@b.cd.", "a@b@c.de", "a b@c.de",
    " a@b.cd", "a@b.cd ", "a@b_c.de", "ä@b.cd", "a@bä.cd", "a@b.cä", "a!@b.cd", "a@b+c.de", "a.b@cd", "a.bc",
    "a@b." + String(repeating: "c", count: 65), "a@b.cd\u{301}", "<a@b.cd>", "a@b.c-d", "a@b.１２",
  ]

  @Test(arguments: rightOnes.map { ($0, true) } + wrongOnes.map { ($0, false) })
  func `C3 an address has a name, an @, a domain, a dot and 2 to 64 letters`(_ text: String, isRight: Bool) {
    #expect(EmailAddress.matches(text.utf8Span) == isRight)
  }

  @Test func `C3 arbitrary texts match as the pattern does`() throws {
    let pattern = try Regex("[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\\.[A-Za-z]{2,64}")
    let alphabet = Array("aB1.@-_+ ")
    var random = SystemRandomNumberGenerator()
    for _ in 0..<5000 {
      let count = Int.random(in: 0...12, using: &random)
      let text = String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      let expected = text.wholeMatch(of: pattern) != nil
      #expect(EmailAddress.matches(text.utf8Span) == expected, "\(text.debugDescription)")
    }
  }
}
