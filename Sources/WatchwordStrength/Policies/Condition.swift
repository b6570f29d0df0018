package import WatchwordMessages

extension Policy.Criterion {
  /// What a text has to be. An empty text is none of it. All that is to know of a condition stands in its ``row``.
  package enum Condition: Equatable, Sendable {
    /// So many characters.
    case length(ClosedRange<Int>, of: Unit = .clusters)
    /// No white space of any Unicode kind.
    case noSpaces
    /// Nothing: it says that white space may stand there.
    case spacesWelcome
    /// At most so many bytes in UTF-8.
    case bytes(atMost: Int)
    /// At least one character of the class. One that carries a combining mark is no letter of ASCII.
    case contains(CharacterClass)
    /// At least one special character, or a space.
    case specialOrSpace
    /// No character but these. It fails as soon as another character is typed.
    case only(AllowedCharacters)
    /// No character, as a person counts them, more often in a row than so many times.
    case repeats(atMost: Int)
    /// No more characters in a row than so many whose codes follow one another, up or down, as in abc or 321.
    case sequence(atMost: Int)
    /// In none of the judge's lists, as a whole and whatever its case. All lists must have been read to their ends.
    case unlisted
    /// Not in the judge's list of leaked passwords.
    case unleaked
    /// None of the known passwords that the same form asks for (C4), nor one of them in other case, backwards, or with
    /// one character added, removed or replaced. With a number of changes it is close as libpwquality has it: see
    /// ``OldPassword/resembles(_:_:changes:)``.
    case notOld(changes: Int? = nil)
    /// What libpwquality asks.
    case pwquality(PWQualityTest)
    case level(atLeast: Level)
    /// What a test of somebody else's says.
    case custom(CustomTest)
  }

  package enum Unit: Sendable {
    case clusters
    /// Grapheme clusters, which are called digits.
    case digits
    /// Code points (NIST SP 800-63B-4, 3.1.1.2, counts these).
    case codePoints
  }

  /// All that is to know of a condition. What is `nil`, 0 or false is not asked for.
  package struct Row: Sendable {
    /// The name for programs: not translated.
    package let name: String
    /// How many characters a text may have, and whether these are code points.
    package var lengths: ClosedRange<Int>?
    var countsCodePoints = false
    package var refusesWhiteSpace = false
    package var welcomesSpaces = false
    /// How many bytes are enough whatever they are, and how many of them may count twice.
    var leastBytes: Int?
    var bytesCountedTwice = 0
    var mostBytes: Int?
    /// Characters of which `leastOfKind` have to be there.
    package var characters: CharacterKind?
    package var leastOfKind = 1
    package var leastClasses: Int?
    package var allowed: AllowedCharacters?
    /// How many times in a row a character may stand, and how many may follow one another.
    package var maximumRepeat, maximumSequence: Int?
    /// Whether the list of leaked passwords is asked.
    var isOfLeaks = false
    /// How many changes to the old password there have to be.
    var changes: Int?
    package var level: Level?
    /// Whether the label stands in brackets behind that of the criterion before it, with a sign only where it is not met.
    package var isAside: Bool { refusesWhiteSpace || welcomesSpaces }
    /// What a text lacks that does not meet the condition, where it can be said inside a sentence.
    package var missing: (@Sendable (Texts) -> String)?
    /// Whether a text that is not empty meets the condition.
    let test: @Sendable (UTF8Span, Trial) -> Bool
    let words: @Sendable (Texts) -> Words
  }

  struct Words {
    /// The label in the panel, and where criteria stand side by side.
    let label, short: String
    /// The error where it is not met; `nil` takes the sentence that points at the panel.
    var error: Policy.Message?
    /// The error where the list that it asks cannot be read.
    var unreadable: Policy.Message?
  }

  /// What a test may know of a text beside its bytes.
  struct Trial {
    /// The number of its grapheme clusters.
    let count: Int
    let inventory: Inventory
    /// Its longest runs; `nil` where no criterion asks for them.
    let runs: Runs?
    let level: Level
    let leak: LeakFinding
    /// Whether it is known to be in none of the lists.
    let isUnlisted: Bool
    /// Whether it is a known password, or close to one.
    let isOld: Bool
  }
}

extension Policy.Criterion.Condition {
  package var row: Policy.Criterion.Row {
    typealias Row = Policy.Criterion.Row
    typealias Words = Policy.Criterion.Words
    switch self {
    case .length(let range, let unit):
      let countsCodePoints = unit == .codePoints
      return Row(name: "length", lengths: range, countsCodePoints: countsCodePoints) { _, trial in
        range.contains(countsCodePoints ? trial.inventory.codePoints : trial.count)
      } words: { texts in
        let (label, short) = range.labels(ofDigits: unit == .digits, texts)
        return Words(label: label, short: short)
      }
    case .noSpaces:
      return Row(name: "spaces", refusesWhiteSpace: true) { _, trial in
        !trial.inventory.hasWhiteSpace
      } words: { texts in
        // translators: It stands behind such labels as "8-32 characters".
        Words(label: texts("(no spaces)"), short: texts("no spaces"))
      }
    case .spacesWelcome:
      return Row(name: "spaces-welcome", welcomesSpaces: true) { _, _ in
        true
      } words: { texts in
        // translators: It stands behind such labels as "15 characters or more".
        Words(label: texts("(spaces are welcome)"), short: texts("spaces welcome"))
      }
    case .bytes(let most):
      return Row(name: "bytes", mostBytes: most) { text, _ in
        text.count <= most
      } words: { texts in
        Words(
          label: texts("at most {count} bytes (accented letters take more)", ["count": "\(most)"]),
          short: texts("at most {count} bytes", ["count": "\(most)"]),
          error: .tooLong(most, texts))
      }
    case .contains(let members):
      let kind = members.row
      return Row(name: members.rawValue, characters: kind.characters, missing: kind.missing) { _, trial in
        trial.inventory.has(kind.characters)
      } words: { texts in
        Words(label: kind.label(texts), short: kind.short(texts))
      }
    case .specialOrSpace:
      return Row(name: "special", characters: .specialOrSpace) { texts in
        texts("a special character or a space")
      } test: { _, trial in
        trial.inventory.has(.specialOrSpace)
      } words: { texts in
        Words(label: texts("special character or space"), short: texts("!@# or space"))
      }
    case .only(let allowed):
      return Row(name: "allowed", allowed: allowed) { text, _ in
        text.firstCluster(outside: allowed) == nil
      } words: { texts in
        switch allowed {
        case .ascii: return Words(label: texts("only ASCII characters"), short: texts("ASCII"))
        case .latin1:
          return Words(label: texts("only Latin-1 characters (ISO 8859-1)"), short: texts("Latin-1"))
        case .digits: return Words(label: texts("only digits (0-9)"), short: texts("only 0-9"))
        default:
          let list: KeyValuePairs = ["characters": allowed.abridged]
          return Words(
            label: texts("only these characters: {characters}", list),
            // Twelve is the most where criteria stand side by side.
            short: allowed.abridged.count > 12
              ? texts("only some characters") : texts("only {characters}", list))
        }
      }
    case .repeats(let most):
      return Row(name: "repeat", maximumRepeat: most) { _, trial in
        trial.runs.map { $0.longestRepeat <= most } == true
      } words: {
        .ofRepeats(most, $0)
      }
    case .sequence(let most):
      return Row(name: "sequence", maximumSequence: most) { _, trial in
        trial.runs.map { $0.longestSequence <= most } == true
      } words: {
        .ofSequence(most, $0)
      }
    case .unlisted:
      return Row(name: "common") { _, trial in
        trial.isUnlisted
      } words: { texts in
        Words(
          label: texts("not a commonly used password"), short: texts("not common"),
          error: .init(
            texts("This password is commonly used: choose another one."),
            short: texts("Commonly used: choose another one.")),
          unreadable: .init(texts("A list of refused passwords cannot be read.")))
      }
    case .unleaked:
      return Row(name: "leaked", isOfLeaks: true) { _, trial in
        trial.leak == .clear
      } words: { texts in
        Words(
          label: texts("not in a list of leaked passwords"), short: texts("not leaked"),
          error: .init(
            texts("This password has leaked: choose another one."),
            short: texts("Leaked: choose another one.")),
          unreadable: .init(texts("The list of leaked passwords cannot be read.")))
      }
    case .notOld(let changes):
      return Row(name: "old", changes: changes, test: { !$1.isOld }, words: { .ofChanges(changes ?? 0, $0) })
    case .pwquality(let test): return test.row
    case .level(let least):
      return Row(name: "level", level: least) { _, trial in
        trial.level >= least
      } words: { texts in
        let error = Policy.Message(texts("Choose a stronger password."))
        return least == .strongest
          ? Words(label: texts("very hard to guess"), short: texts("very hard"), error: error)
          : Words(label: texts("hard to guess"), short: texts("hard"), error: error)
      }
    case .custom(let test):
      return Row(
        name: "custom", test: { text, _ in test.passes(text) }, words: { _ in Words(label: "", short: "") })
    }
  }
}

extension ClosedRange<Int> {
  fileprivate func labels(ofDigits: Bool, _ texts: Texts) -> (String, String) {
    let numbers: KeyValuePairs = [
      "count": "\(lowerBound)", "least": "\(lowerBound)", "most": "\(upperBound)",
    ]
    return switch (lowerBound, upperBound) {
    case (...1, Int.max): (texts("1 character or more"), texts("1 or more"))
    case (_, Int.max): (texts("{count} characters or more", numbers), texts("{count} or more", numbers))
    case (...1, 1): (texts("1 character"), "1")
    case (...1, _):
      (
        ofDigits ? texts("at most {most} digits", numbers) : texts("at most {most} characters", numbers),
        texts("at most {most}", numbers)
      )
    case (let least, let most) where least == most:
      (ofDigits ? texts("{count} digits", numbers) : texts("{count} characters", numbers), "\(least)")
    case (let least, let most):
      (
        ofDigits ? texts("{least}-{most} digits", numbers) : texts("{least}-{most} characters", numbers),
        "\(least)-\(most)"
      )
    }
  }
}

extension Policy.Criterion.Words {
  /// What is said of the most times that a character may stand in a row, 1 or more. Side by side with others an example
  /// says it that breaks the rule, and the number alone where that would be too long.
  static func ofRepeats(_ most: Int, _ texts: Texts) -> Self {
    Self(
      label: most == 1
        ? texts("no character twice in a row")
        : texts("no character more than {count} times in a row", ["count": "\(most)"]),
      short: most < longestExample
        ? texts("no {example}", ["example": String(repeating: "a", count: most + 1)])
        : texts("repeats to {count}", ["count": "\(most)"]))
  }

  /// The same of the most characters in sequence.
  static func ofSequence(_ most: Int, _ texts: Texts) -> Self {
    Self(
      label: most == 1
        ? texts("no characters in sequence (ab, 21)")
        : texts("at most {count} characters in sequence (abc, 321)", ["count": "\(most)"]),
      short: most < longestExample
        ? texts("no {example}", ["example": String("abcdef".prefix(most + 1))])
        : texts("runs to {count}", ["count": "\(most)"]))
  }

  private static let longestExample = 6

  /// What is said of so many changes to the old password: with 0 it is that password, or close to it.
  fileprivate static func ofChanges(_ least: Int, _ texts: Texts) -> Self {
    if least == 0 {
      return Self(
        label: texts("not the old password"), short: texts("not old"),
        error: .init(
          texts("Choose a password that is not the old one."),
          short: texts("Choose one that is not the old one.")))
    }
    let error = Policy.Message(
      texts("Choose a password that is less like the old one."),
      short: texts("Choose one less like the old one."))
    if least < 2 {
      return Self(label: texts("not like the old password"), short: texts("not like old"), error: error)
    }
    return Self(
      label: texts("at least {count} changes to the old password", ["count": "\(least)"]),
      short: texts("{count} changes to old", ["count": "\(least)"]), error: error)
  }
}

/// A test that the caller writes. Two are equal if they are the same one, since closures cannot be compared.
package final class CustomTest: Equatable, Sendable {
  /// Whether a text passes. It gets the text as it is judged, in the policy's normal form, and cannot keep it.
  let passes: @Sendable (UTF8Span) -> Bool

  /// Makes a test of `passes`, which is called at each judgement: for each key, and for each password that is drawn. So
  /// it has to be quick, and to answer the same for the same text.
  package init(_ passes: @escaping @Sendable (UTF8Span) -> Bool) { self.passes = passes }

  package static func == (lhs: CustomTest, rhs: CustomTest) -> Bool { lhs === rhs }
}
