package import WatchwordMessages

/// The policies that come with the program, by the names that the option `--policy` takes. Each is a row of the table
/// below.
package enum StandardPolicy: String, CaseIterable, Sendable {
  /// The rule of the reference behaviour (A3, A5, A8): three of four classes.
  case classic
  /// The rule for the password of an account (reference behaviour, C4): all four classes.
  ///
  /// That nothing is said of an empty password before the form was submitted (C2) is decided by the form.
  case account
  /// The rule for a password that is the only factor (NIST SP 800-63B-4, 3.1.1.2): so many code points, whatever they are,
  /// and none of the passwords that are commonly used. It is normalised as RFC 8265 says.
  case nist
  /// The rule for a password beside a second factor (NIST SP 800-63B-4, 3.1.1.2).
  case nistMFA = "nist-mfa"
  /// The rule of OWASP ASVS 5.0, V6.2: 8 code points or more (6.2.1), whatever they are (6.2.5), none of the passwords
  /// that are commonly used (6.2.4, 6.2.11, 6.2.12), handed out exactly as typed (6.2.8).
  case owasp
  /// The rule of a number that a device asks for. Digits alone are never strong, so that any level passes.
  case pin
  /// The rule of the passphrase of a wireless network (IEEE 802.11-2020, annex J.4.1).
  case wpa2
  /// A rule for the passphrase of a disk that is asked for at boot: what asks may know the keys of a US keyboard alone.
  case luks
  /// The rule of the German BSI for citizens ("Sichere Passwörter erstellen"). A space is a special character there.
  case bsi

  private struct Row {
    /// The least level that passes.
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
    case .owasp:
      Row(
        refusesControls: true, source: texts("OWASP ASVS 5.0, chapter V6.2"),
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

  /// The policy; without `minimumLevel` with the least level of its own.
  package func policy(_ texts: Texts = .english, minimumLevel: Level? = nil) -> Policy {
    let row = row(texts)
    return Policy(
      row.groups() + Policy.groups(asking: minimumLevel ?? row.level, texts),
      normalization: row.normalization, refusesControls: row.refusesControls, texts)
  }

  /// The least level that the policy asks for by itself (A14).
  package var ownLevel: Level { row(.english).level }

  /// Who asks for it, and where that is written.
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
  /// The policy with a criterion that refuses the known passwords of a form (C4).
  package func refusingOldPasswords(_ texts: Texts) -> Policy {
    asking(for: againstOldPasswords ?? Group(.notOld(), texts))
  }

  /// The policy with what its lists ask for: criteria that refuse commonly used passwords, its own where it has one, even if
  /// that is only shown, and leaked ones.
  package func refusing(listed: Bool, leaked: Bool, _ texts: Texts = .english) -> Policy {
    var policy = self
    if listed { policy.groups.removeAll { $0.criteria[0].condition == .unlisted && !$0.isEnforced } }
    if listed, !policy.hasBlocklist { policy = policy.asking(for: .unlisted, texts) }
    return leaked && !refusesLeaked ? policy.asking(for: .unleaked, texts) : policy
  }

  /// The policy with a criterion of `condition`, above the level where the policy asks for one.
  package func asking(for condition: Criterion.Condition, _ texts: Texts = .english) -> Policy {
    asking(for: Group(condition, texts))
  }

  /// The policy with `group`, above the level where the policy asks for one.
  package func asking(for group: Group) -> Policy {
    var policy = self
    policy.groups.insert(group, at: groups.firstIndex(where: \.asksForLevel) ?? groups.count)
    return policy
  }

  /// The policy with a criterion that asks for `level`, in the place of any other level; without one where every text
  /// has it.
  package func asking(for level: Level, _ texts: Texts = .english) -> Policy {
    var policy = self
    policy.groups = groups.filter { !$0.asksForLevel } + Self.groups(asking: level, texts)
    return policy
  }

  fileprivate static func groups(asking level: Level, _ texts: Texts) -> [Group] {
    level > .weakest ? [Group(.level(atLeast: level), texts)] : []
  }
}

extension Policy.Group {
  /// Whether a level is all that the group asks for.
  package var asksForLevel: Bool { criteria.count == 1 && criteria[0].row.level != nil }
}
