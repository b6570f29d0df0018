internal import WatchwordBase
package import WatchwordSystem

/// What `check` judges, and what it reports.
package struct Checking: Equatable, Sendable {
  /// Whether the input is a list instead of one password.
  package var isBatch = false
  /// The file that holds the list; `nil` for standard input.
  package var path: String?
  package var hasSummary = false
  package var isFailedOnly = false
  /// Whether the names of this user and this machine do not count against the passwords.
  var ignoresOwnNames = false
  package var explains = false
  /// What each password ends with.
  package var separator = SecretLines.Separator.newline
  /// What an account in the list has; `nil` for a list of passwords alone.
  package var columns: AccountColumns?
  /// Columns of CSV that the user has named.
  package var headings: [AccountHeading] = []
  /// Whether to say which passwords the list has several times.
  package var findsSame = true
  package enum Shown: String, CaseIterable, Sendable { case user }
  /// What to show of an account beside its line; `nil` for nothing.
  package var shown: Shown?
  /// Whether to write only what the list is like as a whole.
  package var hasReport = false
}

package enum AccountColumn: Sendable {
  case password
  /// A name of a person, which counts against the password.
  case person
  /// The name of a service, which counts, too.
  case service
  /// Where the service is, a URL, whose host counts.
  case address
  case other

  /// By the words for users.
  static let kinds: KeyValuePairs<String, AccountColumn> = [
    "password": .password, "user": .person, "email": .person, "title": .service, "url": .address, "_": .other,
  ]
}

/// The name of a column in the first record of CSV, and what it means.
package struct AccountHeading: Equatable, Sendable {
  package let column: AccountColumn
  package let name: String
}

/// The columns of a list of accounts.
package struct AccountColumns: Equatable, Sendable {
  /// The columns in order; empty if the first record names them.
  package var columns: [AccountColumn] = []
  package var separator = UInt8(ascii: ",")
  package var isCSV = true
}

extension OptionValue {
  func addHeading(in options: inout Options) throws(ProgramError) {
    let (kind, name) = argument.splitAtEqualsSign
    guard let name, !name.isEmpty, let column = AccountColumn.kinds.first(where: { $0.key == kind })?.value
    else {
      let kinds = AccountColumn.kinds.map { $0.key }.joinedByOr
      throw wrong(text("{kinds}, with '=' and a heading behind it", ["kinds": kinds]))
    }
    if column == .password, options.checking.headings.contains(where: { $0.column == .password }) {
      throw .text("option '{option}' names the passwords twice", ["option": option.flag])
    }
    options.checking.headings.append(AccountHeading(column: column, name: name))
  }

  /// Names with the same sign between them, as in `user:password`.
  func columns() throws(ProgramError) -> AccountColumns {
    let isOfName = { (byte: UInt8) in
      byte == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
    let sign = argument.utf8.first { !isOfName($0) }
    let names = argument.utf8.split(omittingEmptySubsequences: false) { $0 == sign }.map { String($0) ?? "" }
    let columns = names.map { $0 == "password" ? AccountColumn.password : $0 == "_" ? .other : .person }
    guard columns.count(where: { $0 == .password }) == 1,
      sign.map({ $0 < 0x80 && $0 != 0x0A && $0 != 0x22 }) != false,
      names.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isOfName) })
    else { throw wrong(text("names with one sign between them, one of them password")) }
    return AccountColumns(columns: columns, separator: sign ?? 0, isCSV: false)
  }
}
