internal import Glibc
internal import Watchword
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// The rules of the place.
extension Options {
  /// Throws where no password can meet the policy with the rules of the place.
  func checkRules() throws(ProgramError) {
    // A policy as it comes can be met. To look costs time before the first frame.
    let isChanged =
      ownRules != OwnRules() || policyFile != nil || hashMethod != nil || minimumLevel != nil || scale != nil
    guard isChanged, command == .check || command == .generate || asksForNewPassword else { return }
    func unmeetable(_ reason: String) -> ProgramError {
      .text("no password can meet the rules: {reason}", ["reason": reason])
    }
    if let contradiction = policyOfOthers().contradiction(
      with: ownRules, capacity: SecretText.defaultCapacity)
    {
      throw unmeetable("\(contradiction)")
    }
    let policy = policy
    let level = policy.minimumLevel
    guard let longest = policy.characterRange?.upperBound, longest < .max, level > .weakest,
      let most = mostBits(of: longest, policy.allowedCharacters),
      most < Double((scale ?? (meter == .length ? .length : .guesses)).start(of: level))
    else { return }
    throw unmeetable(
      text(
        "with at most {count} such characters none is {level}",
        ["count": String(longest), "level": level.name]))
  }

  /// More than the meter finds in any password of `longest` characters: bits, or characters where it counts these; `nil`
  /// where there is no such number.
  private func mostBits(of longest: Int, _ allowed: AllowedCharacters?) -> Double? {
    if meter == .length { return Double(longest) }
    // The library gives no more than the characters would have if each were any one of their kinds.
    guard let allowed, allowed.hasOnlyASCII else { return nil }
    let kinds = [(ASCIIClass.digits, 10), (.upper, 26), (.lower, 26)]
    let plain = kinds.reduce(0) { sum, kind in
      sum + ((0..<0x80).contains { kind.0.contains($0) && allowed.ascii.contains($0) } ? kind.1 : 0)
    }
    let hasOthers = (0..<0x80).contains { code in
      allowed.ascii.contains(code) && !kinds.contains { $0.0.contains(code) }
    }
    return Double(longest) * log2(Double(plain + (hasOthers ? 33 : 0)))
  }
}

extension CharacterClass {
  /// The names of all classes, as in "upper, lower, digit and special".
  static var names: String { allCases.map(\.rawValue).joinedByAnd }
}

extension OptionValue {
  /// Classes of characters as `[N:]CLASS,CLASS...`.
  func requiredClasses() throws(ProgramError) -> RequiredClasses {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let names = (parts.last ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let classes = names.compactMap { CharacterClass(rawValue: String($0)) }
    guard classes.count == names.count else {
      throw wrong(text("some of {names}, with commas between them", ["names": CharacterClass.names]))
    }
    guard Set(classes).count == classes.count else { throw unusable(because: text("a kind is named twice")) }
    let count = parts.count > 1 ? Self.wholeNumber(String(parts[0])) : classes.count
    guard let count, count > 0 else { throw wrong(text("a whole number, 1 or more, before the colon")) }
    guard let required = RequiredClasses(classes, count: count) else {
      throw unusable(
        because: text(
          "it asks for {count} kinds and names {named}",
          ["count": String(count), "named": String(classes.count)]))
    }
    return required
  }

  /// Characters as `ascii`, `latin1` or `chars:CHARACTERS`.
  func allowedCharacters() throws(ProgramError) -> AllowedCharacters {
    switch argument {
    case "ascii": return .ascii
    case "latin1": return .latin1
    default:
      let prefix = "chars:"
      guard argument.hasPrefix(prefix) else {
        throw wrong(["ascii", "latin1", "chars:CHARACTERS"].joinedByOr)
      }
      guard let allowed = AllowedCharacters(String(argument.dropFirst(prefix.count))) else {
        throw wrong(text("behind chars: characters that can be seen, each a code point"))
      }
      return allowed
    }
  }
}
