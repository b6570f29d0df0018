/// One change of a field's text, as it is proposed to the delegate and then carried out as a whole.
///
/// A change says what is replaced and where the replacement comes from; the text itself is lent by the session.
public struct Change: Equatable, Sendable {
  /// Where the new text comes from.
  public enum Replacement: Equatable, Sendable {
    /// There is none: a deletion.
    case nothing
    /// One typed scalar.
    case typed(Unicode.Scalar)
    /// The text that was pasted last.
    case pasted
    /// The replaced clusters, two of them, the other way round.
    case transposed
  }

  /// The clusters that are replaced, counted in the text before the change.
  public var range: Range<Int>
  /// What comes in their place.
  public var replacement: Replacement
  /// Whether the change is a clear: then the delegate is asked shouldClear and not shouldChangeCharacters.
  public var isClear: Bool

  /// Makes a change.
  public init(_ range: Range<Int>, _ replacement: Replacement = .nothing, isClear: Bool = false) {
    self.range = range
    self.replacement = replacement
    self.isClear = isClear
  }
}
