package import WatchwordMessages

/// Why a text is no stronger than it is. A reason says neither where nor how often it was found.
package enum Reason: String, CaseIterable, Sendable {
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
  /// A word of the person, see ``ContextWords``.
  case personal
  /// A word of the place, see ``ContextWords``.
  case local
  /// The old password.
  case old
  /// The text could be longer.
  case short

  /// The reason that a word of the context is.
  package init(_ origin: ContextWords.Origin) {
    self =
      switch origin {
      case .person: .personal
      case .place: .local
      }
  }

  /// The reason with its advice. ``short`` advises `recommendedCount` characters.
  package func line(in texts: Catalogue.Reasons, _ recommendedCount: Int) -> Catalogue.Reason {
    switch self {
    case .common: texts.common
    case .word: texts.word
    case .substitution: texts.substitution
    case .neighbours: texts.neighbours
    case .sequence: texts.sequence
    case .repetition: texts.repetition
    case .date: texts.date
    case .personal: texts.personal
    case .local: texts.local
    case .old: texts.old
    case .short: texts.short(recommendedCount)
    }
  }
}
