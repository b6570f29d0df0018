/// The name of a field in a result: a lower-case letter (a-z), then lower-case letters, digits and underscores; and
/// not `strength`, under which a JSON result has the strength of the new password.
///
/// Such a name needs no quotation marks or escapes in JSON and ends the name of a shell variable, see ``ResultText``.
public struct FieldName: Hashable, CustomStringConvertible, Sendable {
  /// The name.
  public let text: String

  /// The name of a person's name.
  public static let name = FieldName(known: "name")
  /// The name of an email address.
  public static let email = FieldName(known: "email")
  /// The name of a password.
  public static let password = FieldName(known: "password")

  /// Makes a name of `text`.
  ///
  /// - Throws: ``Failure/malformed`` and ``Failure/reserved``.
  public init(_ text: String) throws(Failure) {
    guard let first = text.utf8.first, first.isLowercaseLetter,
      text.utf8.allSatisfy({ $0.isInShellNames && !$0.isUppercaseLetter })
    else { throw .malformed }
    guard text != "strength" else { throw .reserved }
    self.text = text
  }

  /// Makes the name of a field that was given none, from that of its type, with `_` for `-`.
  ///
  /// - Throws: As ``init(_:)`` does.
  public init(defaultFor type: String) throws(Failure) {
    try self.init(String(type.map { $0 == "-" ? "_" : $0 }))
  }

  private init(known text: String) { self.text = text }

  /// The same as ``text``.
  public var description: String { text }
}

extension FieldName {
  /// Why a text is no name of a field.
  public enum Failure: Error, Equatable, CustomStringConvertible, Sendable {
    /// It is empty, begins with something else than a to z, or has something else than a to z, 0 to 9 and `_` in it.
    case malformed
    /// It is `strength`.
    case reserved

    /// The reason, as the end of a line that gives the name.
    public var description: String {
      switch self {
      case .malformed: "a name is a letter from a to z, then such letters, digits and underscores"
      case .reserved: "this name is kept for the strength of the new password"
      }
    }
  }
}
