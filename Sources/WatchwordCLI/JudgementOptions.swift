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
  var normalization: Normalization?
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

  /// Opens the lists that `policy` and the meter need.
  ///
  /// A dictionary that was asked for and cannot be read is told of, and all works without it; so does it where the
  /// system has none.
  ///
  /// - Throws: A blocklist that cannot be read: without it passwords would be accepted that are to be refused.
  func makeJudgement(for policy: Policy) throws(UsageError) -> Judgement {
    var judgement = Judgement()
    judgement.meter = meter
    judgement.scale = scale
    // Without a blocklist a shorter text is weak already and cannot be demoted.
    let minimumCount = policy.hasBlocklist ? 1 : scale.medium
    switch dictionary {
    case .none: break
    case .system:
      judgement.dictionary = openDictionary(WordFile.systemPath, minimumCount: minimumCount, isOptional: true)
    case .file(let path):
      judgement.dictionary = openDictionary(path, minimumCount: minimumCount, isOptional: false)
    }
    for path in blocklists {
      do throws(WordFile.Failure) {
        judgement.blocklists.append(try WordFile(path: path))
      } catch {
        throw UsageError("cannot read the blocklist \(path.quoted): \(error)")
      }
    }
    for word in words { judgement.context.add(word) }
    return judgement
  }

  private func openDictionary(_ path: String, minimumCount: Int, isOptional: Bool) -> WordFile? {
    do throws(WordFile.Failure) {
      return try WordFile(path: path, minimumCount: minimumCount)
    } catch {
      if isOptional, error == .system(SystemError(number: ENOENT)) { return nil }
      StandardError.tell("cannot read the word list \(path.quoted), going on without it: \(error)")
      return nil
    }
  }
}
