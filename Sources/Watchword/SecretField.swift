import Forms
import Screen
import Secrets
import System

/// The text of one field. A class, so that a form may have any number of texts that cannot be copied.
final class SecretField {
  private(set) var text: SecretText

  init(locking: SecretBuffer.Locking) throws(SecretError) { text = try SecretText(locking: locking) }

  /// Puts in the text that a field with `configuration` starts with.
  func start(with configuration: TextField.Configuration) throws(SecretError) {
    if !configuration.isSecure { try text.replaceClusters(0..<0, with: configuration.text.utf8Span) }
  }

  /// Lends the text to `body` as it was typed.
  func withText<R, E: Error>(_ body: (UTF8Span) throws(E) -> R) throws(E) -> R { try text.withUTF8(body) }

  /// Lends the text to `body` in the form that `normalizer` gives it; without one as it was typed.
  func withText<R, E: Error>(
    by normalizer: Normalizer?, _ body: (UTF8Span) throws(E) -> R
  ) throws(E) -> R {
    try text.withUTF8 { (typed) throws(E) in
      if let normalizer { try normalizer.withNormalized(typed, body) } else { try body(typed) }
    }
  }

  /// Puts what `replacement` says in the place of `range`; `pasted` is the text of the last paste.
  func apply(_ change: Change, pasted: UTF8Span) throws(SecretError) {
    switch change.replacement {
    case .nothing: text.removeClusters(change.range)
    case .typed(let scalar):
      try withUTF8Span(of: scalar) { (typed) throws(SecretError) in
        try text.replaceClusters(change.range, with: typed)
      }
    case .pasted: try text.replaceClusters(change.range, with: pasted)
    case .transposed: try text.transpose()
    }
  }

  func moveCaret(to cluster: Int) { text.moveCaret(toCluster: cluster) }

  func clear() { text.removeAll() }

  /// Whether `other` has the same text, in the form that `normalizer` gives to both; without one as it was typed.
  func isEqual(to other: SecretField, by normalizer: Normalizer?) -> Bool {
    guard let normalizer else { return text.isEqual(to: other.text) }
    return withText { text in other.withText { normalizer.areEqual(text, $0) } }
  }

  /// The outline of the text, with no more of its content than `field` shows.
  func shape(for field: TextField, width: CharacterWidth) -> TextShape {
    var shape = TextShape(count: text.count, caret: text.caret)
    if field.configuration.capitalization == .words { shape.isAtWordStart = text.isAtWordStart }
    guard let shown = field.isShown ? 0..<text.count : field.peek.map({ $0..<$0 + 1 }) else { return shape }
    shape.widths = Array(repeating: 1, count: text.count)
    text.utf8.forEachCluster(in: shown) { index, cluster in
      shape.widths[index] = UInt8(clamping: width.columns(of: cluster))
    }
    if field.isShown {
      shape.words = TextShape.Words(
        start: text.wordStart, end: text.wordEnd, spacedStart: text.whiteSpaceWordStart)
    }
    return shape
  }
}
