internal import Glibc
internal import WatchwordStrength

/// What was found about a password: safe to keep and print, since it holds nothing of it.
struct CheckReport: Equatable, Sendable {
  /// What it is worth under the policy.
  var verdict: Verdict
  /// The binary logarithm of the number of guesses; `nil` where no meter counts them.
  var bits: Double?
  /// What a list of leaked passwords says of it; `nil` where none was asked.
  var leak: LeakFinding?

  /// The decimal logarithm of the number of guesses.
  var guessesLog10: Double? { bits.map { $0 * log10(2) } }
  /// Whether it passes the policy.
  var isAccepted: Bool { verdict.firstFailure == nil && !verdict.isOpen }
}

extension CheckReport {
  /// How fast somebody guesses.
  struct AttackSpeed: Sendable {
    /// The name for programs.
    let name: String
    /// How many guesses are made in a second.
    let guessesPerSecond: Double

    /// The four usual cases (Wheeler, "zxcvbn", USENIX Security 2016; the same four as the library of that name gives):
    /// at a service that limits the rate and at one that does not, and on a stolen file of slow hashes, such as bcrypt,
    /// and of fast ones, such as SHA-1.
    static let all = [
      AttackSpeed(name: "online_throttled_100_per_hour", guessesPerSecond: 100.0 / 3600.0),
      AttackSpeed(name: "online_unthrottled_10_per_second", guessesPerSecond: 10),
      AttackSpeed(name: "offline_slow_10000_per_second", guessesPerSecond: 1e4),
      AttackSpeed(name: "offline_fast_10000000000_per_second", guessesPerSecond: 1e10),
    ]

    /// How long so many guesses take.
    ///
    /// - Parameter guessesLog10: The decimal logarithm of the number of guesses.
    /// - Returns: The time in seconds; at most 10^300, so that it stays a number for every reader of JSON.
    func seconds(guessesLog10: Double) -> Double {
      pow(10, min(300, guessesLog10 - log10(guessesPerSecond)))
    }
  }
}
