package import WatchwordBase
internal import WatchwordSecrets

/// What a new password has to be. A form shows the criteria during typing; a server calls
/// ``evaluate(_:context:)-(UTF8Span,_)``. Every criterion is enforced.
public struct PasswordPolicy: Sendable {
  package let base: Policy
  package let lists: PasswordLists?
  let assessors: Assessors
  let texts: Texts
  private let make: @Sendable (Texts) -> Policy

  private init(
    _ lists: PasswordLists? = nil, in texts: Texts = .ofProcess, sharing assessors: Assessors? = nil,
    _ make: @escaping @Sendable (Texts) -> Policy
  ) {
    (base, self.lists, self.texts, self.make) = (make(texts).asking(for: lists, texts), lists, texts, make)
    self.assessors = assessors ?? Assessors(base, lists)
  }

  private init(_ standard: StandardPolicy) { self.init { standard.policy($0) } }

  package func policy(in texts: Texts) -> Policy { make(texts).asking(for: lists, texts) }

  /// Makes a policy of your own. It also asks for ``PasswordStrength/medium`` strength, unless you call
  /// ``requiring(_:)``.
  ///
  /// - Parameter criteria: The criteria, in the order of the panel: up to 26, with those inside
  ///   ``Criterion/atLeast(_:of:_:)`` counted one by one.
  /// - Throws: ``PolicyError/invalidPolicy(reason:)`` if there are more, a criterion is invalid, or no password can
  ///   meet all.
  public init(_ criteria: [Criterion]) throws(PolicyError) {
    let groups = criteria.map(\.group)
    do throws(PolicyProblem) {
      try Policy.check(groups)
      if let number = criteria.firstIndex(where: \.isNested) { throw .nestedGroup(number) }
      if let problem = Policy(groups).contradiction(with: OwnRules(), capacity: SecretText.defaultCapacity) {
        throw problem
      }
    } catch {
      throw .invalidPolicy(reason: "\(error)")
    }
    self.init { texts in Policy(criteria.map { $0.make(texts) }, texts).asking(for: .medium, texts) }
  }

  /// Makes a policy of your own, from one or more criteria in the order of the panel. It also asks for
  /// ``PasswordStrength/medium`` strength, unless you call ``requiring(_:)``.
  public init(_ criteria: Criterion...) throws(PolicyError) { try self.init(criteria) }

  /// 8 to 32 characters without white space, with three of upper case, lower case, digit and special character.
  public static let classic = PasswordPolicy(.classic)
  /// 15 characters or more, in no list of common passwords (NIST SP 800-63B-4, 3.1.1.2).
  public static let nist = PasswordPolicy(.nist)
  /// Like ``nist``, but 8 characters or more: for a password beside a second factor.
  public static let nistMFA = PasswordPolicy(.nistMFA)
  /// 8 characters or more, in no list of common passwords, handed out as typed (OWASP ASVS 5.0, V6.2).
  public static let owasp = PasswordPolicy(.owasp)
  /// 4 to 12 digits, of any strength.
  public static let pin = PasswordPolicy(.pin)
  /// 8 to 63 characters of printable ASCII (IEEE 802.11-2020, J.4.1).
  public static let wpa2 = PasswordPolicy(.wpa2)
  /// 12 characters or more of printable ASCII, for a disk that is unlocked at boot.
  public static let luks = PasswordPolicy(.luks)
  /// 12 characters or more with a digit and a letter (PCI DSS 4.0.1, 8.3.6). None of the last four (8.3.7) is yours to
  /// check.
  public static let pci = PasswordPolicy(.pci)
  /// 8 characters or more of four kinds, or 25 or more of two (German BSI).
  public static let bsi = PasswordPolicy(.bsi)

  /// The policy, but with `strength` as the least strength that passes. If no password of the policy can have it, no form
  /// can be made.
  public func requiring(_ strength: PasswordStrength) -> PasswordPolicy {
    PasswordPolicy(lists, in: texts) { [make] in make($0).asking(for: strength.level, $0) }
  }

  /// The policy with `lists` instead of its own lists. It refuses passwords in the lists of refused and of leaked
  /// passwords.
  public func using(_ lists: PasswordLists) -> PasswordPolicy { PasswordPolicy(lists, in: texts, make) }

  /// The policy with verdicts in `language`, such as that of the user whom a server answers. Both policies share their
  /// memory. A form ignores `language` and speaks its own.
  public func speaking(_ language: PasswordLanguage) -> PasswordPolicy {
    PasswordPolicy(lists, in: language.texts, sharing: assessors, make)
  }
}

extension Policy {
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
  /// One thing that a policy asks for: a line of the panel, or a few lines that need not all be met.
  public struct Criterion: Equatable, Sendable {
    let group: Policy.Group
    /// Whether the group contains another group, which is invalid.
    let isNested: Bool
    let make: @Sendable (Texts) -> Policy.Group

    private init(isNested: Bool = false, _ make: @escaping @Sendable (Texts) -> Policy.Group) {
      (group, self.isNested, self.make) = (make(.ofProcess), isNested, make)
    }

    /// Whether two criteria ask for the same.
    public static func == (one: Criterion, other: Criterion) -> Bool { one.group == other.group }

    /// A number of grapheme clusters in `range`, which begins at 1 or above.
    public static func length(_ range: ClosedRange<Int>) -> Criterion {
      of(.length(range))
    }

    /// A number of grapheme clusters from `range.lowerBound`, which is 1 or more.
    public static func length(_ range: PartialRangeFrom<Int>) -> Criterion {
      length(range.lowerBound...Int.max)
    }

    /// An upper-case letter from A to Z.
    public static var uppercase: Criterion { of(.contains(.upper)) }
    /// A lower-case letter from a to z.
    public static var lowercase: Criterion { of(.contains(.lower)) }
    /// A digit from 0 to 9.
    public static var digit: Criterion { of(.contains(.digit)) }
    /// A letter of any alphabet.
    public static var letter: Criterion { of(.letter) }
    /// Punctuation or a symbol: no letter, digit or white space.
    public static var special: Criterion { of(.contains(.special)) }

    /// No commonly used password, and no word in the lists of the policy or the form.
    public static var uncommon: Criterion { of(.unlisted) }

    /// At most `count` bytes in UTF-8, 1 or more.
    public static func bytes(atMost count: Int) -> Criterion { of(.bytes(atMost: count)) }
    /// Only `characters`, one or more, none of which is a control character, a combining mark or invisible.
    public static func only(_ characters: String) -> Criterion {
      of(.only(AllowedCharacters(characters) ?? .nothing))
    }
    /// No character more than `count` times in a row, 1 or more.
    public static func repeats(atMost count: Int) -> Criterion { of(.repeats(atMost: count)) }
    /// At most `count` characters in sequence, as in abc or 321; 1 or more.
    public static func sequence(atMost count: Int) -> Criterion { of(.sequence(atMost: count)) }
    /// No white space. Stands in brackets in the line of the criterion before it, best of the length.
    public static var noSpaces: Criterion { of(.noSpaces) }
    /// Asks for nothing: says in the line of the criterion before it that spaces are accepted.
    public static var spacesWelcome: Criterion { of(.spacesWelcome) }

    /// Met if `isMet` returns true for the password as it is handed out. `label` is its line in the panel.
    ///
    /// Every key waits for `isMet`, so it has to return within a millisecond, and the same for the same text. It cannot
    /// keep the text, which is never empty. It is also called for passwords drawn for the user.
    public static func custom(
      _ label: String, _ isMet: @escaping @Sendable (UTF8Span) -> Bool
    ) -> Criterion {
      let criterion = Policy.Criterion(.custom(CustomTest(isMet)), label: label)
      return Criterion { _ in Policy.Group(criterion) }
    }

    /// At least `number` of `criteria`, under the line `heading`. None of `criteria` may itself be made by this
    /// function.
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
