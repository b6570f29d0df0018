internal import WatchwordBase

/// Where the levels begin, in the unit of a meter: bits of guesses, or grapheme clusters (B5).
package struct StrengthScale: Equatable, Sendable {
  /// Where each level above the weakest begins, in ascending order.
  package let thresholds: [Int]

  /// For guesses: medium from 40 bits, strong from 75.
  package static let guesses = StrengthScale(checked: Level.allCases.dropFirst().map { $0.row.bits })
  /// For length: medium from 10 grapheme clusters, strong from 20.
  package static let length = StrengthScale(checked: Level.allCases.dropFirst().map { $0.row.length })

  /// - Throws: ``Failure/notTwoNumbers`` unless there is a threshold for each level above the weakest,
  ///   ``Failure/notPositive`` if a threshold is below 1, ``Failure/notAscending`` unless each threshold is above the
  ///   one before it.
  package init(_ thresholds: [Int]) throws(Failure) {
    guard thresholds.count == Self.length.thresholds.count else { throw .notTwoNumbers }
    guard thresholds.allSatisfy({ $0 > 0 }) else { throw .notPositive }
    guard zip(thresholds, thresholds.dropFirst()).allSatisfy(<) else { throw .notAscending }
    self.init(checked: thresholds)
  }

  /// Makes a scale from the argument of `--strength-scale`: numbers separated by commas, such as `10,20`.
  ///
  /// - Throws: ``Failure/notTwoNumbers`` if a part has anything but digits 0 to 9, ``Failure/tooLarge`` if a number
  ///   does not fit an `Int`, or what ``init(_:)`` throws.
  package init(parsing text: String) throws(Failure) {
    let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(ASCIIClass.digits.contains) }) else {
      throw .notTwoNumbers
    }
    let numbers = parts.compactMap { Int(Substring($0)) }
    guard numbers.count == parts.count else { throw .tooLarge }
    try self.init(numbers)
  }

  /// The argument of `--strength-scale`.
  package var words: String { thresholds.map(\.description).joined(separator: ",") }

  private init(checked thresholds: [Int]) { self.thresholds = thresholds }

  /// The level of a text of `count` grapheme clusters.
  package func level(of count: Int) -> Level { level(ofBits: Double(count)) }

  /// The level of a text that takes 2^`bits` guesses.
  package func level(ofBits bits: Double) -> Level {
    Level.allCases[thresholds.count { Double($0) <= bits }]
  }

  /// Where `level` begins, in the unit of the meter; 0 for the weakest.
  package func start(of level: Level) -> Int { level == .weakest ? 0 : thresholds[level.rawValue - 1] }

  package enum Failure: Error, Equatable, CaseIterable, CustomStringConvertible, Sendable {
    /// The text is not two numbers with a comma between them.
    case notTwoNumbers
    case tooLarge
    /// A threshold is 0 or less, so that no text could be weak.
    case notPositive
    case notAscending

    /// The reason, as the end of an error line that begins with the option and its argument.
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
