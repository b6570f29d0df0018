internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordSystem

/// Input that was not judged, and why.
enum UncheckedInput: Error, Equatable {
  /// The password is no text.
  case notText
  /// It has more bytes than a field holds.
  case tooLong
  /// It has a control character, which a form would not take.
  case hasControls
  /// It stands in a line of a list with the line ends of another system.
  case endsInCR
  /// There is a second one where one is judged.
  case several
  /// Standard input is closed.
  case closed
  /// It cannot be read, or not to its end.
  case unreadable(SystemError)

  /// Why, for a program and in a table, in English: of a password, the end of a sentence about it.
  var reason: String {
    let words = words(.english)
    return words.reason ?? words.line
  }

  /// Why, for a person.
  var line: String { line(in: .ofProcess) }

  /// The same in the language of `texts`.
  func line(in texts: Texts) -> String { words(texts).line }

  private func words(_ texts: Texts) -> (reason: String?, line: String) {
    switch self {
    case .notText: ("not valid UTF-8", texts("the password is not valid UTF-8"))
    case .tooLong:
      (
        "longer than \(SecretText.defaultCapacity) bytes",
        texts("the password is longer than {count} bytes", ["count": String(SecretText.defaultCapacity)])
      )
    case .hasControls:
      ("holds a control character", texts("the password holds a control character, which no form takes"))
    case .endsInCR:
      ("ends in CR, as lines of Windows do", texts("the password ends in CR, as lines of Windows do"))
    case .several:
      (
        nil,
        texts(
          "standard input holds more than one password: '{option}' judges a list",
          ["option": Option.batch.flag])
      )
    case .closed: (nil, texts("standard input is closed"))
    case .unreadable(let error):
      (nil, texts("cannot read standard input: {reason}", ["reason": "\(error)"]))
    }
  }
}
