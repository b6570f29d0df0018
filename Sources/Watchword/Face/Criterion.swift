internal import WatchwordMessages
internal import WatchwordStrength

extension PasswordPolicy {
  /// One thing that a policy asks for: a line of the panel, or a few lines of which so many are enough.
  public struct Criterion: Equatable, Sendable {
    let group: Policy.Group
    /// Whether a group was put into the group, which has no place for it.
    let isNested: Bool

    private init(_ group: Policy.Group, isNested: Bool = false) {
      (self.group, self.isNested) = (group, isNested)
    }

    /// So many characters, as a person counts them; from 1 on.
    public static func length(_ range: ClosedRange<Int>) -> Criterion {
      of(.length(range, whiteSpace: true))
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

    /// None of the words in the lists of the form, see ``PasswordForm/dictionary`` and ``PasswordForm/blocklists``.
    public static var uncommon: Criterion { of(.unlisted) }

    /// What `isMet` says of the password as it is handed out, under `label` in the panel.
    ///
    /// It has to answer within a millisecond, since every key waits for it, and the same for the same text. It cannot keep the
    /// text, which is never empty. It is also asked about passwords that are drawn for the person.
    public static func custom(
      _ label: String, _ isMet: @escaping @Sendable (UTF8Span) -> Bool
    ) -> Criterion {
      Criterion(Policy.Group(Policy.Criterion(.custom(CustomTest(isMet)), label: label)))
    }

    /// At least `number` of `criteria`, under the line `heading`. None of them can be such a group itself.
    public static func atLeast(_ number: Int, of criteria: [Criterion], _ heading: String) -> Criterion {
      Criterion(
        Policy.Group(
          criteria.flatMap(\.group.criteria), required: number, heading: Texts.Sentence(heading)),
        isNested: criteria.contains { $0.group.heading != nil })
    }

    private static func of(_ condition: Policy.Criterion.Condition) -> Criterion {
      Criterion(Policy.Group(condition, .ofProcess))
    }
  }
}
