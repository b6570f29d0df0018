internal import Glibc
internal import Watchword
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// How new passwords are judged.
extension Options {
  var policy: Policy { policy(in: .ofProcess) }

  /// What a new password has to be, in the words of `texts`.
  func policy(in texts: Texts) -> Policy { policyOfOthers(texts).applying(ownRules, texts) }

  /// The same without the rules of the place.
  func policyOfOthers(_ texts: Texts = .ofProcess) -> Policy {
    let standard: StandardPolicy =
      switch command {
      case .new, .change, .passwd, .check, .generate, .policies: .classic
      case .ask, .signIn, .signUp, .form: .account
      }
    var policy =
      policyFile?.policy(texts, ofOthers: checking.ignoresOwnNames).asking(
        for: minimumLevel ?? .weakest, texts)
      ?? (standardPolicy ?? standard).policy(texts, minimumLevel: minimumLevel)
    policy.normalization = normalization ?? policy.normalization
    policy = policy.refusing(listed: !blocklists.isEmpty, leaked: leakedPath != nil, texts)
    if let hashMethod { policy = policy.asking(for: .bytes(atMost: hashMethod.longestPassword), texts) }
    return policy
  }

  /// Opens the lists that the policy and the meter need, and reads the first slice of those that were asked for or that
  /// refuse passwords. `policy` is that of these options, where it was made already.
  ///
  /// The dictionary of the system may be absent. If it cannot be read and only makes passwords weaker, that gives a
  /// warning, and all works without it.
  ///
  /// - Throws: A list that was asked for or refuses passwords, and cannot be read; and one that is too large.
  func makeJudgeConfiguration(
    for policy: Policy? = nil
  ) throws(ProgramError) -> JudgeConfiguration {
    var configuration = JudgeConfiguration()
    configuration.meter = meter
    configuration.scale = scale
    configuration.dictionaries = try openDictionaries(for: policy ?? self.policy)
    if hasUsualLists { configuration.commonWords = .ofProgram }
    for path in blocklists {
      configuration.blocklists.append(
        try rethrow(try open(path), as: { ProgramError.unreadable(list: path, $0) }))
    }
    if let leakedPath {
      configuration.leaks = try rethrow(
        try LeakedFile(path: leakedPath), as: { ProgramError.unreadable(list: leakedPath, $0) })
    }
    if checking.ignoresOwnNames { configuration.context = ContextWords() }
    for word in words { configuration.context.add(word, from: .place) }
    return configuration
  }

  /// Reads the lists of `configuration` to their end. The dictionary of the system is left out where
  /// ``makeJudgeConfiguration(for:)`` does it.
  ///
  /// - Throws: As ``makeJudgeConfiguration(for:)`` does.
  func finishLists(of configuration: inout JudgeConfiguration) throws(ProgramError) {
    for list in configuration.blocklists {
      list.finish()
      if let failure = list.failure { throw .unreadable(list: list.path, failure) }
    }
    configuration.commonWords?.open()
    for dictionary in configuration.dictionaries {
      dictionary.finish()
      if let failure = dictionary.failure { try warn(ofDictionary: dictionary.path, failure) }
    }
    configuration.dictionaries.removeAll { $0.failure != nil }
  }

  /// What passwords are judged by, with all lists read to their end.
  func readLists() throws(ProgramError) -> JudgeConfiguration {
    var configuration = try makeJudgeConfiguration()
    try finishLists(of: &configuration)
    return configuration
  }

  private func openDictionaries(for policy: Policy) throws(ProgramError) -> [WordFile] {
    // By length a shorter text is weak already and cannot be demoted, unless the policy refuses words.
    let refusesWords = policy.hasBlocklist
    let minimumCount = meter == .length && !refusesWords ? (scale ?? .length).thresholds[0] : 1
    var files: [WordFile] = []
    let usual = hasUsualLists && !dictionaries.contains(WordFile.systemPath) ? [WordFile.systemPath] : []
    for path in usual + dictionaries {
      let isNamed = dictionaries.contains(path)
      do throws(FileError) {
        files.append(
          try open(
            path, minimumCount: minimumCount, countsInside: true, readsFirstSlice: isNamed || refusesWords))
      } catch {
        if isNamed || !error.isAbsence { try warn(ofDictionary: path, error) }
      }
    }
    return files
  }

  /// Says that all goes on without the dictionary at `path`.
  ///
  /// - Throws: The failure, where the dictionary was asked for, is a blocklist too, or is too large.
  private func warn(ofDictionary path: String, _ failure: FileError) throws(ProgramError) {
    if dictionaries.contains(path) || policy.hasBlocklist || failure == .tooLarge(limit: WordFile.sizeLimit) {
      throw .unreadable(list: path, failure)
    }
    StandardError.tell(
      text(
        "cannot read the word list {file}, going on without it: {reason}",
        ["file": path.quoted, "reason": "\(failure)"]))
  }

  /// Opens a list, and reads its first slice, with which most of what cannot be read is known.
  private func open(
    _ path: String, minimumCount: Int = 1, countsInside: Bool = false, readsFirstSlice: Bool = true
  ) throws(FileError) -> WordFile {
    let list = try WordFile(path: path, minimumCount: minimumCount, countsInside: countsInside)
    if readsFirstSlice { list.index() }
    if let failure = list.failure { throw failure }
    return list
  }
}

extension JudgeConfiguration {
  /// A judge with the lists that count where no option says otherwise, as far as they can be read.
  static var withUsualLists: JudgeConfiguration {
    var configuration = JudgeConfiguration()
    if let words = try? WordFile(path: WordFile.systemPath, countsInside: true) {
      configuration.dictionaries = [words]
    }
    configuration.commonWords = .ofProgram
    return configuration
  }
}

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
