extension PasswordForm {
  /// What was typed into a form that was accepted. The texts stay in locked memory, which is wiped when the answer goes.
  ///
  /// A new password is handed out as its policy prepares it: by ``PasswordPolicy/nist`` two that were typed differently and
  /// look the same are the same bytes. All other texts are handed out as they were typed.
  public struct Answer: ~Copyable {
    private let base: Watchword.Answer

    init(_ base: consuming Watchword.Answer) { self.base = base }

    /// How strong the new password is; `nil` where the form asks for none.
    public var strength: PasswordStrength? {
      base.values.lazy.compactMap(\.strength).first.map(PasswordStrength.init)
    }

    /// The text of a field that is not secure; `nil` for a secure one, and where there is no field of this name.
    public subscript(name: String) -> String? {
      guard base.values.contains(where: { $0.name == name && !$0.isSecure }) else { return nil }
      return withText(of: name) { String(copying: $0) }
    }

    /// Calls `body` with the text of a field in UTF-8; it cannot be kept. `body` may ask for other texts.
    ///
    /// - Returns: What `body` returns; `nil` where there is no field of this name.
    public func withText<R, E: Error>(
      of name: String, _ body: (UTF8Span) throws(E) -> R
    ) throws(E) -> R? {
      try base.withText(named: name, body)
    }

    /// Calls `body` with the password in UTF-8: the new one where there is one, or else the first that the form asks for,
    /// or else its first text. It cannot be kept; `span.withUnsafeBytes` gives the bytes to C.
    public func withPassword<R, E: Error>(_ body: (UTF8Span) throws(E) -> R) throws(E) -> R {
      guard let result = try base.withPassword(body) else {
        preconditionFailure("a form without fields cannot be made")
      }
      return result
    }
  }
}
