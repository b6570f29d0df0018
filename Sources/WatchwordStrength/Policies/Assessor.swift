internal import Synchronization
internal import WatchwordMessages
package import WatchwordSecrets

/// Judges one password after the other by one policy, in memory of its own. One thread at a time uses it.
package struct Assessor {
  package let policy: Policy
  package let guesses: GuessMeter
  private var judge: Judge
  private let normalizer: Normalizer

  /// - Throws: Why there is no memory for the passwords.
  package init(
    _ policy: Policy, _ configuration: JudgeConfiguration, locking: SecretMemory.Locking
  ) throws(SecretError) {
    let capacities = GuessMeter.capacities(oldPasswords: 0) + Normalizer.capacities(policy.normalization)
    let memory = try SecretMemory(for: capacities, locking: locking)
    (judge, guesses) = try configuration.makeJudge(in: memory)
    normalizer = try Normalizer(policy.normalization, in: memory)
    (self.policy, context) = (policy, configuration.context)
    judge.context = normalizer.normalized(context)
  }

  /// The words of the person and the place, as they come.
  package var context: ContextWords {
    didSet { judge.context = normalizer.normalized(context) }
  }

  /// Calls `body` with `text` in the policy's normal form, its number of grapheme clusters, the judge, and what is known of
  /// the text.
  package func assess<R>(_ text: UTF8Span, _ body: (UTF8Span, Int, Judge, Verdict) -> R) -> R {
    normalizer.withNormalized(text) { text in
      guesses.keepingAnswers {
        let count = text.clusterCount
        if !text.isEmpty { _ = judge.leaks?.find(text) }
        return body(text, count, judge, policy.verdict(on: text, count: count, by: judge))
      }
    }
  }
}

/// The assessors of one policy, which all threads may ask for verdicts: one for each core at most, made when it is needed.
final class Assessors: Sendable {
  private let policy: Policy
  private let lists: PasswordLists?
  private let seats: [Locked<Assessor?>]
  private let turns = Atomic(0)

  init(_ policy: Policy, _ lists: PasswordLists?) {
    (self.policy, self.lists) = (policy, lists)
    seats = (0..<Cores.count).map { _ in Locked(nil) }
  }

  /// The verdict on `text`, which has ``SecretText/defaultCapacity`` bytes at most.
  func verdict(on text: UTF8Span, context: ContextWords) -> Verdict {
    for seat in seats {
      if let verdict = seat.withLockIfAvailable({ verdict(on: text, context: context, by: &$0) }) {
        return verdict
      }
    }
    let turn = turns.add(1, ordering: .relaxed).oldValue
    return seats[turn % seats.count].withLock { verdict(on: text, context: context, by: &$0) }
  }

  private func verdict(on text: UTF8Span, context: ContextWords, by assessor: inout Assessor?) -> Verdict {
    if assessor == nil {
      assessor = try? Assessor(policy, JudgeConfiguration(lists, context: context), locking: .ifPossible)
    }
    if assessor?.context != context { assessor?.context = context }
    defer { StackScratch.scrub() }
    guard let verdict = assessor?.assess(text, { $3 }) else {
      preconditionFailure("there is no memory to judge a password in")
    }
    return verdict
  }
}
