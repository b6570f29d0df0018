package import WatchwordMessages

/// Rules of the place: they are added to a policy, or put in the place of its own.
package struct OwnRules: Equatable, Sendable {
  /// The least and the greatest number of characters, 1 or more; `nil` leaves that of the policy.
  package var minimumLength, maximumLength: Int?
  /// The classes of characters that take the place of the policy's; `nil` leaves these.
  package var required: RequiredClasses?
  /// The characters that are allowed, besides what the policy says; `nil` for all.
  package var allowed: AllowedCharacters?
  /// How many times in a row a character may stand, 1 or more; `nil` for any number.
  package var maximumRepeat: Int?
  /// How many characters in a row may follow one another, as in abc or 321, 1 or more; `nil` for any number.
  package var maximumSequence: Int?

  /// Makes no rules.
  package init() {}
}

/// Classes of characters of which so many have to be there.
package struct RequiredClasses: Equatable, Sendable {
  /// A class that can be asked for.
  package enum Class: String, CaseIterable, Sendable {
    /// The letters A to Z.
    case upper
    /// The letters a to z.
    case lower
    /// The digits 0 to 9.
    case digit
    /// Punctuation and symbols.
    case special
  }

  /// The classes, each once.
  package let classes: [Class]
  /// How many of them have to be there.
  package let count: Int

  /// Makes the requirement of `count` of `classes`, all where it is `nil`. It is `nil` where a class is there twice, or
  /// there are not so many.
  package init?(_ classes: [Class], count: Int? = nil) {
    let count = count ?? classes.count
    guard Set(classes).count == classes.count, 1...max(1, classes.count) ~= count, !classes.isEmpty else {
      return nil
    }
    (self.classes, self.count) = (classes, count)
  }
}

extension Policy {
  /// The policy with `rules`. Numbers of a length and classes take the place of the policy's; whether white space may
  /// stand there stays as it was. All else is added above the level. A length of which the least number is above the
  /// greatest has the least alone; see ``contradiction``, which is asked before.
  package func applying(_ rules: OwnRules, _ catalogue: Catalogue = .english) -> Policy {
    var policy = self
    if rules.minimumLength != nil || rules.maximumLength != nil {
      policy.replaceLength(rules, catalogue)
    }
    if let required = rules.required { policy.replaceClasses(required, catalogue) }
    for criterion in rules.furtherCriteria(catalogue.rules) {
      policy = policy.asking(for: Group(criterion))
    }
    return policy
  }

  private mutating func replaceLength(_ rules: OwnRules, _ catalogue: Catalogue) {
    // So many characters are at least as many bytes.
    groups.removeAll {
      if case .pwquality(.length(let least, _)) = $0.criteria[0].condition {
        rules.minimumLength ?? 0 >= least
      } else {
        false
      }
    }
    let number = groups.firstIndex { $0.criteria.count == 1 && $0.criteria[0].condition.lengths != nil }
    let old = number.flatMap { groups[$0].criteria[0].condition.lengths } ?? 1...Int.max
    let least = rules.minimumLength ?? old.lowerBound
    let range = least...max(least, rules.maximumLength ?? old.upperBound)
    var condition = Criterion.Condition.length(range, whiteSpace: true)
    switch number.map({ groups[$0].criteria[0].condition }) {
    case .length(_, let whiteSpace)?: condition = .length(range, whiteSpace: whiteSpace)
    case .codePoints?: condition = .codePoints(range)
    default: break
    }
    let isOfDigits = allowedCharacters == .digits
    let criterion = Criterion(condition, lengths: range, ofDigits: isOfDigits, catalogue.rules)
    if let number {
      groups[number] = Group(criterion)
    } else {
      groups.insert(Group(criterion), at: 0)
    }
  }

  private mutating func replaceClasses(_ required: RequiredClasses, _ catalogue: Catalogue) {
    let texts = catalogue.rules
    let criteria = required.classes.map { Self.criterion(of: $0, catalogue.classic) }
    let (heading, shortHeading) = texts.heading(required.count, of: criteria.count)
    let group =
      required.count == criteria.count
      ? Group(all: criteria)
      : Group(
        criteria, required: required.count, heading: heading, shortHeading: shortHeading)
    let number = groups.firstIndex(where: \.asksForClasses)
    groups.removeAll(where: \.asksForClasses)
    if let number { groups.insert(group, at: number) } else { self = asking(for: group) }
  }

  /// The characters that all criteria allow; `nil` where none is about characters.
  package var allowedCharacters: AllowedCharacters? {
    criteria.reduce(nil) { allowed, criterion in
      guard case .only(let more) = criterion.condition else { return allowed }
      return allowed?.intersection(more) ?? more
    }
  }
}

extension Policy.Criterion.Condition {
  /// How many characters a text may have; `nil` where the condition is about something else.
  package var lengths: ClosedRange<Int>? {
    switch self {
    case .length(let range, _), .codePoints(let range): range
    default: nil
    }
  }

  /// Whether it asks for a character of a class.
  var isOfClass: Bool {
    switch self {
    case .contains, .special, .specialOrSpace: true
    default: false
    }
  }
}

extension Policy.Group {
  /// Whether all its criteria ask for characters of classes.
  var asksForClasses: Bool { criteria.allSatisfy(\.condition.isOfClass) }
}

extension Policy.Criterion {
  /// The criterion of a length, with a label made of its numbers.
  package init(
    _ condition: Condition, lengths: ClosedRange<Int>, ofDigits: Bool = false, _ texts: Catalogue.Rules
  ) {
    var allowsWhiteSpace = true
    if case .length(_, whiteSpace: false) = condition { allowsWhiteSpace = false }
    let (label, short) = texts.lengths(lengths, ofDigits: ofDigits, noSpaces: !allowsWhiteSpace)
    self.init(condition, label: label, shortLabel: short)
  }

  /// The criterion that only `allowed` may stand there.
  init(only allowed: AllowedCharacters, _ texts: Catalogue.Rules) {
    let (label, short) =
      switch allowed {
      case .ascii: (texts.onlyASCII, texts.shortOnlyASCII)
      case .latin1: (texts.onlyLatin1, texts.shortOnlyLatin1)
      case .digits: (texts.onlyDigits, texts.shortOnlyDigits)
      default:
        (
          texts.onlyThese(allowed.abridged),
          allowed.abridged.count > Self.longestShortList
            ? texts.shortOnlySome : texts.shortOnlyThese(allowed.abridged)
        )
      }
    self.init(.only(allowed), label: label, shortLabel: short)
  }

  /// The most listed characters where criteria stand side by side.
  private static let longestShortList = 12
}

extension OwnRules {
  /// The criteria that take no other's place.
  fileprivate func furtherCriteria(_ texts: Catalogue.Rules) -> [Policy.Criterion] {
    var criteria: [Policy.Criterion] = []
    if let allowed { criteria.append(Policy.Criterion(only: allowed, texts)) }
    if let limit = maximumRepeat {
      let (label, short) = texts.labels(ofRepeats: limit)
      criteria.append(Policy.Criterion(.repeats(atMost: limit), label: label, shortLabel: short))
    }
    if let limit = maximumSequence {
      let (label, short) = texts.labels(ofSequence: limit)
      criteria.append(Policy.Criterion(.sequence(atMost: limit), label: label, shortLabel: short))
    }
    return criteria
  }
}

extension Catalogue.Rules {
  /// The label of the most times that a character may stand in a row, 1 or more, and its short label.
  func labels(ofRepeats limit: Int) -> (String, String) {
    let isShort = limit < Self.longestExample
    return repeats(atMost: limit, example: isShort ? String(repeating: "a", count: limit + 1) : nil)
  }

  /// The label of the most characters in sequence, 1 or more, and its short label.
  func labels(ofSequence limit: Int) -> (String, String) {
    let isShort = limit < Self.longestExample
    return sequence(atMost: limit, example: isShort ? String("abcdef".prefix(limit + 1)) : nil)
  }

  /// The most characters of an example in a short label.
  private static let longestExample = 6
}
