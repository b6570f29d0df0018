internal import Glibc
internal import Watchword
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// How the command line wants new passwords judged: what a ``JudgeConfiguration`` is made from, before a list is opened.
struct JudgeOptions: Equatable, Sendable {
  /// The policy; `nil` takes that of the form.
  var policy: StandardPolicy?
  /// What is done to a password before it is judged; `nil` takes what the policy says.
  var normalization: Policy.Normalization?
  /// The least level that is accepted.
  var minimumLevel = Level.weak
  /// What says how strong a password is.
  var meter = JudgeConfiguration.MeterKind.combined
  /// The lengths at which a password is medium and strong.
  var scale = LengthScale.standard
  /// Where words are looked up.
  var dictionary = Dictionary.system
  /// The files of passwords that are refused.
  var blocklists: [String] = []
  /// Words that count against a password.
  var words: [String] = []

  /// Where words are looked up.
  enum Dictionary: Equatable, Sendable {
    /// In the list of the system, if there is one.
    case system
    /// In this file.
    case file(String)
    /// Nowhere.
    case none
  }

  /// The policy that was asked for, or else `standard`.
  func makePolicy(else standard: (Level) -> Policy) -> Policy {
    var policy = policy.map { $0.policy(minimumLevel: minimumLevel) } ?? standard(minimumLevel)
    policy.normalization = normalization ?? policy.normalization
    return policy
  }

  /// Opens the lists that `policy` and the meter need, and reads the first slice of those that were asked for or that
  /// refuse passwords.
  ///
  /// A dictionary that only makes passwords weaker and cannot be read gives a warning, and all works without it; that of
  /// the system may be absent.
  ///
  /// - Throws: A list that refuses passwords and cannot be read, since without it some would be accepted; and one that
  ///   is too large.
  func makeConfiguration(for policy: Policy) throws(UsageError) -> JudgeConfiguration {
    var configuration = JudgeConfiguration()
    configuration.meter = meter
    configuration.scale = scale
    switch dictionary {
    case .none: break
    case .system:
      configuration.dictionary = try openDictionary(WordFile.systemPath, for: policy, isOfSystem: true)
    case .file(let path):
      configuration.dictionary = try openDictionary(path, for: policy, isOfSystem: false)
    }
    for path in blocklists {
      do throws(WordFile.Failure) {
        configuration.blocklists.append(try open(path))
      } catch {
        throw .unreadable(list: path, error)
      }
    }
    for word in words { configuration.context.add(word) }
    return configuration
  }

  /// Reads the lists of `configuration` to their end. A dictionary that cannot be read is left out as
  /// ``makeConfiguration(for:)`` does it.
  ///
  /// - Throws: A list that refuses passwords and cannot be read; and one that is too large.
  static func finishLists(of configuration: inout JudgeConfiguration, for policy: Policy) throws(UsageError) {
    for list in configuration.blocklists {
      list.finish()
      if let failure = list.failure { throw .unreadable(list: list.path, failure) }
    }
    guard let dictionary = configuration.dictionary else { return }
    dictionary.finish()
    if let failure = dictionary.failure {
      try warn(ofDictionary: dictionary.path, failure, for: policy)
      configuration.dictionary = nil
    }
  }

  private func openDictionary(
    _ path: String, for policy: Policy, isOfSystem: Bool
  ) throws(UsageError) -> WordFile? {
    // Without a blocklist a shorter text is weak already and cannot be demoted.
    let minimumCount = policy.hasBlocklist ? 1 : scale.thresholds[0]
    do throws(WordFile.Failure) {
      return isOfSystem && !policy.hasBlocklist
        ? try WordFile(path: path, minimumCount: minimumCount)
        : try open(path, minimumCount: minimumCount)
    } catch {
      if isOfSystem, error == .system(SystemError(number: ENOENT)) { return nil }
      try Self.warn(ofDictionary: path, error, for: policy)
      return nil
    }
  }

  /// Says that all goes on without the dictionary.
  ///
  /// - Throws: The failure, where the dictionary is a blocklist too, or is too large.
  private static func warn(
    ofDictionary path: String, _ failure: WordFile.Failure, for policy: Policy
  ) throws(UsageError) {
    if policy.hasBlocklist || failure == .tooLarge(limit: WordFile.sizeLimit) {
      throw .unreadable(list: path, failure)
    }
    StandardError.tell("cannot read the word list \(path.quoted), going on without it: \(failure)")
  }

  /// Opens a list, and reads its first slice, with which most of what cannot be read is known.
  private func open(_ path: String, minimumCount: Int = 1) throws(WordFile.Failure) -> WordFile {
    let list = try WordFile(path: path, minimumCount: minimumCount)
    list.index()
    if let failure = list.failure { throw failure }
    return list
  }
}

extension JudgeOptions {
  /// Takes in `option`, one of those about the judge, with its argument `value`.
  mutating func apply(_ option: Option, _ value: String) throws(UsageError) {
    switch option {
    case .policy: policy = try option.choice(value)
    case .normalize: normalization = try option.choice(value)
    case .meter: meter = try option.choice(value)
    case .strengthScale: scale = try option.scale(value)
    case .minStrength: minimumLevel = try option.choice(value)
    case .dictionary: dictionary = .file(value)
    case .noDictionary: dictionary = .none
    case .blocklist: blocklists.append(value)
    case .word: words.append(try option.word(value))
    default: break
    }
  }

  /// Throws where the options and `policy` do not go together.
  func checkTogether(with policy: Policy) throws(UsageError) {
    guard blocklists.isEmpty || policy.hasBlocklist else {
      throw UsageError(
        "option '\(Option.blocklist.flag)' needs an option '\(Option.policy.flag)' \(StandardPolicy.listing)")
    }
  }
}
