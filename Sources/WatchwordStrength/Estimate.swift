package import WatchwordMessages

/// How strong a meter finds a text. It holds nothing of the text, so it is safe to keep, print and compare.
package struct Estimate: Equatable, Sendable {
  package var level: Level
  /// The binary logarithm of the number of guesses after which the text is expected to be found, in bits; `nil` where
  /// the meter does not count guesses.
  package var bits: Double?
  /// Why the level is no higher, the most useful reason first; none where it is the strongest.
  package var reasons: [Reason]
  /// What stands beside the bars in the place of the words for the level; `nil` for these.
  package var words: String?
  /// The number of grapheme clusters that ``Reason/short`` advises.
  package var recommendedCount: Int
  /// Whether words can be added, as most advice says. Else a reason has none.
  package var advisesWords = true

  /// Makes an estimate from its parts. Without a number to advise it takes that of the standard length scale.
  package init(
    level: Level, bits: Double? = nil, reasons: [Reason] = [], recommendedCount: Int? = nil
  ) {
    self.level = level
    self.bits = bits
    self.reasons = reasons
    self.recommendedCount = recommendedCount ?? Level.strongest.row.length
  }

  /// The most useful reason, with its advice; `nil` where there is none.
  package func reason(in texts: Texts) -> Reason.Line? { reasons.first.map { line(of: $0, in: texts) } }

  /// All reasons, a line each, the most useful one first.
  package func allReasons(in texts: Texts) -> [String] { reasons.map { line(of: $0, in: texts).text } }

  private func line(of reason: Reason, in texts: Texts) -> Reason.Line {
    let line = reason.line(in: texts, recommendedCount)
    return advisesWords ? line : Reason.Line(fact: line.fact, advice: "", text: line.fact)
  }
}
