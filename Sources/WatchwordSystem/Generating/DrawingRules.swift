internal import WatchwordSecrets
package import WatchwordStrength

/// What a policy wants of the length and the characters of a password that is drawn.
///
/// Which classes a character belongs to is said by the policy itself, so that nothing here can differ from its verdict. All
/// characters that are drawn are ASCII, so that clusters, code points and bytes are the same number.
package struct DrawingRules {
  /// How many characters a password may have.
  let counts: ClosedRange<Int>
  /// Whether a password may have white space.
  package let allowsWhiteSpace: Bool

  private let policy: Policy
  /// The criteria that ask for a character of a class: bit `n` for criterion `n`.
  private let classes: UInt32

  /// The most characters of a password that is drawn, whatever the policy allows: more than anything needs, and few
  /// enough to count all passwords at once.
  package static let longest = 256

  /// Takes the rules from `policy`.
  package init(_ policy: Policy) {
    let most = Self.longest
    let range = policy.characterRange ?? 1...most
    let least = min(max(1, range.lowerBound), most)
    // Both limits count the same in ASCII.
    counts = least...max(least, min(range.upperBound, most, policy.maximumBytes ?? most))
    allowsWhiteSpace = !policy.criteria.contains {
      if case .length(_, whiteSpace: false) = $0.condition { true } else { false }
    }
    var classes: UInt32 = 0
    for (index, criterion) in policy.criteria.enumerated() {
      switch criterion.condition {
      case .contains, .special:
        classes |= 1 << UInt32(index)
      case .length, .codePoints, .bytes, .unlisted, .unleaked, .notOld, .level: break
      }
    }
    (self.policy, self.classes) = (policy, classes)
  }

  /// The criteria of a class that the ASCII character `byte` meets: bit `n` for criterion `n`.
  func met(by byte: UInt8) -> UInt32 {
    withUTF8Span(of: Unicode.Scalar(byte)) { policy.verdict(on: $0, count: 1, by: Judge()).metBits } & classes
  }

  /// Whether enough criteria are among those that are `met`.
  func areEnough(_ met: UInt32) -> Bool {
    policy.places.allSatisfy { $0.isMet(Verdict(metBits: met | ~classes)) }
  }
}
