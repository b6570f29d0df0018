package import WatchwordScreen

/// Breaks text into lines of at most `columns` columns: at newlines, and if possible at blanks or wide characters.
package enum LineWrap {
  /// The lines of `text`; none if it is empty.
  package static func lines(_ text: String, columns: Int, width: CharacterWidth) -> [String] {
    // A text never takes more columns than it has bytes.
    if text.utf8.count <= columns, !text.utf8.contains(UInt8(ascii: "\n")) {
      return text.isEmpty ? [] : [text]
    }
    guard columns > 0 else { return [] }
    var lines: [String] = []
    var start = text.startIndex
    var lastBreak: String.Index?
    var last: Character?
    var taken = 0
    var index = start
    while index < text.endIndex {
      if text[index].isNewline {
        lines.append(String(text[start..<index]))
        index = text.index(after: index)
        start = index
        (lastBreak, last, taken) = (nil, nil, 0)
        continue
      }
      let columnsHere = width.columns(of: text[index].unicodeScalars)
      if let last, mayBreak(between: last, and: text[index], width) { lastBreak = index }
      if taken + columnsHere > columns, index > start {
        let end = lastBreak ?? index
        lines.append(String(text[start..<end]))
        start = end < text.endIndex && text[end] == " " ? text.index(after: end) : end
        index = start
        (lastBreak, last, taken) = (nil, nil, 0)
        continue
      }
      last = text[index]
      taken += columnsHere
      index = text.index(after: index)
    }
    if start < text.endIndex { lines.append(String(text[start...])) }
    return lines
  }

  /// Whether a line may end between `one` and `other`. Chinese and Japanese have no blanks: a line may end anywhere
  /// except before closing and after opening punctuation.
  private static func mayBreak(between one: Character, and other: Character, _ width: CharacterWidth) -> Bool
  {
    if other == " " || one.isASCII && other.isASCII { return other == " " }
    guard !closing.contains(other), !opening.contains(one) else { return false }
    return one != " " && [one, other].contains { width.columns(of: $0.unicodeScalars) > 1 }
  }

  private static let closing: Set<Character> = Set("、。，．：；！？）」』】〉》〕］｝ー…’”々ぁぃぅぇぉっゃゅょァィゥェォッャュョ.,:;!?)]}'\"")
  private static let opening: Set<Character> = Set("（「『【〈《〔［｛‘“([{")

  /// The lines of `text`, at most `rows`. If there are more, the last one is cut and ends in `ellipsis`.
  static func lines(
    _ text: String, columns: Int, rows: Int, ellipsis: String, width: CharacterWidth
  ) -> [String] {
    let all = lines(text, columns: columns, width: width)
    guard all.count > rows else { return all }
    guard rows > 0 else { return [] }
    let rest = all[(rows - 1)...].filter { !$0.isEmpty }.joined(separator: " ")
    var room = columns - width.columns(of: ellipsis)
    let last = rest.prefix {
      room -= width.columns(of: $0.unicodeScalars)
      return room >= 0
    }
    return all.prefix(rows - 1) + [last + ellipsis]
  }
}
