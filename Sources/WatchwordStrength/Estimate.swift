package import WatchwordMessages

/// How strong a meter finds a text. It holds nothing of the text but where a part of it stands, so it is safe to keep,
/// print and compare.
package struct Estimate: Equatable, Sendable {
  package var level: Level
  /// The binary logarithm of the number of guesses after which the text is expected to be found, in bits; `nil` where
  /// the meter does not count guesses.
  package var bits: Double?
  /// Why the level is no higher, the most useful reason first; none where it is the strongest.
  package var reasons: [Reason]
  /// Where the levels begin, in the unit of the meter; `nil` where the meter does not tell.
  package var scale: StrengthScale?
  /// What would be enough for the next level that counts; `nil` until a policy has worked it out.
  package var advice: Advice?
  /// Whether anybody has said the level; else no bar is lit, and no words stand beside them.
  package var isKnown = true
  /// What stands beside the bars in the place of the words for the level; `nil` for these.
  package var words: String?

  package init(
    level: Level, bits: Double? = nil, reasons: [Reason] = [], scale: StrengthScale? = nil
  ) {
    (self.level, self.bits, self.reasons, self.scale) = (level, bits, reasons, scale)
  }

  /// The estimate of a text of which nobody has said anything.
  package static var unknown: Estimate {
    var estimate = Estimate(level: .weakest)
    estimate.isKnown = false
    return estimate
  }

  /// The most useful reason, with its advice; `nil` where there is none.
  package func reason(in texts: Texts) -> Reason.Line? { reasons.first?.line(in: texts, advice) }

  /// All reasons, the most useful one first, with its advice.
  package func allReasons(in texts: Texts) -> [Reason.Line] { reasons.map { $0.line(in: texts, advice) } }

  /// Leaves of each reason the kind alone, so that who reads it learns nothing of the structure of a text that is kept.
  package mutating func hidePlaces() {
    for index in reasons.indices { reasons[index].place = nil }
  }
}

/// How strong a password is (reference behaviour, B3): as many bars are lit as the level has levels below it, and one.
///
/// A level is a row of the table below, with its words behind it. Its colour stands in the terminal's theme.
package enum Level: Int, CaseIterable, Comparable, Sendable {
  case weak
  case medium
  case strong

  /// The name, and where the level begins on the standard scales: in bits of guesses, and in grapheme clusters.
  ///
  /// The bits are the steps of KeePassXC, which counts with the same library.
  var row: (name: String, bits: Int, length: Int) {
    switch self {
    case .weak: ("weak", 0, 0)
    case .medium: ("medium", 40, 10)
    case .strong: ("strong", 75, 20)
    }
  }

  package static let weakest = allCases[0]
  package static let strongest = allCases[allCases.count - 1]

  package static func < (lhs: Level, rhs: Level) -> Bool { lhs.rawValue < rhs.rawValue }

  /// The level one below; the weakest has none below it and stays.
  package var demoted: Level { Level(rawValue: rawValue - 1) ?? self }

  /// The name for programs, as the option `--min-strength` takes it and the JSON answer gives it: not translated.
  package var name: String { row.name }
}

extension Level {
  /// What is said beside the bars at the level (B4), or inside a sentence.
  package func words(in texts: Texts, isInSentence: Bool = false) -> String {
    switch self {
    case .weak: isInSentence ? texts("too weak") : texts("Too weak")
    case .medium: isInSentence ? texts("could be stronger") : texts("Could be stronger")
    case .strong: isInSentence ? texts("strong password") : texts("Strong password")
    }
  }

  /// The same where at least `least` is asked for: what is accepted is not too weak.
  package func words(in texts: Texts, least: Level, isInSentence: Bool = false) -> String {
    guard max(self, least) == .weakest else { return words(in: texts, isInSentence: isInSentence) }
    return isInSentence ? texts("weak") : texts("Weak")
  }
}
