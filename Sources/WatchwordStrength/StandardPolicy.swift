package import WatchwordMessages

/// The policies that come with the program, by the names that the option `--policy` takes.
package enum StandardPolicy: String, CaseIterable, Sendable {
  case classic
  case account
  case nist
  case nistMFA = "nist-mfa"
  case owasp
  case pin
  case wpa2
  case luks
  case bsi

  /// The policy; without `minimumLevel` with the least level of its own.
  package func policy(_ catalogue: Catalogue = .english, minimumLevel: Level? = nil) -> Policy {
    let minimumLevel = minimumLevel ?? ownLevel
    return switch self {
    case .classic: .classic(catalogue, minimumLevel: minimumLevel)
    case .account: .account(catalogue, minimumLevel: minimumLevel)
    case .nist: .nist(catalogue, minimumLevel: minimumLevel)
    case .nistMFA: .nistMFA(catalogue, minimumLevel: minimumLevel)
    case .owasp: .owasp(catalogue, minimumLevel: minimumLevel)
    case .pin: .pin(catalogue, minimumLevel: minimumLevel)
    case .wpa2: .wpa2(catalogue, minimumLevel: minimumLevel)
    case .luks: .luks(catalogue, minimumLevel: minimumLevel)
    case .bsi: .bsi(catalogue, minimumLevel: minimumLevel)
    }
  }

  /// The least level that the policy asks for by itself (A14).
  package var ownLevel: Level { self == .pin ? .weak : .medium }
}

extension Policy {
  /// The rule of the reference behaviour (A3, A5, A8): 8 to 32 characters without white space, and three of the four
  /// classes upper case, lower case, digit and special.
  ///
  /// The rules judge in the order of A8. A last criterion asks for `minimumLevel`, in every policy here, unless that is
  /// the weakest level (A14).
  package static func classic(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
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
  package static func account(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
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
  package static func nist(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
    let length = Criterion(
      .codePoints(15...Int.max), label: catalogue.standards.length15, shortLabel: catalogue.standards.short15)
    return standard(catalogue, length, minimumLevel, .nfc)
  }

  /// The rule for a password beside a second factor (NIST SP 800-63B-4, 3.1.1.2): as ``nist(_:minimumLevel:)``, with 8
  /// code points or more.
  package static func nistMFA(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
    standard(catalogue, eightCodePoints(catalogue), minimumLevel, .nfc)
  }

  /// The rule of OWASP ASVS 5.0, V6.2: 8 code points or more (6.2.1), whatever they are (6.2.5), none of the passwords
  /// that are commonly used (6.2.4, 6.2.11, 6.2.12), handed out exactly as typed (6.2.8).
  package static func owasp(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
    standard(catalogue, eightCodePoints(catalogue), minimumLevel, .none)
  }

  /// The rule of a number that a device asks for: 4 to 12 digits. Digits alone are never strong, so that any level passes.
  package static func pin(_ catalogue: Catalogue = .english, minimumLevel: Level = .weak) -> Policy {
    let length = Criterion(
      .length(4...12, whiteSpace: true), lengths: 4...12, ofDigits: true, catalogue.rules)
    return Policy(
      [Group(length), Group(Criterion(only: .digits, catalogue.rules))], catalogue: catalogue
    ).asking(for: minimumLevel, catalogue)
  }

  /// The rule of the passphrase of a wireless network (IEEE 802.11-2020, annex J.4.1): 8 to 63 characters, each
  /// printable ASCII.
  package static func wpa2(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
    let length = Criterion(.length(8...63, whiteSpace: true), lengths: 8...63, catalogue.rules)
    return Policy(
      [Group(length), Group(Criterion(only: .ascii, catalogue.rules))], catalogue: catalogue
    ).asking(for: minimumLevel, catalogue)
  }

  /// A rule for the passphrase of a disk that is asked for at boot: 12 characters or more, each printable ASCII, since
  /// what asks may know the keys of a US keyboard alone.
  package static func luks(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
    let texts = catalogue.rules
    let length = Criterion(.length(12...Int.max, whiteSpace: true), lengths: 12...Int.max, texts)
    let ascii = Criterion(.only(.ascii), label: texts.bootKeyboard, shortLabel: texts.shortBootKeyboard)
    return Policy([Group(length), Group(ascii)], catalogue: catalogue).asking(for: minimumLevel, catalogue)
  }

  /// The rule of the German BSI for citizens ("Sichere Passwörter erstellen"): 8 characters or more of four kinds, or 25
  /// or more of two. A space is a special character there.
  package static func bsi(_ catalogue: Catalogue = .english, minimumLevel: Level = .medium) -> Policy {
    let texts = catalogue.rules
    let length = Criterion(.length(8...Int.max, whiteSpace: true), lengths: 8...Int.max, texts)
    let long = Criterion(
      .length(25...Int.max, whiteSpace: true), label: texts.long, shortLabel: texts.shortLong)
    let special = Criterion(
      .specialOrSpace, label: texts.specialOrSpace, shortLabel: texts.shortSpecialOrSpace)
    return Policy(
      [
        Group(length),
        Group(
          classes(catalogue.classic).dropLast() + [special], required: 4,
          alternative: Alternative(long, required: 2), heading: texts.fourOrLong,
          shortHeading: texts.shortFourOrLong),
      ],
      catalogue: catalogue
    ).asking(for: minimumLevel, catalogue)
  }

  private static func eightCodePoints(_ catalogue: Catalogue) -> Criterion {
    Criterion(
      .codePoints(8...Int.max), label: catalogue.standards.length8, shortLabel: catalogue.standards.short8)
  }

  /// A policy of a length and of lists that the password must not be in.
  private static func standard(
    _ catalogue: Catalogue, _ length: Criterion, _ minimumLevel: Level, _ normalization: Normalization
  ) -> Policy {
    Policy(
      [Group(length), .unlisted(catalogue)],
      normalization: normalization, refusesControls: true, catalogue: catalogue
    ).asking(for: minimumLevel, catalogue)
  }

  /// The criteria of the four classes: upper case, lower case, digit and special character.
  private static func classes(_ texts: Catalogue.Classic) -> [Criterion] {
    RequiredClasses.Class.allCases.map { criterion(of: $0, texts) }
  }

  /// The criterion of one class.
  package static func criterion(of kind: RequiredClasses.Class, _ texts: Catalogue.Classic) -> Criterion {
    switch kind {
    case .upper: Criterion(.contains(.upper), label: texts.upper, shortLabel: texts.shortUpper)
    case .lower: Criterion(.contains(.lower), label: texts.lower, shortLabel: texts.shortLower)
    case .digit: Criterion(.contains(.digits), label: texts.digit, shortLabel: texts.shortDigit)
    case .special: Criterion(.special, label: texts.special, shortLabel: texts.shortSpecial)
    }
  }

  /// The policy with a criterion that refuses the known passwords of a form (C4).
  package func refusingOldPasswords(_ catalogue: Catalogue) -> Policy {
    if let againstOldPasswords { return asking(for: againstOldPasswords) }
    let texts = catalogue.account
    let criterion = Criterion(.notOld, label: texts.notOld, shortLabel: texts.shortNotOld)
    return asking(for: Group(criterion, message: Message(texts.isOld, short: texts.shortIsOld)))
  }

  /// The policy with a criterion that asks for at most `limit` bytes.
  package func limited(toBytes limit: Int, _ catalogue: Catalogue = .english) -> Policy {
    let texts = catalogue.standards
    let criterion = Criterion(
      .bytes(atMost: limit), label: texts.bytes(limit), shortLabel: texts.shortBytes(limit))
    let message = Message(texts.tooManyBytes(limit))
    return asking(for: Group(criterion, message: message))
  }

  /// The policy with a criterion that refuses commonly used passwords, its own where it has one, even if that is only
  /// shown.
  package func refusingListedPasswords(_ catalogue: Catalogue = .english) -> Policy {
    var policy = self
    policy.groups.removeAll { $0.criteria[0].condition == .unlisted && !$0.isEnforced }
    return policy.hasBlocklist ? policy : policy.asking(for: .unlisted(catalogue))
  }

  /// The policy with a criterion that refuses leaked passwords. Whoever judges by it needs a list of them.
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
  /// The group that asks for a password that is in none of the lists.
  package static func unlisted(_ catalogue: Catalogue = .english) -> Policy.Group {
    let texts = catalogue.standards
    return Policy.Group(
      Policy.Criterion(.unlisted, label: texts.unlisted, shortLabel: texts.shortUnlisted),
      message: Policy.Message(texts.listed, short: texts.shortListed),
      unreadable: Policy.Message(texts.unreadableList))
  }

  /// Whether all that the group asks for is a level.
  fileprivate var asksForLevel: Bool {
    if case .level? = criteria.first?.condition { criteria.count == 1 } else { false }
  }
}
