internal import WatchwordBase
package import WatchwordSecrets
package import WatchwordSystem

/// Forms in a row, with a way back.
extension PasswordForm {
  /// Thrown when the user has pressed the second button, see ``PasswordForm/secondaryButtonTitle``. Nothing was judged,
  /// and secrets are wiped. To show the form again as the user left it, assign ``texts`` to
  /// ``PasswordForm/initialTexts``.
  public struct SecondaryPress: Error, Equatable, Sendable, CustomStringConvertible {
    /// The texts of the visible fields that are not secure, as they were typed so far, by field name.
    public let texts: [String: String]
    /// The values that the answer would have had.
    package let values: [Answer.Value]

    init(_ answer: Answer) { (texts, values) = (answer.texts, answer.values) }

    /// The reason as one line, without the texts.
    public var description: String { text("the form was left by its second button") }

    /// Writes the texts as an answer. Secrets are left out, but keep their place where only the place tells which value
    /// it is.
    package func encode(
      _ format: AnswerFormat, locking: SecretMemory.Locking
    ) throws(AnswerError) -> SecretBuffer {
      let hasPlaces = format.kind == .lines || format.kind == .nul
      let values = values.filter { hasPlaces || !$0.isSecure }
      return try format.encode(
        names: values.map(\.name), contents: values.map(\.content), locking: locking
      ) { index, use in
        use((texts[values[index].name] ?? "").utf8Span)
      }
    }
  }
}

extension FormDescription {
  /// Makes `texts` the initial texts of the fields with these names. Leaves out what a field cannot start with.
  mutating func start(with texts: [String: String]) {
    for index in fields.indices {
      guard let text = fields[index].name.flatMap({ texts[$0] }) else { continue }
      if let text = fields[index].held(text) { fields[index].text = text }
    }
  }
}

extension FormField.Configuration {
  /// `text` from the program as the field holds it; `nil` if the field could not start with it.
  func held(_ text: String) -> String? {
    var field = self
    field.text = input.kind.kept(text) ?? text
    return (try? field.checkText()) == nil ? nil : field.text
  }
}
