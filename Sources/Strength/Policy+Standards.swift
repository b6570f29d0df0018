public import Messages

extension Policy {
  /// The rule for a password that is the only factor (NIST SP 800-63B-4, 3.1.1.2): 15 code points or more, whatever
  /// they are, and none of the passwords that are commonly used. It is normalised as RFC 8265 says.
  public static func nist(_ catalogue: Catalogue = .english, minimumLevel: Level = .weak) -> Policy {
    let length = catalogue.standards.length15
    return standard(catalogue, 15, length, minimumLevel: minimumLevel, normalization: .nfc)
  }

  /// The rule for a password beside a second factor (NIST SP 800-63B-4, 3.1.1.2): as ``nist(_:minimumLevel:)``, with 8
  /// code points or more.
  public static func nistMFA(_ catalogue: Catalogue = .english, minimumLevel: Level = .weak) -> Policy {
    let length = catalogue.standards.length8
    return standard(catalogue, 8, length, minimumLevel: minimumLevel, normalization: .nfc)
  }

  /// The rule of OWASP ASVS 5.0, V6.2: 8 code points or more (6.2.1), whatever they are (6.2.5), none of the passwords
  /// that are commonly used (6.2.4, 6.2.11, 6.2.12), handed out exactly as typed (6.2.8).
  public static func owasp(_ catalogue: Catalogue = .english, minimumLevel: Level = .weak) -> Policy {
    let length = catalogue.standards.length8
    return standard(catalogue, 8, length, minimumLevel: minimumLevel, normalization: .none)
  }

  private static func standard(
    _ catalogue: Catalogue, _ least: Int, _ length: String, minimumLevel: Level, normalization: Normalization
  ) -> Policy {
    let texts = catalogue.standards
    var rules = [
      Rule(.empty, message: catalogue.classic.empty),
      Rule(.controls, message: texts.controls),
      Rule(.unreadableList, message: texts.unreadableList),
      Rule(.criteria(0..<1), message: catalogue.classic.requirements, pointsAtPanel: true),
      Rule(.criteria(1..<2), message: texts.listed),
    ]
    if minimumLevel > .weak {
      rules.append(Rule(.weaker(than: minimumLevel), message: catalogue.strength.tooLow))
    }
    var policy = Policy(
      criteria: [
        Criterion(.codePoints(least...Int.max), label: length),
        Criterion(.unlisted, label: texts.unlisted),
      ],
      rules: rules)
    policy.normalization = normalization
    return policy
  }

  /// Whether a criterion asks for a text that is in no list.
  public var hasBlocklist: Bool { criteria.contains { $0.requirement == .unlisted } }
}

/// The policies that come with the program, by the names that the option `--policy` takes.
public enum StandardPolicy: String, CaseIterable, Sendable {
  case classic
  case nist
  case nistMFA = "nist-mfa"
  case owasp

  /// The policy.
  public func policy(_ catalogue: Catalogue = .english, minimumLevel: Level = .weak) -> Policy {
    switch self {
    case .classic: .classic(catalogue, minimumLevel: minimumLevel)
    case .nist: .nist(catalogue, minimumLevel: minimumLevel)
    case .nistMFA: .nistMFA(catalogue, minimumLevel: minimumLevel)
    case .owasp: .owasp(catalogue, minimumLevel: minimumLevel)
    }
  }
}
