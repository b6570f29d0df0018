/// The level of a text by its length alone (reference behaviour, B5).
public struct LengthScale: Equatable, Sendable {
  /// The least number of grapheme clusters for the level medium.
  public let medium: Int
  /// The least number of grapheme clusters for the level strong.
  public let strong: Int

  /// The scale of B5: medium from 10 characters on, strong from 20.
  public static let standard = LengthScale(checkedMedium: 10, strong: 20)

  /// Makes a scale from its thresholds, in grapheme clusters.
  ///
  /// - Throws: ``Failure/notPositive`` unless both are at least 1, ``Failure/notAscending`` unless `medium` is below
  ///   `strong`.
  public init(medium: Int, strong: Int) throws(Failure) {
    guard medium > 0, strong > 0 else { throw .notPositive }
    guard medium < strong else { throw .notAscending }
    self.init(checkedMedium: medium, strong: strong)
  }

  /// Makes a scale from text as the option `--strength-scale` takes it: two numbers and a comma, such as `10,20`.
  ///
  /// - Throws: ``Failure/notTwoNumbers`` unless the text is two runs of the digits 0 to 9 with one comma between them;
  ///   ``Failure/tooLarge`` where a number does not fit in an `Int`; and what ``init(medium:strong:)`` throws.
  public init(parsing text: String) throws(Failure) {
    let parts = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .notTwoNumbers }
    try self.init(medium: LengthScale.number(parts[0]), strong: LengthScale.number(parts[1]))
  }

  private init(checkedMedium medium: Int, strong: Int) {
    self.medium = medium
    self.strong = strong
  }

  /// The level of a text with `count` grapheme clusters.
  public func level(of count: Int) -> Level {
    count >= strong ? .strong : count >= medium ? .medium : .weak
  }

  private static func number(_ digits: Substring.UTF8View) throws(Failure) -> Int {
    guard !digits.isEmpty, digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else {
      throw .notTwoNumbers
    }
    guard let number = Int(Substring(digits)) else { throw .tooLarge }
    return number
  }
}

extension LengthScale {
  /// Why a scale could not be made.
  public enum Failure: Error, Equatable, CaseIterable, CustomStringConvertible, Sendable {
    /// The text is not two numbers with a comma between them.
    case notTwoNumbers
    /// A number is too large to count with.
    case tooLarge
    /// A threshold is 0 or less: with it no text could be weak.
    case notPositive
    /// The second threshold is not above the first.
    case notAscending

    /// The reason, as the end of a line that names the option and its argument.
    public var description: String {
      switch self {
      case .notTwoNumbers: "expected two numbers with a comma between them, such as 10,20"
      case .tooLarge: "the number is too large"
      case .notPositive: "both numbers must be at least 1"
      case .notAscending: "the second number must be greater than the first"
      }
    }
  }
}
