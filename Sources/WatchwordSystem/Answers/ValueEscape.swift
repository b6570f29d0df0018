internal import WatchwordBase

/// How a template writes a value, so that the reader of a kind of file gets the text that was typed. A tab is the only
/// control character that a field takes.
package enum ValueEscape: String, CaseIterable, Sendable {
  /// A line of ~/.pgpass (PostgreSQL, libpq, "The Password File").
  case pgpass
  /// A value in an option file of MariaDB and MySQL.
  case mycnf
  /// A literal for PostgreSQL, whatever standard_conforming_strings is.
  case pgsql
  /// A literal for MariaDB and MySQL, unless sql_mode has NO_BACKSLASH_ESCAPES.
  case mysql
  /// A string of JSON (RFC 8259).
  case json
  /// A double-quoted scalar of YAML 1.1 and 1.2.
  case yaml
  /// A part of a URL (RFC 3986, section 2.3: all but unreserved characters are percent-encoded).
  case url
  /// A word for a POSIX shell.
  case sh
  /// A value in an EnvironmentFile of systemd.exec(5).
  case env
  /// A value in a file of environment.d(5), whose reader expands variables even between quotation marks.
  case envd
  /// A value for Python's configparser with its defaults.
  case ini
  /// A text or an attribute of XML 1.0.
  case xml

  /// Why a kind of file cannot hold a text.
  package enum Fault: Equatable, Sendable {
    /// This character separates the value from what follows it.
    case separator(Unicode.Scalar)
    case tab
    case noncharacter
    case blankAtStart
    case blankAtEnd
    case tooLong(bytes: Int)
  }

  /// The quotation mark around a value; `nil` for none.
  var quote: String? {
    switch self {
    case .pgpass, .url, .ini, .xml: nil
    case .pgsql, .mysql, .sh: "'"
    case .mycnf, .json, .yaml, .env, .envd: "\""
    }
  }

  /// Whether ``fault(in:)`` finds anything in any text.
  var canRefuse: Bool { [.mycnf, .env, .envd, .ini, .xml].contains(self) }

  /// Why this kind of file cannot hold `text`; `nil` if it can.
  package func fault(in text: UTF8Span) -> Fault? {
    var scalars = text.makeUnicodeScalarIterator()
    var last: Unicode.Scalar?
    while let scalar = scalars.next() {
      if self == .ini, last == nil, scalar.properties.isWhitespace { return .blankAtStart }
      if let fault = fault(in: scalar) { return fault }
      last = scalar
    }
    if self == .ini, last?.properties.isWhitespace == true { return .blankAtEnd }
    // my_print_defaults(1) reads lines of 4,094 bytes, and a byte may take two.
    return self == .mycnf && text.count > 2000 ? .tooLong(bytes: 2000) : nil
  }

  private func fault(in scalar: Unicode.Scalar) -> Fault? {
    switch self {
    // systemd hands a tab from its generator on as \t, which it does not read back.
    case .envd where scalar == "\t": .tab
    // It takes no noncharacters (The Unicode Standard, 23.7).
    case .env, .envd:
      scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value) ? .noncharacter : nil
    // XML 1.0, production 2.
    case .xml: scalar == "\u{FFFE}" || scalar == "\u{FFFF}" ? .noncharacter : nil
    default: nil
    }
  }

  /// Writes `text`. Returns false if `characterSet` lacks a character. JSON, YAML, XML, URLs and the files of systemd
  /// are UTF-8, whatever the locale.
  func write(
    _ text: UTF8Span, in characterSet: CharacterSet, atLineStart: Bool = false, to sink: inout ByteSink
  ) -> Bool {
    switch self {
    // `#` starts a comment only at the start of a line, and `*` stands for any text only alone. Elsewhere other readers
    // of the file would keep the backslash.
    case .pgpass
    where text.scalar(at: 0) == "#" && atLineStart || text.count == 1 && text.scalar(at: 0) == "*":
      sink.put("\\")
    case .json, .yaml:
      JSONText.write(text, to: &sink, escaping: self == .yaml ? Self.unreadableInYAML : [])
      return true
    case .url:
      for offset in text.span.indices {
        let byte = text.span[offset]
        if Self.unreserved.contains(byte) {
          sink.put(byte)
        } else {
          sink.put("%")
          sink.put(hexadecimal: UInt32(byte), digits: 2, letters: "A")
        }
      }
      return true
    case .pgsql where !text.allSatisfy { $0 != "\\" }: sink.put(" E'")
    default: sink.put(quote ?? "")
    }
    let set = [.env, .envd, .xml].contains(self) ? .utf8 : characterSet
    var hasAll = true
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      if let escaped = escaped(scalar) {
        sink.put(escaped)
      } else {
        // These readers take bytes: in Big5 and GBK the second byte of a character can be a backslash.
        let doubled = self == .pgpass || self == .mycnf ? UInt8(ascii: "\\") : nil
        hasAll = set.write(scalar, doubling: doubled, to: &sink) && hasAll
      }
    }
    sink.put(quote ?? "")
    return hasAll
  }

  private func escaped(_ scalar: Unicode.Scalar) -> String? {
    switch (self, scalar) {
    case (.pgpass, ":"), (.pgpass, "\\"), (.mycnf, "\""), (.mycnf, "\\"), (.pgsql, "\\"), (.mysql, "\\"),
      (.env, "$"), (.env, "`"), (.env, "\""), (.env, "\\"), (.envd, "`"), (.envd, "\""), (.envd, "\\"):
      "\\\(scalar)"
    case (.pgsql, "'"), (.mysql, "'"): "''"
    case (.sh, "'"): #"'\''"#
    case (.envd, "$"): "$$"
    case (.ini, "%"): "%%"
    case (.xml, "&"): "&amp;"
    case (.xml, "<"): "&lt;"
    case (.xml, ">"): "&gt;"
    case (.xml, "\""): "&quot;"
    case (.xml, "'"): "&apos;"
    // A parser makes a space of a tab in an attribute.
    case (.xml, "\t"): "&#9;"
    default: nil
    }
  }

  private static let unreserved = ASCIIClass("-._~").union(.lower).union(.upper).union(.digits)

  /// Beside what JSON escapes, readers of YAML refuse these, or take them for the mark of an encoding.
  private static let unreadableInYAML: Set<Unicode.Scalar> = ["\u{FEFF}", "\u{FFFE}", "\u{FFFF}"]
}
