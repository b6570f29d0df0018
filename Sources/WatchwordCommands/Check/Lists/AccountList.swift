internal import Glibc
internal import WatchwordBase
internal import WatchwordOptions
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// Reads accounts, each with a password and words that count against it, into secret memory of fixed size, however long
/// a record is.
///
/// In a plain list a record is a line, and its last field takes the rest of the line. In CSV (RFC 4180) a field in quotation
/// marks can have commas and newlines, and the first record names the columns. Blank lines are no records.
struct AccountList: ~Copyable {
  private struct Account {
    var line: Int
    var password: Range<Int>?
    var words: [(range: Range<Int>, column: AccountColumn)] = []
    var fault: UncheckedInput?

    mutating func move(by distance: Int) {
      password = password.map { $0.lowerBound - distance..<$0.upperBound - distance }
      for index in words.indices {
        let range = words[index].range
        words[index].range = range.lowerBound - distance..<range.upperBound - distance
      }
    }
  }

  private enum State {
    /// At the start of a field.
    case start
    case plain
    case quoted
    /// Behind a quotation mark in a quoted field, which ends the field unless another one follows.
    case closed
  }

  private let descriptor: Int32
  private let isCSV: Bool
  private let separator, end: UInt8
  /// Empty until the first record has named them.
  private var columns: [AccountColumn]
  /// The columns that the first record has named so far.
  private var names: [AccountColumn] = []
  private var input, texts: SecretBuffer
  private var accounts: [Account] = []
  private var account = Account(line: 1)
  private var (state, column, line, previous) = (State.start, 0, 1, UInt8(0))
  /// Where the field and its record begin in the texts.
  private var (fieldStart, recordStart) = (0, 0)
  /// Whether the record has anything in it but a CR.
  private var hasBegun = false
  private var hasInput = false
  /// How many bytes of the input were taken.
  private var taken = 0

  /// Reads from `descriptor`, which the caller still has to close. A record without CSV ends with `end`.
  init(
    _ columns: AccountColumns, end: SecretLines.Separator, descriptor: Int32, locking: SecretMemory.Locking
  ) throws(SecretError) {
    let input = try SecretBuffer(capacity: Self.slice, locking: locking)
    let texts = try SecretBuffer(
      capacity: Self.slice + Self.mostOfWords + SecretText.defaultCapacity + 1, locking: locking)
    self.input = input
    self.texts = texts
    self.descriptor = descriptor
    (isCSV, separator, self.columns) = (columns.isCSV, columns.separator, columns.columns)
    self.end = end.rawValue
  }

  private mutating func take(_ byte: UInt8) throws(UncheckedInput) {
    defer { previous = byte }
    if byte != end, byte != UInt8(ascii: "\r") { hasBegun = true }
    switch (state, byte) {
    case (.quoted, UInt8(ascii: "\"")): return state = .closed
    case (.closed, UInt8(ascii: "\"")): state = .quoted
    case (.start, UInt8(ascii: "\"")) where isCSV: return state = .quoted
    case (.quoted, end): line += 1
    case (.quoted, _): break
    case (_, end): return try endRecord()
    case (_, separator) where isCSV || column < columns.count - 1: return try endField()
    case (.closed, UInt8(ascii: "\r")): return
    case (.closed, _): account.fault = .wrongQuotes
    case (.plain, UInt8(ascii: "\"")) where isCSV: account.fault = .wrongQuotes
    default: state = .plain
    }
    let isKept =
      switch kind {
      // One byte more tells that the password is too long.
      case .password: texts.count - fieldStart <= SecretText.defaultCapacity
      case .person, .service:
        texts.count - recordStart - (account.password?.count ?? 0) < Self.mostOfWords
      case .other: false
      }
    if isKept { texts.append(byte: byte) }
  }

  /// What the present field is.
  private var kind: AccountColumn {
    columns.isEmpty ? .person : column < columns.count ? columns[column] : .other
  }

  private mutating func endField() throws(UncheckedInput) {
    let range = fieldStart..<texts.count
    if columns.isEmpty {
      guard names.count < Self.mostWords else { throw .tooManyColumns(Self.mostWords, line: account.line) }
      // It may be a password by mistake, so it stays secret.
      names.append(AccountColumn(named: texts.bytes.extracting(range)))
      texts.removeSubrange(range)
    } else {
      switch kind {
      case .password: account.password = range
      case .person, .service:
        if account.words.count < Self.mostWords { account.words.append((range, kind)) }
      case .other: break
      }
    }
    (state, column, fieldStart) = (.start, column + 1, texts.count)
  }

  private mutating func endRecord() throws(UncheckedInput) {
    if isCSV || kind != .password, state == .plain, previous == UInt8(ascii: "\r"), texts.count > fieldStart,
      texts.bytes[texts.count - 1] == previous
    {
      texts.removeSubrange(texts.count - 1..<texts.count)
    }
    if state == .quoted { account.fault = .wrongQuotes }
    try endField()
    if columns.isEmpty, hasBegun {
      try nameColumns()
    } else if hasBegun {
      if columns.firstIndex(of: .password) ?? 0 >= column { account.fault = .noField }
      accounts.append(account)
    }
    line += 1
    (account, names, column, hasBegun) = (Account(line: line), [], 0, false)
    (fieldStart, recordStart) = (texts.count, texts.count)
  }

  private mutating func nameColumns() throws(UncheckedInput) {
    columns = names
    guard let place = columns.firstIndex(of: .password) else { throw .noPasswordColumn }
    for index in (place + 1)..<columns.count where columns[index] == .password { columns[index] = .other }
  }

  /// Takes what was read, as far as it fits into a block. If nothing is left, reads once first, as soon as there is
  /// something. Returns false at the end of the input.
  private mutating func fill() throws(UncheckedInput) -> Bool {
    var isAtEnd = false
    if taken == input.count { isAtEnd = try !read() }
    while taken < input.count, accounts.count < Self.mostAccounts {
      let byte = input.bytes[taken]
      taken += 1
      try take(byte)
    }
    if isAtEnd, state != .start || column > 0 { try endRecord() }
    return !isAtEnd
  }

  /// Reads once. Returns false at the end of the input.
  private mutating func read() throws(UncheckedInput) -> Bool {
    input.removeAll()
    StackScratch.scrub()
    var isAtEnd = false
    repeat {
      isAtEnd = try rethrow(try input.readWhenReady(from: descriptor), as: UncheckedInput.unreadable) == 0
    } while !isAtEnd && !hasInput && input.count < Self.byteOrderMark.count
    let mark = Self.byteOrderMark
    let isMarked =
      !hasInput && input.count >= mark.count && mark.indices.allSatisfy { input.bytes[$0] == mark[$0] }
    (hasInput, taken) = (true, isMarked ? mark.count : 0)
    return !isAtEnd
  }

  /// In bytes.
  private static let slice = 16_384
  /// The most records of a block, which bounds the output about one block.
  private static let mostAccounts = 256
  /// What is kept of the words of a record, or of the name of a column, in bytes.
  private static let mostOfWords = 4096
  /// The most words of a record, and the most columns.
  private static let mostWords = 1024
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension AccountList: PasswordList {
  var count: Int { accounts.count }

  mutating func nextBlock() throws(UncheckedInput) -> Bool {
    accounts.removeAll(keepingCapacity: true)
    texts.removeSubrange(0..<recordStart)
    account.move(by: recordStart)
    (fieldStart, recordStart) = (fieldStart - recordStart, 0)
    while accounts.isEmpty { guard try fill() else { break } }
    return !accounts.isEmpty
  }

  func entry(_ index: Int) -> ListEntry {
    let account = accounts[index]
    let hasPassword = account.fault != nil || account.password?.isEmpty == false
    var words: [ListEntry.Word] = []
    // In a record that is none, a password may stand where a word should be.
    for (range, column) in hasPassword && account.fault == nil ? account.words : [] {
      guard let text = try? UTF8Span(validating: texts.bytes.extracting(range)) else { continue }
      words.append((String(copying: text), column == .service ? .service : .person))
    }
    return ListEntry(
      line: account.line, words: words, fault: account.fault, hasPassword: hasPassword)
  }

  func withPassword<R, E: Error>(_ index: Int, _ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
    try body(texts.bytes.extracting(accounts[index].password ?? 0..<0))
  }
}

extension AccountColumn {
  /// The meaning of a column with this name, whose case does not count.
  fileprivate init(named name: Span<UInt8>) {
    func isName(_ known: String) -> Bool {
      known.utf8.count == name.count
        && zip(known.utf8, name.indices).allSatisfy { $0 == name[$1] | 0x20 || $0 == name[$1] }
    }
    self = Self.names.first { $0.names.contains(where: isName) }?.column ?? .other
  }

  static let passwords = ["password", "login_password"]
  /// What Bitwarden, KeePassXC and browsers write.
  private static let names: [(column: AccountColumn, names: [String])] = [
    (.password, passwords), (.person, ["username", "login_username", "user", "login", "email"]),
    (.service, ["name", "title"]),
  ]
}
