internal import Glibc
internal import WatchwordStrength

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

extension CheckReport {
  /// How fast somebody guesses: the four usual cases (Wheeler, "zxcvbn", USENIX Security 2016; the same four as the
  /// library of that name gives).
  enum AttackSpeed: CaseIterable, Sendable {
    /// At a service that limits the rate: 100 guesses an hour.
    case onlineThrottled
    /// At a service that does not: 10 guesses a second.
    case onlineUnthrottled
    /// On a stolen file of slow hashes, as of bcrypt or scrypt: 10^4 guesses a second.
    case offlineSlow
    /// On a stolen file of fast hashes, as of SHA-1: 10^10 guesses a second.
    case offlineFast

    /// The name for programs.
    var name: String {
      switch self {
      case .onlineThrottled: "online_throttled_100_per_hour"
      case .onlineUnthrottled: "online_unthrottled_10_per_second"
      case .offlineSlow: "offline_slow_10000_per_second"
      case .offlineFast: "offline_fast_10000000000_per_second"
      }
    }

    /// How many guesses are made in a second.
    var guessesPerSecond: Double {
      switch self {
      case .onlineThrottled: 100.0 / 3600.0
      case .onlineUnthrottled: 10
      case .offlineSlow: 1e4
      case .offlineFast: 1e10
      }
    }

    /// How long so many guesses take.
    ///
    /// - Parameter guessesLog10: The decimal logarithm of the number of guesses.
    /// - Returns: The time in seconds; at most 10^300, so that it stays a number for every reader of JSON.
    func seconds(guessesLog10: Double) -> Double {
      pow(10, min(300, guessesLog10 - log10(guessesPerSecond)))
    }
  }
}
