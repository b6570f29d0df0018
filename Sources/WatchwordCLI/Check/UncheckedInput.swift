internal import WatchwordSystem

/// Input that was not judged, and why.
enum UncheckedInput: Equatable, Sendable {
  /// The password is no text.
  case notText
  /// It has more than so many bytes.
  case tooLong(limit: Int)
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
    case .tooLong(let limit): "longer than \(limit) bytes"
    case .several: "standard input holds more than one password: '\(Option.batch.flag)' judges a list"
    case .closed: "standard input is closed"
    case .unreadable(let error): "cannot read standard input: \(error)"
    }
  }

  /// Why, for a person.
  var line: String {
    switch self {
    case .notText, .tooLong: "the password is \(reason)"
    case .several, .closed, .unreadable: reason
    }
  }
}
