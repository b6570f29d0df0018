import Testing

@testable import Attack

/// A few rounds of the attacks that `make attack` plays at length against the release.
struct AttackTests {
  @Test(arguments: Attack.all.filter { $0.roundsInTest > 0 }) func `an attack is held off`(attack: Attack) {
    let outcome = Outcome(of: attack, rounds: attack.roundsInTest, seconds: 60)
    #expect(outcome.isGood, "\(outcome.line)")
  }
}
