internal import WatchwordBase
internal import WatchwordOptions
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// Reads accounts, each with a password and words that count against it, into secret memory of fixed size, however long
/// a record is.
///
/// In CSV the first record names the columns. Blank lines are no records.
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

  private let headings: [AccountHeading]
  /// Empty until the first record has named them.
  private var columns: [AccountColumn]
  /// The columns that the first record has named so far, each with its place among the headings that the caller named,
  /// if it is one of them.
  private var names: [(column: AccountColumn, heading: Int?)] = []
  /// By what the first record seems to be separated if it names no column of passwords.
  private var seeming: UInt8?
  private var reader: FieldReader
  private var texts: SecretBuffer
  private var accounts: [Account] = []
  private var account = Account(line: 1)
  private var column = 0
  /// Where the field and its record begin in the texts.
  private var (fieldStart, recordStart) = (0, 0)
  private var hasInput = false
  /// The line of the first record that has `&amp;` in a file of LastPass.
  private(set) var entityLine: Int?

  /// Reads from `descriptor`, which the caller still has to close. A record without CSV ends with `end`.
  init(
    _ columns: AccountColumns, headings: [AccountHeading] = [], end: SecretLines.Separator, descriptor: Int32,
    locking: SecretMemory.Locking
  ) throws(SecretError) {
    let reader = try FieldReader(
      descriptor: descriptor, separator: columns.separator, end: end, isCSV: columns.isCSV,
      mostFields: columns.columns.count, locking: locking)
    let texts = try SecretBuffer(
      capacity: 2 * SecretInput.reach + Self.mostOfWords + SecretText.defaultCapacity + 1, locking: locking)
    self.reader = reader
    self.texts = texts
    (self.columns, self.headings) = (columns.columns, headings)
  }

  private mutating func take(_ event: FieldReader.Event) throws(UncheckedInput) {
    switch event {
    case .byte(let byte): keep(byte)
    case .endOfField: try endField()
    case .endOfRecord(let isBlank, let endsInCR): try endRecord(isBlank: isBlank, endsInCR: endsInCR)
    case .wrongQuotes: account.fault = .wrongQuotes
    case .torn(let unread):
      account.fault = unread.map { .lost(from: $0.lowerBound, to: $0.upperBound) } ?? .torn
    }
  }

  private mutating func keep(_ byte: UInt8) {
    let isKept =
      switch kind {
      // One byte more tells that the password is too long.
      case .password: texts.count - fieldStart <= SecretText.defaultCapacity
      case .person, .service, .address:
        texts.count - recordStart - (account.password?.count ?? 0) < Self.mostOfWords
      case .other: false
      }
    if isKept { texts.append(byte: byte) }
    if !columns.isEmpty, column >= columns.count, byte != UInt8(ascii: "\r") {
      account.fault = .tooManyFields
    }
  }

  /// What the present field is.
  private var kind: AccountColumn {
    columns.isEmpty ? .person : column < columns.count ? columns[column] : .other
  }

  private mutating func endField() throws(UncheckedInput) {
    let range = fieldStart..<texts.count
    if reader.isOfLastPass, entityLine == nil,
      range.dropLast(4).contains(where: { texts.bytes.extracting($0..<$0 + 5).isName("&amp;") })
    {
      entityLine = account.line
    }
    if columns.isEmpty {
      guard names.count < Self.mostWords else { throw .tooManyColumns(Self.mostWords, line: account.line) }
      // It may be a password by mistake, so it stays secret.
      let meaning = meaning(of: texts.bytes.extracting(range))
      names.append(meaning)
      texts.removeSubrange(range)
    } else {
      switch kind {
      case .password: account.password = range
      case .person, .service, .address:
        if account.words.count < Self.mostWords { account.words.append((range, kind)) }
      case .other: break
      }
    }
    (column, fieldStart) = (column + 1, texts.count)
  }

  private func meaning(of name: Span<UInt8>) -> (column: AccountColumn, heading: Int?) {
    let heading = headings.firstIndex { name.isName($0.name) || name.isName($0.name.lowercased()) }
    return (heading.map { headings[$0].column } ?? AccountColumn(named: name), heading)
  }

  private mutating func endRecord(isBlank: Bool, endsInCR: Bool) throws(UncheckedInput) {
    if endsInCR, reader.isCSV || kind != .password, texts.count > fieldStart,
      texts.bytes[texts.count - 1] == UInt8(ascii: "\r")
    {
      texts.removeSubrange(texts.count - 1..<texts.count)
    }
    try endField()
    if columns.isEmpty, !isBlank {
      try nameColumns()
    } else if !isBlank {
      if account.fault == nil, columns.firstIndex(of: .password) ?? 0 >= column { account.fault = .noField }
      if account.fault != nil { account.password = nil }
      accounts.append(account)
    }
    // What is torn may be read again, and would be kept twice.
    if account.fault == nil { recordStart = texts.count }
    beginRecord()
  }

  /// Begins a record, and drops what there is of another one.
  private mutating func beginRecord() {
    texts.removeSubrange(recordStart..<texts.count)
    (account, names, column, fieldStart) = (Account(line: reader.firstLine), [], 0, recordStart)
  }

  private mutating func nameColumns() throws(UncheckedInput) {
    let hasOwn = names.contains { $0.heading != nil && $0.column == .password }
    columns = names.map { hasOwn && $0.heading == nil && $0.column == .password ? .other : $0.column }
    let missing = headings.indices.first { index in !names.contains { $0.heading == index } }
    if let missing { throw .noColumn(headings[missing].name.quoted, seeming: seeming) }
    guard let place = columns.firstIndex(of: .password) else {
      throw .noColumn(AccountColumn.passwords.joinedByOr, seeming: seeming)
    }
    reader.refuses = reader.isCSV
    for index in (place + 1)..<columns.count where columns[index] == .password { columns[index] = .other }
  }

  /// Takes what was read, as far as it fits into a block. If nothing is left, reads once first, as soon as there is
  /// something. Returns false at the end of the input.
  private mutating func fill() throws(UncheckedInput) -> Bool {
    if !hasInput { try begin() }
    _ = try rethrow(try reader.read(), as: UncheckedInput.unreadable)
    while accounts.count < Self.mostAccounts, let event = reader.next() { try take(event) }
    return !reader.isAtEnd
  }

  /// Finds the separator by which most columns are found, passwords among them.
  private mutating func begin() throws(UncheckedInput) {
    hasInput = true
    let beginning = try rethrow(try reader.begin(), as: UncheckedInput.unreadable)
    if beginning == .utf16 { throw .utf16 }
    if beginning == .separated { return }
    var (chosen, found, most) = (UInt8(ascii: ","), 0, 0)
    for sign in FieldReader.separators {
      reader.restart(separatedBy: sign)
      let isRight: Void? = try? readNames()
      // The last one counts only if a line in front says so: names have it, too.
      if isRight != nil, columns.count > found, sign != FieldReader.separators.last {
        (chosen, found) = (sign, columns.count)
      }
      if columns.count > most { (most, seeming) = (columns.count, sign == chosen ? nil : sign) }
      columns = []
    }
    reader.restart(separatedBy: chosen)
    beginRecord()
  }

  private mutating func readNames() throws(UncheckedInput) {
    beginRecord()
    while columns.isEmpty, let event = reader.next() { try take(event) }
  }

  /// The most records of a block, which bounds the output about one block.
  private static let mostAccounts = 256
  /// What is kept of the words of a record, or of the name of a column, in bytes.
  private static let mostOfWords = 4096
  /// The most words of a record, and the most columns.
  private static let mostWords = 1024
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
      let word = String(copying: text)
      let origin = column == .person ? ContextWords.Origin.person : .service
      words += (column == .address ? word.places : [word]).map { ($0, origin) }
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
    self = Self.names.first { $0.names.contains { name.isName($0) } }?.column ?? .other
  }

  static let passwords = ["password", "login_password", "pwd"]
  private static let persons = [
    "username", "user name", "login_username", "user", "login", "email", "login name", "username2",
    "username3", "full_name", "full name", "first name", "last name",
  ]
  /// What Bitwarden, KeePass, KeePassXC, Dashlane, NordPass, RoboForm, 1Password and browsers write.
  private static let names: [(column: AccountColumn, names: [String])] = [
    (.password, passwords), (.person, persons), (.service, ["name", "title", "account"]),
    (.address, ["url", "uri", "login_uri", "website", "web site"]),
  ]
}
