package import WatchwordBase

extension Policy.Criterion {
  /// What a criterion asks of a text. An empty text meets no condition. The ``row`` of a condition has all about it.
  package enum Condition: Equatable, Sendable {
    case length(ClosedRange<Int>, of: Unit = .clusters)
    /// No white space of any Unicode kind.
    case noSpaces
    /// Asks for nothing: its line only says that spaces are accepted.
    case spacesWelcome
    /// The text has at most this many bytes in UTF-8.
    case bytes(atMost: Int)
    /// At least one character of the class. A letter with a combining mark does not count as an ASCII letter.
    case contains(CharacterClass)
    case specialOrSpace
    /// At least one letter of any alphabet.
    case letter
    case only(AllowedCharacters)
    /// No grapheme cluster occurs more than this many times in a row.
    case repeats(atMost: Int)
    /// At most this many characters in a row have consecutive codes, up or down, as in abc or 321.
    case sequence(atMost: Int)
    /// The whole text is in none of the judge's lists, ignoring case. If a list could not be read to its end, no text
    /// meets this.
    case unlisted
    case unleaked
    /// Not an old password from the same form, and not an old password in another case, reversed, or with one character
    /// added, removed or replaced. If `changes` is given, libpwquality's test decides instead; see
    /// ``OldPassword/resembles(_:_:changes:)``.
    case notOld(changes: Int? = nil)
    case pwquality(PWQualityTest)
    /// At least this level, which the label says in the words of what is measured.
    case level(atLeast: Level, by: Measure = .guesses)
    case custom(CustomTest)
  }

  /// What tells the level.
  package enum Measure: Equatable, Sendable {
    case guesses
    /// The length: the level begins with this many grapheme clusters.
    case clusters(Int)
    /// A meter of the host.
    case unknown
  }

  package enum Unit: Sendable {
    case clusters
    /// Grapheme clusters, which the label calls digits.
    case digits
    /// Code points (as in NIST SP 800-63B-4, 3.1.1.2).
    case codePoints
  }

  /// All about a condition. `nil`, 0 and false ask for nothing.
  package struct Row: Sendable {
    /// The name for programs, which is not translated.
    package let name: String
    /// How many characters a text may have: code points if `countsCodePoints`, otherwise grapheme clusters.
    package var lengths: ClosedRange<Int>?
    var countsCodePoints = false
    package var refusesWhiteSpace = false
    package var welcomesSpaces = false
    /// The least number of bytes, of whatever kind.
    var leastBytes: Int?
    /// How many of these bytes may count twice.
    var bytesCountedTwice = 0
    var mostBytes: Int?
    /// At least `leastOfKind` of these characters are required.
    package var characters: CharacterKind?
    package var leastOfKind = 1
    package var leastClasses: Int?
    package var allowed: AllowedCharacters?
    /// How many times in a row a character may occur, and how many characters in a row may be in sequence, as in abc.
    package var maximumRepeat, maximumSequence: Int?
    /// The list that the judge searches for the test.
    var list: List?
    var changes: Int?
    package var level: Level?
    /// Whether the label stands in brackets after the label of the criterion before. A glyph precedes it only while a
    /// text fails this criterion.
    package var isAside: Bool { refusesWhiteSpace || welcomesSpaces }
    /// Whether a drawn password always meets the condition, because ``DrawingRules`` go by these facts.
    package var canBeDrawn: Bool {
      lengths != nil || leastBytes != nil || mostBytes != nil || allowed != nil || leastClasses != nil
        || isAside
        || characters != nil && leastOfKind == 1 || maximumRepeat != nil || maximumSequence != nil
    }
    /// Whether characters of any kind, or of some kinds, have to be there.
    var asksForCharacters: Bool {
      lengths != nil || leastBytes != nil || characters != nil || leastClasses != nil
    }
    /// Decides instead of the rest of the row whether a text, which is not empty, meets the condition.
    var test: (@Sendable (UTF8Span, Trial) -> Bool)?
    /// What a text that fails the criterion lacks, as part of a sentence: "a digit". `nil` if there are no such words.
    package var missing: (@Sendable (Texts) -> String)?
    let words: @Sendable (Texts) -> Words

    /// Whether `text`, which is not empty, meets the condition. Inlined, because a call would copy the row with all its
    /// closures.
    @inline(__always)
    func isMet(by text: UTF8Span, _ trial: Trial) -> Bool {
      if let test { return test(text, trial) }
      if let lengths { return lengths.contains(countsCodePoints ? trial.inventory.codePoints : trial.count) }
      if let mostBytes { return text.count <= mostBytes }
      if let characters { return trial.inventory.has(characters) }
      if let allowed { return text.firstCluster(outside: allowed) == nil }
      if let maximumRepeat { return trial.runs.map { $0.longestRepeat <= maximumRepeat } == true }
      if let maximumSequence { return trial.runs.map { $0.longestSequence <= maximumSequence } == true }
      if let level { return trial.level >= level }
      if let list { return list == .leaked ? trial.leak == .clear : trial.isUnlisted }
      return !refusesWhiteSpace || !trial.inventory.hasWhiteSpace
    }
  }

  enum List: Sendable { case refused, leaked }

  struct Words {
    /// The label in the panel, and the shorter one where criteria stand side by side.
    let label, short: String
    /// The error if the criterion is not met. If `nil`, the error is the general one, which points at the panel.
    var error: Policy.Message?
    var old: Policy.OldMessages?
    var unreadable: Policy.Message?
  }

  /// What a test may know of a text besides its bytes.
  struct Trial {
    /// The number of grapheme clusters.
    let count: Int
    let inventory: Inventory
    let runs: Runs?
    let level: Level
    let leak: LeakFinding
    /// Whether the text is certainly in none of the lists.
    let isUnlisted: Bool
    /// Whether the text is an old password, or close to one.
    let isOld: Bool
  }
}

extension Policy.Criterion.Condition {
  package var row: Policy.Criterion.Row {
    typealias Row = Policy.Criterion.Row
    typealias Words = Policy.Criterion.Words
    switch self {
    case .length(let range, let unit):
      return Row(name: "length", lengths: range, countsCodePoints: unit == .codePoints) { texts in
        let (label, short) = range.labels(ofDigits: unit == .digits, texts)
        return Words(label: label, short: short)
      }
    case .noSpaces:
      return Row(name: "spaces", refusesWhiteSpace: true) { texts in
        // translators: It stands behind such labels as "8-32 characters".
        Words(label: texts("(no spaces)"), short: texts("no spaces"))
      }
    case .spacesWelcome:
      return Row(name: "spaces-welcome", welcomesSpaces: true) { texts in
        // translators: It stands behind such labels as "15 characters or more".
        Words(label: texts("(spaces are welcome)"), short: texts("spaces welcome"))
      }
    case .bytes(let most):
      return Row(name: "bytes", mostBytes: most) { texts in
        Words(
          label: texts("at most {count} bytes (accented letters take more)", ["count": "\(most)"]),
          short: texts("at most {count} bytes", ["count": "\(most)"]),
          error: .tooLong(most, texts))
      }
    case .contains(let members):
      let kind = members.row
      return Row(name: members.rawValue, characters: kind.characters, missing: kind.missing) { texts in
        Words(label: kind.label(texts), short: kind.short(texts))
      }
    case .specialOrSpace:
      return Row(
        name: "special", characters: .specialOrSpace,
        missing: { texts in texts("a special character or a space") }
      ) { texts in
        Words(label: texts("special character or space"), short: texts("!@# or space"))
      }
    case .letter:
      return Row(name: "letter", characters: .letter, missing: { texts in texts("a letter") }) { texts in
        Words(label: texts("letter of any alphabet"), short: texts("letter"))
      }
    case .only(let allowed):
      return Row(name: "allowed", allowed: allowed) { texts in
        switch allowed {
        case .ascii: return Words(label: texts("only ASCII characters"), short: texts("ASCII"))
        case .latin1:
          return Words(label: texts("only Latin-1 characters (ISO 8859-1)"), short: texts("Latin-1"))
        case .digits: return Words(label: texts("only digits (0-9)"), short: texts("only 0-9"))
        default:
          let list: KeyValuePairs = ["characters": allowed.abridged]
          return Words(
            label: texts("only these characters: {characters}", list),
            // At most twelve characters fit where criteria stand side by side.
            short: allowed.abridged.count > 12
              ? texts("only some characters") : texts("only {characters}", list))
        }
      }
    case .repeats(let most):
      return Row(name: "repeat", maximumRepeat: most) { .ofRepeats(most, $0) }
    case .sequence(let most):
      return Row(name: "sequence", maximumSequence: most) { .ofSequence(most, $0) }
    case .unlisted:
      return Row(name: "common", list: .refused) { texts in
        Words(
          label: texts("not a commonly used password"), short: texts("not common"),
          error: .init(
            texts("This password is commonly used: choose another one."),
            short: texts("Commonly used: choose another one.")),
          unreadable: .init(texts("A list of refused passwords cannot be read.")))
      }
    case .unleaked:
      return Row(name: "leaked", list: .leaked) { texts in
        Words(
          label: texts("not in a list of leaked passwords"), short: texts("not leaked"),
          error: .init(
            texts("This password has leaked: choose another one."),
            short: texts("Leaked: choose another one.")),
          unreadable: .init(texts("The list of leaked passwords cannot be read.")))
      }
    case .notOld(let changes):
      return Row(name: "old", changes: changes, test: { !$1.isOld }, words: { .ofChanges(changes, $0) })
    case .pwquality(let test): return test.row
    case .level(let least, let measure):
      return Row(name: "level", level: least) { texts in
        let error = Policy.Message(texts("Choose a stronger password."))
        let (label, short) =
          switch (measure, least == .strongest) {
          case (.guesses, true): (texts("very hard to guess"), texts("very hard"))
          case (.guesses, false): (texts("hard to guess"), texts("hard"))
          case (.clusters(let count), _): (count...Int.max).labels(ofDigits: false, texts)
          case (.unknown, true): (texts("very strong"), texts("very strong"))
          case (.unknown, false): (texts("strong enough"), texts("strong"))
          }
        return Words(label: label, short: short, error: error)
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
  /// The words for the most times that a character may repeat in a row, 1 or more. The short label is an example that
  /// breaks the rule, or only the number if the example would be too long.
  static func ofRepeats(_ most: Int, _ texts: Texts) -> Self {
    Self(
      label: most == 1
        ? texts("no character twice in a row")
        : texts("no character more than {count} times in a row", ["count": "\(most)"]),
      short: most < longestExample
        ? texts("no {example}", ["example": String(repeating: "a", count: most + 1)])
        : texts("repeats to {count}", ["count": "\(most)"]))
  }

  /// The words for the longest sequence, 1 or more. The short label is made as in ``ofRepeats(_:_:)``.
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

  /// The words for the number of changes to an old password: 0 refuses only that one, `nil` also texts close to it.
  fileprivate static func ofChanges(_ least: Int?, _ texts: Texts) -> Self {
    let (label, short) =
      switch least {
      case nil, 0: (texts("not the old password"), texts("not old"))
      case let least? where least < 2: (texts("not like the old password"), texts("not like old"))
      case let least?:
        (
          texts("at least {count} changes to the old password", ["count": "\(least)"]),
          texts("{count} changes to old", ["count": "\(least)"])
        )
      }
    let old = Policy.OldMessages(
      same: .init(
        texts("Choose a password that is not the old one."),
        short: texts("Choose one that is not the old one.")),
      like: .init(
        texts("Choose a password that is less like the old one."),
        short: texts("Choose one less like the old one.")))
    return Self(
      label: label, short: short, error: (least ?? 0) > 0 ? old.like : old.same, old: least == 0 ? nil : old)
  }
}
