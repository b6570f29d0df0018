internal import WatchwordBase
internal import WatchwordScreen

extension String {
  /// As much of the text as `most` columns hold. If it `escapes`, controls are written as in `\u001b`.
  package func beginning(columns most: Int, escapes: Bool) -> String {
    let width = CharacterEncoding.utf8.characterWidth
    var (beginning, room) = ("", most)
    for character in self {
      let signs = character.unicodeScalars.map { scalar in
        guard escapes, String(scalar).hasControls else { return String(scalar) }
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      }
      let sign = signs.joined()
      room -= width.columns(of: sign)
      if room < 0 { break }
      beginning += sign
    }
    return beginning
  }
}
