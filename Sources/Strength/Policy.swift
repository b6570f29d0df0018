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

  /// Makes a policy from its parts.
  public init(criteria: [Criterion], group: Group? = nil, rules: [Rule], maximumCount: Int? = nil) {
    self.criteria = criteria
    self.group = group
    self.rules = rules
    self.maximumCount = maximumCount
  }
}
