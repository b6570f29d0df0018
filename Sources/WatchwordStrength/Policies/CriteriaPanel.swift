/// The live panel of criteria (A4, A6 to A8).
package struct CriteriaPanel: Equatable, Sendable {
  /// What the glyph beside a criterion, or beside the line of a group, says.
  package typealias Sign = PasswordPolicy.Verdict.Criterion.State

  package enum Mode: Equatable, Sendable {
    /// Until the field first loses the focus. Each criterion shows as met or as not yet judged.
    case lenient
    /// After a judgement that did not reach the criteria, as with an empty text. Until the next key, all criteria show
    /// as not yet judged.
    case blank
    /// Once the field was judged. Each criterion that is needed shows as met or failed.
    case strict
  }

  package var verdict: PolicyVerdict
  private let places: [Policy.Place]
  private let emptyBits: UInt32
  package var mode: Mode

  package init(_ verdict: PolicyVerdict, of policy: Policy, mode: Mode = .lenient) {
    (self.verdict, places, emptyBits, self.mode) = (verdict, policy.places, policy.emptyBits, mode)
  }

  /// The glyph of criterion `index`. Failed: judged, not met, and its group refuses the text. An empty text fails only
  /// what its emptiness breaks.
  package func sign(of index: Int) -> Sign {
    if verdict.isMet(index) { return mode == .blank ? .open : .met }
    return mode == .strict && isJudged(index) && !verdict.isOpen(index)
      && places.contains(where: { $0.members.contains(index) && $0.refuses(verdict) }) ? .failed : .open
  }

  package func groupSign(of index: Int) -> Sign {
    let place = places[index]
    if place.isMet(verdict) { return mode == .blank ? .open : .met }
    return mode == .strict && place.refuses(verdict) && place.members.contains(where: isJudged)
      ? .failed : .open
  }

  private func isJudged(_ index: Int) -> Bool {
    verdict.estimate != nil || emptyBits & (1 << UInt32(index)) != 0
  }
}
