package import WatchwordSecrets
public import WatchwordStrength
package import WatchwordSystem

extension PasswordForm {
  /// What was typed into a form that was accepted. The texts stay in locked memory, which is wiped when the last owner of
  /// the answer lets go of it.
  ///
  /// It never changes, so that tasks can share it and threads can read it at the same time.
  ///
  /// A new password is handed out as its policy prepares it: by ``WatchwordStrength/PasswordPolicy/nist`` two that were typed differently and
  /// look the same are the same bytes. All other texts are handed out as they were typed.
  public final class Answer: Sendable {
    /// What one field gives to the answer. Confirm fields give nothing.
    package struct Value: Equatable, Sendable {
      package let name: String
      package let isSecure: Bool
      /// How strong a newly chosen password is; `nil` for every other text.
      package let strength: Level?
      let field: Int
    }

    /// The values, in the order of the fields.
    package let values: [Value]
    /// How strong the newly chosen password is; weak where the form asks for none.
    package let level: Level
    /// The number of the button by which the form was accepted; 0 for Return in the last field.
    package let button: Int
    // Once its form is over nothing changes them any more: what the normalizer makes of a new password is kept.
    nonisolated(unsafe) private let texts: [SecretField]
    /// What makes the texts of newly chosen passwords, by the number of the field.
    nonisolated(unsafe) private let normalizers: [Normalizer?]
    /// What is handed out in the place of the newly chosen password; `nil` for the password itself.
    nonisolated(unsafe) private let replacement: SecretBuffer?

    /// Makes the answer of what stands in `form`, whose texts it shares. As long as the form goes on, it is for the thread
    /// of the form alone; with `isLast` the form is over.
    init(_ form: borrowing Form, isLast: Bool = false) {
      let (state, normalizer) = (form.state, form.texts.normalizer)
      unsafe texts = Array(form.texts.fields.prefix(state.fields.count))
      unsafe normalizers = texts.indices.map { state.takesNewPassword($0) ? normalizer : nil }
      unsafe replacement = nil
      (level, button, values) = (state.level, state.pressedButton, Self.values(of: state))
      if isLast, let newPassword { unsafe texts[newPassword.field].withText { normalizer?.keepForm(of: $0) } }
    }

    private init(_ values: [Value], _ texts: [SecretField], of answer: Answer) {
      unsafe (self.texts, normalizers) = (texts, texts.map { _ in nil })
      unsafe replacement = nil
      (level, button, self.values) = (answer.level, answer.button, values)
    }

    /// The same texts in memory of their own, for any thread.
    func copy(locking: SecretMemory.Locking) throws(SecretError) -> Answer {
      let capacities = values.map { value in withText(of: value) { max(1, $0.count) } }
      let memory = try SecretMemory(for: capacities, locking: locking)
      var (copies, texts): ([Value], [SecretField]) = ([], [])
      for (value, capacity) in zip(values, capacities) {
        texts.append(
          try withText(of: value) { (text) throws(SecretError) in
            try SecretField(capacity: capacity, text: text, in: memory)
          })
        copies.append(
          Value(
            name: value.name, isSecure: value.isSecure, strength: value.strength, field: copies.count))
      }
      return Answer(copies, texts, of: self)
    }

    private init(_ answer: Answer, replacement: consuming SecretBuffer?) {
      unsafe (texts, normalizers) = (answer.texts, answer.normalizers)
      unsafe self.replacement = replacement
      (level, button, values) = (answer.level, answer.button, answer.values)
    }

    static func values(of form: FormState) -> [Value] {
      form.fields.filter { !$0.isHidden }.compactMap { field in
        let configuration = field.configuration
        return configuration.name.map { name in
          Value(
            name: name, isSecure: configuration.isSecure,
            strength: field.tag == form.judgedField ? form.level : nil, field: field.tag)
        }
      }
    }

    /// The new password.
    private var newPassword: Value? { values.first { $0.strength != nil } }

    /// The new password, or else the first one, or else the first text.
    var password: Value? { newPassword ?? values.first(where: \.isSecure) ?? values.first }

    /// How strong the new password is; `nil` where the form asks for none.
    public var strength: PasswordStrength? { newPassword == nil ? nil : PasswordStrength(level) }

    /// The text of a field that is not secure; `nil` for a secure one, and where there is no field of this name.
    public subscript(name: String) -> String? {
      guard let value = values.first(where: { $0.name == name }), !value.isSecure else { return nil }
      return withText(of: value) { String(copying: $0) }
    }

    /// Calls `body` with the text of a field in UTF-8; it cannot be kept. `body` may ask for other texts.
    ///
    /// - Returns: What `body` returns; `nil` where there is no field of this name.
    public func withText<R, E: Error>(
      of name: String, _ body: (UTF8Span) throws(E) -> R
    ) throws(E) -> R? {
      guard let value = values.first(where: { $0.name == name }) else { return nil }
      return try withText(of: value, body)
    }

    /// Calls `body` with the password in UTF-8: the new one where there is one, or else the first that the form asks for,
    /// or else its first text; where all fields are hidden nothing. It cannot be kept; `span.withUnsafeBytes` gives the bytes
    /// to C.
    public func withPassword<R, E: Error>(_ body: (UTF8Span) throws(E) -> R) throws(E) -> R {
      let nothing = ""
      guard let result = try withPasswordIfAny(body) else { return try body(nothing.utf8Span) }
      return result
    }

    /// Does the same where the form may be a question, whose answer has no text; `nil` then.
    package func withPasswordIfAny<R, E: Error>(_ body: (UTF8Span) throws(E) -> R) throws(E) -> R? {
      guard let password else { return nil }
      return try withText(of: password, body)
    }

    /// Calls `body` with the text of `value`, which is one of this answer's.
    func withText<R, E: Error>(of value: Value, _ body: (UTF8Span) throws(E) -> R) throws(E) -> R {
      if value.strength != nil,
        let result = try unsafe replacement?.withBytes({ (bytes) throws(E) in
          try body(unsafe UTF8Span(unchecked: bytes))
        })
      {
        return result
      }
      return try unsafe texts[value.field].withText(by: normalizers[value.field], body)
    }

    /// The answer with what `hasher` makes of the newly chosen password in its place. The hash is that of the bytes that
    /// would be handed out, in the character set of the locale.
    ///
    /// - Precondition: The form has asked for a new password.
    /// - Throws: Why there is no hash, as the end of a line.
    package func hashingNewPassword(
      with hasher: consuming PasswordHasher, locking: SecretMemory.Locking = .required
    ) throws(AnswerError) -> Answer {
      guard let newPassword else { preconditionFailure("the form has no new password") }
      let password = try encode([newPassword], AnswerFormat(.lines, hasNewline: false), locking: locking)
      var hasher = hasher
      return Answer(self, replacement: try hasher.hash(password))
    }

    /// Writes the values of the answer into secret memory. JSON has the strength as well where there is a new password.
    package func encode(
      _ format: AnswerFormat, locking: SecretMemory.Locking = .required
    ) throws(AnswerError) -> SecretBuffer {
      try encode(values, format, locking: locking)
    }

    /// Writes some of the values, under `names` where they are not to have their own.
    func encode(
      _ values: [Value], names: [String]? = nil, _ format: AnswerFormat, locking: SecretMemory.Locking
    ) throws(AnswerError) -> SecretBuffer {
      // Without a value there is no name either.
      guard !values.isEmpty else { throw .name("") }
      let (names, level) = (names ?? values.map(\.name), values.lazy.compactMap(\.strength).first)
      return try format.encode(names: names, level: level, locking: locking) { index, use in
        withText(of: values[index], use)
      }
    }
  }
}

package typealias Answer = PasswordForm.Answer

/// What came of a form.
package enum Outcome: ~Copyable {
  case accepted(Answer)
  /// Nothing is handed out.
  case cancelled(PasswordForm.Cancelled)
}
