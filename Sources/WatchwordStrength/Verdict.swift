/// What a text is worth under a policy: safe to keep, print and compare, since it holds nothing of the text.
public struct Verdict: Equatable, Sendable {
  /// Which of the policy's criteria are met: bit `n` for criterion `n`.
  public var metBits: UInt32
  /// Which of the policy's rules fail, each judged by itself: bit `n` for rule `n` of ``Policy/rules``.
  public var failureBits: UInt32
  /// How strong the text is, and why no stronger.
  public var estimate: Estimate
  /// The number of characters, each what the policy takes for one: see ``Policy/countsCodePoints``.
  public var count: Int

  /// Makes a verdict from its parts.
  public init(
    metBits: UInt32 = 0, failureBits: UInt32 = 0, estimate: Estimate = Estimate(level: .weakest),
    count: Int = 0
  ) {
    self.metBits = metBits
    self.failureBits = failureBits
    self.estimate = estimate
    self.count = count
  }

  /// How strong the text is.
  public var level: Level { estimate.level }

  /// Whether criterion number `index` is met.
  public func isMet(_ index: Int) -> Bool { metBits & (1 << UInt32(index)) != 0 }

  /// Whether rule number `index` fails.
  public func fails(_ index: Int) -> Bool { failureBits & (1 << UInt32(index)) != 0 }

  /// The number of the first rule that fails, `nil` when the text passes.
  public var firstFailure: Int? { failureBits == 0 ? nil : failureBits.trailingZeroBitCount }
}
