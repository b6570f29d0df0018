import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

/// The text of one field. A class, so that a form may have any number of texts that cannot be copied.
final class SecretField {
  fileprivate(set) var text: SecretText

  init(capacity: Int, in memory: SecretMemory) throws(SecretError) {
    text = try SecretText(capacity: capacity, in: memory)
  }

  /// Makes a copy of `start`.
  convenience init(capacity: Int, text start: UTF8Span, in memory: SecretMemory) throws(SecretError) {
    try self.init(capacity: capacity, in: memory)
    try text.replaceClusters(0..<0, with: start)
  }

  /// Makes the text of a field that is added to a form, in memory of its own.
  convenience init(of field: FormField.Configuration, locking: SecretMemory.Locking) throws(SecretError) {
    let memory = try SecretMemory(for: [field.maximumBytes], locking: locking)
    let start = field.isSecure ? "" : field.text
    try self.init(capacity: field.maximumBytes, text: start.utf8Span, in: memory)
  }

  /// Calls `body` with the text in the form that `normalizer` gives it; without one as it was typed.
  func withText<R, E: Error>(
    by normalizer: Normalizer? = nil, _ body: (UTF8Span) throws(E) -> R
  ) throws(E) -> R {
    try text.withUTF8 { (typed) throws(E) in
      if let normalizer { try normalizer.withNormalized(typed, body) } else { try body(typed) }
    }
  }
}

/// The texts of a form in locked, wiped memory, by the numbers of the fields. Behind them are two further places, see
/// ``FormState/offerPlace``. A text is borrowed by a closure and cannot be kept.
package struct SecretTexts: ~Copyable {
  private(set) var fields: [SecretField]
  /// What makes the normal form of the policy; `nil` where texts count as they were typed.
  let normalizer: Normalizer?

  /// The bytes of the buffers that the texts of `form` take.
  ///
  /// - Throws: ``SecretError/tooMany`` if the form has more fields than a frame can show.
  static func capacities(of form: FormState) throws(SecretError) -> [Int] {
    guard form.fields.count <= Cell.fieldLimit else { throw .tooMany }
    return textCapacities(of: form) + Normalizer.capacities(form.configuration.policy.normalization)
  }

  private static func textCapacities(of form: FormState) -> [Int] {
    form.fields.map(\.configuration.maximumBytes)
      + (form.offersPasswords ? [DrawingRules.longest, DrawingRules.longest] : [])
  }

  /// Makes the texts that the fields of `form` start with.
  ///
  /// - Throws: Why there is no memory, also where a text is none that a field can hold.
  init(of form: FormState, in memory: SecretMemory) throws(SecretError) {
    let fields = try Self.textCapacities(of: form).map { (capacity) throws(SecretError) in
      try SecretField(capacity: capacity, in: memory)
    }
    for field in form.fields where !field.configuration.isSecure {
      try fields[field.tag].text.replaceClusters(0..<0, with: field.configuration.text.utf8Span)
    }
    let normalization = form.configuration.policy.normalization
    let normalizer = normalization == .none ? nil : try Normalizer(normalization, in: memory)
    (self.fields, self.normalizer) = (fields, normalizer)
  }

  /// Adds a text behind those of the fields before it.
  mutating func insert(_ text: SecretField, at index: Int) { fields.insert(text, at: index) }

  subscript(field: Int) -> SecretText {
    _read { yield fields[field].text }
    _modify { yield &fields[field].text }
  }

  func withText<R>(of field: Int, _ body: (UTF8Span) -> R) -> R { fields[field].withText(body) }

  /// Calls `body` with the text in the normal form of the form's policy, in which new passwords are judged.
  func withNormalText<R>(of field: Int, _ body: (UTF8Span) -> R) -> R {
    fields[field].withText(by: normalizer, body)
  }

  func normalized(_ words: ContextWords) -> ContextWords { normalizer?.normalized(words) ?? words }

  /// Calls `body` with the texts of two fields, in that normal form if `isNormalized`.
  func withTexts<R>(
    of field: Int, and other: Int, isNormalized: Bool, _ body: (UTF8Span, UTF8Span) -> R
  ) -> R {
    withText(of: field) { text in
      withText(of: other) { other in
        guard isNormalized, let normalizer else { return body(text, other) }
        return normalizer.withNormalized(text, other, body)
      }
    }
  }

  /// Replaces `range`, a range of clusters, with `text` and puts the caret after it. Does nothing if there is an obstacle.
  mutating func replace(_ range: Range<Int>, in field: Int, with text: UTF8Span) {
    try? fields[field].text.replaceClusters(range, with: text)
  }

  /// Replaces the text of a field with that of `source`, and puts the caret behind it.
  mutating func copy(_ source: Int, to field: Int) {
    fields[source].withText {
      try? fields[field].text.replaceClusters(0..<fields[field].text.count, with: $0)
    }
  }
}
