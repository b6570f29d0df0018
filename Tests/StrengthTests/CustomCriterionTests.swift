import Synchronization
import TestSupport
import Testing
import WatchwordBase

@testable import WatchwordStrength

/// A program's own criteria, and what makes a policy.
@Suite struct CustomCriterionTests {
  private static let evenTest = CustomTest { $0.count % 2 == 0 }
  private let even = Policy.Criterion(.custom(evenTest), label: "an even number of bytes")

  @Test(arguments: [("", false, false), ("ab", true, true), ("abc", false, false), ("é", true, true)])
  func `J4 a criterion by a closure is met as the closure says, and an empty text does not meet it`(
    _ text: String, isMet: Bool, isAccepted: Bool
  ) {
    let verdict = Policy([Policy.Group(even)]).verdict(on: text)
    #expect(verdict.isMet(0) == isMet)
    #expect((verdict.firstFailure == nil) == isAccepted)
  }

  @Test func `J4 a closure gets the text as it is judged, and no empty one`() {
    let seen = Mutex<[String]>([])
    let test = CustomTest { text in
      seen.withLock { $0.append(String(copying: text)) }
      return true
    }
    let policy = Policy([Policy.Group(Policy.Criterion(.custom(test), label: "seen"))])
    for text in ["", "pä", "日本"] { _ = policy.verdict(on: text) }
    #expect(seen.withLock { $0 } == ["pä", "日本"])
  }

  @Test func `J4 two criteria by closures are equal if they have the same test`() {
    #expect(Policy.Criterion.Condition.custom(Self.evenTest) == .custom(Self.evenTest))
    #expect(Policy.Criterion.Condition.custom(Self.evenTest) != .custom(CustomTest { $0.count % 2 == 0 }))
    #expect(even.condition.row.name == "custom")
  }

  @Test func `J4 as many criteria as can be held are all enforced, and one more is an error`() throws {
    func groups(_ count: Int) -> [Policy.Group] {
      (0..<count).map { number in
        let test = CustomTest { $0.span[0] != UInt8(ascii: "A") + UInt8(number) }
        return Policy.Group(
          Policy.Criterion(.custom(test), label: "not \(number)"), message: .init("no \(number)"),
          unreadable: .init("unreadable"))
      }
    }
    let most = 31
    try Policy.check(groups(most), adding: 0)
    let policy = Policy(groups(most), refusesControls: true)
    for number in 0..<most {
      let verdict = policy.verdict(on: String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(number))))
      #expect((0..<most).filter { !verdict.isMet($0) } == [number])
      #expect(
        policy.rules.indices.filter(verdict.fails).last.map { policy.rules[$0].message.text }
          == "no \(number)")
    }
    #expect(throws: PolicyProblem.tooManyCriteria(32, limit: 31)) { try Policy.check(groups(32), adding: 0) }
  }

  @Test func `J4 a policy of one's own leaves room for all that forms and options add`() throws {
    let groups = { Array(repeating: Policy.Group(even), count: $0) }
    try Policy.check(groups(26))
    #expect(throws: PolicyProblem.tooManyCriteria(27, limit: 26)) { try Policy.check(groups(27)) }
    let policy = Policy(groups(26)).asking(for: .strong).refusingOldPasswords(.english).asking(
      for: .bytes(atMost: 72)
    )
    .refusing(listed: true, leaked: true)
    #expect(policy.criteria.count == 31)
  }

  @Test func `J4 a group that asks for nothing, or for more than it has, is an error`() {
    let number = Policy.Group([even])
    var group = number
    group.criteria = []
    #expect(throws: PolicyProblem.emptyGroup(1)) { try Policy.check([number, group]) }
    for required in [-1, 0, 2] {
      group = number
      group.required = required
      #expect(throws: PolicyProblem.wrongNumber(required, of: 1, inGroup: 0)) { try Policy.check([group]) }
      if required == 0 { continue }
      group = number
      group.alternative = Policy.Alternative(criterion: even, required: required)
      #expect(throws: PolicyProblem.wrongNumber(required, of: 1, inGroup: 0)) { try Policy.check([group]) }
    }
    #expect(
      "\(PolicyProblem.wrongNumber(2, of: 1, inGroup: 0))"
        == "criterion 1 of the policy asks for 2 of its 1 criteria")
  }

  @Test(arguments: StandardPolicy.allCases, Level.allCases)
  func `J4 the policies of this package are as a policy has to be, also with what forms and options add`(
    name: StandardPolicy, level: Level
  ) throws {
    let policy = name.policy(minimumLevel: level).refusingOldPasswords(.english).asking(
      for: .bytes(atMost: 72)
    )
    .refusing(listed: true, leaked: true)
    try Policy.check(policy.groups, adding: 0)
  }

  @Test func `J4 a policy is what its groups say: whatever is shown as failed refuses the text`() {
    var random = SeededGenerator()
    let conditions: [Policy.Criterion.Condition] = [
      .length(3...6), .noSpaces, .contains(.upper), .contains(.digit), .contains(.special),
      .only(.ascii), .repeats(atMost: 2), .custom(Self.evenTest),
    ]
    for _ in 0..<500 {
      let groups = (0...Int.random(in: 0..<3, using: &random)).map { _ in
        let criteria = conditions.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
          .map { Policy.Criterion($0, label: $0.row.name) }
        var group = Policy.Group(criteria)
        group.required = Int.random(in: 1...criteria.count, using: &random)
        group.isEnforced = Int.random(in: 0..<4, using: &random) > 0
        return group
      }
      let policy = Policy(groups)
      let text = String(
        (0..<Int.random(in: 0..<8, using: &random)).map { _ in "aA1!é".randomElement(using: &random)! })
      let verdict = policy.verdict(on: text)
      let missing = zip(policy.groups, policy.places).contains { $0.isEnforced && !$1.isMet(verdict) }
      #expect((verdict.firstFailure != nil) == (missing || text.isEmpty))
    }
  }
}
