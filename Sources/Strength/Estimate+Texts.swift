public import Messages

extension Estimate {
  /// The most useful reason, in a line; `nil` where there is none.
  public func reason(in texts: Catalogue.Reasons) -> String? { reasons.first.map { text(of: $0, in: texts) } }

  /// All reasons, a line each, the most useful one first.
  public func allReasons(in texts: Catalogue.Reasons) -> [String] {
    reasons.all.map { text(of: $0, in: texts) }
  }

  private func text(of reason: Reason, in texts: Catalogue.Reasons) -> String {
    switch reason {
    case .common: texts.common
    case .word: texts.word
    case .substitution: texts.substitution
    case .neighbours: texts.neighbours
    case .sequence: texts.sequence
    case .repetition: texts.repetition
    case .date: texts.date
    case .personal: texts.personal
    case .short: texts.shortBefore + String(recommendedCount) + texts.shortAfter
    }
  }
}
