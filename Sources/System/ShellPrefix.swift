/// What the names of shell variables begin with: a letter or underscore, then letters, digits and underscores, all
/// ASCII, as the names of the POSIX shell are (POSIX.1-2017, Base Definitions, 3.235).
public struct ShellPrefix: Equatable, CustomStringConvertible, Sendable {
  /// The prefix.
  public let text: String

  /// The prefix of this program, `ww_`.
  public static let standard = ShellPrefix(known: "ww_")

  /// Makes a prefix of `text`, `nil` when no variable's name can begin with it.
  public init?(_ text: String) {
    guard let first = text.utf8.first, !first.isDigit, text.utf8.allSatisfy(\.isInShellNames)
    else { return nil }
    self.text = text
  }

  private init(known text: String) { self.text = text }

  /// The same as ``text``.
  public var description: String { text }
}

extension UInt8 {
  /// Whether it can stand in the name of a variable of the POSIX shell: an ASCII letter, a digit or an underscore.
  var isInShellNames: Bool { isLowercaseLetter || isUppercaseLetter || isDigit || self == UInt8(ascii: "_") }

  /// Whether it is a letter from a to z in ASCII.
  var isLowercaseLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= self }

  /// Whether it is a letter from A to Z in ASCII.
  var isUppercaseLetter: Bool { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self }

  /// Whether it is a digit from 0 to 9 in ASCII.
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
