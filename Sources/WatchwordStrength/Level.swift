package import WatchwordBase

/// How strong a password is. The weakest level lights one bar, and each higher level one bar more (B3).
package enum Level: Int, CaseIterable, Comparable, Sendable {
  case weak
  case medium
  case strong

  /// The name, and where the level begins on the standard scales: in bits of guesses, and in grapheme clusters. The
  /// bits are those of KeePassXC, which uses the same library.
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

  /// The level below; the weakest stays.
  package var demoted: Level { Level(rawValue: rawValue - 1) ?? self }

  /// The name for programs, in `--min-strength` and JSON: not translated.
  package var name: String { row.name }
}

extension Level {
  /// The words beside the bars (B4), or inside a sentence.
  package func words(in texts: Texts, isInSentence: Bool = false) -> String {
    switch self {
    case .weak: isInSentence ? texts("too weak") : texts("Too weak")
    case .medium: isInSentence ? texts("could be stronger") : texts("Could be stronger")
    case .strong: isInSentence ? texts("strong password") : texts("Strong password")
    }
  }

  /// The words if `least` is the least level required. If that is the weakest level, a text that has it is not called
  /// too weak.
  package func words(in texts: Texts, least: Level, isInSentence: Bool = false) -> String {
    guard max(self, least) == .weakest else { return words(in: texts, isInSentence: isInSentence) }
    return isInSentence ? texts("weak") : texts("Weak")
  }
}
