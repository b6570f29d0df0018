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
  /// A token of ~/.netrc for curl from 7.84 on, wget and Python's netrc.
  case netrc
  /// A value in an .env file of Docker Compose and python-dotenv.
  case dotenv
  /// Base64 of the text in UTF-8 (RFC 4648, section 4), as in LDIF and in a Secret of Kubernetes.
  case base64

  /// Why a kind of file cannot hold a text.
  package enum Fault: Equatable, Sendable {
    /// This character separates the value from what follows it, or the reader would expand a variable behind it.
    case separator(Unicode.Scalar)
    case tab
    case noncharacter
    /// The reader would take the quotation mark behind it for a part of the value.
    case backslashAtEnd
    case blankAtStart
    case blankAtEnd
    case tooLong(bytes: Int)
  }

  /// The quotation mark around `text`; `nil` for none.
  func quote(around text: UTF8Span, in set: CharacterSet = .utf8) -> String? {
    let isPlain = text.allSatisfy { $0 != "'" && $0 != "\\" }
    return switch self {
    case .pgpass, .url, .ini, .xml, .base64: nil
    case .pgsql, .mysql, .sh: "'"
    // Between apostrophes nothing has a meaning of its own.
    case .dotenv where isPlain: "'"
    // Old readers know no quotation marks. In Big5 and GBK a byte can look like a backslash.
    case .netrc
    where isPlain && !text.isEmpty && text.scalar(at: 0) != "#"
      && text.allSatisfy { $0 != "\"" && !$0.properties.isWhitespace && ($0.isASCII || set == .utf8) }:
      nil
    case .mycnf, .json, .yaml, .env, .envd, .netrc, .dotenv: "\""
    }
  }

  /// Whether ``fault(in:)`` finds anything in any text.
  var canRefuse: Bool { [.mycnf, .env, .envd, .ini, .xml, .netrc, .dotenv].contains(self) }

  /// Why this kind of file cannot hold `text`; `nil` if it can.
  package func fault(in text: UTF8Span) -> Fault? {
    var scalars = text.makeUnicodeScalarIterator()
    var last: Unicode.Scalar?
    let isQuoted = quote(around: text) == "\""
    while let scalar = scalars.next() {
      if self == .ini, last == nil, scalar.properties.isWhitespace { return .blankAtStart }
      if let fault = fault(in: scalar) { return fault }
      if self == .dotenv, scalar == "$" && isQuoted || last == "$" && scalar == "{" { return .separator("$") }
      last = scalar
    }
    if self == .ini, last?.properties.isWhitespace == true { return .blankAtEnd }
    if self == .dotenv, last == "\\" { return .backslashAtEnd }
    // my_print_defaults(1) and curl(1) read lines of 4,094 bytes, and a byte may take two.
    return [.mycnf, .netrc].contains(self) && text.count > 2000 ? .tooLong(bytes: 2000) : nil
  }

  private func fault(in scalar: Unicode.Scalar) -> Fault? {
    switch self {
    // systemd hands a tab from its generator on as \t, which it does not read back.
    case .envd where scalar == "\t", .netrc where scalar == "\t", .dotenv where scalar == "\t": .tab
    // It takes no noncharacters (The Unicode Standard, 23.7).
    case .env, .envd:
      scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value) ? .noncharacter : nil
    // XML 1.0, production 2.
    case .xml: scalar == "\u{FFFE}" || scalar == "\u{FFFF}" ? .noncharacter : nil
    default: nil
    }
  }

  /// Writes `text`. Returns false if `characterSet` lacks a character. JSON, YAML, XML, URLs, .env, base64 and the files
  /// of systemd are UTF-8, whatever the locale.
  func write(
    _ text: UTF8Span, in characterSet: CharacterSet, atLineStart: Bool = false, to sink: inout ByteSink
  ) -> Bool {
    let quote = quote(around: text, in: characterSet) ?? ""
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
    case .base64:
      for start in stride(from: 0, to: text.count, by: 3) {
        let bytes = text.span.extracting(start..<min(start + 3, text.count))
        let group = (0..<3).reduce(UInt32(0)) { $0 << 8 | ($1 < bytes.count ? UInt32(bytes[$1]) : 0) }
        for place in 0...3 {
          let digit = Int(group >> UInt32(18 - 6 * place) & 63)
          sink.put(place > bytes.count ? UInt8(ascii: "=") : Self.digitsOfBase64[digit])
        }
      }
      return true
    case .pgsql where !text.allSatisfy { $0 != "\\" }: sink.put(" E'")
    default: sink.put(quote)
    }
    let set = [.env, .envd, .xml, .dotenv].contains(self) ? .utf8 : characterSet
    var hasAll = true
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      if let escaped = escaped(scalar), self != .dotenv || quote == "\"" {
        sink.put(escaped)
      } else {
        // These readers take bytes: in Big5 and GBK the second byte of a character can be a backslash.
        let doubled = [.pgpass, .mycnf, .netrc].contains(self) ? UInt8(ascii: "\\") : nil
        hasAll = set.write(scalar, doubling: doubled, to: &sink) && hasAll
      }
    }
    sink.put(quote)
    return hasAll
  }

  private func escaped(_ scalar: Unicode.Scalar) -> String? {
    switch (self, scalar) {
    case (.pgpass, ":"), (.pgpass, "\\"), (.mycnf, "\""), (.mycnf, "\\"), (.pgsql, "\\"), (.mysql, "\\"),
      (.env, "$"), (.env, "`"), (.env, "\""), (.env, "\\"), (.envd, "`"), (.envd, "\""), (.envd, "\\"),
      (.netrc, "\""), (.netrc, "\\"), (.dotenv, "\""), (.dotenv, "\\"):
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

  private static let digitsOfBase64 = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  private static let unreserved = ASCIIClass("-._~").union(.lower).union(.upper).union(.digits)

  /// Beside what JSON escapes, readers of YAML refuse these, or take them for the mark of an encoding.
  private static let unreadableInYAML: Set<Unicode.Scalar> = ["\u{FEFF}", "\u{FFFE}", "\u{FFFF}"]
}
