package import WatchwordSecrets
public import WatchwordStrength
package import WatchwordSystem

extension PasswordForm {
  /// What was typed into an accepted form. The texts are in locked memory, which is wiped when the last owner releases
  /// the answer. It is immutable: tasks can share it, and threads can read it at the same time.
  ///
  /// A new password is returned as its policy prepares it. With ``WatchwordStrength/PasswordPolicy/nist``, two
  /// passwords that look the same but were typed differently have the same bytes. All other texts are returned as
  /// typed.
  public final class Answer: Sendable {
    /// The value of one field. Confirm fields have none.
    package struct Value: Equatable, Sendable {
      package let name: String
      package let isSecure: Bool
      /// How often the user edited the field.
      package let edits: Int
      /// The strength of a newly chosen password; `nil` for any other text.
      package let strength: Level?
      let field: Int
      let content: AnswerFormat.Content
    }

    package let values: [Value]
    /// The strength of the newly chosen password, weak if the form asks for none.
    package let level: Level
    /// The number of the button that accepted the form; 0 for Return in the last field.
    package let button: Int
    // Nothing changes these after the form, because the normalizer then keeps its normal form of the new password.
    nonisolated(unsafe) private let secrets: [SecretField]
    /// The normalizer of each field with a newly chosen password.
    nonisolated(unsafe) private let normalizers: [Normalizer?]
    /// What is handed out instead of the new password, such as its hash; `nil` hands out the password itself.
    nonisolated(unsafe) private let replacement: SecretBuffer?

    /// Makes an answer that shares the texts of `form`. While the form runs, only the form's thread may use the answer.
    /// `isLast` is true if the form is over.
    init(_ form: borrowing Form, isLast: Bool = false) {
      let (state, normalizer) = (form.state, form.secrets.normalizer)
      unsafe secrets = Array(form.secrets.fields.prefix(state.fields.count))
      unsafe normalizers = secrets.indices.map { state.takesNewPassword($0) ? normalizer : nil }
      unsafe replacement = nil
      (level, button, values) = (state.level, state.pressedButton, Self.values(of: state))
      if isLast, let newPassword {
        unsafe secrets[newPassword.field].withText { normalizer.keepForm(of: $0) }
      }
    }

    private init(_ values: [Value], _ secrets: [SecretField], of answer: Answer) {
      unsafe (self.secrets, normalizers) = (secrets, secrets.map { _ in nil })
      unsafe replacement = nil
      (level, button, self.values) = (answer.level, answer.button, values)
    }

    /// A copy in memory of its own, for any thread.
    func copy(locking: SecretMemory.Locking) throws(SecretError) -> Answer {
      let capacities = values.map { value in withText(of: value) { max(1, $0.count) } }
      let memory = try SecretMemory(for: capacities, locking: locking)
      var (copies, secrets): ([Value], [SecretField]) = ([], [])
      for (value, capacity) in zip(values, capacities) {
        secrets.append(
          try withText(of: value) { (text) throws(SecretError) in
            try SecretField(capacity: capacity, text: text, in: memory)
          })
        copies.append(
          Value(
            name: value.name, isSecure: value.isSecure, edits: value.edits, strength: value.strength,
            field: copies.count, content: value.content))
      }
      return Answer(copies, secrets, of: self)
    }

    private init(_ answer: Answer, replacement: consuming SecretBuffer?) {
      unsafe (secrets, normalizers) = (answer.secrets, answer.normalizers)
      unsafe self.replacement = replacement
      (level, button, values) = (answer.level, answer.button, answer.values)
    }

    static func values(of form: FormState) -> [Value] {
      form.fields.filter { $0.visibility != .hidden }.compactMap { field in
        let configuration = field.configuration
        let content = field.visibility == .shown ? configuration.input.kind.content : .nothing
        return configuration.name.map { name in
          Value(
            name: name, isSecure: configuration.isSecure, edits: field.edits,
            strength: field.tag == form.newPasswordField && content != .nothing ? form.level : nil,
            field: field.tag, content: content)
        }
      }
    }

    private var newPassword: Value? { values.first { $0.strength != nil } }

    /// The new password, or else the first password, or else the first text.
    var mainValue: Value? { newPassword ?? given.first(where: \.isSecure) ?? given.first }

    /// The values without those of fields that were hidden.
    private var given: [Value] { values.filter { $0.content != .nothing } }

    /// The strength of the new password; `nil` if the form asks for none.
    public var strength: PasswordStrength? { newPassword == nil ? nil : PasswordStrength(level) }

    /// The text of a field; `nil` if it is secure or there is no field of this name.
    public subscript(name: String) -> String? {
      guard let value = given.first(where: { $0.name == name }), !value.isSecure else { return nil }
      return withText(of: value) { String(copying: $0) }
    }

    /// The texts of the visible fields that are not secure, by field name. Assign them to ``PasswordForm/initialTexts`` to
    /// show the form again with what was typed.
    public var texts: [String: String] {
      given.filter { !$0.isSecure }.reduce(into: [:]) { texts, value in
        texts[value.name] = withText(of: value) { String(copying: $0) }
      }
    }

    /// Calls `body` with the text of a field in UTF-8. The text must not be kept. `body` may ask for other texts.
    ///
    /// - Returns: What `body` returns; `nil` if there is no field of this name.
    public func withText<R, E: Error>(
      of name: String, _ body: (UTF8Span) throws(E) -> R
    ) throws(E) -> R? {
      guard let value = given.first(where: { $0.name == name }) else { return nil }
      return try withText(of: value, body)
    }

    /// Calls `body` with the new password or else the first password in UTF-8. The text is empty if the form has no
    /// password, or hides its field. It must not be kept. `span.withUnsafeBytes` gives the bytes to C.
    public func withPassword<R, E: Error>(_ body: (UTF8Span) throws(E) -> R) throws(E) -> R {
      let nothing = ""
      guard let password = newPassword ?? values.first(where: \.isSecure) else {
        return try body(nothing.utf8Span)
      }
      return try withText(of: password, body)
    }

    /// Calls `body` with the new password, or else the first password, or else the first text. Returns `nil` if there
    /// is no text, as in the answer of a question.
    package func withPasswordIfAny<R, E: Error>(_ body: (UTF8Span) throws(E) -> R) throws(E) -> R? {
      guard let mainValue else { return nil }
      return try withText(of: mainValue, body)
    }

    func withText<R, E: Error>(of value: Value, _ body: (UTF8Span) throws(E) -> R) throws(E) -> R {
      if value.content == .nothing { return try body("".utf8Span) }
      if value.strength != nil,
        let result = try unsafe replacement?.withBytes({ (bytes) throws(E) in
          try body(unsafe UTF8Span(unchecked: bytes))
        })
      {
        return result
      }
      return try unsafe secrets[value.field].withText(by: normalizers[value.field], body)
    }

    /// The answer with the newly chosen password replaced by its hash. Hashes the bytes to be returned, in the locale's
    /// encoding.
    ///
    /// Without a new password, as when its field was hidden, there is nothing to hash.
    ///
    /// - Throws: Why there is no hash. The description fits the end of an error line.
    package func hashingNewPassword(
      with hasher: consuming PasswordHasher, locking: SecretMemory.Locking = .required
    ) throws(AnswerError) -> Answer {
      guard let newPassword else { return self }
      let password = try encode([newPassword], AnswerFormat(.lines, hasNewline: false), locking: locking)
      var hasher = hasher
      return Answer(self, replacement: try hasher.hash(password))
    }

    /// Writes the values of the answer into secret memory. JSON includes the strength of a new password.
    package func encode(
      _ format: AnswerFormat, locking: SecretMemory.Locking = .required
    ) throws(AnswerError) -> SecretBuffer {
      try encode(values, format, locking: locking)
    }

    /// Writes some values, under `names` instead of their own if given.
    func encode(
      _ values: [Value], names: [String]? = nil, _ format: AnswerFormat, locking: SecretMemory.Locking
    ) throws(AnswerError) -> SecretBuffer {
      // No format can write an answer without values.
      guard !values.isEmpty else { throw .name("") }
      let (names, level) = (names ?? values.map(\.name), values.lazy.compactMap(\.strength).first)
      return try format.encode(
        names: names, contents: values.map(\.content), strength: level?.name, locking: locking
      ) { index, use in
        withText(of: values[index], use)
      }
    }
  }
}

package typealias Answer = PasswordForm.Answer
