package import WatchwordBase

/// What a password has to be: a value without code, so that it can be shown, compared and written down.
///
/// A policy consists of groups of criteria. What it shows and what it refuses both follow from the groups. So every
/// criterion shown is enforced, unless its group says otherwise.
package struct Policy: Equatable, Sendable {
  /// The groups, in the order of the panel. ``Policy/check(_:adding:)`` has the rules for them.
  package var groups: [Group] { didSet { arrange() } }
  package var normalization: Normalization
  /// The group that refuses old passwords, added if the form also asks for an old password; `nil` for the usual group.
  package var againstOldPasswords: Group?

  /// Whether the password is typed at boot, when the keyboard may have another layout.
  package var isTypedAtBoot = false

  package private(set) var criteria: [Criterion] = []
  package private(set) var places: [Place] = []
  /// The rules that judge the text when its field loses the focus. The first that fails is the error.
  package private(set) var rules: [Rule] = []

  private(set) var asksForRuns = false
  private(set) var refusesWhiteSpace = false
  package private(set) var refusesLeaked = false
  package private(set) var hasBlocklist = false
  /// Whether characters are code points, because a criterion counts these; otherwise they are grapheme clusters.
  package private(set) var countsCodePoints = false
  /// The least level that passes; the weakest if no criterion asks for one.
  package private(set) var minimumLevel = Level.weakest
  /// The criteria that a text fails by being empty, as it lacks their characters: bit `n` for criterion `n`.
  package private(set) var emptyBits: UInt32 = 0
  private(set) var headroom = Headroom()
  private let firstRules: [Rule]
  private let requirements: Message

  /// Makes a policy from groups that ``Policy/check(_:adding:)`` accepts, as it does those of this package. Unless
  /// `allowsEmpty`, the policy refuses an empty text. If `refusesControls`, it refuses control characters (general
  /// category Cc).
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

  /// A policy that every text passes, even an empty one.
  package static let anything = Policy(allowsEmpty: true)

  private mutating func arrange() {
    criteria = groups.flatMap(\.allCriteria)
    precondition(criteria.count <= PolicyVerdict.criterionLimit, "a policy has too many criteria")
    asksForRuns = criteria.contains { $0.row.maximumRepeat != nil || $0.row.maximumSequence != nil }
    refusesWhiteSpace = criteria.contains(where: \.row.refusesWhiteSpace)
    refusesLeaked = criteria.contains { $0.row.list == .leaked }
    hasBlocklist = criteria.contains { $0.row.list == .refused }
    countsCodePoints = criteria.contains(where: \.row.countsCodePoints)
    minimumLevel = criteria.lazy.compactMap(\.row.level).max() ?? .weakest
    emptyBits = criteria.indices.reduce(0) { $0 | (criteria[$1].row.asksForCharacters ? 1 << UInt32($1) : 0) }
    headroom = Headroom(
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
        asking.append(Rule(cause: .group(number), message: message, old: group.old))
      } else if !asking.contains(where: { $0.cause == .requirements }) {
        asking.append(Rule(cause: .requirements, message: requirements))
      }
    }
    rules += asking
  }

  package var characterRange: ClosedRange<Int>? { criteria.lazy.compactMap(\.row.lengths).first }

  /// How many bytes are enough, whatever they are; `nil` if no criterion asks for a number.
  package var leastBytes: Int? { criteria.lazy.compactMap(\.row.leastBytes).max() }

  package var maximumBytes: Int? { criteria.lazy.compactMap(\.row.mostBytes).min() }

  /// Whether criterion number `index` is a line of the panel. A byte limit has no line if a text of the greatest
  /// length keeps to it with four bytes a character. Of a text with more bytes ``refusal(by:)`` says so.
  package func isShown(_ index: Int) -> Bool {
    guard let most = criteria[index].row.mostBytes, let longest = characterRange?.upperBound else {
      return true
    }
    return longest > (most - 1) / 4
  }

  /// The characters that all criteria allow; `nil` if no criterion is about characters.
  package var allowedCharacters: AllowedCharacters? {
    criteria.lazy.compactMap(\.row.allowed).reduce(nil) { $0?.intersection($1) ?? $1 }
  }

  /// One line of the panel.
  package struct Criterion: Equatable, Sendable {
    package var condition: Condition { didSet { row = condition.row } }
    package var label: String
    /// The shorter label where criteria stand side by side.
    package var shortLabel: String

    package private(set) var row: Row

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

  /// Criteria, and how many of them have to be met. Most groups have only one criterion.
  package struct Group: Equatable, Sendable {
    /// The criteria, at least one.
    package var criteria: [Criterion]
    package var required: Int
    /// A further criterion below the others. If it is met, fewer of the others are enough.
    package var alternative: Alternative?
    package var heading: Texts.Sentence?
    /// The heading in front of the criteria where they stand side by side.
    package var shortHeading: Message
    /// The error if too few criteria are met. If `nil`, the error is the general one, which points at the panel.
    package var message: Message?
    var old: OldMessages?
    /// The error if the list of the first criterion cannot be read.
    package var unreadable: Message?
    /// Whether a text is refused if it meets too few criteria. Otherwise the criteria are only shown.
    package var isEnforced = true

    package init(_ criterion: Criterion, message: Message? = nil, unreadable: Message? = nil) {
      self.init([criterion], message: message)
      self.unreadable = unreadable
    }

    /// Makes a group of one criterion, with the labels and the errors of its condition.
    package init(_ condition: Criterion.Condition, _ texts: Texts) {
      let row = condition.row
      let words = row.words(texts)
      self.init(Criterion(condition, row, words), message: words.error, unreadable: words.unreadable)
      old = words.old
    }

    /// Makes a group of criteria, all required unless `required` is given. `shortHeading` defaults to the emphasised
    /// part of `heading`.
    package init(
      _ criteria: [Criterion], required: Int? = nil, alternative: Alternative? = nil,
      heading: Texts.Sentence? = nil, shortHeading: Message? = nil, message: Message? = nil
    ) {
      (self.criteria, self.required) = (criteria, required ?? criteria.count)
      (self.alternative, self.message) = (alternative, message)
      (self.heading, self.shortHeading) = (heading, shortHeading ?? Message(heading?.emphasis ?? ""))
    }

    package var allCriteria: [Criterion] { criteria + (alternative.map { [$0.criterion] } ?? []) }

    /// What the group asks for: a line for each criterion. An aside stands in the line of the criterion before it.
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
    package var criterion: Criterion
    /// How many of the group's criteria are enough if `criterion` is met.
    package var required: Int
  }

  package struct Message: Equatable, Sendable {
    package var text: String
    /// The text for a narrow line.
    package var short: String

    package init(_ text: String, short: String? = nil) { (self.text, self.short) = (text, short ?? text) }

    package static func empty(_ texts: Texts) -> Message { Message(texts("Enter your password.")) }

    static func tooLong(_ bytes: Int, _ texts: Texts) -> Message {
      Message(texts("The password must have at most {count} bytes.", ["count": "\(bytes)"]))
    }
  }

  /// The errors for a text that is the old password, and for a text too much like it.
  struct OldMessages: Equatable, Sendable {
    let same, like: Message
  }

  /// A rule that is judged when the field loses the focus, and the error if a text fails it.
  package struct Rule: Equatable, Sendable {
    /// Why the rule fails. It also identifies the rule within its policy.
    package enum Cause: Equatable, Sendable {
      case empty
      case controls
      /// The list of a criterion, by its number in ``Policy/criteria``, cannot be read.
      case unreadable(Int)
      /// A group without an error of its own has too few criteria met. The message points at the panel.
      case requirements
      /// Too few criteria of this group are met. The number is the group's in ``Policy/groups``.
      case group(Int)
    }

    package let cause: Cause
    package let message: Message
    fileprivate(set) var old: OldMessages?

    /// The error for a text that has this verdict and fails the rule.
    package func message(for verdict: PolicyVerdict) -> Message {
      old.map { verdict.isKnown ? $0.same : $0.like } ?? message
    }

    /// All errors that the rule can have, the short ones if `isShort`.
    package func texts(isShort: Bool) -> [String] {
      func text(_ message: Message) -> String { isShort ? message.short : message.text }
      return old.map { [text($0.same), text($0.like)] } ?? [text(message)]
    }

    /// Whether the rule fails because a list cannot be read, whatever the text.
    package var isOfUnreadableList: Bool { if case .unreadable = cause { true } else { false } }

    /// Whether the panel marks criteria as met or failed if this rule fails. Otherwise it marks all as not yet judged
    /// (A8).
    package var judgesCriteria: Bool { cause != .empty && cause != .controls }

    /// Whether the criteria of the panel say what is missing if this rule fails.
    package var isOfCriteria: Bool { judgesCriteria && !isOfUnreadableList }
  }

  /// Whether an empty text fails rule `number` by being empty, and not only as it meets no criterion.
  package func isBroken(byEmptiness number: Int) -> Bool {
    guard case .group(let group) = rules[number].cause else { return true }
    return places[group].members.contains { emptyBits & (1 << UInt32($0)) != 0 }
  }

  /// The criteria of group `number`, if it has an error of its own and asks for several kinds of characters, all of
  /// them.
  package func kinds(ofGroup number: Int) -> [Int]? {
    let (group, place) = (groups[number], places[number])
    guard group.message != nil, place.members.count > 1, place.required == place.members.count,
      group.criteria.allSatisfy({ $0.row.missing != nil })
    else { return nil }
    return Array(place.members)
  }

  /// What is done to a password before it is judged, compared and handed out.
  package enum Normalization: String, CaseIterable, Sendable {
    /// Nothing: the password is taken as typed (OWASP ASVS 5.0, 6.2.8).
    case none
    /// The profile OpaqueString (RFC 8265, 4.2): non-ASCII spaces become U+0020, then Unicode Normalization Form C.
    case nfc
  }

  /// Where a group is among the criteria of its policy.
  package struct Place: Equatable, Sendable {
    /// The group's criteria, by their numbers in ``Policy/criteria``.
    package let members: Range<Int>
    /// The members, and the alternative's criterion if there is one.
    package let all: Range<Int>
    package let alternative: Int?
    /// How many members have to be met.
    package let required: Int
    /// How many are enough if the alternative is met.
    package let alternativeRequired: Int
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
