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
    // Clusters of a text take long to find, and most texts are plain: a byte is a character of one column.
    if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 || $0 == 0x0A }) {
      return lines(
        Array(text.utf8), columns, columnsOf: { _ in 1 }, isNewline: { $0 == 0x0A }, isBlank: { $0 == 0x20 },
        mayBreak: { $1 == 0x20 }, joined: { String(decoding: $0, as: UTF8.self) })
    }
    return lines(
      Array(text), columns, columnsOf: { width.columns(of: $0.unicodeScalars) }, isNewline: \.isNewline,
      isBlank: { $0 == " " }, mayBreak: { mayBreak(between: $0, and: $1, width) }, joined: { String($0) })
  }

  /// The lines of a text that consists of `units`: characters, or bytes.
  private static func lines<Unit>(
    _ units: [Unit], _ columns: Int, columnsOf: (Unit) -> Int, isNewline: (Unit) -> Bool,
    isBlank: (Unit) -> Bool, mayBreak: (Unit, Unit) -> Bool, joined: (ArraySlice<Unit>) -> String
  ) -> [String] {
    var lines: [String] = []
    var (start, index, taken) = (0, 0, 0)
    var lastBreak: Int?
    func endLine(at end: Int, next: Int) {
      lines.append(joined(units[start..<end]))
      (start, index, taken, lastBreak) = (next, next, 0, nil)
    }
    while index < units.count {
      if isNewline(units[index]) {
        endLine(at: index, next: index + 1)
        continue
      }
      let columnsHere = columnsOf(units[index])
      if index > start, mayBreak(units[index - 1], units[index]) { lastBreak = index }
      if taken + columnsHere > columns, index > start {
        let end = lastBreak ?? index
        endLine(at: end, next: isBlank(units[end]) ? end + 1 : end)
        continue
      }
      (taken, index) = (taken + columnsHere, index + 1)
    }
    if start < units.count { lines.append(joined(units[start...])) }
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
