/// The result after passwd was told a new password.
enum PasswdOutcome: Equatable, Sendable {
  case changed
  /// The account has the new password, but then passwd refused.
  case partlyChanged
  /// The account has the new password, but another module asks for it too.
  case wanted
  case unchanged, unknown

  enum End: Equatable, Sendable {
    case ended(Int32)
    /// Ended by a signal or by this program.
    case stopped
    /// passwd asks for the new password again.
    case asks
    /// passwd asks for the new password again, which the account already had when it was last examined; or for the old
    /// password again, which was right before.
    case asksOn
  }

  /// Believes what passwd reports only if the account cannot tell, and then only a success.
  ///
  /// - Parameters:
  ///   - told: What passwd was told since the account was last examined.
  ///   - end: The state of passwd.
  ///   - isNew: Whether the new password is the account's; `nil` if that cannot be told.
  ///   - isOld: Whether the old password is the account's; `nil` if that cannot be told. If the form has no old
  ///     password, whether the account has a password in the shadow file. If `isNew` and `isOld` are both false, the
  ///     account's passwords are kept elsewhere.
  init(
    told: PasswdPrompt.Kind, _ end: End, isNew: @autoclosure () -> Bool?, isOld: @autoclosure () -> Bool?
  ) {
    guard told >= .new, told == .again || end != .asks else {
      self = .unchanged
      return
    }
    self =
      switch (isNew(), end) {
      case (true?, .ended(0)), (true?, .stopped): .changed
      case (true?, .asks): .wanted
      case (true?, _): .partlyChanged
      case (false?, _) where isOld() == true: .unchanged
      case (_, .ended(0)): .changed
      default: .unknown
      }
  }
}

/// How far passwd has come with the new password. Knows no texts, times or processes.
struct PasswdChange: Equatable, Sendable {
  /// What passwd was told since the account was last examined.
  private(set) var told = PasswdPrompt.Kind.other
  /// Whether unix_chkpwd accepted the new password.
  private(set) var isFound = false
  /// Whether it was asked, and could tell neither which password the account has.
  private(set) var isUnknown = false
  /// The status of a passwd that was told a new password and failed.
  private(set) var lastStatus: Int32?
  /// The account's hash when passwd was told the new password, see ``PasswdCall/hashMark()``.
  private var hashBefore: Int?

  /// Notes the account's `hash` before passwd is told a new password.
  mutating func begin(hash: @autoclosure () -> Int?) { if told < .new { hashBefore = hash() } }

  mutating func note(_ kind: PasswdPrompt.Kind) { told = max(told, kind) }

  /// What came of the new password, see ``PasswdOutcome``. If the account's `hash` is the same as before, nothing was
  /// changed: every change makes another hash.
  mutating func settle(
    _ end: PasswdOutcome.End, hash: Int?, isNew: () -> Bool?, isOld: () -> Bool?
  ) -> PasswdOutcome {
    if case .ended(let status) = end, status != 0 { lastStatus = status }
    let keepsHash = hash != nil && hash == hashBefore
    let outcome = PasswdOutcome(
      told: told, end, isNew: isFound ? true : keepsHash ? false : isNew(), isOld: isOld())
    let isExamined = told == .again || end != .asks
    if outcome == .wanted { isFound = true }
    if outcome == .unchanged && isExamined || outcome == .unknown && isExamined && end != .stopped {
      (told, isUnknown) = (.other, outcome == .unknown)
    }
    return outcome
  }
}
