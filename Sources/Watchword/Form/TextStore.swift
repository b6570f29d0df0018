import WatchwordScreen
package import WatchwordSecrets
package import WatchwordStrength
import WatchwordSystem

/// The texts of a form's fields, by the numbers of the fields: locked memory in the program, plain text in a test.
/// Behind them are two further places, see ``FormState/offerPlace``.
///
/// Positions and ranges count grapheme clusters. A text is borrowed by a closure and cannot be kept.
package protocol TextStore: ~Copyable {
  func count(of field: Int) -> Int
  func caret(of field: Int) -> Int
  /// Whether the caret is at the start of the text or after white space.
  func isAtWordStart(in field: Int) -> Bool
  /// Where the words around the caret begin and end.
  func words(in field: Int) -> TextShape.Words

  func withText<R>(of field: Int, _ body: (UTF8Span) -> R) -> R
  /// Calls `body` with the text in the normal form of the form's policy, in which new passwords are judged.
  func withNormalText<R>(of field: Int, _ body: (UTF8Span) -> R) -> R
  /// `words` in the same normal form.
  func normalized(_ words: ContextWords) -> ContextWords
  /// Calls `body` with the texts of two fields, in that normal form if `isNormalized`.
  func withTexts<R>(
    of field: Int, and other: Int, isNormalized: Bool, _ body: (UTF8Span, UTF8Span) -> R
  ) -> R

  /// Why `text` cannot replace `range`; `nil` if it can.
  func obstacle(toReplacing range: Range<Int>, in field: Int, with text: UTF8Span) -> SecretError?
  func byteCount(replacing range: Range<Int>, in field: Int, with text: UTF8Span) -> Int
  /// Replaces `range` with `text` and puts the caret after it. Does nothing if there is an obstacle.
  mutating func replace(_ range: Range<Int>, in field: Int, with text: UTF8Span)
  /// Calls `body` with the two clusters at the caret, swapped. Returns `nil` if there are none to swap.
  func withTransposed<R>(in field: Int, _ body: (UTF8Span) -> R) -> R?
  /// Swaps these two clusters and puts the caret after them. Returns whether it could.
  mutating func transpose(in field: Int) -> Bool
  /// Replaces the text of a field with that of `source`, and puts the caret behind it.
  mutating func copy(_ source: Int, to field: Int)
  mutating func clear(_ field: Int)
  /// Puts the caret after the first `cluster` clusters. The text must have that many.
  mutating func moveCaret(of field: Int, to cluster: Int)
}

/// The text of one field. A class, so that a form may have any number of texts that cannot be copied.
final class SecretField {
  fileprivate(set) var text: SecretText

  init(capacity: Int, in memory: SecretMemory) throws(SecretError) {
    text = try SecretText(capacity: capacity, in: memory)
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

/// The texts of a form in locked, wiped memory.
struct SecretTexts: ~Copyable, TextStore {
  /// The texts, by the numbers of the fields, and behind them the places of what the form offers.
  let fields: [SecretField]
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
    var fields: [SecretField] = []
    for capacity in Self.textCapacities(of: form) {
      fields.append(try SecretField(capacity: capacity, in: memory))
    }
    for field in form.fields where !field.configuration.isSecure {
      try fields[field.tag].text.replaceClusters(0..<0, with: field.configuration.text.utf8Span)
    }
    let normalization = form.configuration.policy.normalization
    let normalizer = normalization == .none ? nil : try Normalizer(normalization, in: memory)
    self.fields = fields
    self.normalizer = normalizer
  }

  func count(of field: Int) -> Int { fields[field].text.count }

  func caret(of field: Int) -> Int { fields[field].text.caret }

  func isAtWordStart(in field: Int) -> Bool { fields[field].text.isAtWordStart }

  func words(in field: Int) -> TextShape.Words {
    let field = fields[field]
    return TextShape.Words(
      start: field.text.wordStart, end: field.text.wordEnd, spacedStart: field.text.whiteSpaceWordStart)
  }

  func withText<R>(of field: Int, _ body: (UTF8Span) -> R) -> R { fields[field].withText(body) }

  func withNormalText<R>(of field: Int, _ body: (UTF8Span) -> R) -> R {
    fields[field].withText(by: normalizer, body)
  }

  func normalized(_ words: ContextWords) -> ContextWords { normalizer?.normalized(words) ?? words }

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

  func obstacle(toReplacing range: Range<Int>, in field: Int, with text: UTF8Span) -> SecretError? {
    fields[field].text.obstacle(toReplacing: range, with: text)
  }

  func byteCount(replacing range: Range<Int>, in field: Int, with text: UTF8Span) -> Int {
    fields[field].text.byteCount(replacing: range, with: text)
  }

  mutating func replace(_ range: Range<Int>, in field: Int, with text: UTF8Span) {
    try? fields[field].text.replaceClusters(range, with: text)
  }

  func withTransposed<R>(in field: Int, _ body: (UTF8Span) -> R) -> R? {
    try? fields[field].text.withTransposed(body)
  }

  mutating func transpose(in field: Int) -> Bool { (try? fields[field].text.transpose()) != nil }

  mutating func copy(_ source: Int, to field: Int) {
    fields[source].withText {
      try? fields[field].text.replaceClusters(0..<fields[field].text.count, with: $0)
    }
  }

  mutating func clear(_ field: Int) { fields[field].text.removeAll() }

  mutating func moveCaret(of field: Int, to cluster: Int) { fields[field].text.moveCaret(toCluster: cluster) }
}
