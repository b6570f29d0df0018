internal import Watchword
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// How new passwords are judged.
extension Options {
  /// What a new password has to be.
  var policy: Policy { policy(in: .ofProcess) }

  /// The same in the words of `texts`.
  func policy(in texts: Texts) -> Policy {
    policyOfOthers(texts).applying(ownRules, texts)
  }

  /// The same without the rules of the place.
  func policyOfOthers(_ texts: Texts = .ofProcess) -> Policy {
    let standard: StandardPolicy =
      switch command {
      case .new, .change, .check, .generate, .policies: .classic
      case .ask, .signIn, .signUp, .form: .account
      }
    var policy =
      policyFile?.policy(texts).asking(for: minimumLevel ?? .weakest, texts)
      ?? (standardPolicy ?? standard).policy(texts, minimumLevel: minimumLevel)
    policy.normalization = normalization ?? policy.normalization
    if !blocklists.isEmpty { policy = policy.refusingListedPasswords(texts) }
    if leakedPath != nil { policy = policy.refusingLeakedPasswords(texts) }
    if let hashMethod { policy = policy.limited(toBytes: hashMethod.longestPassword, texts) }
    return policy
  }

  /// Opens the lists that the policy and the meter need, and reads the first slice of those that were asked for or that
  /// refuse passwords.
  ///
  /// The dictionary of the system may be absent. If it cannot be read and only makes passwords weaker, that gives a
  /// warning, and all works without it.
  ///
  /// - Throws: A list that was asked for or refuses passwords, and cannot be read; and one that is too large.
  func makeJudgeConfiguration() throws(ProgramError) -> JudgeConfiguration {
    var configuration = JudgeConfiguration()
    configuration.meter = meter
    configuration.scale = scale
    configuration.dictionary = try openDictionary()
    for path in blocklists {
      configuration.blocklists.append(
        try rethrow(try open(path), as: { ProgramError.unreadable(list: path, $0) }))
    }
    if let leakedPath {
      configuration.leaks = try rethrow(
        try LeakedFile(path: leakedPath), as: { ProgramError.unreadable(list: leakedPath, $0) })
    }
    for word in words { configuration.context.add(word, from: .place) }
    return configuration
  }

  /// Reads the lists of `configuration` to their end. The dictionary of the system is left out where
  /// ``makeJudgeConfiguration()`` does it.
  ///
  /// - Throws: As ``makeJudgeConfiguration()`` does.
  func finishLists(of configuration: inout JudgeConfiguration) throws(ProgramError) {
    for list in configuration.blocklists {
      list.finish()
      if let failure = list.failure { throw .unreadable(list: list.path, failure) }
    }
    guard let dictionary = configuration.dictionary else { return }
    dictionary.finish()
    if let failure = dictionary.failure {
      try warn(ofDictionary: dictionary.path, failure)
      configuration.dictionary = nil
    }
  }

  /// What passwords are judged by, with all lists read to their end.
  ///
  /// - Throws: As ``makeJudgeConfiguration()`` does.
  func readLists() throws(ProgramError) -> JudgeConfiguration {
    var configuration = try makeJudgeConfiguration()
    try finishLists(of: &configuration)
    return configuration
  }

  private func openDictionary() throws(ProgramError) -> WordFile? {
    if dictionary == .none { return nil }
    let path = if case .file(let named) = dictionary { named } else { WordFile.systemPath }
    // By length a shorter text is weak already and cannot be demoted, unless the policy refuses words.
    let refusesWords = policy.hasBlocklist
    let minimumCount = meter == .length && !refusesWords ? (scale ?? .length).thresholds[0] : 1
    do throws(FileError) {
      return try open(
        path, minimumCount: minimumCount, readsFirstSlice: dictionary != .system || refusesWords)
    } catch {
      if dictionary != .system || !error.isAbsence { try warn(ofDictionary: path, error) }
      return nil
    }
  }

  /// Says that all goes on without the dictionary.
  ///
  /// - Throws: The failure, where the dictionary was asked for, is a blocklist too, or is too large.
  private func warn(ofDictionary path: String, _ failure: FileError) throws(ProgramError) {
    if dictionary != .system || policy.hasBlocklist || failure == .tooLarge(limit: WordFile.sizeLimit) {
      throw .unreadable(list: path, failure)
    }
    StandardError.tell(
      text(
        "cannot read the word list {file}, going on without it: {reason}",
        ["file": path.quoted, "reason": "\(failure)"]))
  }

  /// Opens a list, and reads its first slice, with which most of what cannot be read is known.
  private func open(
    _ path: String, minimumCount: Int = 1, readsFirstSlice: Bool = true
  ) throws(FileError) -> WordFile {
    let list = try WordFile(path: path, minimumCount: minimumCount)
    if readsFirstSlice { list.index() }
    if let failure = list.failure { throw failure }
    return list
  }
}
