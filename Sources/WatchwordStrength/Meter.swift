internal import WatchwordMessages

/// Works out how strong a text is.
///
/// A meter need not be `Sendable`: it may own a word list that is still being read. One session uses it, on one
/// thread.
package protocol Meter {
  /// How strong `text` is, which has `count` grapheme clusters, for somebody who knows the words of `context`.
  ///
  /// It is asked after every edit, so an answer has to come within a millisecond, and it keeps nothing of the text.
  func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate

  /// Forgets what ``learnOldPassword(_:)`` was given; by default it does nothing.
  func forgetOldPasswords()

  /// Takes note of a known password, which counts against a new one as the words of a context do. A meter that keeps it
  /// keeps it in memory that is wiped; by default it does nothing.
  func learnOldPassword(_ text: UTF8Span)

  /// Whether ``warmUp()`` makes the first estimate quicker; by default `true`.
  var needsWarmUp: Bool { get }

  /// Does once what the first estimate would otherwise have to, such as reading dictionaries into memory. May be called
  /// while the program has nothing better to do, before the first text; by default it does nothing.
  func warmUp()
}

extension Meter {
  package var needsWarmUp: Bool { true }

  package func warmUp() {}

  package func forgetOldPasswords() {}

  package func learnOldPassword(_ text: UTF8Span) {}
}

/// The length scale, with words of the dictionary one level lower (reference behaviour, B5 and B6).
package struct LengthMeter: Meter {
  package let scale: StrengthScale
  /// The words that count less.
  package let words: [any WordList]

  /// Only texts that the scale puts above the weakest level are looked up, so lists may leave out every word of fewer
  /// code points than the scale's first threshold.
  package init(scale: StrengthScale = .length, words: [any WordList] = []) {
    self.scale = scale
    self.words = words
  }

  /// False: word lists are read on by the session.
  package var needsWarmUp: Bool { false }

  /// The level that the scale gives, or the one below it where `text` as a whole is a word of the lists or of
  /// `context`.
  package func estimate(of text: UTF8Span, count: Int, context: ContextWords) -> Estimate {
    let level = scale.level(of: count)
    var estimate = Estimate(level: level, scale: scale)
    if level < .strongest { estimate.reasons.append(Reason(.short)) }
    if level > .weakest, let kind = context.reason(for: text, or: words) {
      estimate.reasons.insert(Reason(kind, at: 0..<count), at: 0)
      estimate.level = level.demoted
    }
    return estimate
  }
}

/// Where the levels begin, in the unit of a meter: bits of guesses, or grapheme clusters (reference behaviour, B5).
package struct StrengthScale: Equatable, Sendable {
  /// Where each level above the weakest begins, in the order of the levels.
  package let thresholds: [Int]

  /// The scale of the meter by guesses: medium from 40 bits on, strong from 75.
  package static let guesses = StrengthScale(checked: Level.allCases.dropFirst().map { $0.row.bits })
  /// The scale of the meter by length: medium from 10 grapheme clusters on, strong from 20.
  package static let length = StrengthScale(checked: Level.allCases.dropFirst().map { $0.row.length })

  /// - Throws: ``Failure/notTwoNumbers`` unless there is one for each level above the weakest, ``Failure/notPositive``
  ///   unless all are at least 1, ``Failure/notAscending`` unless each is above the one before it.
  package init(_ thresholds: [Int]) throws(Failure) {
    guard thresholds.count == Self.length.thresholds.count else { throw .notTwoNumbers }
    guard thresholds.allSatisfy({ $0 > 0 }) else { throw .notPositive }
    guard zip(thresholds, thresholds.dropFirst()).allSatisfy(<) else { throw .notAscending }
    self.init(checked: thresholds)
  }

  /// Makes a scale from text as the option `--strength-scale` takes it: numbers with commas between them, such as
  /// `10,20`.
  ///
  /// - Throws: ``Failure/notTwoNumbers`` where a part of the text is no run of the digits 0 to 9, ``Failure/tooLarge``
  ///   where a number does not fit in an `Int`, and what ``init(_:)`` throws.
  package init(parsing text: String) throws(Failure) {
    let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(ASCIIClass.digits.contains) }) else {
      throw .notTwoNumbers
    }
    let numbers = parts.compactMap { Int(Substring($0)) }
    guard numbers.count == parts.count else { throw .tooLarge }
    try self.init(numbers)
  }

  private init(checked thresholds: [Int]) { self.thresholds = thresholds }

  /// The level of a text with so many grapheme clusters.
  package func level(of count: Int) -> Level { level(ofBits: Double(count)) }

  /// The level of a text that takes so many guesses, given as their binary logarithm.
  package func level(ofBits bits: Double) -> Level {
    Level.allCases[thresholds.count { Double($0) <= bits }]
  }

  /// Where `level` begins, in the unit of the meter; 0 for the weakest.
  package func start(of level: Level) -> Int { level == .weakest ? 0 : thresholds[level.rawValue - 1] }

  package enum Failure: Error, Equatable, CaseIterable, CustomStringConvertible, Sendable {
    /// The text is not two numbers with a comma between them: one for each level above the weakest.
    case notTwoNumbers
    case tooLarge
    /// A threshold is 0 or less: with it no text could be weak.
    case notPositive
    case notAscending

    /// The reason, as the end of a line that names the option and its argument.
    package var description: String {
      switch self {
      case .notTwoNumbers: text("expected two numbers with a comma between them, such as 10,20")
      case .tooLarge: text("the number is too large")
      case .notPositive: text("both numbers must be at least 1")
      case .notAscending: text("the second number must be greater than the first")
      }
    }
  }
}
