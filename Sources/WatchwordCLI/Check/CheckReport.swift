internal import Glibc
internal import WatchwordMessages
internal import WatchwordStrength
internal import WatchwordSystem

/// What was found about a password: safe to keep and print, since it holds nothing of it but how long its parts are,
/// where that is asked for.
struct CheckReport: Equatable, Sendable {
  /// What it is worth under the policy.
  var verdict: Verdict
  /// The binary logarithm of the number of guesses; `nil` where no meter counts them.
  var bits: Double?
  /// The parts that these bits are the sum of; `nil` where nobody asks for them.
  var parts: [GuessedPart]?
  /// What the list of leaked passwords says; `nil` where there is none.
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
    /// The words for a person.
    let words: @Sendable (Texts) -> String

    /// The four usual cases (Wheeler, "zxcvbn", USENIX Security 2016; the same four as the library of that name gives):
    /// at a service that limits the rate and at one that does not, and on a stolen file of slow hashes, such as bcrypt,
    /// and of fast ones, such as SHA-1.
    static let all = [
      AttackSpeed(name: "online_throttled_100_per_hour", guessesPerSecond: 100.0 / 3600.0) { texts in
        texts("online, 100 tries an hour")
      },
      AttackSpeed(name: "online_unthrottled_10_per_second", guessesPerSecond: 10) { texts in
        texts("online, 10 tries a second")
      },
      AttackSpeed(name: "offline_slow_10000_per_second", guessesPerSecond: 1e4) { texts in
        texts("stolen file of slow hashes, 10,000 tries a second")
      },
      AttackSpeed(name: "offline_fast_10000000000_per_second", guessesPerSecond: 1e10) { texts in
        texts("stolen file of fast hashes, 10 billion tries a second")
      },
    ]

    /// How long so many guesses take.
    ///
    /// - Parameter guessesLog10: The decimal logarithm of the number of guesses.
    /// - Returns: The time in seconds; at most 10^300, so that it stays a number for every reader of JSON.
    func seconds(guessesLog10: Double) -> Double {
      pow(10, min(300, guessesLog10 - log10(guessesPerSecond)))
    }

    /// A time as people say it: "less than a second", "3 hours", "12 years", "centuries". `seconds` is never negative.
    static func words(forSeconds seconds: Double, _ texts: Texts) -> String {
      guard seconds >= 1 else { return texts("less than a second") }
      // Each unit goes up to the number that makes one of the next. A month and a year are the mean ones.
      let units: [(length: Double, end: Double, words: (Int) -> String)] = [
        (1, 60, { texts.plural("{count} second", "{count} seconds", $0) }),
        (60, 60, { texts.plural("{count} minute", "{count} minutes", $0) }),
        (3600, 24, { texts.plural("{count} hour", "{count} hours", $0) }),
        (86_400, 31, { texts.plural("{count} day", "{count} days", $0) }),
        (2_629_800, 12, { texts.plural("{count} month", "{count} months", $0) }),
        (31_557_600, 100, { texts.plural("{count} year", "{count} years", $0) }),
      ]
      for unit in units {
        let count = (seconds / unit.length).rounded()
        if count < unit.end { return unit.words(Int(count)) }
      }
      return texts("centuries")
    }
  }
}
