internal import WatchwordMessages

/// Why a text is no stronger than it is. The most useful reason comes first. A reason says neither where nor how often
/// it was found.
public enum Reason: CaseIterable, Comparable, Sendable {
  /// The text is one of the most common passwords.
  case common
  /// A word from a dictionary.
  case word
  /// A word from a dictionary with letters swapped for signs that look like them.
  case substitution
  /// Keys that stand side by side.
  case neighbours
  /// Characters in their order, up or down.
  case sequence
  /// A part that is repeated.
  case repetition
  /// A date or a year.
  case date
  /// A word of the person or the place, see ``ContextWords``.
  case personal
  /// The text could be longer.
  case short

  /// The reason with its advice. ``short`` advises `recommendedCount` characters.
  func line(in texts: Catalogue.Reasons, _ recommendedCount: Int) -> Catalogue.Reason {
    switch self {
    case .common: texts.common
    case .word: texts.word
    case .substitution: texts.substitution
    case .neighbours: texts.neighbours
    case .sequence: texts.sequence
    case .repetition: texts.repetition
    case .date: texts.date
    case .personal: texts.personal
    case .short:
      Catalogue.Reason(texts.short, texts.shortBefore + String(recommendedCount) + texts.shortAfter)
    }
  }
}
