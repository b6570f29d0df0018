internal import Glibc
package import WatchwordBase
package import WatchwordSecrets

/// Splits a list into records and their fields.
///
/// In a plain list a record is a line, and its last field takes the rest of the line. In CSV (RFC 4180) a field in
/// quotation marks can have separators and newlines. A record of CSV whose quotation marks are wrong is torn: where it ends
/// is not known, so reading goes on at its second line.
package struct FieldReader: ~Copyable {
  package enum Event {
    /// A byte of the present field.
    case byte(UInt8)
    case endOfField
    /// The end of the present field, too. A blank record has nothing in it but CR.
    case endOfRecord(isBlank: Bool, endsInCR: Bool)
    /// A field without quotation marks has one. The rest of the line is passed over; then the record ends.
    case wrongQuotes
    /// A field in quotation marks is not closed, or goes on behind its end. Then the record ends. Lines that cannot be read
    /// again are `unread`.
    case torn(unread: ClosedRange<Int>?)
  }

  package enum Beginning {
    case utf16
    /// The separator is known.
    case separated
    case unknown
  }

  private enum State {
    /// At the start of a field.
    case start
    case plain
    case quoted
    /// Behind a quotation mark in a quoted field, which ends the field unless another one follows.
    case closed
    /// Behind a backslash in a quoted field.
    case escaped
    /// In a line that is passed over.
    case skipped
    /// Back behind the first line of a torn record.
    case back
  }

  package let isCSV: Bool
  /// Whether wrong quotation marks are told. If not, they are taken as they come, as in the names of columns.
  package var refuses = false
  /// Whether the file is of KeePass 1.x, where a backslash stands before a quotation mark or another one.
  package private(set) var hasEscapes = false
  /// Whether the file is of LastPass, some of whose exports have entities of HTML.
  package private(set) var isOfLastPass = false
  /// The line that the present record begins on, counted from 1.
  package private(set) var firstLine = 1

  private var input: SecretInput
  private var separator: UInt8
  private let end: UInt8
  private let mostFields: Int
  private var (state, fields, line, previous) = (State.start, 0, 1, UInt8(0))
  /// The position of the record's second line, if it has one.
  private var second: Int?
  /// Whether the record has anything in it but a CR.
  private var hasBegun = false
  /// Where the list begins, behind a mark.
  private var start = 0
  /// Whether all has been read, unless a torn record leads back.
  package private(set) var isAtEnd = false

  /// Reads from `descriptor`, which the caller still has to close. A record without CSV has at most so many fields, and
  /// ends with `end`.
  package init(
    descriptor: Int32, separator: UInt8, end: SecretLines.Separator, isCSV: Bool, mostFields: Int,
    locking: SecretMemory.Locking
  ) throws(SecretError) {
    input = try SecretInput(descriptor: descriptor, locking: locking)
    (self.isCSV, self.separator, self.end) = (isCSV, separator, end.rawValue)
    self.mostFields = isCSV ? .max : mostFields
  }

  /// Reads the first line, as far as it fits, and finds out how the list is written.
  package mutating func begin() throws(SystemError) -> Beginning {
    while !isAtEnd, !input.holds(isCSV ? SecretInput.reach : 3, orLine: isCSV) {
      isAtEnd = try !input.read()
    }
    if isCSV, input.isUTF16 { return .utf16 }
    _ = input.take("\u{FEFF}")
    guard isCSV else { return .separated }
    for sign in Self.separators where input.take("sep=" + String(Unicode.Scalar(sign)), isLine: true) {
      separator = sign
      return .separated
    }
    start = input.position
    hasEscapes = input.take(Self.firstLineOfKeePass1, isLine: true)
    isOfLastPass = Self.firstLinesOfLastPass.contains { input.take($0, isLine: true) }
    _ = input.goBack(to: start)
    return hasEscapes ? .separated : .unknown
  }

  /// Goes back to where the list began, to read it by another separator. Nothing may have been read since.
  package mutating func restart(separatedBy sign: UInt8) {
    _ = input.goBack(to: start, most: .max)
    (separator, refuses) = (sign, false)
    _ = beginRecord(atLine: 1)
  }

  /// What comes next; `nil` once all that was read has been taken.
  package mutating func next() -> Event? {
    if state == .back { return beginRecord(atLine: firstLine + 1) }
    while let byte = input.next() {
      defer { previous = byte }
      if byte != end, byte != UInt8(ascii: "\r") { hasBegun = true }
      switch (state, byte) {
      case (.quoted, UInt8(ascii: "\"")): state = .closed
      case (.start, UInt8(ascii: "\"")) where isCSV: state = .quoted
      case (.quoted, UInt8(ascii: "\\")) where hasEscapes: state = .escaped
      case (.quoted, end), (.escaped, end):
        (state, line, second) = (.quoted, line + 1, second ?? input.position)
        return .byte(byte)
      case (.quoted, _), (.escaped, _), (.closed, UInt8(ascii: "\"")):
        state = .quoted
        return .byte(byte)
      case (_, end): return beginRecord(atLine: line + 1)
      case (.skipped, _), (.closed, UInt8(ascii: "\r")): break
      case (_, separator) where fields < mostFields - 1:
        (state, fields) = (.start, fields + 1)
        return .endOfField
      case (.closed, _) where refuses: return tear()
      case (.plain, UInt8(ascii: "\"")) where refuses:
        state = .skipped
        return .wrongQuotes
      case (.closed, _): return .byte(byte)
      default:
        state = .plain
        return .byte(byte)
      }
    }
    guard isAtEnd, state != .start || fields > 0 else { return nil }
    return refuses && (state == .quoted || state == .escaped) ? tear() : beginRecord(atLine: line + 1)
  }

  /// Reads once, as soon as there is something, if all that was read has been taken. Returns false at the end of the list,
  /// where ``next()`` still has the end of the last record.
  package mutating func read() throws(SystemError) -> Bool {
    if input.isTaken { isAtEnd = try !input.read(keeping: second) }
    return !isAtEnd
  }

  /// Ends the present record.
  private mutating func beginRecord(atLine line: Int) -> Event {
    let endsInCR = state == .plain && previous == UInt8(ascii: "\r")
    defer { (self.line, firstLine, second, state, fields, hasBegun) = (line, line, nil, .start, 0, false) }
    return .endOfRecord(isBlank: !hasBegun, endsInCR: endsInCR)
  }

  private mutating func tear() -> Event {
    state = .skipped
    guard let second else { return .torn(unread: nil) }
    let last = previous == end ? line - 1 : line
    guard input.goBack(to: second) else {
      return .torn(unread: firstLine < last ? firstLine + 1...last : nil)
    }
    (state, isAtEnd) = (.back, false)
    return .torn(unread: nil)
  }

  /// The signs that a line in front can name.
  package static let separators = [
    UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
  ]
  /// KeePass 2 writes it too, as "KeePass CSV (1.x)".
  private static let firstLineOfKeePass1 = #""Account","Login Name","Password","Web Site","Comments""#
  private static let firstLinesOfLastPass = [
    "url,username,password,totp,extra,name,grouping,fav", "url,username,password,extra,name,grouping,fav",
  ]
}
