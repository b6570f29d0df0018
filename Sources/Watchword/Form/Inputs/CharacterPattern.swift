import WatchwordBase
import WatchwordStrength

/// What a text has to look like, such as "9999 9999": places for its characters, and separators that are drawn but not
/// part of it.
package struct CharacterPattern: Equatable, Sendable {
  private enum Place: Character { case digit = "9", letter = "A", either = "*" }

  let text: String
  private var places: [Place] = []
  /// The separator before each place, and one more after the last place.
  private(set) var separators = [""]

  init(_ text: String) {
    self.text = text
    for character in text {
      if let place = Place(rawValue: character) {
        places.append(place)
        separators.append("")
      } else {
        separators[places.count].append(character)
      }
    }
  }

  /// The number of characters that fill the pattern.
  var count: Int { places.count }

  /// The characters of `typed` that fill the pattern from place `start` on, with separators stripped. `nil` if a
  /// character neither fits its place nor is a separator, or if more than `room` characters remain.
  func characters(of typed: String, from start: Int = 0, room: Int? = nil) -> String? {
    var taken = ""
    for character in typed {
      let index = start + taken.count
      if index < count, accepts(character, at: index) {
        taken.append(character)
      } else if !isSeparator(character) {
        return nil
      }
    }
    return taken.count <= room ?? count ? taken : nil
  }

  func isFilled(by text: String) -> Bool { text.count == count && characters(of: text) == text }

  /// `text` with its separators, as drawn.
  func drawn(_ text: String) -> String {
    zip(separators, text).map { $0 + String($1) }.joined()
  }

  private func accepts(_ character: Character, at index: Int) -> Bool {
    let scalars = character.unicodeScalars
    // Compares scalars: among characters, "4" with an accent lies between "0" and "9".
    let isDigit = scalars.count == 1 && scalars.allSatisfy { "0"..."9" ~= $0 }
    // A mark alone would join the character before it.
    let isLetter = character.isLetter && scalars.first?.isMark == false
    return switch places[index] {
    case .digit: isDigit
    case .letter: isLetter
    case .either: isDigit || isLetter
    }
  }

  private func isSeparator(_ character: Character) -> Bool {
    character.isPunctuation || character.isSymbol || character.isWhitespace && !character.isNewline
      || separators.contains { $0.contains(character) }
  }
}

extension CharacterPattern: InputKind {
  func fault(in text: String, _ texts: Texts) -> String? { isFilled(by: text) ? nil : usualFault(texts) }

  func usualFault(_ texts: Texts) -> String? {
    texts("It has to look like {pattern}.", ["pattern": text])
  }

  func check(_ field: FormField.Configuration, _ name: String) throws(FormProblem) {
    guard count > 0 else { throw .setting("pattern", of: name, text.debugDescription, "it has no 9, A or *") }
    guard characters(of: field.text) == field.text else {
      throw .setting(
        "initialText", of: name, field.text.debugDescription,
        "it does not fit the pattern \(text.debugDescription)")
    }
  }

  func kept(_ text: String) -> String? { characters(of: text) }

  func take(_ edit: inout InputEdit, _ texts: Texts) -> InputEdit.Effect {
    if edit.text.isEmpty { return .changes }
    let room = count - edit.count + edit.range.count
    guard let characters = characters(of: edit.text, from: edit.range.lowerBound, room: room) else {
      let isFull = edit.typed != nil && room == 0 && count > 1
      return .refused(
        notice: isFull ? texts("At most {count} characters.", ["count": "\(count)"]) : usualFault(texts))
    }
    edit.text = characters
    // A lone separator is ignored: the pattern draws it.
    return characters.isEmpty ? .ignored : .changes
  }

  func placeholder(_ texts: Texts) -> String? { text }

  func readable(_ text: String, _ texts: Texts) -> String { drawn(text) }
  func expected(after line: String) -> String { characters(of: line).map(drawn) ?? line }
}
