import TestSupport
import WatchwordSecrets

/// A text that a test writes with `|` for the caret.
func secret(_ marked: String, capacity: Int = 4096) throws -> SecretText {
  var text = try SecretText(capacity: capacity)
  let parts = marked.unicodeScalars.split(separator: "|", omittingEmptySubsequences: false)
  for part in parts {
    for scalar in part { try text.insert(scalar) }
  }
  if parts.count == 2 {
    let before = String(String.UnicodeScalarView(parts[0])).utf8.count
    let all = string(text)
    text.moveCaret(toCluster: all.prefix(upToByte: before).count)
  }
  return text
}

/// The text, as a test may hold it.
func string(_ text: borrowing SecretText) -> String { String(copying: text.utf8) }

/// The bytes of the text. Strings compare as equal if they are canonically equivalent.
func bytes(_ text: borrowing SecretText) -> [UInt8] { Array(string(text).utf8) }

/// The text with `|` for the caret.
func marked(_ text: borrowing SecretText) -> String {
  let characters = Array(string(text))
  return String(characters[..<text.caret]) + "|" + String(characters[text.caret...])
}

extension String {
  /// The characters before the byte `offset`.
  func prefix(upToByte offset: Int) -> Substring { self[..<utf8.index(startIndex, offsetBy: offset)] }
}

extension SecretText {
  /// Replaces the clusters `range` by `replacement`.
  mutating func replace(_ range: Range<Int>, with replacement: String) throws(SecretError) {
    try replaceClusters(range, with: replacement.utf8Span)
  }
}
