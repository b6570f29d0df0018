package import WatchwordBase

/// Rules of the administrator, which add to a policy or replace rules of it.
package struct OwnRules: Equatable, Sendable {
  /// The least and the most characters, 1 or more; `nil` keeps the policy's number.
  package var minimumLength, maximumLength: Int?
  /// Replace the policy's classes of characters, unless there are none. All have to be met.
  package var required: [RequiredClasses] = []
  /// The characters that are allowed, within what the policy allows; `nil` for all.
  package var allowed: AllowedCharacters?
  /// How many times a character may repeat in a row, 1 or more; `nil` for any number.
  package var maximumRepeat: Int?
  /// The longest sequence of characters, as in abc or 321, 1 or more; `nil` for any.
  package var maximumSequence: Int?

  package init() {}
}

extension Policy {
  /// The policy changed by `rules`. Lengths and classes replace the policy's, but an aside about white space stays.
  /// Other rules become criteria above the one for the level. If the least length exceeds the most, the most is raised
  /// to it; check ``contradiction(with:capacity:)`` before.
  package func applying(_ rules: OwnRules, _ texts: Texts = .english) -> Policy {
    var policy = self
    if rules.minimumLength != nil || rules.maximumLength != nil { policy.replaceLength(rules, texts) }
    if !rules.required.isEmpty { policy.replaceClasses(rules.required, texts) }
    if let allowed = rules.allowed {
      if !allowed.contains(" ") { policy.forgetWelcome() }
      policy = policy.asking(for: .only(allowed), texts)
    }
    if let most = rules.maximumRepeat { policy = policy.asking(for: .repeats(atMost: most), texts) }
    if let most = rules.maximumSequence { policy = policy.asking(for: .sequence(atMost: most), texts) }
    return policy
  }

  private mutating func forgetWelcome() {
    for number in groups.indices where groups[number].criteria.contains(where: \.row.welcomesSpaces) {
      groups[number].criteria.removeAll(where: \.row.welcomesSpaces)
      groups[number].required = groups[number].criteria.count
    }
  }

  private mutating func replaceLength(_ rules: OwnRules, _ texts: Texts) {
    // So many characters have at least so many bytes, so a criterion for the bytes says nothing new.
    groups.removeAll { ($0.criteria[0].row.leastBytes ?? .max) <= rules.minimumLength ?? 0 }
    let number = groups.firstIndex { $0.lengths != nil }
    let old = number.map { groups[$0].criteria[0].condition }
    guard case .length(let range, let unit) = old ?? .length(1...Int.max) else { return }
    let least = rules.minimumLength ?? range.lowerBound
    let most = max(least, rules.maximumLength ?? range.upperBound)
    let length = Criterion(.length(least...most, of: unit), texts)
    if let number {
      groups[number] = Group([length] + groups[number].criteria.dropFirst())
    } else {
      groups.insert(Group(length), at: 0)
    }
  }

  private mutating func replaceClasses(_ required: [RequiredClasses], _ texts: Texts) {
    let number = groups.firstIndex(where: \.asksForClasses)
    groups.removeAll(where: \.asksForClasses)
    groups.insert(
      contentsOf: required.map { Self.group(of: $0, texts) },
      at: number ?? groups.firstIndex(where: \.asksForLevel) ?? groups.count)
  }

  private static func group(of required: RequiredClasses, _ texts: Texts) -> Group {
    let criteria = required.classes.map { Criterion(.contains($0), texts) }
    let numbers: KeyValuePairs = ["least": "\(required.count)", "all": "\(criteria.count)"]
    return required.count == criteria.count
      ? Group(criteria)
      : Group(
        criteria, required: required.count,
        heading: .init(
          texts("Use at least *{least} of these {all}* criteria when setting your password:", numbers)),
        shortHeading: .init(
          texts("At least {least} of these {all}:", numbers), short: texts("{least} of {all}:", numbers)))
  }
}

extension Policy.Group {
  /// How many characters the first criterion allows; `nil` if it is not about length, or another criterion is not an
  /// aside.
  var lengths: ClosedRange<Int>? {
    criteria.dropFirst().allSatisfy(\.row.isAside) ? criteria[0].row.lengths : nil
  }

  /// Whether all criteria ask for classes of characters. False for libpwquality's criteria, which count bytes: they
  /// stay when classes are replaced.
  fileprivate var asksForClasses: Bool {
    criteria.allSatisfy {
      if case .pwquality = $0.condition { return false }
      return $0.row.characters != nil
    }
  }
}
