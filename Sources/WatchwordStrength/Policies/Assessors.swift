internal import Synchronization
internal import WatchwordBase
internal import WatchwordSecrets

/// The assessors of one policy: at most one for each core, made when needed. Any thread may ask for a verdict.
final class Assessors: Sendable {
  private let policy: Policy
  private let lists: PasswordLists?
  private let seats: [Guarded<Assessor?>]
  private let turns = Atomic(0)

  init(_ policy: Policy, _ lists: PasswordLists?) {
    (self.policy, self.lists) = (policy, lists)
    seats = (0..<Cores.count).map { _ in Guarded(nil) }
  }

  /// The verdict on `text`, of at most ``SecretText/defaultCapacity`` bytes.
  ///
  /// - Throws: Why there is no memory for an assessor.
  func verdict(on text: UTF8Span, context: ContextWords) throws(SecretError) -> PolicyVerdict {
    for seat in seats {
      let answer = try seat.withLockIfAvailable { (assessor) throws(SecretError) in
        try verdict(on: text, context: context, by: &assessor)
      }
      if let answer { return answer }
    }
    let turn = turns.add(1, ordering: .relaxed).oldValue
    return try seats[turn % seats.count].withLock { (assessor) throws(SecretError) in
      try verdict(on: text, context: context, by: &assessor)
    }
  }

  private func verdict(
    on text: UTF8Span, context: ContextWords, by assessor: inout Assessor?
  ) throws(SecretError) -> PolicyVerdict {
    var present: Assessor
    if let assessor {
      present = assessor
    } else {
      let configuration = JudgeConfiguration(lists, context: ContextWords())
      present = try Assessor(policy, configuration, locking: .ifPossible)
      // Kept before it takes the words of this call, which later calls must not see.
      assessor = present
    }
    present.take(context)
    defer { StackScratch.scrub() }
    return present.assess(text) { $2 }
  }
}
