internal import WatchwordBase
internal import WatchwordOptions
internal import WatchwordSecrets

enum UncheckedInput: Error, Equatable {
  case notText
  case tooLong
  /// The password has a control character, which a form would refuse.
  case hasControls
  /// A line of a list ends in CR, as lines of Windows do.
  case endsInCR
  /// A field of CSV without quotation marks has one.
  case wrongQuotes
  /// A field of CSV in quotation marks is not closed, or goes on behind its end.
  case torn
  /// The same, and these lines are not read again.
  case lost(from: Int, to: Int)
  /// A record of CSV has more fields than there are columns.
  case tooManyFields
  /// A line of a list has too few fields.
  case noField
  /// The first record of CSV does not name this column, and may be separated by a sign that does not count.
  case noColumn(String, seeming: UInt8?)
  case utf16
  /// The first record of CSV, which begins on this line, names more columns than this.
  case tooManyColumns(Int, line: Int)
  /// There is more than one password, but no --batch.
  case several
  /// There is no password where one is needed.
  case empty
  case closed
  /// The input cannot be read, or not to its end.
  case unreadable(SystemError)
  /// The same about a list in a file.
  indirect case inFile(UncheckedInput)

  /// Whether records may be missing.
  var isTorn: Bool { if case .lost = self { true } else { self == .torn } }

  /// The reason for programs and in a table, in English. If it is about a password, it is only the end of a sentence,
  /// such as "holds a control character".
  var reason: String { faultOfPassword ?? line(in: .english) }

  private var faultOfPassword: String? {
    switch self {
    case .notText: "not valid UTF-8"
    case .tooLong: "longer than \(SecretText.defaultCapacity) bytes"
    case .hasControls: "holds a control character"
    case .endsInCR: "ends in CR, as lines of Windows do"
    case .wrongQuotes: "has a quotation mark that does not close a field"
    case .torn: "has a quotation mark that does not close a field: records may be missing"
    case .lost(let first, let last):
      "has a quotation mark that does not close a field: lines \(first) to \(last) were not read"
    case .tooManyFields: "has more fields than the first line names"
    case .noField: "has no field for the password"
    case .inFile(let other): other.faultOfPassword
    case .noColumn, .utf16, .tooManyColumns, .several, .empty, .closed, .unreadable: nil
    }
  }

  /// The reason for users.
  var line: String { line(in: .ofProcess) }

  /// Empty for what only lists have, whose users read the reason for programs.
  func line(in texts: Texts) -> String {
    switch self {
    case .notText: texts("the password is not valid UTF-8")
    case .tooLong:
      texts("the password is longer than {count} bytes", ["count": String(SecretText.defaultCapacity)])
    case .hasControls: texts("the password holds a control character, which no form takes")
    case .endsInCR: texts("the password ends in CR, as lines of Windows do")
    case .wrongQuotes, .torn, .lost, .tooManyFields, .noField: ""
    case .noColumn(let names, let sign?):
      texts(
        "the first line seems to be separated by {sign}, and no column {names} is found: see '{option}'",
        [
          "sign": sign == UInt8(ascii: "\t") ? texts("tabs") : String(Unicode.Scalar(sign)).quoted,
          "names": names, "option": Option.column.flag,
        ])
    case .noColumn(let names, nil):
      texts("standard input names no column {names} in its first line", ["names": names])
    case .utf16: texts("standard input is UTF-16: save it as UTF-8")
    case .tooManyColumns(let count, let line):
      texts(
        "standard input names more than {count} columns in line {line}",
        ["count": String(count), "line": String(line)])
    case .several:
      texts(
        "standard input holds more than one password: '{option}' judges a list",
        ["option": Option.batch.flag])
    case .empty: texts("standard input holds no password")
    case .closed: texts("standard input is closed")
    case .unreadable(let error): texts("cannot read standard input: {reason}", ["reason": "\(error)"])
    case .inFile(.noColumn(let names, nil)):
      texts("the list names no column {names} in its first line", ["names": names])
    case .inFile(.utf16): texts("the list is UTF-16: save it as UTF-8")
    case .inFile(.tooManyColumns(let count, let line)):
      texts(
        "the list names more than {count} columns in line {line}",
        ["count": String(count), "line": String(line)])
    case .inFile(.empty): texts("the list holds no password")
    case .inFile(.unreadable(let error)): texts("cannot read the list: {reason}", ["reason": "\(error)"])
    case .inFile(let other): other.line(in: texts)
    }
  }
}
