package import WatchwordMessages

/// What a password has to be: a value, free of code, so that a policy can be shown, compared and written down.
///
/// A policy is groups of criteria. What is shown of it, and what refuses a text, follows from them, so that no criterion
/// is shown that is not asked for.
package struct Policy: Equatable, Sendable {
  /// The groups, in the order of the panel, as ``Policy/check(_:)`` wants them.
  package var groups: [Group] { didSet { arrange() } }
  /// What is done to a text before it is judged, compared and handed out.
  package var normalization: Normalization
  /// What is asked where the form asks for a known password too (C4); `nil` for what every standard policy asks.
  package var againstOldPasswords: Group?

  package private(set) var criteria: [Criterion] = []
  /// Where the groups stand among ``criteria``.
  package private(set) var places: [Place] = []
  /// The rules that judge the text when its field loses the focus: the first that fails wins.
  package private(set) var rules: [Rule] = []

  private(set) var asksForRuns = false
  package private(set) var refusesLeaked = false
  package private(set) var hasBlocklist = false
  /// Whether a character is a code point, since a criterion counts these; else it is a grapheme cluster (A5).
  package private(set) var countsCodePoints = false
  /// The least level that passes; the weakest where no criterion asks for one.
  package private(set) var minimumLevel = Level.weakest
  /// What may be added to a text.
  private(set) var room = Room()
  private let firstRules: [Rule]
  private let requirements: Message

  /// Makes a policy from its groups, which are known to be as ``Policy/check(_:)`` wants them: those of this package are.
  /// Groups of somebody else are checked first.
  ///
  /// - Parameters:
  ///   - groups: The groups, in the order of the panel.
  ///   - normalization: What is done to a text before it is judged.
  ///   - allowsEmpty: Whether an empty text is judged by the groups alone; else it is refused.
  ///   - refusesControls: Whether a text with a control character (general category Cc) is refused.
  ///   - texts: The texts of the errors.
  package init(
    _ groups: [Group] = [], normalization: Normalization = .none, allowsEmpty: Bool = false,
    refusesControls: Bool = false, _ texts: Texts = .english
  ) {
    requirements = Message(
      texts("Your password must meet the requirements below."), short: texts("See the requirements below."))
    firstRules =
      (allowsEmpty ? [] : [Rule(cause: .empty, message: .empty(texts))])
      + (refusesControls
        ? [Rule(cause: .controls, message: Message(texts("Enter a password without control characters.")))]
        : [])
    self.groups = groups
    self.normalization = normalization
    arrange()
  }

  /// A policy that every text passes, an empty one too.
  package static let anything = Policy(allowsEmpty: true)

  private mutating func arrange() {
    criteria = groups.flatMap(\.allCriteria)
    precondition(criteria.count <= Verdict.criterionLimit, "a policy has too many criteria")
    asksForRuns = criteria.contains { $0.row.maximumRepeat != nil || $0.row.maximumSequence != nil }
    refusesLeaked = criteria.contains(where: \.row.isOfLeaks)
    hasBlocklist = criteria.contains { $0.condition == .unlisted }
    countsCodePoints = criteria.contains(where: \.row.countsCodePoints)
    minimumLevel = criteria.lazy.compactMap(\.row.level).max() ?? .weakest
    room = Room(
      characters: characterRange ?? 0...Int.max, bytes: maximumBytes ?? .max, allowed: allowedCharacters)
    places = []
    rules = firstRules
    var asking: [Rule] = []
    for (number, group) in groups.enumerated() {
      let place = Place(of: group, behind: places.last?.all.upperBound ?? 0)
      places.append(place)
      guard group.isEnforced else { continue }
      if let message = group.unreadable {
        rules.append(Rule(cause: .unreadable(place.members.lowerBound), message: message))
      }
      if let message = group.message {
        asking.append(Rule(cause: .group(number), message: message))
      } else if !asking.contains(where: { $0.cause == .requirements }) {
        asking.append(Rule(cause: .requirements, message: requirements))
      }
    }
    rules += asking
  }

  /// How many characters a text may have, where a criterion says so.
  package var characterRange: ClosedRange<Int>? { criteria.lazy.compactMap(\.row.lengths).first }

  /// How many bytes are enough whatever they are, where a criterion asks for a number of them.
  package var leastBytes: Int? { criteria.lazy.compactMap(\.row.leastBytes).max() }

  /// How many bytes a text may have, where a criterion says so.
  package var maximumBytes: Int? { criteria.lazy.compactMap(\.row.mostBytes).min() }

  /// The characters that all criteria allow; `nil` where none is about characters.
  package var allowedCharacters: AllowedCharacters? {
    criteria.lazy.compactMap(\.row.allowed).reduce(nil) { $0?.intersection($1) ?? $1 }
  }

  /// One line of the panel.
  package struct Criterion: Equatable, Sendable {
    package var condition: Condition { didSet { row = condition.row } }
    package var label: String
    /// The label where criteria stand side by side.
    package var shortLabel: String

    package private(set) var row: Row

    /// Makes a criterion; without `shortLabel` the label stands everywhere.
    package init(_ condition: Condition, label: String, shortLabel: String? = nil) {
      (self.condition, row) = (condition, condition.row)
      (self.label, self.shortLabel) = (label, shortLabel ?? label)
    }

    package init(_ condition: Condition, _ texts: Texts) {
      let row = condition.row
      self.init(condition, row, row.words(texts))
    }

    fileprivate init(_ condition: Condition, _ row: Row, _ words: Words) {
      (self.condition, self.row) = (condition, row)
      (label, shortLabel) = (words.label, words.short)
    }

    package static func == (one: Criterion, other: Criterion) -> Bool {
      (one.condition, one.label, one.shortLabel) == (other.condition, other.label, other.shortLabel)
    }
  }

  /// Criteria of which so many have to be met. Most groups are of one criterion.
  package struct Group: Equatable, Sendable {
    /// The criteria, one at least.
    package var criteria: [Criterion]
    package var required: Int
    /// A further criterion below them, and how many of the others are enough where it is met; `nil` for none.
    package var alternative: Alternative?
    /// The sentence above the criteria; `nil` for none.
    package var heading: Texts.Sentence?
    /// What stands before the criteria where they stand side by side.
    package var shortHeading: Message
    /// The error where too few are met; `nil` takes the sentence that points at the panel.
    package var message: Message?
    /// The error where the list that the first criterion asks cannot be read.
    package var unreadable: Message?
    /// Whether a text is refused where too few are met. Else the criteria are only shown.
    package var isEnforced = true

    package init(_ criterion: Criterion, message: Message? = nil, unreadable: Message? = nil) {
      self.init([criterion], message: message)
      self.unreadable = unreadable
    }

    /// Makes a group of one criterion in the words of its condition, its errors among them.
    package init(_ condition: Criterion.Condition, _ texts: Texts) {
      let row = condition.row
      let words = row.words(texts)
      self.init(Criterion(condition, row, words), message: words.error, unreadable: words.unreadable)
    }

    /// Makes a group of criteria, all of which have to be met unless fewer are `required`. Without `shortHeading` that
    /// part of the heading stands there which is set off.
    package init(
      _ criteria: [Criterion], required: Int? = nil, alternative: Alternative? = nil,
      heading: Texts.Sentence? = nil, shortHeading: Message? = nil, message: Message? = nil
    ) {
      (self.criteria, self.required) = (criteria, required ?? criteria.count)
      (self.alternative, self.message) = (alternative, message)
      (self.heading, self.shortHeading) = (heading, shortHeading ?? Message(heading?.emphasis ?? ""))
    }

    package var allCriteria: [Criterion] { criteria + (alternative.map { [$0.criterion] } ?? []) }

    /// What the group asks for, a line for each criterion that is no aside of another.
    package var lines: [String] {
      allCriteria.reduce(into: []) { lines, criterion in
        if criterion.row.isAside, let last = lines.popLast() {
          lines.append("\(last) \(criterion.label)")
        } else {
          lines.append(criterion.label)
        }
      }
    }
  }

  package struct Alternative: Equatable, Sendable {
    /// What has to be met for it. It need not be.
    package var criterion: Criterion
    /// How many of the group's criteria are enough then.
    package var required: Int
  }

  package struct Message: Equatable, Sendable {
    package var text: String
    /// The line where there is little room.
    package var short: String

    package init(_ text: String, short: String? = nil) { (self.text, self.short) = (text, short ?? text) }

    package static func empty(_ texts: Texts) -> Message { Message(texts("Enter your password.")) }

    static func tooLong(_ bytes: Int, _ texts: Texts) -> Message {
      Message(texts("The password must have at most {count} bytes.", ["count": "\(bytes)"]))
    }
  }

  /// One step of the judgement at a loss of focus, with the error that it leaves.
  package struct Rule: Equatable, Sendable {
    /// What makes the rule fail. It is also what tells one rule of a policy from the others.
    package enum Cause: Equatable, Sendable {
      case empty
      /// The text has a control character (general category Cc).
      case controls
      /// The list that a criterion asks, by its number in ``Policy/criteria``, cannot be read.
      case unreadable(Int)
      /// Too few criteria are met of a group without an error of its own. The message points at the panel.
      case requirements
      /// Too few criteria are met of this group, by its number in ``Policy/groups``.
      case group(Int)
    }

    package let cause: Cause
    package let message: Message

    /// Whether the rule fails where a list cannot be read, whatever the text is.
    package var isOfUnreadableList: Bool { if case .unreadable = cause { true } else { false } }

    /// Whether a failure shows the criteria as met or failed. Otherwise all become not yet judged again (A8).
    package var judgesCriteria: Bool { cause != .empty && cause != .controls }
  }

  /// What is done to a password before it is judged, compared and handed out.
  package enum Normalization: String, CaseIterable, Sendable {
    /// Nothing: it is taken as typed (OWASP ASVS 5.0, 6.2.8).
    case none
    /// As the profile OpaqueString prepares it (RFC 8265, 4.2): non-ASCII spaces become U+0020, then Unicode
    /// Normalization Form C.
    case nfc
  }

  /// Where a group stands among the criteria of its policy.
  package struct Place: Equatable, Sendable {
    /// The group's criteria, by their numbers in ``Policy/criteria``.
    package let members: Range<Int>
    /// The members, and the alternative's criterion where there is one.
    package let all: Range<Int>
    package let alternative: Int?
    /// How many of the members have to be met: as they are, and where the alternative is met.
    package let required, alternativeRequired: Int
    let isEnforced: Bool

    fileprivate init(of group: Group, behind end: Int) {
      members = end..<end + group.criteria.count
      all = end..<end + group.allCriteria.count
      alternative = group.alternative == nil ? nil : members.upperBound
      (required, alternativeRequired) = (group.required, group.alternative?.required ?? group.required)
      isEnforced = group.isEnforced
    }
  }
}
