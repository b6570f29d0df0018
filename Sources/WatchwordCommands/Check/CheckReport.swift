internal import Glibc
internal import WatchwordBase
internal import WatchwordSecrets
internal import WatchwordStrength

/// The findings about a password. Safe to keep and print: they reveal at most the lengths of its parts, if asked for.
struct CheckReport: Equatable, Sendable {
  var verdict: PolicyVerdict
  /// The binary logarithm of the number of guesses; `nil` if no meter counts them.
  var bits: Double?
  /// The parts whose bits add up to ``bits``; `nil` unless asked for.
  var parts: [GuessedPart]?
  var leak: LeakFinding?
  /// The first line of the list with the same password, if this is another one.
  var same: Int?
  /// The user of the account; `nil` unless asked for.
  var user: String?

  var guessesLog10: Double? { bits.map { $0 * log10(2) } }
  var isAccepted: Bool { verdict.firstFailure == nil && !verdict.isOpen }
}

extension CheckReport {
  struct AttackSpeed: Sendable {
    /// The name for programs.
    let name: String
    let guessesPerSecond: Double
    /// The words for users.
    let words: @Sendable (Texts) -> String

    /// The four usual cases (Wheeler, "zxcvbn", USENIX Security 2016, and the library of that name): a service with and
    /// without a rate limit, and a stolen file of slow hashes, such as bcrypt, or fast ones, such as SHA-1.
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

    /// How many seconds the guesses take; at most 10^300, so that every JSON reader can represent it.
    func seconds(guessesLog10: Double) -> Double {
      pow(10, min(300, guessesLog10 - log10(guessesPerSecond)))
    }

    /// A time in words: "less than a second", "3 hours", "12 years", "centuries". `seconds` is never negative.
    static func words(forSeconds seconds: Double, _ texts: Texts) -> String {
      guard seconds >= 1 else { return texts("less than a second") }
      // A count of `end` or more is given in the next unit. Months and years have their mean lengths.
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

extension Assessor {
  /// The report on the password in `line`, with the password's parts if `explains`.
  ///
  /// - Throws: Why `line` is no password.
  func report(onLine line: Span<UInt8>, explains: Bool) throws(UncheckedInput) -> CheckReport {
    if let fault = Self.fault(in: line) { throw fault }
    guard let text = try? UTF8Span(validating: line) else { throw .notText }
    return report(on: text, explains: explains)
  }

  /// Why `line` is no password; `nil` if it is one.
  static func fault(in line: Span<UInt8>) -> UncheckedInput? {
    guard line.count <= SecretText.defaultCapacity else { return .tooLong }
    guard let text = try? UTF8Span(validating: line) else { return .notText }
    return text.hasControls ? .hasControls : nil
  }

  /// The report on `text`, judged in the policy's normal form. An empty text has 0 bits, because it is the first guess.
  func report(on text: UTF8Span, explains: Bool = false) -> CheckReport {
    assess(text) { text, count, verdict in
      var report = CheckReport(verdict: verdict, bits: 0)
      if explains { report.parts = judge.guesses?.parts(of: text, count: count, context: judge.context) }
      guard !text.isEmpty else { return report }
      report.bits =
        verdict.estimate?.bits ?? judge.guesses?.estimate(of: text, count: count, context: judge.context).bits
      report.leak = judge.leaks?.finding(on: text)
      return report
    }
  }
}
