/// What a text is worth under a policy: safe to keep, print and compare, since it holds nothing of the text.
package struct Verdict: Equatable, Sendable {
  /// Which of the policy's criteria are met: bit `n` for criterion `n`.
  package var metBits: UInt32
  /// Which of the policy's criteria are not judged yet, since a list is still searched: bit `n` for criterion `n`.
  package var openBits: UInt32
  /// Which of the policy's criteria fail at once, also while the text is being typed: bit `n` for criterion `n`.
  package var deniedBits: UInt32 = 0
  /// The first character that such a criterion does not allow; `nil` for none.
  package var denied: Denied?
  /// Which of the policy's rules fail, each judged by itself: bit `n` for rule `n` of ``Policy/rules``.
  package var failureBits: UInt64
  /// How strong the text is, and why no stronger; `nil` for an empty text.
  package var estimate: Estimate?

  /// A character that a criterion does not allow, by where it stands.
  package struct Denied: Equatable, Sendable {
    package let criterion: Int
    package let cluster: Int
  }

  /// The most criteria of a policy. Each brings two rules at most, beside two that ask nothing of a group, and there is
  /// room for 64 rules.
  package static let criterionLimit = 31

  package init(
    metBits: UInt32 = 0, openBits: UInt32 = 0, failureBits: UInt64 = 0, estimate: Estimate? = nil
  ) {
    self.metBits = metBits
    self.openBits = openBits
    self.failureBits = failureBits
    self.estimate = estimate
  }

  /// How strong the text is; an empty one is as weak as can be (B3).
  package var level: Level { estimate?.level ?? .weakest }

  package func isMet(_ index: Int) -> Bool { metBits & (1 << UInt32(index)) != 0 }

  /// Whether criterion number `index` is not judged yet.
  package func isOpen(_ index: Int) -> Bool { openBits & (1 << UInt32(index)) != 0 }

  /// Whether criterion number `index` fails whatever is typed behind the text.
  package func isDenied(_ index: Int) -> Bool { deniedBits & (1 << UInt32(index)) != 0 }

  /// Whether any criterion is not judged yet, so that nothing can be accepted.
  package var isOpen: Bool { openBits != 0 }

  package func fails(_ index: Int) -> Bool { failureBits & (1 << UInt64(index)) != 0 }

  /// The number of the first rule that fails, `nil` when the text passes.
  package var firstFailure: Int? { failureBits == 0 ? nil : failureBits.trailingZeroBitCount }
}
