internal import WatchwordSecrets
internal import WatchwordSystem

/// Input that was not judged, and why.
enum UncheckedInput: Error, Equatable {
  /// The password is no text.
  case notText
  /// It has more bytes than a field holds.
  case tooLong
  /// It stands in a line of a list with the line ends of another system.
  case endsInCR
  /// There is a second one where one is judged.
  case several
  /// Standard input is closed.
  case closed
  /// It cannot be read, or not to its end.
  case unreadable(SystemError)

  /// Why, for a program and in a table: of a password, the end of a sentence about it.
  var reason: String {
    switch self {
    case .notText: "not valid UTF-8"
    case .tooLong: "longer than \(SecretText.defaultCapacity) bytes"
    case .endsInCR: "ends in CR, as lines of Windows do"
    case .several: "standard input holds more than one password: '\(Option.batch.flag)' judges a list"
    case .closed: "standard input is closed"
    case .unreadable(let error): "cannot read standard input: \(error)"
    }
  }

  /// Why, for a person.
  var line: String {
    switch self {
    case .notText, .tooLong, .endsInCR: "the password is \(reason)"
    case .several, .closed, .unreadable: reason
    }
  }
}
