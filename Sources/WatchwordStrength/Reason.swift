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
  case date
  /// A word of the person, see ``ContextWords``.
  case personal
  /// A word of the place, see ``ContextWords``.
  case local
  case old
  case short

  package init(_ origin: ContextWords.Origin) {
    self =
      switch origin {
      case .person: .personal
      case .place: .local
      }
  }

  package struct Line: Equatable, Sendable {
    package let fact, advice: String
    package let text: String
  }

  /// The reason with its advice, by itself or inside a sentence. ``short`` advises `recommendedCount` characters.
  package func line(in texts: Texts, _ recommendedCount: Int, isInSentence: Bool = false) -> Line {
    func line(
      _ alone: @autoclosure () -> String, inSentence: @autoclosure () -> String, _ advice: String
    ) -> Line {
      let fact = isInSentence ? inSentence() : alone()
      // translators: Why a password is weak, and what would help.
      let text = texts("{fact}: {advice}", ["fact": fact, "advice": advice])
      return Line(fact: fact, advice: advice, text: text)
    }
    var addWords: String { texts("add unrelated words") }
    var addTwoWords: String { texts("add two or three unrelated words") }
    var leaveOut: String { texts("leave it out") }
    return switch self {
    case .common:
      line(
        texts("A very common password"), inSentence: texts("a very common password"),
        texts("choose one that nobody else has"))
    case .word:
      line(texts("A word from the dictionary"), inSentence: texts("a word from the dictionary"), addTwoWords)
    case .substitution:
      line(
        texts("A word with predictable letter swaps"),
        inSentence: texts("a word with predictable letter swaps"), addWords)
    case .neighbours:
      line(texts("Neighbouring keys"), inSentence: texts("neighbouring keys"), addTwoWords)
    case .sequence:
      line(
        texts("A sequence such as abc or 6543"), inSentence: texts("a sequence such as abc or 6543"), addWords
      )
    case .repetition: line(texts("Repeats itself"), inSentence: texts("it repeats itself"), addTwoWords)
    case .date: line(texts("A date or a year"), inSentence: texts("a date or a year"), addTwoWords)
    case .personal:
      line(
        texts("Contains your name, email or user name"),
        inSentence: texts("your name, email or user name is in it"), leaveOut)
    case .local:
      line(
        texts("Contains a word that is easy to guess here"),
        inSentence: texts("a word that is easy to guess here is in it"), leaveOut)
    case .old:
      line(texts("Contains the old password"), inSentence: texts("the old password is in it"), leaveOut)
    case .short:
      line(
        texts("Longer is better"), inSentence: texts("it could be longer"),
        isInSentence
          ? texts.plural("use {count} character", "use {count} characters or more", recommendedCount)
          : texts("{count} characters or more", ["count": "\(recommendedCount)"]))
    }
  }
}
