internal import Glibc
internal import Secrets
internal import Strength
internal import System
internal import Watchword

/// What the command line asks of the judgement of a new password.
struct JudgementOptions: Equatable, Sendable {
  /// The policy; `nil` takes that of the form.
  var policy: StandardPolicy?
  /// What is done to a password before it is judged; `nil` takes what the policy says.
  var normalization: Policy.Normalization?
  /// The least level that is accepted.
  var minimumLevel = Level.weak
  /// What says how strong a password is.
  var meter = Judgement.MeterKind.combined
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
  func makeJudgement(for policy: Policy) throws(UsageError) -> Judgement {
    var judgement = Judgement()
    judgement.meter = meter
    judgement.scale = scale
    switch dictionary {
    case .none: break
    case .system:
      judgement.dictionary = try openDictionary(WordFile.systemPath, for: policy, isOfSystem: true)
    case .file(let path):
      judgement.dictionary = try openDictionary(path, for: policy, isOfSystem: false)
    }
    for path in blocklists {
      do throws(WordFile.Failure) {
        judgement.blocklists.append(try open(path))
      } catch {
        throw .unreadable(list: path, error)
      }
    }
    for word in words { judgement.context.add(word) }
    return judgement
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
      if policy.hasBlocklist || error == .tooLarge(limit: WordFile.sizeLimit) {
        throw .unreadable(list: path, error)
      }
      StandardError.tell("cannot read the word list \(path.quoted), going on without it: \(error)")
      return nil
    }
  }

  /// Opens a list, and reads its first slice, with which most of what cannot be read is known.
  private func open(_ path: String, minimumCount: Int = 1) throws(WordFile.Failure) -> WordFile {
    let list = try WordFile(path: path, minimumCount: minimumCount)
    list.index()
    if let failure = list.failure { throw failure }
    return list
  }
}
