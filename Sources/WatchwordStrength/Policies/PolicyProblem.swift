internal import Glibc
internal import WatchwordBase

/// Why groups of criteria do not make a policy, or make one that no text can meet. Groups are numbered from 0.
package enum PolicyProblem: Error, Equatable, Sendable {
  case tooManyCriteria(Int, limit: Int)
  case emptyGroup(Int)
  /// A group requires none of its criteria, or more than it has.
  case wrongNumber(Int, of: Int, inGroup: Int)
  /// A criterion of a group allows fewer characters than 1.
  case wrongLength(inGroup: Int)
  /// A group contains another group.
  case nestedGroup(Int)

  case length(least: Int, most: Int)
  /// The least number of characters takes more bytes than are allowed.
  case bytes(least: Int, most: Int)
  case noCharacter
  /// No allowed character meets the criteria with these labels, and too few other criteria are left in the group.
  case characters([String])
  /// More kinds of characters are required than a text may have characters.
  case room(classes: Int, most: Int)
  /// No text of so many characters reaches the least level.
  case level(Level, most: Int)
}

extension PolicyProblem: CustomStringConvertible {
  /// What is wrong, in one line without a full stop. Problems of a program's own groups are in English, since only a
  /// programmer reads them.
  package var description: String {
    switch self {
    case .tooManyCriteria(let count, let limit): "a policy has \(limit) criteria at most, and not \(count)"
    case .emptyGroup(let group): "criterion \(group + 1) of the policy has no criteria"
    case .wrongNumber(let required, let count, let group):
      "criterion \(group + 1) of the policy asks for \(required) of its \(count) criteria"
    case .wrongLength(let group): "criterion \(group + 1) of the policy asks for fewer characters than one"
    case .nestedGroup(let group): "criterion \(group + 1) of the policy has a group in it"
    case .length(let least, let most):
      // translators: This and the next texts stand for {reason} in "no password can meet the rules: {reason}".
      text("at least {least} characters, and at most {most}", ["least": "\(least)", "most": "\(most)"])
    case .bytes(let least, let most):
      text("at least {least} characters, and at most {most} bytes", ["least": "\(least)", "most": "\(most)"])
    case .noCharacter: text("no character is allowed by all of them")
    case .characters(let labels):
      text("the allowed characters are too few for: {list}", ["list": labels.joinedByCommas])
    case .room(let classes, let most):
      text(
        "{count} kinds of characters, and at most {most} characters",
        ["count": "\(classes)", "most": "\(most)"])
    case .level(let level, let most):
      text(
        "with at most {count} such characters none is {level}",
        ["count": String(most), "level": level.name])
    }
  }
}

extension Policy {
  /// Checks that `groups`, in the order of the panel, make a policy that asks for what it shows. Leaves room for
  /// `added` further criteria: a level, a limit of bytes, and old, common and leaked passwords. Throws the problem of
  /// the first group that has a problem.
  package static func check(_ groups: [Group], adding added: Int = 5) throws(PolicyProblem) {
    let (count, limit) = (
      groups.reduce(0) { $0 + $1.allCriteria.count }, PolicyVerdict.criterionLimit - added
    )
    guard count <= limit else { throw .tooManyCriteria(count, limit: limit) }
    for (number, group) in groups.enumerated() {
      let count = group.criteria.count
      guard count > 0 else { throw .emptyGroup(number) }
      guard (1...count).contains(group.required) else {
        throw .wrongNumber(group.required, of: count, inGroup: number)
      }
      if let fewer = group.alternative?.required, !(0...count).contains(fewer) {
        throw .wrongNumber(fewer, of: count, inGroup: number)
      }
      let numbers = group.allCriteria.flatMap {
        [$0.row.lengths?.lowerBound, $0.row.maximumRepeat, $0.row.maximumSequence, $0.row.mostBytes]
      }
      guard numbers.allSatisfy({ ($0 ?? 1) > 0 }) else {
        throw .wrongLength(inGroup: number)
      }
    }
  }

  /// Why no text of at most `capacity` bytes can meet the policy with `rules`; `nil` if no reason is found. Ignores
  /// lists and the meter.
  package func contradiction(with rules: OwnRules, capacity: Int) -> PolicyProblem? {
    let all = groups.filter { $0.isEnforced && $0.required == $0.criteria.count && $0.alternative == nil }
    let lengths = all.flatMap(\.criteria).compactMap(\.row.lengths)
    let least = rules.minimumLength ?? lengths.map(\.lowerBound).max() ?? 1
    let most = rules.maximumLength ?? lengths.map(\.upperBound).min() ?? .max
    if least > most { return .length(least: least, most: most) }
    let policy = applying(rules)
    let allowed = policy.allowedCharacters
    if allowed?.isEmpty == true { return .noCharacter }
    // A character has at least one byte, and in ASCII exactly one.
    let bytes = min(policy.maximumBytes ?? capacity, capacity)
    if least > bytes { return .bytes(least: least, most: bytes) }
    let longest = allowed?.hasOnlyASCII == true ? min(bytes, most) : bytes
    for group in policy.groups where group.isEnforced {
      let others = group.criteria.compactMap(\.row.lengths).filter { !$0.overlaps(least...most) }
      if group.criteria.count - others.count < group.required, let first = others.first {
        return .length(least: max(first.lowerBound, least), most: min(first.upperBound, most))
      }
      let first = group.criteria[0].row
      if let least = first.leastBytes, least > longest + min(longest, first.bytesCountedTwice) {
        return longest < bytes ? .length(least: least, most: longest) : .bytes(least: least, most: bytes)
      }
      var needed = group.required
      if let alternative = group.alternative, alternative.criterion.row.lengths?.lowerBound ?? 0 <= most {
        needed = min(needed, alternative.required)
      }
      let missing = group.criteria.filter { criterion in
        allowed.map { !criterion.row.isPossible(with: $0) } ?? false
      }
      if group.criteria.count - missing.count < needed { return .characters(missing.map(\.label)) }
      needed = first.leastClasses ?? needed
      if group.lengths == nil, needed > most { return .room(classes: needed, most: most) }
    }
    return nil
  }

  /// Why no text reaches the least level on `scale`, which is in bits or, if the meter `countsCharacters`, in
  /// characters; `nil` if no reason is found.
  package func contradiction(on scale: StrengthScale, countsCharacters: Bool = false) -> PolicyProblem? {
    guard let longest = characterRange?.upperBound, longest < .max, minimumLevel > .weakest else {
      return nil
    }
    var most = Double(longest)
    if !countsCharacters {
      guard let allowed = allowedCharacters, allowed.hasOnlyASCII else { return nil }
      // The library estimates at most as many guesses as there are such texts of the allowed kinds.
      let special = ASCIIClass.punctuation.union(ASCIIClass(" "))
      let kinds = [(ASCIIClass.digits, 10.0), (.upper, 26), (.lower, 26), (special, 33)]
      most *= log2(kinds.reduce(0) { $0 + (allowed.ascii.isDisjoint(with: $1.0) ? 0 : $1.1) })
    }
    return most < Double(scale.start(of: minimumLevel)) ? .level(minimumLevel, most: longest) : nil
  }
}

extension Policy.Criterion.Row {
  /// Whether a text of `allowed` characters can meet the criterion.
  fileprivate func isPossible(with allowed: AllowedCharacters) -> Bool {
    if let leastClasses {
      return CharacterClass.allCases.count { allowed.has($0.charactersByByte) } >= leastClasses
    }
    return characters.map(allowed.has) ?? true
  }
}
