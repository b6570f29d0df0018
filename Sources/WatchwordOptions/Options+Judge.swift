internal import Watchword
package import WatchwordBase
internal import WatchwordSecrets
package import WatchwordStrength
internal import WatchwordSystem

/// How new passwords are judged.
extension Options {
  package var policy: Policy { policy(in: .ofProcess) }

  /// The rules for a new password, in the words of `texts`.
  package func policy(in texts: Texts) -> Policy { policyOfOthers(texts).applying(ownRules, texts) }

  /// Where medium and strong begin unless a scale is given.
  var usualScale: StrengthScale { meter == .length ? .length : .guesses }

  /// Whether a rule was chosen, and it is not only the command's usual one.
  private var hasOwnPolicy: Bool {
    standardPolicy != nil || policyFile != nil || minimumLevel != nil || ownRules != OwnRules()
  }

  /// The policy of the command where none is named.
  var usualPolicy: StandardPolicy {
    switch command {
    case .passwd: .login
    case .ask, .signIn, .signUp, .form: .account
    case .new, .change, .check, .generate, .policies, .hash, .confirm, .config, .pinentry, .askpass, .run,
      .agent:
      .classic
    }
  }

  /// The rules for a new password, without those in ``ownRules``.
  func policyOfOthers(_ texts: Texts = .ofProcess) -> Policy {
    if command == .hash || command == .confirm {
      return hashMethod.map { Policy([], texts).asking(for: .bytes(atMost: $0.longestPassword), texts) }
        ?? .anything
    }
    let file = policyFile?.policy(texts, ofOthers: checking.ignoresOwnNames)
    let standard = file == nil ? standardPolicy ?? (hasUsualPolicy ? usualPolicy : nil) : nil
    var policy =
      standard?.policy(texts, minimumLevel: minimumLevel)
      ?? (file ?? Policy(allowsEmpty: !hasOwnPolicy, texts)).asking(for: minimumLevel ?? .weakest, texts)
    policy.normalization = normalization ?? policy.normalization
    policy = policy.refusing(listed: !blocklists.isEmpty, leaked: leakedPath != nil, texts)
    if meter != .guesses { policy = policy.measuredOtherwise(by: scale ?? .length, texts) }
    if let hashMethod { policy = policy.asking(for: .bytes(atMost: hashMethod.longestPassword), texts) }
    return policy
  }

  /// Opens the lists that the policy and the meter need, and reads the first slice of the lists that were asked for, or
  /// that refuse passwords. `policy` is ``policy`` if the caller has made it already.
  ///
  /// The system's dictionary may be missing. If it is there but unreadable, this only warns, unless its words are
  /// refused.
  ///
  /// - Returns: The configuration of the judge.
  /// - Throws: If a list that was asked for or refuses passwords cannot be read, or any list is too large.
  package func makeJudgeConfiguration(
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
    for word in words { configuration.context.add(word, from: .service) }
    return configuration
  }

  /// Reads the lists of `configuration` to their end. Failures have the same effect as in
  /// ``makeJudgeConfiguration(for:)``.
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

  /// The configuration of the judge, with all lists read to their end.
  package func readLists() throws(ProgramError) -> JudgeConfiguration {
    var configuration = try makeJudgeConfiguration()
    try finishLists(of: &configuration)
    return configuration
  }

  private func openDictionaries(for policy: Policy) throws(ProgramError) -> [WordFile] {
    // If strength is measured by length, words make a password weaker. A text shorter than medium is weak already, so
    // words of that length need not be read, unless the policy refuses them.
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

  /// Warns that the dictionary at `path` is ignored, or throws if it was asked for, is a blocklist too, or is too
  /// large.
  private func warn(ofDictionary path: String, _ failure: FileError) throws(ProgramError) {
    if dictionaries.contains(path) || policy.hasBlocklist || failure == .tooLarge(limit: WordFile.sizeLimit) {
      throw .unreadable(list: path, failure)
    }
    StandardError.tell(
      text(
        "cannot read the word list {file}, going on without it: {reason}",
        ["file": path.quoted, "reason": "\(failure)"]))
  }

  /// Opens a list and reads its first slice, which reveals most read errors.
  private func open(
    _ path: String, minimumCount: Int = 1, countsInside: Bool = false, readsFirstSlice: Bool = true
  ) throws(FileError) -> WordFile {
    let list = try WordFile(path: path, minimumCount: minimumCount, countsInside: countsInside)
    if readsFirstSlice { list.index() }
    if let failure = list.failure { throw failure }
    return list
  }
}

extension Options {
  /// Throws if no password can meet the policy together with the caller's own rules.
  func checkRules() throws(ProgramError) {
    // A standard policy can be met, and checking costs time before the first frame.
    let isChanged =
      ownRules != OwnRules() || policyFile != nil || hashMethod != nil || minimumLevel != nil || scale != nil
    guard isChanged, command == .check || command == .generate || asksForNewPassword else { return }
    let contradiction =
      policyOfOthers().contradiction(with: ownRules, capacity: SecretText.defaultCapacity)
      ?? policy.contradiction(on: scale ?? usualScale, countsCharacters: meter == .length)
    guard let contradiction else { return }
    throw .text("no password can meet the rules: {reason}", ["reason": "\(contradiction)"])
  }
}

extension CharacterClass {
  package static var names: String { allCases.map(\.rawValue).joinedByAnd }
}

extension OptionValue {
  func addRequired(in options: inout Options) throws(ProgramError) {
    let required = try requiredClasses()
    if options.ownRules.required.contains(required) { return }
    options.ownRules.required.append(required)
    // Each policy has room for so many criteria.
    guard options.ownRules.required.reduce(0, { $0 + $1.classes.count }) > 8 else { return }
    throw unusable(because: text("it and those before name more than {count} kinds", ["count": "8"]))
  }

  /// Character classes as `[N:]CLASS,CLASS...`.
  private func requiredClasses() throws(ProgramError) -> RequiredClasses {
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
