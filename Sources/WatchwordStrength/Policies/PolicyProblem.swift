internal import WatchwordMessages

/// Why groups of criteria make no policy, or one that no text can meet.
package enum PolicyProblem: Error, Equatable, Sendable {
  case tooManyCriteria(Int, limit: Int)
  /// A group has no criteria, by its number from 0.
  case emptyGroup(Int)
  /// A group asks for none of its criteria, or for more than it has, by its number from 0.
  case wrongNumber(Int, of: Int, inGroup: Int)
  /// A criterion of a group can be met by a text without characters, or by none, by the group's number from 0.
  case wrongLength(inGroup: Int)
  /// A group was put into a group, by the number of the outer one from 0.
  case nestedGroup(Int)

  /// The least number of characters is above the greatest.
  case length(least: Int, most: Int)
  /// The least number of characters takes more bytes than are allowed.
  case bytes(least: Int, most: Int)
  case noCharacter
  /// No allowed character meets the criteria with these labels, and the others of their group are too few.
  case characters([String])
  /// More kinds of characters have to be there than a text may have characters.
  case room(classes: Int, most: Int)
}

extension PolicyProblem: CustomStringConvertible {
  /// What is wrong, in one line without a full stop. What is wrong with a program's own groups is in English, since nobody
  /// but a programmer reads it.
  package var description: String {
    switch self {
    case .tooManyCriteria(let count, let limit): "a policy has \(limit) criteria at most, and not \(count)"
    case .emptyGroup(let group): "group \(group + 1) of the policy has no criteria"
    case .wrongNumber(let required, let count, let group):
      "group \(group + 1) of the policy asks for \(required) of its \(count) criteria"
    case .wrongLength(let group): "group \(group + 1) of the policy asks for fewer characters than one"
    case .nestedGroup(let group): "group \(group + 1) of the policy has a group in it"
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
    }
  }
}

extension Policy {
  /// Checks whether `groups` make a policy that asks for what it shows.
  ///
  /// - Parameters:
  ///   - groups: The groups, in the order of the panel.
  ///   - added: The most criteria that will be added to them. A policy of somebody's own can be asked for a level, a limit
  ///     of bytes, and to refuse known, common and leaked passwords.
  /// - Throws: What is wrong with the first group in which anything is.
  package static func check(_ groups: [Group], adding added: Int = 5) throws(PolicyProblem) {
    let (count, limit) = (groups.reduce(0) { $0 + $1.allCriteria.count }, Verdict.criterionLimit - added)
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
      guard group.allCriteria.allSatisfy({ ($0.row.lengths?.lowerBound ?? 1) > 0 }) else {
        throw .wrongLength(inGroup: number)
      }
    }
  }

  /// Why no text of at most `capacity` bytes can meet the policy with `rules`; `nil` where nothing is known that speaks
  /// against it. What the lists and the meter say is not looked at.
  package func contradiction(with rules: OwnRules, capacity: Int) -> PolicyProblem? {
    let lengths = groups.lazy.filter(\.isEnforced).compactMap(\.lengths).first
    let least = rules.minimumLength ?? lengths?.lowerBound ?? 1
    let most = rules.maximumLength ?? lengths?.upperBound ?? .max
    if least > most { return .length(least: least, most: most) }
    let policy = applying(rules)
    let allowed = policy.allowedCharacters
    if allowed?.isEmpty == true { return .noCharacter }
    // A character takes a byte at least, and in ASCII no more.
    let bytes = min(policy.maximumBytes ?? capacity, capacity)
    if least > bytes { return .bytes(least: least, most: bytes) }
    let longest = allowed?.hasOnlyASCII == true ? min(bytes, most) : bytes
    for group in policy.groups where group.isEnforced {
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
}

extension Policy.Criterion.Row {
  /// Whether characters that meet it are among `allowed`.
  fileprivate func isPossible(with allowed: AllowedCharacters) -> Bool {
    if let leastClasses {
      return CharacterClass.allCases.count { allowed.has($0.charactersByByte) } >= leastClasses
    }
    return characters.map(allowed.has) ?? true
  }
}
