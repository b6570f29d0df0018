package import WatchwordStrength

/// The live panel of criteria (reference behaviour, A4, A6 to A8).
package struct CriteriaPanel: Equatable, Sendable {
  /// The sign that is shown for one criterion.
  package enum Sign: Equatable, Sendable {
    /// Not yet judged.
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
  /// How strictly the criteria are shown.
  package internal(set) var mode = Mode.inline

  /// The sign of criterion number `index`.
  package func sign(of index: Int) -> Sign {
    switch mode {
    case .blank: .unmet
    case .inline: verdict.isMet(index) ? .met : .unmet
    case .strict: verdict.isMet(index) ? .met : .failed
    }
  }

  package var groupSign: Sign { .unmet }
}
