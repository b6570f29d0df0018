internal import Glibc
internal import Strength

/// What was found about a password: safe to keep and print, since it holds nothing of it.
struct CheckReport: Equatable, Sendable {
  /// What it is worth under the policy.
  var verdict: Verdict
  /// The binary logarithm of the number of guesses; `nil` where no meter counts them.
  var bits: Double?

  /// The decimal logarithm of the number of guesses.
  var guessesLog10: Double? { bits.map { $0 * log10(2) } }
  /// Whether it passes the policy.
  var isAccepted: Bool { verdict.firstFailure == nil }
}
