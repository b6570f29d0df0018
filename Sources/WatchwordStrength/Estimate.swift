package import WatchwordBase

/// How strong a meter finds a text. Safe to keep, print and compare: of the text it holds only the places of parts.
package struct Estimate: Equatable, Sendable {
  package var level: Level
  /// The binary logarithm of the expected number of guesses; `nil` if the meter does not count guesses.
  package var bits: Double?
  /// Why the level is no higher, the most useful reason first; empty at the strongest.
  package var reasons: [Reason]
  /// Where the levels begin, in the unit of the meter; `nil` if unknown.
  package var scale: StrengthScale?
  /// What would be enough for the next level that matters; `nil` until a policy has worked it out.
  package var advice: Advice?
  /// Whether the level is known. Otherwise no bar is lit, and no words stand beside the bars.
  package var isKnown = true
  /// Words beside the bars that replace those for the level, unless `nil`.
  package var words: String?

  package init(
    level: Level, bits: Double? = nil, reasons: [Reason] = [], scale: StrengthScale? = nil
  ) {
    (self.level, self.bits, self.reasons, self.scale) = (level, bits, reasons, scale)
  }

  package static var unknown: Estimate {
    var estimate = Estimate(level: .weakest)
    estimate.isKnown = false
    return estimate
  }

  package func reason(in texts: Texts) -> Reason.Line? { reasons.first?.line(in: texts, advice) }

  /// All reasons, the most useful first.
  package func allReasons(in texts: Texts) -> [Reason.Line] { reasons.map { $0.line(in: texts, advice) } }

  /// Removes the places of the reasons, which would tell the structure of a password that is kept.
  package mutating func hidePlaces() {
    for index in reasons.indices { reasons[index].range = nil }
  }
}
