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
