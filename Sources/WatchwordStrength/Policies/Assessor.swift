internal import Synchronization
internal import WatchwordBase
package import WatchwordSecrets

/// Judges one password after another: a policy, a normalizer and a judge.
///
/// All that judges new passwords has an assessor: a form, `check`, `generate`, a server. Used by one thread at a time.
package struct Assessor {
  package let policy: Policy
  package let normalizer: Normalizer
  /// The judge's context is in the policy's normal form.
  package var judge: Judge

  /// Makes an assessor of the policy and of `judge`, whose context is not normalized yet.
  ///
  /// - Throws: An error if `memory` has no room for the normal form of a text, see
  ///   ``Normalizer/capacities(_:capacity:)``.
  package init(_ policy: Policy, _ judge: Judge, in memory: SecretMemory) throws(SecretError) {
    (self.policy, self.judge) = (policy, judge)
    normalizer = try Normalizer(policy.normalization, in: memory)
    take(judge.context)
  }

  /// Makes an assessor with memory of its own.
  ///
  /// - Throws: Why there is no memory for the passwords.
  package init(
    _ policy: Policy, _ configuration: JudgeConfiguration, oldPasswords count: Int = 0,
    locking: SecretMemory.Locking
  ) throws(SecretError) {
    let capacities = GuessMeter.capacities(oldPasswords: count) + Normalizer.capacities(policy.normalization)
    let memory = try SecretMemory(for: capacities, locking: locking)
    try self.init(policy, try configuration.makeJudge(in: memory, oldPasswords: count), in: memory)
  }

  /// Takes the words of the user and the machine, which are not normalized yet.
  package mutating func take(_ context: ContextWords) { judge.context = normalizer.normalized(context) }

  /// The verdict on `text`, which is not normalized yet and has `count` grapheme clusters. A list that is still being
  /// searched leaves its criterion open. `isOld` and `isSame` are as for ``Policy/verdict(on:count:by:isOld:isSame:)``.
  package func verdict(on text: UTF8Span, count: Int, isOld: Bool = false, isSame: Bool = false)
    -> PolicyVerdict
  {
    normalizer.withNormalized(text) {
      policy.verdict(on: $0, count: count, by: judge, isOld: isOld, isSame: isSame)
    }
  }

  /// The verdict on `text` as the successor of `old`, of which an ``init(_:_:oldPasswords:locking:)`` made room for one.
  /// No text is like an old password that is longer than a form takes.
  func assess(_ text: UTF8Span, replacing old: UTF8Span) -> PolicyVerdict {
    var (isOld, isSame) = (false, false)
    if old.count <= SecretText.defaultCapacity {
      normalizer.withNormalized(old) { judge.meter.learnOldPassword($0) }
      (isOld, isSame) = normalizer.withNormalized(text, old) {
        (policy.resembles($0, $1), !$0.isEmpty && $0.span.isEqual(to: $1.span))
      }
    }
    return assess(text) { text, count, _ in
      policy.verdict(on: text, count: count, by: judge, isOld: isOld, isSame: isSame)
    }
  }

  /// Searches the list of leaked passwords for `text`, waits for the result, and judges `text`. Calls `body` with the
  /// normalized text, its number of grapheme clusters, and the verdict. The meter's answers are kept until `body`
  /// returns.
  package func assess<R>(_ text: UTF8Span, _ body: (UTF8Span, Int, PolicyVerdict) -> R) -> R {
    normalizer.withNormalized(text) { text in
      func answer() -> R {
        let count = text.clusterCount
        if !text.isEmpty { _ = judge.leaks?.find(text) }
        return body(text, count, policy.verdict(on: text, count: count, by: judge))
      }
      // A text with a refused space is measured without it, so there are answers about two texts.
      guard let guesses = judge.guesses, !policy.hasRefusedSpace(text) else { return answer() }
      return guesses.keepingAnswers(answer)
    }
  }
}
