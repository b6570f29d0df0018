extension PasswordPolicy: CustomStringConvertible {
  /// What the policy asks for, in one line: "8-32 characters, one uppercase letter, …".
  public var description: String { base.criteria.map(\.label).joined(separator: ", ") }
}
