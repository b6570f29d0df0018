import FoundationEssentials
import Testing
import WatchwordStrength

/// What a server tells programs about a password.
struct JSONTests {
  private struct Found: Decodable, Equatable {
    struct Criterion: Decodable, Equatable { let name, text: String }
    struct Reason: Decodable, Equatable { let kind, text: String }

    let isAccepted: Bool
    let strength: PasswordStrength
    let bits: Double
    let criteria, unmet: [Criterion]
    let errors: [String]
    let reason: Reason?
  }

  private func encoded(_ verdict: PasswordPolicy.Verdict) throws -> Found {
    try JSONDecoder().decode(Found.self, from: JSONEncoder().encode(verdict))
  }

  @Test func `J9 a verdict is encoded with the names of its criteria and the kind of its reason`() throws {
    let weak = try encoded(PasswordPolicy.owasp.evaluate("monkey"))
    #expect(!weak.isAccepted && weak.strength == .weak && weak.bits > 0)
    #expect(weak.criteria.map(\.name).contains("spaces-welcome"), "\(weak.criteria)")
    #expect(weak.unmet.map(\.name) == ["length", "common", "level"], "\(weak.unmet)")
    #expect(weak.errors.count > 0 && weak.reason?.kind == "common", "\(weak)")
    let good = try encoded(PasswordPolicy.owasp.evaluate("vKq7#mWz2!Lp9xRt4"))
    #expect(good.isAccepted && good.unmet.isEmpty && good.errors.isEmpty && good.strength == .strong)
    #expect(good.reason == nil)
    let classic = try encoded(PasswordPolicy.classic.evaluate("umbrella"))
    #expect(
      classic.unmet.contains { $0.name == "group" && $0.text.hasPrefix("at least") }, "\(classic.unmet)")
    let long = try encoded(PasswordPolicy.owasp.evaluate(String(repeating: "x", count: 4_097)))
    #expect(long.unmet.map(\.name) == ["too-long"])
  }

  @Test func `J1 a strength is compared, stored and switched over`() throws {
    for strength in PasswordStrength.allCases {
      let word =
        switch strength {
        case .weak: "weak"
        case .medium: "medium"
        case .strong: "strong"
        }
      #expect(try JSONEncoder().encode([strength]) == Data("[\"\(word)\"]".utf8))
      #expect(
        try JSONDecoder().decode([PasswordStrength].self, from: Data("[\"\(word)\"]".utf8)) == [strength])
    }
    #expect(
      PasswordStrength.allCases == PasswordStrength.allCases.sorted() && .weak < PasswordStrength.medium)
  }

  @Test func `J4 a policy is made of a list that was read from a configuration`() throws {
    let known: [String: PasswordPolicy.Criterion] = [
      "digit": .digit, "upper": .uppercase, "lower": .lowercase,
    ]
    let policy = try PasswordPolicy([.length(8...)] + ["digit", "upper"].compactMap { known[$0] })
    #expect(policy == (try PasswordPolicy(.length(8...), .digit, .uppercase)))
    #expect(try policy.evaluate("umbrella-lantern").unmet.map(\.name) == ["digit", "upper", "level"])
  }
}
