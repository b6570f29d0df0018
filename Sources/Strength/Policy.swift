/// What a password has to be: a value, free of code, so that a policy can be shown, compared and written down.
public struct Policy: Equatable, Sendable {
  /// The criteria, in the order of the panel; at most 32.
  public var criteria: [Criterion]
  /// The criteria of which only some have to be met, with the sentence above them.
  public var group: Group?
  /// The rules that judge the text when its field loses the focus: the first that fails wins; at most 32.
  public var rules: [Rule]
  /// The number of grapheme clusters beyond which the text is too long; `nil` where there is no such limit.
  public var maximumCount: Int?
  /// What is done to a text before it is judged, compared and handed out.
  public var normalization = Normalization.none

  /// Whether a character is a code point, since a criterion counts these; else it is a grapheme cluster (A5).
  public var countsCodePoints: Bool {
    criteria.contains { if case .codePoints = $0.requirement { true } else { false } }
  }

  /// Makes a policy from its parts.
  public init(criteria: [Criterion], group: Group? = nil, rules: [Rule], maximumCount: Int? = nil) {
    self.criteria = criteria
    self.group = group
    self.rules = rules
    self.maximumCount = maximumCount
  }
}

/// What is done to a password before it is judged, compared and handed out.
public enum Normalization: String, CaseIterable, Sendable {
  /// Nothing: it is taken as typed (OWASP ASVS 5.0, 6.2.8).
  case none
  /// As the profile OpaqueString prepares it (RFC 8265, 4.2): non-ASCII spaces become U+0020, then Unicode
  /// Normalization Form C.
  case nfc
}
