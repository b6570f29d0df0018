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
    (self.level, self.bits, self.reasons) = (level, bits, reasons)
    self.recommendedCount = recommendedCount ?? Level.strongest.row.length
  }

  /// The most useful reason, with its advice; `nil` where there is none.
  package func reason(in texts: Texts) -> Reason.Line? { reasons.first.map { line(of: $0, in: texts) } }

  /// All reasons, a line each, the most useful one first.
  package func allReasons(in texts: Texts) -> [String] { reasons.map { line(of: $0, in: texts).text } }

  private func line(of reason: Reason, in texts: Texts) -> Reason.Line {
    let line = reason.line(in: texts, recommendedCount)
    if advisesWords { return line }
    return Reason.Line(
      fact: line.fact, advice: "", text: line.fact, inSentence: line.inSentence, short: line.short)
  }
}

/// Why a text is no stronger than it is. A reason says neither where nor how often it was found.
package enum Reason: String, CaseIterable, Sendable {
  case common
  case word
  /// A word from a dictionary with letters swapped for signs that look like them.
  case substitution
  /// Keys that stand side by side.
  case neighbours
  /// Characters in their order, up or down.
  case sequence
  case repetition
  case date
  /// A word of the person, see ``ContextWords``.
  case personal
  /// A word of the place, see ``ContextWords``.
  case local
  case old
  case short

  package struct Line: Equatable, Sendable {
    package let fact, advice: String
    package let text: String
    /// The fact inside a sentence, and where there is little room.
    package let inSentence, short: String
  }

  /// The reason with its advice, by itself or inside a sentence. ``short`` advises `recommendedCount` characters.
  package func line(in texts: Texts, _ recommendedCount: Int, isInSentence: Bool = false) -> Line {
    func line(
      _ alone: @autoclosure () -> String, inSentence: @autoclosure () -> String, _ advice: String
    ) -> Line {
      let fact = isInSentence ? inSentence() : alone()
      // translators: Why a password is weak, and what would help.
      let text = texts("{fact}: {advice}", ["fact": fact, "advice": advice])
      return Line(fact: fact, advice: advice, text: text, inSentence: inSentence(), short: inSentence())
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
