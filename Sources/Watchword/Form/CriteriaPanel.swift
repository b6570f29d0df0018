package import WatchwordStrength

/// The live panel of criteria (reference behaviour, A4, A6 to A8).
package struct CriteriaPanel: Equatable, Sendable {
  /// The sign that is shown for one criterion, or for the line of the group.
  package enum Sign: Equatable, Sendable {
    /// Not yet judged, or not needed.
    case unmet
    /// Met.
    case met
    /// Judged and not met.
    case failed
  }

  /// How strictly the criteria are shown.
  package enum Mode: Equatable, Sendable {
    /// Until the field first loses the focus: met or not yet judged.
    case inline
    /// After a judgement that did not reach the criteria: all not yet judged, until the next keystroke.
    case blank
    /// Once judged: met or failed.
    case strict
  }

  /// What the text is worth.
  package internal(set) var verdict: Verdict
  /// Where the groups stand among the criteria.
  private let places: [Policy.Place]
  /// How strictly the criteria are shown.
  package internal(set) var mode: Mode

  /// Makes a panel of `policy`.
  package init(_ verdict: Verdict, of policy: Policy, mode: Mode = .inline) {
    (self.verdict, places, self.mode) = (verdict, policy.places, mode)
  }

  /// The sign of criterion number `index`. One that is denied has failed at once. One that is not judged yet, or not needed, since enough others of its group are met or nothing is refused for it,
  /// has not failed.
  package func sign(of index: Int) -> Sign {
    if verdict.isMet(index) { return mode == .blank ? .unmet : .met }
    let isNeeded = places.contains { $0.members.contains(index) && $0.refuses(verdict) }
    let isJudged = mode == .strict || mode == .inline && verdict.isDenied(index)
    return isJudged && isNeeded && !verdict.isOpen(index) ? .failed : .unmet
  }

  /// Whether the signs are those of `other`, a panel of the same policy.
  func hasSigns(of other: CriteriaPanel) -> Bool {
    mode == other.mode && verdict.metBits == other.verdict.metBits
      && verdict.openBits == other.verdict.openBits && verdict.deniedBits == other.verdict.deniedBits
  }

  /// The sign of the line above group number `index`.
  package func groupSign(of index: Int) -> Sign {
    let place = places[index]
    if place.isMet(verdict) { return mode == .blank ? .unmet : .met }
    return mode == .strict && place.refuses(verdict) ? .failed : .unmet
  }
}
