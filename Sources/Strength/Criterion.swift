public import Messages

/// One requirement that the panel shows, decided from the text alone.
public struct Criterion: Equatable, Sendable {
  /// What a text has to be.
  public enum Requirement: Equatable, Sendable {
    /// So many grapheme clusters, and, where `whiteSpace` is false, no white space of any Unicode kind.
    case length(ClosedRange<Int>, whiteSpace: Bool)
    /// So many code points (NIST SP 800-63B-4, 3.1.1.2, counts these).
    case codePoints(ClosedRange<Int>)
    /// At least one scalar of the class.
    case contains(ASCIIClass)
    /// Not, as a whole and whatever its case, in a list of the judge's, each of which could be read.
    case unlisted
  }

  /// What a text has to be.
  public var requirement: Requirement
  /// The label in the panel.
  public var label: String

  /// Makes a criterion.
  public init(_ requirement: Requirement, label: String) {
    self.requirement = requirement
    self.label = label
  }
}

/// Some of a policy's criteria, of which not all have to be met.
public struct Group: Equatable, Sendable {
  /// The members, by their numbers in ``Policy/criteria``.
  public var members: Range<Int>
  /// How many of the members have to be met.
  public var required: Int
  /// The sentence above the members.
  public var heading: Catalogue.Sentence

  /// Makes a group.
  public init(members: Range<Int>, required: Int, heading: Catalogue.Sentence) {
    self.members = members
    self.required = required
    self.heading = heading
  }
}

/// One step of the judgement at a loss of focus, with the error that it leaves.
public struct Rule: Equatable, Sendable {
  /// What makes the rule fail.
  public enum Cause: Equatable, Sendable {
    /// The text is empty.
    case empty
    /// The text has a control character (general category Cc).
    case controls
    /// The text has a scalar that the class has not.
    case outside(ASCIIClass)
    /// A list of the judge's could not be read to its end.
    case unreadableList
    /// A criterion outside the group is unmet, or too few of the group are met.
    case requirements
    /// One of these criteria is unmet, by their numbers in ``Policy/criteria``.
    case criteria(Range<Int>)
    /// The level is below this one.
    case weaker(than: Level)
  }

  /// What makes the rule fail.
  public var cause: Cause
  /// The error line.
  public var message: String
  /// Whether the error line points at the panel of criteria, so that it says nothing where there is no panel.
  public var pointsAtPanel: Bool

  /// Makes a rule.
  public init(_ cause: Cause, message: String, pointsAtPanel: Bool = false) {
    self.cause = cause
    self.message = message
    self.pointsAtPanel = pointsAtPanel
  }

  /// Whether a failure shows the criteria as met or failed; else it sends them all back to not yet judged (A8).
  public var judgesCriteria: Bool {
    switch cause {
    case .empty, .controls, .outside: false
    case .unreadableList, .requirements, .criteria, .weaker: true
    }
  }
}
