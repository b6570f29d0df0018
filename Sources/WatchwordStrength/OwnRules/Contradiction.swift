/// Why no text can meet a policy.
package enum Contradiction: Equatable, Sendable {
  /// The least number of characters is above the greatest.
  case length(least: Int, most: Int)
  /// The least number of characters takes more bytes than are allowed.
  case bytes(least: Int, most: Int)
  /// No character is allowed by all criteria.
  case noCharacter
  /// No allowed character meets the criteria with these labels, and the others of their group are too few.
  case characters([String])
  /// More kinds of characters have to be there than a text may have characters.
  case room(classes: Int, most: Int)
}

extension Policy {
  /// Why no text of at most `capacity` bytes can meet the policy with `rules`; `nil` where nothing is known that speaks
  /// against it. What the lists and the meter say is not looked at.
  package func contradiction(with rules: OwnRules, capacity: Int) -> Contradiction? {
    let lengths = groups.lazy.filter { $0.criteria.count == 1 && $0.isEnforced }
      .compactMap { $0.criteria[0].condition.lengths }.first
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
      if case .pwquality(.length(let least, let credits)) = group.criteria[0].condition,
        least > longest + min(longest, credits.sum)
      {
        return longest < bytes ? .length(least: least, most: longest) : .bytes(least: least, most: bytes)
      }
      var needed = group.required
      if let alternative = group.alternative, alternative.criterion.condition.lengths?.lowerBound ?? 0 <= most
      {
        needed = min(needed, alternative.required)
      }
      let missing = group.criteria.filter { criterion in
        allowed.map { !criterion.condition.isPossible(with: $0) } ?? false
      }
      if group.criteria.count - missing.count < needed { return .characters(missing.map(\.label)) }
      if case .pwquality(.kinds(let least)) = group.criteria[0].condition { needed = least }
      if needed > most { return .room(classes: needed, most: most) }
    }
    return nil
  }
}

extension Policy.Criterion.Condition {
  /// Whether characters that meet it are among `allowed`.
  fileprivate func isPossible(with allowed: AllowedCharacters) -> Bool {
    switch self {
    case .contains(let members): !allowed.ascii.isDisjoint(with: members)
    case .special: allowed.hasSpecials
    case .specialOrSpace: allowed.hasSpecials || allowed.contains(" ")
    case .pwquality(.bytes(let kind, _)): allowed.has(kind)
    case .pwquality(.kinds(let least)): PWQualityByte.allCases.count(where: allowed.has) >= least
    default: true
    }
  }
}

extension AllowedCharacters {
  /// Whether a byte of `kind` is in one of them.
  fileprivate func has(_ kind: PWQualityByte) -> Bool {
    kind == .other && !hasOnlyASCII
      || (0..<0x80).contains { ascii.contains($0) && PWQualityByte(of: $0) == kind }
  }
}
