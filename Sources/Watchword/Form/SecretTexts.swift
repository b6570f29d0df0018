import WatchwordScreen
import WatchwordSecrets
import WatchwordStrength

/// The text of one field. A class, so that a form can hold any number of noncopyable texts.
final class SecretField {
  fileprivate(set) var text: SecretText

  init(capacity: Int, in memory: SecretMemory) throws(SecretError) {
    text = try SecretText(capacity: capacity, in: memory)
  }

  convenience init(capacity: Int, text start: UTF8Span, in memory: SecretMemory) throws(SecretError) {
    try self.init(capacity: capacity, in: memory)
    try text.replaceClusters(0..<0, with: start)
  }

  /// Makes the text of a field that is added to a form, in its own memory.
  convenience init(of field: FormField.Configuration, locking: SecretMemory.Locking) throws(SecretError) {
    let memory = try SecretMemory(for: [field.maximumBytes], locking: locking)
    let start = field.isSecure ? "" : field.text
    try self.init(capacity: field.maximumBytes, text: start.utf8Span, in: memory)
  }

  /// Calls `body` with the text as `normalizer` normalizes it; `nil` passes the text as typed.
  func withText<R, E: Error>(
    by normalizer: Normalizer? = nil, _ body: (UTF8Span) throws(E) -> R
  ) throws(E) -> R {
    try text.withUTF8 { (typed) throws(E) in
      if let normalizer { try normalizer.withNormalized(typed, body) } else { try body(typed) }
    }
  }
}

/// The texts of a form, by field number, in locked memory that is wiped. If the form offers passwords, two more places
/// follow; see ``FormState/offerPlace``. A text is borrowed by a closure and cannot be kept.
package struct SecretTexts: ~Copyable {
  private(set) var fields: [SecretField]
  /// The assessor's normalizer, which brings texts into the policy's normal form.
  let normalizer: Normalizer

  /// The sizes in bytes of the buffers for the texts of `form`.
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

  /// Makes the initial texts of the fields of `form`. `normalizer` is that of the form's assessor.
  ///
  /// - Throws: Why there is no memory, or that a field cannot hold its text.
  init(
    of form: FormState, normalizer: Normalizer, in memory: SecretMemory
  ) throws(SecretError) {
    let fields = try Self.textCapacities(of: form).map { (capacity) throws(SecretError) in
      try SecretField(capacity: capacity, in: memory)
    }
    for field in form.fields where !field.configuration.isSecure {
      try fields[field.tag].text.replaceClusters(0..<0, with: field.configuration.text.utf8Span)
    }
    (self.fields, self.normalizer) = (fields, normalizer)
  }

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

  /// Calls `body` with the texts of two fields, in the normal form of the policy if `isNormalized`.
  func withTexts<R>(
    of field: Int, and other: Int, isNormalized: Bool, _ body: (UTF8Span, UTF8Span) -> R
  ) -> R {
    withText(of: field) { text in
      withText(of: other) { other in
        guard isNormalized else { return body(text, other) }
        return normalizer.withNormalized(text, other, body)
      }
    }
  }

  /// Replaces the clusters of `range` with `text` and puts the caret after it. Does nothing if the field cannot hold
  /// the result; see ``SecretText/obstacle(toReplacing:with:)``.
  mutating func replace(_ range: Range<Int>, in field: Int, with text: UTF8Span) {
    try? fields[field].text.replaceClusters(range, with: text)
  }

  /// Replaces the text of a field with that of `source`, and puts the caret at its end.
  mutating func copy(_ source: Int, to field: Int) {
    fields[source].withText {
      try? fields[field].text.replaceClusters(0..<fields[field].text.count, with: $0)
    }
  }
}
