package import WatchwordMessages

/// What a new password has to be. A form shows the criteria while the person types, and a server evaluates what it was
/// sent, see ``evaluate(_:context:)-(UTF8Span,_)``: every criterion is enforced.
public struct PasswordPolicy: Sendable {
  package let base: Policy
  /// The lists that the policy was given; `nil` for none.
  package let lists: PasswordLists?
  let assessors: Assessors
  let texts: Texts
  /// Makes the policy in the words of a language, without what its lists ask for.
  private let make: @Sendable (Texts) -> Policy

  private init(
    _ lists: PasswordLists? = nil, in texts: Texts = .ofProcess, sharing assessors: Assessors? = nil,
    _ make: @escaping @Sendable (Texts) -> Policy
  ) {
    (base, self.lists, self.texts, self.make) = (make(texts).asking(for: lists, texts), lists, texts, make)
    self.assessors = assessors ?? Assessors(base, lists)
  }

  private init(_ standard: StandardPolicy) { self.init { standard.policy($0) } }

  /// The policy in the words of `texts`.
  package func policy(in texts: Texts) -> Policy { make(texts).asking(for: lists, texts) }

  /// Makes a policy of your own. It also asks for ``PasswordStrength/medium`` strength, unless ``requiring(_:)`` says otherwise.
  ///
  /// - Parameter criteria: What is asked for, in the order of the panel: up to 26, those inside
  ///   ``Criterion/atLeast(_:of:_:)`` counted one by one.
  /// - Throws: ``PolicyError/invalidPolicy(reason:)`` if there are more, or one cannot be as it is described.
  public init(_ criteria: Criterion...) throws(PolicyError) {
    let groups = criteria.map(\.group)
    do throws(PolicyProblem) {
      try Policy.check(groups)
      if let number = criteria.firstIndex(where: \.isNested) { throw .nestedGroup(number) }
    } catch {
      throw .invalidPolicy(reason: "\(error)")
    }
    self.init { texts in Policy(criteria.map { $0.make(texts) }).asking(for: .medium, texts) }
  }

  /// 8 to 32 characters without white space, with three of upper case, lower case, digit and special character.
  public static let classic = PasswordPolicy(.classic)
  /// 15 characters or more, in no list of common passwords (NIST SP 800-63B-4, 3.1.1.2).
  public static let nist = PasswordPolicy(.nist)
  /// As ``nist``, with 8 characters or more: for a password beside a second factor.
  public static let nistMFA = PasswordPolicy(.nistMFA)
  /// 8 characters or more, in no list of common passwords, handed out as typed (OWASP ASVS 5.0, V6.2).
  public static let owasp = PasswordPolicy(.owasp)
  /// 4 to 12 digits. Any strength passes.
  public static let pin = PasswordPolicy(.pin)
  /// 8 to 63 characters of printable ASCII (IEEE 802.11-2020, J.4.1).
  public static let wpa2 = PasswordPolicy(.wpa2)
  /// 12 characters or more of printable ASCII, for a disk that is unlocked at boot.
  public static let luks = PasswordPolicy(.luks)
  /// 8 characters or more of four kinds, or 25 or more of two (German BSI).
  public static let bsi = PasswordPolicy(.bsi)

  /// The policy, with `strength` as the least that passes.
  public func requiring(_ strength: PasswordStrength) -> PasswordPolicy {
    PasswordPolicy(lists, in: texts) { [make] in make($0).asking(for: strength.level, $0) }
  }

  /// The policy, for which `lists` count in the place of those that it had. It also asks for a password that is in none
  /// of the lists of refused and of leaked passwords.
  public func using(_ lists: PasswordLists) -> PasswordPolicy { PasswordPolicy(lists, in: texts, make) }

  /// The policy, whose verdicts speak `language`: that of the person whom a server answers. What both have in memory is there
  /// once. A form speaks its own language.
  public func speaking(_ language: PasswordLanguage) -> PasswordPolicy {
    PasswordPolicy(lists, in: language.texts, sharing: assessors, make)
  }
}

extension Policy {
  /// The policy, with the criteria that `lists` bring.
  fileprivate func asking(for lists: PasswordLists?, _ texts: Texts) -> Policy {
    refusing(listed: lists?.refused.isEmpty == false, leaked: lists?.leaks != nil, texts)
  }
}

extension PasswordPolicy: Equatable {
  /// Whether two policies ask for the same, with the same lists.
  public static func == (one: PasswordPolicy, other: PasswordPolicy) -> Bool {
    one.base == other.base && one.lists === other.lists
  }
}

extension PasswordPolicy {
  /// One thing that a policy asks for: a line of the panel, or a few lines of which so many are enough.
  public struct Criterion: Equatable, Sendable {
    let group: Policy.Group
    /// Whether a group was put into the group, which has no place for it.
    let isNested: Bool
    /// Makes the group in the words of a language.
    let make: @Sendable (Texts) -> Policy.Group

    private init(isNested: Bool = false, _ make: @escaping @Sendable (Texts) -> Policy.Group) {
      (group, self.isNested, self.make) = (make(.ofProcess), isNested, make)
    }

    /// Whether two ask for the same.
    public static func == (one: Criterion, other: Criterion) -> Bool { one.group == other.group }

    /// So many characters, as a person counts them; from 1 on.
    public static func length(_ range: ClosedRange<Int>) -> Criterion {
      of(.length(range))
    }

    /// So many characters or more, as a person counts them; from 1 on.
    public static func length(_ range: PartialRangeFrom<Int>) -> Criterion {
      length(range.lowerBound...Int.max)
    }

    /// An upper-case letter from A to Z.
    public static var uppercase: Criterion { of(.contains(.upper)) }
    /// A lower-case letter from a to z.
    public static var lowercase: Criterion { of(.contains(.lower)) }
    /// A digit from 0 to 9.
    public static var digit: Criterion { of(.contains(.digit)) }
    /// A character that is neither letter, digit nor white space.
    public static var special: Criterion { of(.contains(.special)) }

    /// None of the passwords that are commonly used, nor of the words in the policy's lists and in those of the form.
    public static var uncommon: Criterion { of(.unlisted) }

    /// What `isMet` says of the password as it is handed out, under `label` in the panel.
    ///
    /// It has to answer within a millisecond, since every key waits for it, and the same for the same text. It cannot keep the
    /// text, which is never empty. It is also asked about passwords that are drawn for the person.
    public static func custom(
      _ label: String, _ isMet: @escaping @Sendable (UTF8Span) -> Bool
    ) -> Criterion {
      let criterion = Policy.Criterion(.custom(CustomTest(isMet)), label: label)
      return Criterion { _ in Policy.Group(criterion) }
    }

    /// At least `number` of `criteria`, under the line `heading`. None of them can be such a group itself.
    public static func atLeast(_ number: Int, of criteria: [Criterion], _ heading: String) -> Criterion {
      Criterion(isNested: criteria.contains { $0.group.heading != nil }) { texts in
        Policy.Group(
          criteria.flatMap { $0.make(texts).criteria }, required: number, heading: Texts.Sentence(heading))
      }
    }

    private static func of(_ condition: Policy.Criterion.Condition) -> Criterion {
      Criterion { Policy.Group(condition, $0) }
    }
  }
}

/// How strong a password is.
@nonexhaustive
public enum PasswordStrength: CaseIterable, Comparable, Sendable {
  /// Fewer than 2^40 guesses find it.
  case weak
  /// It is in between.
  case medium
  /// 2^75 guesses or more are needed.
  case strong

  // The cases are those of a level, in its order.
  package init(_ level: Level) { self = Self.allCases[level.rawValue] }

  package var level: Level {
    switch self {
    case .weak: .weak
    case .medium: .medium
    case .strong: .strong
    }
  }
}
