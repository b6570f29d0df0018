internal import WatchwordMessages

/// Where the levels begin, in the unit of a meter: bits of guesses, or grapheme clusters (reference behaviour, B5).
package struct StrengthScale: Equatable, Sendable {
  /// Where each level above the weakest begins, in the order of the levels.
  package let thresholds: [Int]

  /// The scale of the meter by guesses: medium from 40 bits on, strong from 75.
  package static let guesses = StrengthScale(checked: Level.allCases.dropFirst().map { $0.row.bits })
  /// The scale of the meter by length: medium from 10 grapheme clusters on, strong from 20.
  package static let length = StrengthScale(checked: Level.allCases.dropFirst().map { $0.row.length })

  /// Makes a scale from its thresholds.
  ///
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
  package func level(of count: Int) -> Level { Level.allCases[thresholds.count { $0 <= count }] }

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
