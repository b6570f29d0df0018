public import WatchwordMessages

/// How strong a password is (reference behaviour, B3): as many bars are lit as the level has levels below it, and one.
///
/// A level is a row of the table below. Its words stand in ``WatchwordMessages/Catalogue/Strength``, and its colour in the
/// terminal's theme.
public enum Level: Int, CaseIterable, Comparable, Sendable {
  /// What is easy to guess.
  case weak
  /// What could be stronger.
  case medium
  /// What is hard to guess.
  case strong

  /// The name, and where the level begins: in bits of guesses, and in grapheme clusters by the standard length scale.
  private var row: (name: String, bits: Double, length: Int) {
    switch self {
    case .weak: ("weak", -.infinity, 0)
    case .medium: ("medium", 26.575_424_759_098_9, 10)  // log2(10^8)
    case .strong: ("strong", 33.219_280_948_873_62, 20)  // log2(10^10)
    }
  }

  /// The level below all others.
  public static let weakest = allCases[0]
  /// The level above all others.
  public static let strongest = allCases[allCases.count - 1]

  /// The level of a text by the number of guesses: weak below 10^8 and strong from 10^10 on (Wheeler, "zxcvbn",
  /// USENIX Security 2016: the steps to the scores 3 and 4).
  ///
  /// - Parameter bits: The binary logarithm of the number of guesses.
  public init(bits: Double) { self = Self.allCases.last { bits >= $0.row.bits } ?? .weakest }

  /// Orders levels from weak to strong.
  public static func < (lhs: Level, rhs: Level) -> Bool { lhs.rawValue < rhs.rawValue }

  /// The level one below; the weakest has none below it and stays.
  public var demoted: Level { Level(rawValue: rawValue - 1) ?? self }

  /// The name for programs, as the option `--min-strength` takes it and the JSON answer gives it: not translated.
  public var name: String { row.name }

  /// The least number of grapheme clusters in the standard length scale.
  var standardLength: Int { row.length }
}

extension Catalogue.Strength {
  /// The words beside the bars at `level` (B4).
  public func words(for level: Level) -> String { levels[level.rawValue] }
}
