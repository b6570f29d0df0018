public import WatchwordMessages

/// The policies that come with the program, by the names that the option `--policy` takes.
package enum StandardPolicy: String, CaseIterable, Sendable {
  case classic
  case account
  case nist
  case nistMFA = "nist-mfa"
  case owasp

  /// The policy.
  package func policy(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
    switch self {
    case .classic: .classic(catalogue, minimumLevel: minimumLevel)
    case .account: .account(catalogue, minimumLevel: minimumLevel)
    case .nist: .nist(catalogue, minimumLevel: minimumLevel)
    case .nistMFA: .nistMFA(catalogue, minimumLevel: minimumLevel)
    case .owasp: .owasp(catalogue, minimumLevel: minimumLevel)
    }
  }
}

extension Policy {
  /// The rule of the reference behaviour (A3, A5, A8): 8 to 32 characters without white space, and three of the four
  /// classes upper case, lower case, digit and special.
  ///
  /// The rules judge in the order of A8. A last criterion asks for `minimumLevel`, in every policy here, unless that is
  /// the weakest level (A14).
  public static func classic(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
    let texts = catalogue.classic
    let length = Criterion(
      .length(8...32, whiteSpace: false), label: texts.length, shortLabel: texts.shortLength)
    return Policy(
      [
        Group(length),
        Group(classes(texts), required: 3, heading: texts.heading, shortHeading: texts.shortHeading),
      ],
      catalogue: catalogue
    ).asking(for: minimumLevel, catalogue)
  }

  /// The rule for the password of an account (reference behaviour, C4): 8 characters or more, with upper case, lower
  /// case, a digit and a special character.
  ///
  /// That nothing is said of an empty password before the form was submitted (C2) is decided by the form.
  public static func account(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
    let texts = catalogue.account
    let length = Criterion(
      .length(8...Int.max, whiteSpace: true), label: texts.length, shortLabel: catalogue.standards.short8)
    return Policy(
      [
        Group(length, message: Message(texts.tooShort)),
        Group(all: classes(catalogue.classic), message: Message(texts.tooSimple)),
      ],
      catalogue: catalogue
    ).asking(for: minimumLevel, catalogue)
  }

  /// The rule for a password that is the only factor (NIST SP 800-63B-4, 3.1.1.2): 15 code points or more, whatever
  /// they are, and none of the passwords that are commonly used. It is normalised as RFC 8265 says.
  public static func nist(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
    let length = Criterion(
      .codePoints(15...Int.max), label: catalogue.standards.length15, shortLabel: catalogue.standards.short15)
    return standard(catalogue, length, minimumLevel, .nfc)
  }

  /// The rule for a password beside a second factor (NIST SP 800-63B-4, 3.1.1.2): as ``nist(_:minimumLevel:)``, with 8
  /// code points or more.
  public static func nistMFA(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
    standard(catalogue, eightCodePoints(catalogue), minimumLevel, .nfc)
  }

  /// The rule of OWASP ASVS 5.0, V6.2: 8 code points or more (6.2.1), whatever they are (6.2.5), none of the passwords
  /// that are commonly used (6.2.4, 6.2.11, 6.2.12), handed out exactly as typed (6.2.8).
  public static func owasp(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
    standard(catalogue, eightCodePoints(catalogue), minimumLevel, .none)
  }

  private static func eightCodePoints(_ catalogue: Catalogue) -> Criterion {
    Criterion(
      .codePoints(8...Int.max), label: catalogue.standards.length8, shortLabel: catalogue.standards.short8)
  }

  /// A policy of a length and of lists that the password must not be in.
  private static func standard(
    _ catalogue: Catalogue, _ length: Criterion, _ minimumLevel: Level, _ normalization: Normalization
  ) -> Policy {
    let texts = catalogue.standards
    let unlisted = Criterion(.unlisted, label: texts.unlisted, shortLabel: texts.shortUnlisted)
    return Policy(
      [
        Group(length),
        Group(
          unlisted, message: Message(texts.listed, short: texts.shortListed),
          unreadable: Message(texts.unreadableList)),
      ],
      normalization: normalization, refusesControls: true, catalogue: catalogue
    ).asking(for: minimumLevel, catalogue)
  }

  /// The criteria of the four classes: upper case, lower case, digit and special character.
  private static func classes(_ texts: Catalogue.Classic) -> [Criterion] {
    [
      Criterion(.contains(.upper), label: texts.upper, shortLabel: texts.shortUpper),
      Criterion(.contains(.lower), label: texts.lower, shortLabel: texts.shortLower),
      Criterion(.contains(.digits), label: texts.digit, shortLabel: texts.shortDigit),
      Criterion(.special, label: texts.special, shortLabel: texts.shortSpecial),
    ]
  }

  /// The policy with a criterion that refuses the known passwords of a form (C4).
  package func refusingOldPasswords(_ catalogue: Catalogue) -> Policy {
    let texts = catalogue.account
    let criterion = Criterion(.notOld, label: texts.notOld, shortLabel: texts.shortNotOld)
    return asking(for: Group(criterion, message: Message(texts.isOld, short: texts.shortIsOld)))
  }

  /// The policy with a criterion that asks for at most `limit` bytes.
  package func limited(toBytes limit: Int, _ catalogue: Catalogue = .english) -> Policy {
    let texts = catalogue.standards
    let criterion = Criterion(
      .bytes(atMost: limit), label: texts.bytesBefore + String(limit) + texts.bytesAfter,
      shortLabel: texts.bytesBefore + String(limit) + texts.shortBytesAfter)
    let message = Message(texts.tooManyBytesBefore + String(limit) + texts.tooManyBytesAfter)
    return asking(for: Group(criterion, message: message))
  }

  /// The policy with a criterion that refuses leaked passwords.
  package func refusingLeakedPasswords(_ catalogue: Catalogue = .english) -> Policy {
    let texts = catalogue.standards
    let criterion = Criterion(.unleaked, label: texts.unleaked, shortLabel: texts.shortUnleaked)
    return asking(
      for: Group(
        criterion, message: Message(texts.leaked, short: texts.shortLeaked),
        unreadable: Message(texts.unreadableLeaks)))
  }

  /// The policy with `group`, above the level where the policy asks for one.
  package func asking(for group: Group) -> Policy {
    var policy = self
    let level = policy.groups.firstIndex { $0.asksForLevel }
    policy.groups.insert(group, at: level ?? policy.groups.count)
    return policy
  }

  /// The policy with a criterion that asks for `level`, in the place of any other level; without one where every text
  /// has it.
  package func asking(for level: Level, _ catalogue: Catalogue = .english) -> Policy {
    var policy = self
    policy.groups.removeAll(where: \.asksForLevel)
    guard level > .weakest else { return policy }
    let texts = catalogue.strength
    let (label, short) =
      level == .strongest
      ? (texts.veryHardToGuess, texts.shortVeryHardToGuess) : (texts.hardToGuess, texts.shortHardToGuess)
    policy.groups.append(
      Group(
        Criterion(.level(atLeast: level), label: label, shortLabel: short), message: Message(texts.tooLow)))
    return policy
  }
}

extension Policy.Group {
  /// Whether all that the group asks for is a level.
  fileprivate var asksForLevel: Bool {
    if case .level? = criteria.first?.condition { criteria.count == 1 } else { false }
  }
}
