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
  /// The criteria of which only some have to be met.
  private let group: Policy.Group?
  /// How strictly the criteria are shown.
  package internal(set) var mode: Mode

  /// Makes a panel of a policy with `group`.
  package init(_ verdict: Verdict, group: Policy.Group?, mode: Mode = .inline) {
    (self.verdict, self.group, self.mode) = (verdict, group, mode)
  }

  /// The sign of criterion number `index`. One that is not needed, since enough others of its group are met, has not
  /// failed.
  package func sign(of index: Int) -> Sign {
    let sign = sign(isMet: verdict.isMet(index))
    let isNeedless = group?.members.contains(index) == true && groupSign == .met
    return sign == .failed && isNeedless ? .unmet : sign
  }

  /// The sign of the line above the group; `nil` where there is no group.
  package var groupSign: Sign? { group.map { sign(isMet: $0.isMet(verdict)) } }

  private func sign(isMet: Bool) -> Sign {
    switch mode {
    case .blank: .unmet
    case .inline: isMet ? .met : .unmet
    case .strict: isMet ? .met : .failed
    }
  }
}
