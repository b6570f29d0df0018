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

  package init() {}
}

/// Classes of characters of which so many have to be there.
package struct RequiredClasses: Equatable, Sendable {
  /// The classes, each once.
  package let classes: [CharacterClass]
  package let count: Int

  /// Makes the requirement of `count` of `classes`, all where it is `nil`. It is `nil` where a class is there twice, or
  /// there are not so many.
  package init?(_ classes: [CharacterClass], count: Int? = nil) {
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
  package func applying(_ rules: OwnRules, _ texts: Texts = .english) -> Policy {
    var policy = self
    if rules.minimumLength != nil || rules.maximumLength != nil { policy.replaceLength(rules, texts) }
    if let required = rules.required { policy.replaceClasses(required, texts) }
    func ask(for condition: Criterion.Condition) { policy = policy.asking(for: Group(condition, texts)) }
    if let allowed = rules.allowed { ask(for: .only(allowed)) }
    if let most = rules.maximumRepeat { ask(for: .repeats(atMost: most)) }
    if let most = rules.maximumSequence { ask(for: .sequence(atMost: most)) }
    return policy
  }

  private mutating func replaceLength(_ rules: OwnRules, _ texts: Texts) {
    // So many characters are at least as many bytes.
    groups.removeAll { ($0.criteria[0].row.leastBytes ?? .max) <= rules.minimumLength ?? 0 }
    let number = groups.firstIndex { $0.criteria.count == 1 && $0.criteria[0].row.lengths != nil }
    let old = number.map { groups[$0].criteria[0].condition }
    guard case .length(let range, let whiteSpace, let unit) = old ?? .length(1...Int.max, whiteSpace: true)
    else { return }
    let least = rules.minimumLength ?? range.lowerBound
    let most = max(least, rules.maximumLength ?? range.upperBound)
    let group = Group(.length(least...most, whiteSpace: whiteSpace, of: unit), texts)
    if let number { groups[number] = group } else { groups.insert(group, at: 0) }
  }

  private mutating func replaceClasses(_ required: RequiredClasses, _ texts: Texts) {
    let criteria = required.classes.map { Criterion(.contains($0), texts) }
    let numbers: KeyValuePairs = ["least": "\(required.count)", "all": "\(criteria.count)"]
    let group =
      required.count == criteria.count
      ? Group(criteria)
      : Group(
        criteria, required: required.count,
        heading: .init(
          texts("Use at least *{least} of these {all}* criteria when setting your password:", numbers)),
        shortHeading: texts("{least} of {all}:", numbers))
    let number = groups.firstIndex(where: \.asksForClasses)
    groups.removeAll(where: \.asksForClasses)
    if let number { groups.insert(group, at: number) } else { self = asking(for: group) }
  }
}

extension Policy.Group {
  /// Whether all its criteria ask for characters of classes. What libpwquality asks of bytes stays beside others.
  fileprivate var asksForClasses: Bool {
    criteria.allSatisfy {
      if case .pwquality = $0.condition { return false }
      return $0.row.characters != nil
    }
  }
}
