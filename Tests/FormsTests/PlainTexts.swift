import WatchwordSecrets
import WatchwordStrength

@testable import Watchword

/// The texts of a form as plain characters: a form can be played without secrets.
struct PlainTexts: ~Copyable, TextStore {
  private(set) var texts: [[Character]]
  private var carets: [Int]

  init(count: Int) {
    // Two places more are those of an offer.
    texts = Array(repeating: [], count: count + 2)
    carets = Array(repeating: 0, count: count + 2)
  }

  func count(of field: Int) -> Int { texts[field].count }

  func caret(of field: Int) -> Int { carets[field] }

  func isAtWordStart(in field: Int) -> Bool { texts[field].prefix(carets[field]).last?.isWhitespace ?? true }

  func words(in field: Int) -> TextShape.Words {
    let text = texts[field], caret = carets[field]
    func start(where isPart: (Character) -> Bool) -> Int {
      guard let last = text[..<caret].lastIndex(where: isPart) else { return 0 }
      return (text[..<last].lastIndex { !isPart($0) } ?? -1) + 1
    }
    func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }
    let next = text[caret...].firstIndex(where: isPart) ?? text.count
    return TextShape.Words(
      start: start(where: isPart), end: text[next...].firstIndex { !isPart($0) } ?? text.count,
      spacedStart: start { !$0.isWhitespace })
  }

  func withText<R>(of field: Int, _ body: (UTF8Span) -> R) -> R { body(String(texts[field]).utf8Span) }

  func withNormalText<R>(of field: Int, _ body: (UTF8Span) -> R) -> R { withText(of: field, body) }

  func normalized(_ words: ContextWords) -> ContextWords { words }

  func withTexts<R>(
    of field: Int, and other: Int, isNormalized: Bool, _ body: (UTF8Span, UTF8Span) -> R
  ) -> R {
    body(String(texts[field]).utf8Span, String(texts[other]).utf8Span)
  }

  func obstacle(toReplacing range: Range<Int>, in field: Int, with text: UTF8Span) -> SecretError? { nil }

  func byteCount(replacing range: Range<Int>, in field: Int, with text: UTF8Span) -> Int {
    String(texts[field]).utf8.count - String(texts[field][range]).utf8.count + text.count
  }

  mutating func replace(_ range: Range<Int>, in field: Int, with text: UTF8Span) {
    let before = String(texts[field][..<range.lowerBound]) + String(copying: text)
    texts[field] = Array(before + String(texts[field][range.upperBound...]))
    carets[field] = before.count
  }

  func withTransposed<R>(in field: Int, _ body: (UTF8Span) -> R) -> R? {
    pair(in: field).map { body(String(texts[field][$0].reversed()).utf8Span) }
  }

  mutating func transpose(in field: Int) -> Bool {
    guard let pair = pair(in: field) else { return false }
    texts[field][pair].reverse()
    carets[field] = pair.upperBound
    return true
  }

  mutating func copy(_ source: Int, to field: Int) {
    (texts[field], carets[field]) = (texts[source], texts[source].count)
  }

  mutating func clear(_ field: Int) { (texts[field], carets[field]) = ([], 0) }

  mutating func moveCaret(of field: Int, to cluster: Int) { carets[field] = cluster }

  private func pair(in field: Int) -> Range<Int>? {
    guard texts[field].count > 1, carets[field] > 0 else { return nil }
    let end = min(carets[field] + 1, texts[field].count)
    return end - 2..<end
  }
}
