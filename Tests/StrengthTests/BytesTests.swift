import Testing
import WatchwordStrength

/// A hash's limit on the bytes of a password, as a line of the panel.
@Suite struct BytesTests {
  private func policy(_ standard: StandardPolicy, _ limit: Int, _ level: Level = .medium) -> Policy {
    standard.policy(minimumLevel: level).asking(for: .bytes(atMost: limit))
  }

  private static let error = "The password must have at most 72 bytes."

  @Test(arguments: StandardPolicy.allCases) func `F5 every policy gets the limit, and the level stays last`(
    standard: StandardPolicy
  ) throws {
    let policy = policy(standard, 72)
    let usual = standard.policy(minimumLevel: .medium)
    #expect(policy.criteria.count == usual.criteria.count + 1 && policy.rules.count == usual.rules.count + 1)
    #expect(
      policy.criteria.last == usual.criteria.last && policy.rules.last?.message == usual.rules.last?.message)
    let line = try #require(policy.criteria.dropLast().last)
    #expect(line.condition == .bytes(atMost: 72))
    #expect(
      line.label == "at most 72 bytes (accented letters take more)" && line.shortLabel == "at most 72 bytes")
    #expect(
      policy.groups.dropLast(2) == usual.groups.dropLast() && policy.minimumLevel == .medium
        && policy.maximumBytes == 72)
    #expect(self.policy(standard, 511, .weak).criteria.last?.condition == .bytes(atMost: 511))
  }

  @Test(arguments: [
    ("a", true), (String(repeating: "a", count: 72), true), (String(repeating: "a", count: 73), false),
    (String(repeating: "é", count: 36), true), (String(repeating: "é", count: 37), false),
    (String(repeating: "😀", count: 18), true), (String(repeating: "😀", count: 18) + "a", false), ("", false),
  ]) func `F5 bytes are counted, not characters`(text: String, isMet: Bool) throws {
    let policy = policy(.owasp, 72, .weak)
    let index = try #require(policy.criteria.firstIndex { $0.condition == .bytes(atMost: 72) })
    let rule = try #require(policy.rules.firstIndex { $0.message.text == Self.error })
    let verdict = policy.verdict(on: text)
    #expect(verdict.isMet(index) == isMet && verdict.fails(rule) != isMet)
  }

  @Test func `F5 too many bytes have an error of their own`() {
    let policy = policy(.owasp, 72)
    let verdict = policy.verdict(
      on: String(repeating: "Kv7#mQz!", count: 10), meter: FixedMeter(answer: .strong))
    #expect(verdict.firstFailure.map { policy.rules[$0].message.text } == Self.error)
    // If the policy's greatest length in characters is below the limit in bytes, only letters beyond ASCII make it too
    // long.
    let classic = self.policy(.classic, 72)
    let accented = classic.verdict(
      on: "Kv7" + String(repeating: "漢", count: 28), meter: FixedMeter(answer: .strong))
    #expect(accented.firstFailure.map { classic.rules[$0].message.text } == Self.error)
  }
}
