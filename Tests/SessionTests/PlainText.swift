import WatchwordScreen

/// A plain model of a field: characters in an array, a caret, and readline's keys.
struct PlainText: Equatable {
  private(set) var characters: [Character] = []
  var caret = 0
  /// Whether the next insertion or deletion replaces the whole text.
  var isArmed = false
  static let capacity = 4096

  var text: String { String(characters) }

  init(_ text: String = "") { insert(text) }

  /// Inserts `new` at the caret, unless the text would be too long.
  mutating func insert(_ new: String) { replace(isArmed ? 0..<characters.count : caret..<caret, with: new) }

  /// Inserts a paste of `pasted` at the caret, unless it has a control character.
  mutating func paste(_ pasted: String) {
    var scalars = Array(pasted.unicodeScalars)
    if scalars.suffix(2) == ["\r", "\n"] {
      scalars.removeLast(2)
    } else if ["\r", "\n"].contains(scalars.last) {
      scalars.removeLast()
    }
    guard !scalars.contains(where: { $0.properties.generalCategory == .control }) else { return }
    var content = ""
    content.unicodeScalars.append(contentsOf: scalars)
    insert(content)
  }

  /// Handles `key` in a field whose text is shown or masked. A key that edits nothing changes nothing.
  mutating func press(_ key: Key, isShown: Bool) {
    let end = characters.count
    switch (key.code, key.modifiers) {
    case (.scalar(let scalar), []), (.scalar(let scalar), .shift): insert(String(scalar))
    case (.left, []), (.scalar("b"), .control): caret = max(0, caret - 1)
    case (.right, []), (.scalar("f"), .control): caret = min(end, caret + 1)
    case (.home, []), (.scalar("a"), .control): caret = 0
    case (.end, []), (.scalar("e"), .control): caret = end
    case (.scalar("b"), .alt), (.left, .control), (.left, .alt): caret = isShown ? wordStart : 0
    case (.scalar("f"), .alt), (.right, .control), (.right, .alt): caret = isShown ? wordEnd : end
    case (.backspace, []), (.scalar("h"), .control): remove(max(0, caret - 1)..<caret)
    case (.delete, []), (.scalar("d"), .control): remove(caret..<min(end, caret + 1))
    case (.scalar("u"), .control): remove(0..<caret)
    case (.scalar("k"), .control): remove(caret..<end)
    case (.scalar("w"), .control): remove((isShown ? start(where: { !$0.isWhitespace }) : 0)..<caret)
    case (.backspace, .alt): remove((isShown ? wordStart : 0)..<caret)
    case (.scalar("d"), .alt), (.delete, .control): remove(caret..<(isShown ? wordEnd : end))
    case (.scalar("t"), .control): transpose()
    default: break
    }
  }

  private mutating func transpose() {
    guard characters.count > 1, caret > 0 else { return }
    let second = min(caret, characters.count - 1)
    replace(second - 1..<second + 1, with: String(characters[second]) + String(characters[second - 1]))
  }

  private mutating func remove(_ range: Range<Int>) {
    let range = isArmed ? 0..<characters.count : range
    if !range.isEmpty { replace(range, with: "") }
  }

  private mutating func replace(_ range: Range<Int>, with new: String) {
    let before = String(characters[..<range.lowerBound]) + new
    let after = String(characters[range.upperBound...])
    guard before.utf8.count + after.utf8.count <= Self.capacity else { return }
    if before.utf8.allSatisfy({ $0 < 0x80 }), after.utf8.allSatisfy({ $0 < 0x80 }) {
      (characters, caret) = (Array(before + after), before.utf8.count)
      return
    }
    characters = Array(before + after)
    var bytes = 0
    caret =
      characters.prefix { character in
        defer { bytes += String(character).utf8.count }
        return bytes < before.utf8.count
      }.count
  }

  private var wordStart: Int { start { $0.isWordPart } }

  private var wordEnd: Int {
    guard let word = characters[caret...].firstIndex(where: \.isWordPart) else { return characters.count }
    return characters[word...].firstIndex { !$0.isWordPart } ?? characters.count
  }

  private func start(where isPart: (Character) -> Bool) -> Int {
    guard let last = characters[..<caret].lastIndex(where: isPart) else { return 0 }
    return characters[..<last].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
  }
}

extension Character {
  /// Whether the character begins with a letter or a digit. A mark that stands alone does not.
  fileprivate var isWordPart: Bool {
    switch unicodeScalars.first?.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    case .decimalNumber, .letterNumber, .otherNumber: true
    default: false
    }
  }
}
