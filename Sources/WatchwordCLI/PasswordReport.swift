internal import Glibc
internal import Screen
internal import Strength

/// What was found about a password: safe to keep and print, since it holds nothing of it.
struct PasswordReport: Equatable, Sendable {
  /// What it is worth under the policy.
  var verdict: Verdict
  /// The binary logarithm of the number of guesses; `nil` where no meter counts them.
  var bits: Double?

  /// The decimal logarithm of the number of guesses.
  var guessesLog10: Double? { bits.map { $0 * log10(2) } }
  /// Whether it passes the policy.
  var isAccepted: Bool { verdict.firstFailure == nil }
}

/// A line that could not be judged.
enum LineRefusal: Equatable, Sendable {
  case notText
  case tooLong(limit: Int)

  /// Why, as the end of a sentence about the line.
  var reason: String {
    switch self {
    case .notText: "not valid UTF-8"
    case .tooLong(let limit): "longer than \(limit) bytes"
    }
  }
}
