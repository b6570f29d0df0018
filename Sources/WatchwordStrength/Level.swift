package import WatchwordMessages

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
