package import WatchwordBase

/// The policies of the program, by their names for `--policy`. Each has a row in the table below.
package enum StandardPolicy: String, CaseIterable, Sendable {
  /// For new passwords: three of four classes (A3, A5, A8).
  case classic
  /// For the password of an account: all four classes (C4). The form shows no error for an empty password before the
  /// form is submitted (C2).
  case account
  /// For a password that is the only factor (NIST SP 800-63B-4, 3.1.1.2): 15 code points or more, whatever they are,
  /// and no commonly used password. Normalised by RFC 8265.
  case nist
  case nistMFA = "nist-mfa"
  /// OWASP ASVS 5.0, V6.2: 8 code points or more (6.2.1), whatever they are (6.2.5), no commonly used password (6.2.4,
  /// 6.2.11, 6.2.12), handed out exactly as typed (6.2.8).
  case owasp
  /// The rules of OWASP, without claiming a standard: for an account whose system names no policy.
  case login
  /// For a number that a device asks for. Digits are never strong, so any level passes.
  case pin
  /// For the passphrase of a wireless network (IEEE 802.11-2020, annex J.4.1).
  case wpa2
  /// For the passphrase of a disk, asked for at boot, perhaps with a US keyboard layout only.
  case luks
  /// PCI DSS 4.0.1, 8.3.6: 12 characters, a digit and a letter. That a password is none of the last four (8.3.7) is the
  /// caller's to check.
  case pci
  /// The German BSI's rule for citizens ("Sichere Passwörter erstellen"). A space counts as a special character.
  case bsi

  private struct Row {
    let level: Level
    let normalization: Policy.Normalization
    let refusesControls: Bool
    let source: () -> String
    let groups: () -> [Policy.Group]

    init(
      level: Level = .medium, normalization: Policy.Normalization = .none, refusesControls: Bool = false,
      source: @autoclosure @escaping () -> String, groups: @autoclosure @escaping () -> [Policy.Group]
    ) {
      (self.level, self.normalization, self.refusesControls) = (level, normalization, refusesControls)
      (self.source, self.groups) = (source, groups)
    }
  }

  private func row(_ texts: Texts) -> Row {
    typealias Group = Policy.Group
    typealias Criterion = Policy.Criterion
    return switch self {
    case .classic:
      Row(
        source: texts("watchword, for new passwords"),
        groups: [
          Group([Criterion(.length(8...32), texts), Criterion(.noSpaces, texts)]),
          Group(
            CharacterClass.allCases.map { Criterion(.contains($0), texts) }, required: 3,
            // translators: What stands between the asterisks is set off.
            heading: .init(texts("Use at least *3 of these 4* criteria when setting your password:")),
            shortHeading: .init(texts("At least 3 of these 4:"), short: texts("3 of 4:"))),
        ])
    case .account:
      Row(
        source: texts("watchword, for accounts"),
        groups: [
          Group(
            .eight(.clusters, texts),
            message: .init(
              texts("The password must have at least 8 characters."),
              short: texts("See the requirements below."))),
          Group(
            CharacterClass.allCases.map { Criterion(.contains($0), texts) },
            message: .init(
              texts("The password must contain numbers, uppercase, lowercase and special characters."),
              short: texts("See the requirements below."))),
        ])
    case .nist:
      Row(
        normalization: .nfc, refusesControls: true,
        source: texts("NIST SP 800-63B-4, section 3.1.1.2, for a password that is the only factor"),
        groups: [
          Group([
            Criterion(
              .length(15...Int.max, of: .codePoints), label: texts("15 characters or more"),
              shortLabel: texts("15 or more")),
            Criterion(.spacesWelcome, texts),
          ]),
          Group(.unlisted, texts),
        ])
    case .nistMFA:
      Row(
        normalization: .nfc, refusesControls: true,
        source: texts("NIST SP 800-63B-4, section 3.1.1.2, for a password beside a second factor"),
        groups: [
          Group([.eight(.codePoints, texts), Criterion(.spacesWelcome, texts)]), Group(.unlisted, texts),
        ])
    case .owasp, .login:
      Row(
        refusesControls: true,
        source: self == .owasp
          ? texts("OWASP ASVS 5.0, chapter V6.2") : texts("watchword, for the password of a login"),
        groups: [
          Group([.eight(.codePoints, texts), Criterion(.spacesWelcome, texts)]), Group(.unlisted, texts),
        ])
    case .pin:
      Row(
        level: .weak, source: texts("watchword, for PINs"),
        groups: [Group(.length(4...12, of: .digits), texts), Group(.only(.digits), texts)])
    case .wpa2:
      Row(
        source: texts("IEEE 802.11-2020, annex J.4, for a passphrase"),
        groups: [Group(.length(8...63), texts), Group(.only(.ascii), texts)])
    case .luks:
      Row(
        source: texts("watchword, for a passphrase that is typed at boot"),
        groups: [
          Group(.length(12...Int.max), texts),
          Group(
            Criterion(
              .only(.ascii), label: texts("only ASCII (the keyboard may be US at boot)"),
              shortLabel: texts("ASCII (US keys at boot)"))),
        ])
    case .pci:
      Row(
        refusesControls: true,
        source: texts("PCI DSS 4.0.1, 8.3.6; which passwords were the last four (8.3.7) is not known here"),
        groups: [
          Group([Criterion(.length(12...Int.max, of: .codePoints), texts), Criterion(.spacesWelcome, texts)]),
          Group([Criterion(.contains(.digit), texts), Criterion(.letter, texts)]),
        ])
    case .bsi:
      Row(
        source: "BSI für Bürger, \"Sichere Passwörter erstellen\"",
        groups: [
          Group(.length(8...Int.max), texts),
          Group(
            [CharacterClass.upper, .lower, .digit].map { Criterion(.contains($0), texts) }
              + [Criterion(.specialOrSpace, texts)],
            required: 4,
            alternative: Policy.Alternative(
              criterion: Criterion(
                .length(25...Int.max), label: texts("25 characters or more: 2 are enough"),
                shortLabel: texts("25 or more")), required: 2),
            heading: .init(texts("Use *all 4 of these*, or 2 of them and 25 characters or more:")),
            shortHeading: .init(texts("4, or 2 with 25:"))),
        ])
    }
  }

  package func policy(_ texts: Texts = .english, minimumLevel: Level? = nil) -> Policy {
    let row = row(texts)
    var policy = Policy(
      row.groups() + Policy.groups(asking: minimumLevel ?? row.level, texts),
      normalization: row.normalization, refusesControls: row.refusesControls, texts)
    policy.isTypedAtBoot = self == .luks
    return policy
  }

  /// The least level that the policy asks for (A14).
  package var ownLevel: Level { row(.english).level }

  /// Who requires the policy, and in which document.
  package func source(in texts: Texts) -> String { row(texts).source() }
}

extension Policy.Criterion {
  fileprivate static func eight(_ unit: Unit, _ texts: Texts) -> Policy.Criterion {
    Policy.Criterion(
      .length(8...Int.max, of: unit), label: texts("8 characters or more"),
      shortLabel: texts("8 or more"))
  }
}

extension Policy {
  /// The policy with a criterion that refuses the old passwords of a form (C4).
  package func refusingOldPasswords(_ texts: Texts) -> Policy {
    asking(for: againstOldPasswords ?? Group(.notOld(), texts))
  }

  /// The policy with criteria for its lists. If `listed`, it refuses commonly used passwords, unless it enforces that
  /// already. If `leaked`, it refuses leaked passwords.
  package func refusing(listed: Bool, leaked: Bool, _ texts: Texts = .english) -> Policy {
    var policy = self
    if listed { policy.groups.removeAll { $0.criteria[0].condition == .unlisted && !$0.isEnforced } }
    if listed, !policy.hasBlocklist { policy = policy.asking(for: .unlisted, texts) }
    return leaked && !refusesLeaked ? policy.asking(for: .unleaked, texts) : policy
  }

  /// The policy with a criterion of `condition`, above the criterion for a level.
  package func asking(for condition: Criterion.Condition, _ texts: Texts = .english) -> Policy {
    asking(for: Group(condition, texts))
  }

  package func asking(for group: Group) -> Policy {
    var policy = self
    policy.groups.insert(group, at: groups.firstIndex(where: \.asksForLevel) ?? groups.count)
    return policy
  }

  /// The policy with a criterion for `level` instead of any other. The weakest level needs none.
  package func asking(for level: Level, _ texts: Texts = .english) -> Policy {
    var policy = self
    policy.groups = groups.filter { !$0.asksForLevel } + Self.groups(asking: level, texts)
    return policy
  }

  /// The policy in words that suit a meter that counts no guesses: one by length on `scale`, or one of the host.
  package func measuredOtherwise(by scale: StrengthScale? = nil, _ texts: Texts = .english) -> Policy {
    var policy = self
    let measure = scale.map { Criterion.Measure.clusters($0.start(of: minimumLevel)) } ?? .unknown
    let group = Group(.level(atLeast: minimumLevel, by: measure), texts)
    policy.groups = groups.map { $0.asksForLevel ? group : $0 }
    return policy
  }

  fileprivate static func groups(asking level: Level, _ texts: Texts) -> [Group] {
    level > .weakest ? [Group(.level(atLeast: level), texts)] : []
  }
}

extension Policy.Group {
  package var asksForLevel: Bool { criteria.count == 1 && criteria[0].row.level != nil }
}
