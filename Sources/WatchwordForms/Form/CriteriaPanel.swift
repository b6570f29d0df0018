public import WatchwordStrength

/// The live panel of criteria (reference behaviour, A4, A6 to A8).
public struct CriteriaPanel: Equatable, Sendable {
  /// What is shown of one criterion.
  public enum Sign: Equatable, Sendable {
    /// Not yet judged.
    case unmet
    /// Met.
    case met
    /// Judged and not met.
    case failed
  }

  /// How strictly the criteria are shown.
  public enum Mode: Equatable, Sendable {
    /// While the field has never lost the focus: met or not yet judged.
    case inline
    /// After a judgement that did not reach the criteria: all not yet judged, until the next keystroke.
    case blank
    /// Once judged: met or failed.
    case strict
  }

  /// What the text is worth.
  public internal(set) var verdict: Verdict
  /// How strictly the criteria are shown.
  public internal(set) var mode = Mode.inline

  /// What is shown of criterion number `index`.
  public func sign(of index: Int) -> Sign {
    switch mode {
    case .blank: .unmet
    case .inline: verdict.isMet(index) ? .met : .unmet
    case .strict: verdict.isMet(index) ? .met : .failed
    }
  }
}
