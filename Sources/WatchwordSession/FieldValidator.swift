/// What a validator of the program's own says of a text.
package enum Validity: Equatable, Sendable {
  /// The text is right.
  case valid
  /// The text is wrong, as the sentence says.
  case invalid(String)
}

/// A validator of the program's own, for a field that is not secure.
package enum FieldValidator: Sendable {
  /// It answers at once.
  case now(@Sendable (String) -> Validity)
  /// It answers later.
  case later(@Sendable (String) async -> Validity)
}
