internal import Glibc
internal import Watchword
internal import WatchwordMessages
internal import WatchwordScreen
internal import WatchwordSecrets
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
  var leak: LeakFinding?

  var guessesLog10: Double? { bits.map { $0 * log10(2) } }
  var isAccepted: Bool { verdict.firstFailure == nil && !verdict.isOpen }
}

extension CheckReport {
  struct AttackSpeed: Sendable {
    /// The name for programs.
    let name: String
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

    /// How many seconds the guesses take; at most 10^300, so that it stays a number for every reader of JSON.
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

enum UncheckedInput: Error, Equatable {
  case notText
  case tooLong
  /// It has a control character, which a form would not take.
  case hasControls
  /// It stands in a line of a list with the line ends of another system.
  case endsInCR
  /// There is a second one where one is judged.
  case several
  case closed
  /// It cannot be read, or not to its end.
  case unreadable(SystemError)

  /// Why, for a program and in a table, in English: of a password, the end of a sentence about it.
  var reason: String {
    let words = words(.english)
    return words.reason ?? words.line
  }

  /// Why, for a person.
  var line: String { line(in: .ofProcess) }

  func line(in texts: Texts) -> String { words(texts).line }

  private func words(_ texts: Texts) -> (reason: String?, line: String) {
    switch self {
    case .notText: ("not valid UTF-8", texts("the password is not valid UTF-8"))
    case .tooLong:
      (
        "longer than \(SecretText.defaultCapacity) bytes",
        texts("the password is longer than {count} bytes", ["count": String(SecretText.defaultCapacity)])
      )
    case .hasControls:
      ("holds a control character", texts("the password holds a control character, which no form takes"))
    case .endsInCR:
      ("ends in CR, as lines of Windows do", texts("the password ends in CR, as lines of Windows do"))
    case .several:
      (
        nil,
        texts(
          "standard input holds more than one password: '{option}' judges a list",
          ["option": Option.batch.flag])
      )
    case .closed: (nil, texts("standard input is closed"))
    case .unreadable(let error):
      (nil, texts("cannot read standard input: {reason}", ["reason": "\(error)"]))
    }
  }
}

/// Judges one password after the other by one policy. One thread at a time uses it.
struct Checker {
  private let assessor: Assessor
  private let explains: Bool

  /// Makes a checker with memory of its own. Where it `explains`, its reports have the parts of a password.
  ///
  /// - Throws: Why there is no memory for the passwords.
  init(
    _ policy: Policy, _ configuration: JudgeConfiguration, explains: Bool = false,
    locking: SecretMemory.Locking
  ) throws(SecretError) {
    assessor = try Assessor(policy, configuration, locking: locking)
    self.explains = explains
  }

  /// What the password in `line` is worth.
  ///
  /// - Throws: Why `line` is no password.
  func report(onLine line: Span<UInt8>) throws(UncheckedInput) -> CheckReport {
    guard line.count <= SecretText.defaultCapacity else { throw .tooLong }
    guard let text = try? UTF8Span(validating: line) else { throw .notText }
    if text.hasControls { throw .hasControls }
    return report(on: text)
  }

  /// What `text` is worth in the policy's normal form. An empty one is the first that is guessed.
  func report(on text: UTF8Span) -> CheckReport {
    assessor.assess(text) { text, count, judge, verdict in
      var report = CheckReport(verdict: verdict, bits: 0)
      if explains { report.parts = assessor.guesses.parts(of: text, count: count, context: judge.context) }
      guard !text.isEmpty else { return report }
      report.bits = assessor.guesses.estimate(of: text, count: count, context: judge.context).bits
      report.leak = judge.leaks?.finding(on: text)
      return report
    }
  }
}
