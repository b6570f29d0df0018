import Testing

@testable import WatchwordStrength

/// What a program without a form can ask of a policy.
struct ServerJudgementTests {
  private typealias Criterion = PasswordPolicy.Verdict.Criterion

  private func states(_ policy: PasswordPolicy, _ password: String) throws -> [String: Criterion.State] {
    let criteria = try policy.evaluate(password).criteria
    for criterion in criteria { #expect(criterion.isMet == (criterion.state == .met)) }
    return Dictionary(criteria.map { ($0.name, $0.state) }) { first, _ in first }
  }

  @Test func `B8 A4 A7 a criterion is open, met or failed, and open where its group is met without it`()
    throws
  {
    let met = try states(.classic, "Umbrella4711")
    #expect(met["length"] == .met && met["special"] == .open && met["upper"] == .met)
    let failed = try states(.classic, "umbrella")
    #expect(failed["upper"] == .failed && failed["special"] == .failed && failed["lower"] == .met)
    #expect(try states(.classic, "umb rella")["spaces"] == .failed)
    let empty = try states(.classic, "")
    #expect(empty["length"] == .failed && empty["level"] == .open && empty["spaces"] == .open)
    let verdict = try PasswordPolicy.classic.evaluate("umbrella")
    #expect(!verdict.unmet.isEmpty && verdict.unmet.allSatisfy { $0.state == .failed && !$0.isMet })
  }

  private func judge(_ new: String, replacing old: String, by policy: PasswordPolicy = .nist) throws
    -> PasswordPolicy.Verdict
  { try policy.evaluate(new.utf8Span, replacing: old.utf8Span) }

  @Test(arguments: [
    ("vKq7#mWz2!Lp9xRt4", "vKq7#mWz2!Lp9xRt4"), ("vKq7#mWz2!Lp9xRt5", "vKq7#mWz2!Lp9xRt4"),
    ("VKQ7#MWZ2!LP9XRT4", "vKq7#mWz2!Lp9xRt4"),
    ("umbrella-Lante\u{301}rn-4711", "umbrella-Lant\u{E9}rn-4711"),
  ])
  func `J9 C4 a password is not accepted as the successor of one that is like it`(
    _ new: String, _ old: String
  ) throws {
    let refused = try judge(new, replacing: old)
    #expect(!refused.isAccepted && refused.unmet.map(\.name).contains("old"), "\(refused)")
    #expect(refused.criteria.first { $0.name == "old" }?.state == .failed)
  }

  @Test func `J9 C4 another successor is judged as without the old password`() throws {
    let new = "vKq7#mWz2!Lp9xRt4"
    let alone = try PasswordPolicy.nist.evaluate(new)
    for old in ["umbrella-Lantern-4711", "", String(repeating: "x", count: 5_000)] {
      let verdict = try judge(new, replacing: old)
      #expect(verdict.isAccepted && verdict.bits == alone.bits, "\(old)")
      #expect(verdict.criteria.map(\.name).sorted() == (alone.criteria.map(\.name) + ["old"]).sorted())
    }
    #expect(try !judge("", replacing: "").isAccepted)
    #expect(try !judge("umbrella-of-ada", replacing: "x").criteria.isEmpty)
  }

  @Test func `J4 every criterion that a verdict names can be asked for`() throws {
    let lists = try PasswordLists(passwords: ["northwind1"])
    let own = try PasswordPolicy(
      .length(8...64), .noSpaces, .bytes(atMost: 72), .uppercase, .lowercase, .letter, .digit,
      .special,
      .only("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#!"), .repeats(atMost: 2),
      .sequence(atMost: 3), .uncommon, .custom("no x") { !String(copying: $0).contains("x") })
    let welcoming = try PasswordPolicy(.length(15...), .spacesWelcome)
    let asked = Set(
      try (own.evaluate("x").criteria + welcoming.evaluate("x").criteria).map(\.name)
        + judge("x", replacing: "y", by: own).criteria.map(\.name))
    let policies: [PasswordPolicy] = [.classic, .nist, .nistMFA, .owasp, .pin, .wpa2, .luks, .pci, .bsi]
    for policy in policies.flatMap({ [$0, $0.using(lists), $0.requiring(.strong)] }) {
      for criterion in try judge("x", replacing: "y", by: policy).criteria {
        #expect(asked.contains(criterion.name), "\(criterion.name)")
      }
    }
    #expect(try own.evaluate("aaab#B11").unmet.map(\.name).contains("repeat"))
    #expect(try own.evaluate("abcd#B12").unmet.map(\.name).contains("sequence"))
    #expect(try own.evaluate("ab cd#B12").unmet.map(\.name).contains("spaces"))
    #expect(try own.evaluate("a\u{E9}cd#B12").unmet.map(\.name).contains("allowed"))
  }

  @Test(arguments: [
    PasswordPolicy.Criterion.bytes(atMost: 0), .repeats(atMost: 0), .sequence(atMost: 0), .only(""),
    .only("\u{1B}"),
  ]) func `J4 a criterion that no text can meet is an error`(_ criterion: PasswordPolicy.Criterion) {
    #expect(throws: PolicyError.self) { try PasswordPolicy(.digit, criterion) }
  }

  @Test(arguments: [PasswordPolicy.classic, .nist, .pin, .wpa2, .bsi])
  func `J9 F4 a policy suggests what it accepts, each time another`(_ policy: PasswordPolicy) throws {
    var all: Set<String> = []
    for _ in 1...3 {
      guard let drawn = try policy.suggestion() else {
        Issue.record("nothing is suggested")
        return
      }
      let suggestion = drawn.withText { String(copying: $0) }
      #expect(try policy.evaluate(suggestion).isAccepted, "\(suggestion)")
      all.insert(suggestion)
    }
    #expect(all.count == 3)
    if policy != .pin { #expect(try all.allSatisfy { try policy.evaluate($0).strength == .strong }) }
  }

  @Test func `J9 F4 where no text is accepted nothing is suggested`() throws {
    let never = try PasswordPolicy(.length(8...64), .custom("never") { _ in false })
    if let drawn = try never.suggestion() { Issue.record("\(drawn.withText { $0.count })") }
  }
}
