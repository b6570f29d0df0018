internal import WatchwordMessages
internal import WatchwordStrength

/// What a new password has to be. The criteria are shown while the person types, and every one of them is enforced.
public struct PasswordPolicy: Equatable, Sendable {
  let base: Policy

  init(_ base: Policy) { self.base = base }

  private init(_ standard: StandardPolicy) { base = standard.policy(.ofProcess) }

  /// Makes a policy of your own. It also asks for a password that is hard to guess; see ``requiring(_:)``.
  ///
  /// - Parameter criteria: What is asked for, in the order of the panel: up to 26, those inside
  ///   ``Criterion/atLeast(_:of:_:)`` counted one by one.
  /// - Throws: ``WatchwordError/invalidForm(reason:)`` if there are more, or one cannot be as it is described.
  public init(_ criteria: Criterion...) throws(WatchwordError) {
    let groups = criteria.map(\.group)
    do throws(PolicyProblem) {
      try Policy.check(groups)
      if let number = criteria.firstIndex(where: \.isNested) { throw .nestedGroup(number) }
    } catch {
      throw .invalidForm(reason: "\(error)")
    }
    base = Policy(groups).asking(for: .medium, .ofProcess)
  }

  /// 8 to 32 characters without white space, with three of upper case, lower case, digit and special character.
  public static var classic: PasswordPolicy { PasswordPolicy(.classic) }
  /// 15 characters or more, in no list of common passwords (NIST SP 800-63B-4, 3.1.1.2).
  public static var nist: PasswordPolicy { PasswordPolicy(.nist) }
  /// As ``nist``, with 8 characters or more: for a password beside a second factor.
  public static var nistMFA: PasswordPolicy { PasswordPolicy(.nistMFA) }
  /// 8 characters or more, in no list of common passwords, handed out as typed (OWASP ASVS 5.0, V6.2).
  public static var owasp: PasswordPolicy { PasswordPolicy(.owasp) }
  /// 4 to 12 digits. Any strength passes.
  public static var pin: PasswordPolicy { PasswordPolicy(.pin) }
  /// 8 to 63 characters of printable ASCII (IEEE 802.11-2020, J.4.1).
  public static var wpa2: PasswordPolicy { PasswordPolicy(.wpa2) }
  /// 12 characters or more of printable ASCII, for a disk that is unlocked at boot.
  public static var luks: PasswordPolicy { PasswordPolicy(.luks) }
  /// 8 characters or more of four kinds, or 25 or more of two (German BSI).
  public static var bsi: PasswordPolicy { PasswordPolicy(.bsi) }

  /// The policy, with `strength` as the least that passes.
  public func requiring(_ strength: PasswordStrength) -> PasswordPolicy {
    PasswordPolicy(base.asking(for: strength.level, .ofProcess))
  }
}
