internal import WatchwordBase

extension PasswordPolicy: CustomStringConvertible {
  /// The criteria in one line: "8-32 characters, no spaces, hard to guess, at least 3 of: …".
  public var description: String {
    let others = base.groups.compactMap { $0.alternative?.criterion.label }
    return texts.list(base.unmetLines(by: PolicyVerdict(), in: texts).map(\.text) + others)
  }
}
