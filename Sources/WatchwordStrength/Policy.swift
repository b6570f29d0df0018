public import WatchwordMessages

/// What a password has to be: a value, free of code, so that a policy can be shown, compared and written down.
public struct Policy: Equatable, Sendable {
  /// The criteria, in the order of the panel; at most 32.
  public var criteria: [Criterion]
  /// The criteria of which only some have to be met, with the sentence above them.
  public var group: Group?
  /// The rules that judge the text when its field loses the focus: the first that fails wins; at most 32.
  public var rules: [Rule]
  /// What is done to a text before it is judged, compared and handed out.
  public var normalization: Normalization

  /// Makes a policy from its parts.
  public init(
    criteria: [Criterion], group: Group? = nil, rules: [Rule],
    normalization: Normalization = .none
  ) {
    self.criteria = criteria
    self.group = group
    self.rules = rules
    self.normalization = normalization
  }

  /// Whether a character is a code point, since a criterion counts these; else it is a grapheme cluster (A5).
  public var countsCodePoints: Bool {
    criteria.contains { if case .codePoints = $0.condition { true } else { false } }
  }

  /// How many characters a text may have, where a criterion says so.
  package var characterRange: ClosedRange<Int>? {
    criteria.lazy.compactMap {
      switch $0.condition {
      case .length(let range, _), .codePoints(let range): range
      default: nil
      }
    }.first
  }

  /// How many bytes a text may have, where a criterion says so.
  package var maximumBytes: Int? {
    criteria.lazy.compactMap { if case .bytes(let limit) = $0.condition { limit } else { nil } }.min()
  }

  /// Whether a criterion asks for a text that is in no list.
  public var hasBlocklist: Bool { criteria.contains { $0.condition == .unlisted } }

  /// The least level that passes; the weakest where no criterion asks for one.
  public var minimumLevel: Level {
    criteria.lazy.compactMap { if case .level(let least) = $0.condition { least } else { nil } }.max()
      ?? .weakest
  }

  /// One line of the panel.
  public struct Criterion: Equatable, Sendable {
    /// What a text has to be.
    public enum Condition: Equatable, Sendable {
      /// So many grapheme clusters, and, where `whiteSpace` is false, no white space of any Unicode kind.
      case length(ClosedRange<Int>, whiteSpace: Bool)
      /// So many code points (NIST SP 800-63B-4, 3.1.1.2, counts these).
      case codePoints(ClosedRange<Int>)
      /// At most so many bytes in UTF-8. An empty text does not meet it.
      case bytes(atMost: Int)
      /// At least one character of the class that carries no combining mark.
      case contains(ASCIIClass)
      /// At least one character that is neither letter, mark, digit, white space nor control.
      case special
      /// In none of the judge's lists, as a whole and whatever its case. All lists must have been read to their ends.
      case unlisted
      /// None of the known passwords that the same form asks for (C4), nor one of them in other case, backwards, or with
      /// one character added, removed or replaced.
      case notOld
      /// A level of at least this one. An empty text has none.
      case level(atLeast: Level)
    }

    /// What a text has to be.
    public var condition: Condition
    /// The label in the panel.
    public var label: String
    /// The label where criteria stand side by side.
    public var shortLabel: String

    /// Makes a criterion; without `shortLabel` the label stands everywhere.
    public init(_ condition: Condition, label: String, shortLabel: String? = nil) {
      self.condition = condition
      self.label = label
      self.shortLabel = shortLabel ?? label
    }
  }

  /// Some of the criteria. Not all of them have to be met.
  public struct Group: Equatable, Sendable {
    /// The members, by their numbers in ``Policy/criteria``.
    public var members: Range<Int>
    /// How many of the members have to be met.
    public var required: Int
    /// The sentence above the members.
    public var heading: Catalogue.Sentence
    /// What stands before the members where criteria stand side by side.
    public var shortHeading: String

    /// Makes a group; without `shortHeading` that part of the sentence stands there which is set off.
    public init(
      members: Range<Int>, required: Int, heading: Catalogue.Sentence, shortHeading: String? = nil
    ) {
      self.members = members
      self.required = required
      self.heading = heading
      self.shortHeading = shortHeading ?? heading.emphasis
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
      /// A list of the judge's could not be read to its end.
      case unreadableList
      /// A criterion outside the group is unmet, or too few of the group are met. A level, a number of
      /// bytes, and that the password is not an old one, are asked for by rules of their own.
      case requirements
      /// One of these criteria is unmet, by their numbers in ``Policy/criteria``.
      case criteria(Range<Int>)
    }

    /// What makes the rule fail.
    public var cause: Cause
    /// The error line.
    public var message: String
    /// The error line where there is little room.
    public var shortMessage: String
    /// Whether the message points at the panel, so that it says too little where there is none.
    public var pointsAtPanel: Bool

    /// Makes a rule; without `shortMessage` the message stands everywhere.
    public init(
      _ cause: Cause, message: String, shortMessage: String? = nil, pointsAtPanel: Bool = false
    ) {
      self.cause = cause
      self.message = message
      self.shortMessage = shortMessage ?? message
      self.pointsAtPanel = pointsAtPanel
    }

    /// Whether a failure shows the criteria as met or failed. Otherwise all become not yet judged again (A8).
    public var judgesCriteria: Bool {
      switch cause {
      case .empty, .controls: false
      case .unreadableList, .requirements, .criteria: true
      }
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
}
