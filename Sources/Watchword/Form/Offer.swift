/// A password that was drawn, and that the person may take. Its text stands in the form's texts, behind those of the
/// fields.
package struct Offer: Equatable, Sendable {
  /// What a password is made of.
  package enum Kind: Equatable, Sendable {
    /// Single characters.
    case characters
    /// Words with a separator between them.
    case words

    /// The other kind.
    var other: Kind { self == .characters ? .words : .characters }
  }

  /// What the password is made of.
  package let kind: Kind
  /// The binary logarithm of the number of passwords that could have been drawn, rounded down; `nil` where that is not
  /// known.
  package let bits: Int?
  /// The number of characters, all of which are one column wide.
  package let count: Int
  /// Where a line may end: the numbers of characters up to behind each separator. None in a password of characters,
  /// which may be broken anywhere.
  let breaks: [Int]
  /// Why there is no other offer, which the person has asked for.
  package internal(set) var note: String?
}

/// What came of drawing a password.
package enum DrawnOffer: Equatable, Sendable {
  /// The one that ``Form/consider(_:)`` got last is offered. It has so many bits, where that is known.
  case drawn(Offer.Kind, bits: Int?)
  /// There is none, for this reason.
  case failed(String)
}
