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
  /// The rules judge in the order of A8. A last criterion and a last rule ask for `minimumLevel`, in every policy here,
  /// unless that is the weakest level (A14).
  public static func classic(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
    let texts = catalogue.classic
    return Policy(
      criteria: [
        Criterion(.length(8...32, whiteSpace: false), label: texts.length, shortLabel: texts.shortLength)
      ]
        + classes(texts),
      group: Group(members: 1..<5, required: 3, heading: texts.heading, shortHeading: texts.shortHeading),
      rules: [
        Rule(.empty, message: texts.empty),
        Rule(
          .requirements, message: texts.requirements, shortMessage: texts.shortRequirements,
          pointsAtPanel: true),
      ]
    ).asking(for: minimumLevel, catalogue)
  }

  /// The rule for the password of an account (reference behaviour, C4): 8 characters or more, with upper case, lower
  /// case, a digit and a special character.
  ///
  /// That nothing is said of an empty password before the form was submitted (C2) is decided by the form.
  public static func account(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
    let texts = catalogue.account
    return Policy(
      criteria: [
        Criterion(
          .length(8...Int.max, whiteSpace: true), label: texts.length, shortLabel: catalogue.standards.short8)
      ]
        + classes(catalogue.classic),
      rules: [
        Rule(.empty, message: catalogue.classic.empty),
        Rule(.criteria(0..<1), message: texts.tooShort),
        Rule(.criteria(1..<5), message: texts.tooSimple),
      ]
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
    return Policy(
      criteria: [length, Criterion(.unlisted, label: texts.unlisted, shortLabel: texts.shortUnlisted)],
      rules: [
        Rule(.empty, message: catalogue.classic.empty),
        Rule(.controls, message: texts.controls),
        Rule(.unreadableList, message: texts.unreadableList),
        Rule(
          .criteria(0..<1), message: catalogue.classic.requirements,
          shortMessage: catalogue.classic.shortRequirements, pointsAtPanel: true),
        Rule(.criteria(1..<2), message: texts.listed, shortMessage: texts.shortListed),
      ],
      normalization: normalization
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

  /// The policy with a criterion and a rule that refuse the known passwords of a form (C4). Where a criterion and a rule
  /// of the level come last, they stay last.
  package func refusingOldPasswords(_ catalogue: Catalogue) -> Policy {
    let texts = catalogue.account
    return asking(
      for: Criterion(.notOld, label: texts.notOld, shortLabel: texts.shortNotOld), message: texts.isOld,
      shortMessage: texts.shortIsOld)
  }

  /// The policy with a criterion and a rule that ask for at most `limit` bytes. Where a criterion and a rule of the level
  /// come last, they stay last.
  package func limited(toBytes limit: Int, _ catalogue: Catalogue = .english) -> Policy {
    let texts = catalogue.standards
    let criterion = Criterion(
      .bytes(atMost: limit), label: texts.bytesBefore + String(limit) + texts.bytesAfter,
      shortLabel: texts.bytesBefore + String(limit) + texts.shortBytesAfter)
    return asking(
      for: criterion, message: texts.tooManyBytesBefore + String(limit) + texts.tooManyBytesAfter)
  }

  /// The policy with `criterion` and a rule for it, before those of the level where these come last.
  private func asking(for criterion: Criterion, message: String, shortMessage: String? = nil) -> Policy {
    var policy = self
    let level = policy.popLevel()
    let number = policy.criteria.count
    policy.criteria.append(criterion)
    policy.rules.append(Rule(.criteria(number..<number + 1), message: message, shortMessage: shortMessage))
    if let level {
      policy.criteria.append(level.criterion)
      policy.rules.append(Rule(.criteria(number + 1..<number + 2), message: level.message))
    }
    return policy
  }

  /// Takes the last criterion and the last rule away, if they ask for a level.
  private mutating func popLevel() -> (criterion: Criterion, message: String)? {
    let last = criteria.count - 1
    guard case .level? = criteria.last?.condition, let rule = rules.last,
      rule.cause == .criteria(last..<last + 1)
    else { return nil }
    rules.removeLast()
    return (criteria.removeLast(), rule.message)
  }

  /// The policy with a criterion and a rule that ask for `level`; without them where every text has it.
  private func asking(for level: Level, _ catalogue: Catalogue) -> Policy {
    guard level > .weakest else { return self }
    let texts = catalogue.strength
    var policy = self
    policy.criteria.append(
      level == .strongest
        ? Criterion(
          .level(atLeast: level), label: texts.veryHardToGuess, shortLabel: texts.shortVeryHardToGuess)
        : Criterion(.level(atLeast: level), label: texts.hardToGuess, shortLabel: texts.shortHardToGuess))
    policy.rules.append(Rule(.criteria(criteria.count..<criteria.count + 1), message: texts.tooLow))
    return policy
  }
}
