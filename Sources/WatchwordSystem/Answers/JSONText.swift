package import WatchwordSecrets

/// Strings of JSON (RFC 8259), always in UTF-8, whatever the locale's character set.
///
/// Escaped are quotation mark, reverse solidus and the control characters, as RFC 8259 section 7 asks for, and also
/// U+007F to U+009F, U+2028 and U+2029, so that the text stays on one line for readers to whom these end one, and moves
/// nothing on a terminal.
package enum JSONText {
  /// `text` as a JSON string, for a text that is no secret: `a"b` becomes `"a\"b"`.
  package static func string(_ text: String) -> String {
    // A byte becomes six at most, as in \u001b.
    unsafe String(unsafeUninitializedCapacity: 6 * text.utf8.count + 2) { memory in
      var sink = unsafe ByteSink(memory: UnsafeMutableRawBufferPointer(memory))
      write(text.utf8Span, to: &sink)
      return sink.count
    }
  }

  /// Appends `text` as a JSON string to `buffer`.
  ///
  /// - Throws: ``SecretError/full`` when it does not fit; nothing is changed then.
  package static func append(_ text: UTF8Span, to buffer: inout SecretBuffer) throws(SecretError) {
    var counter = ByteSink()
    write(text, to: &counter)
    guard buffer.count + counter.count <= buffer.capacity else { throw .full }
    unsafe buffer.withFreeCapacity { free in
      var sink = unsafe ByteSink(memory: free)
      write(text, to: &sink)
      return sink.count
    }
  }

  /// Writes `text` as a JSON string, the quotation marks included.
  static func write(_ text: UTF8Span, to sink: inout ByteSink) {
    sink.put("\"")
    var scalars = text.makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      switch scalar {
      case "\"": sink.put(#"\""#)
      case "\\": sink.put(#"\\"#)
      case "\u{08}": sink.put(#"\b"#)
      case "\u{09}": sink.put(#"\t"#)
      case "\u{0A}": sink.put(#"\n"#)
      case "\u{0C}": sink.put(#"\f"#)
      case "\u{0D}": sink.put(#"\r"#)
      case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        sink.put(#"\u"#)
        for shift in [UInt32(12), 8, 4, 0] {
          let digit = UInt8(truncatingIfNeeded: scalar.value >> shift & 0xF)
          sink.put(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
      default: UTF8.encode(scalar, into: { sink.put($0) })
      }
    }
    sink.put("\"")
  }
}

/// A value of JSON that is no secret. Its description is its text on one line, without blanks.
package enum JSONValue: CustomStringConvertible, ExpressibleByDictionaryLiteral {
  /// What stands there as it is: a number, `true`, `false` or `null`.
  case plain(String)
  case text(String)
  case list([JSONValue])
  /// Values under their names, in their order.
  case object([(name: String, value: JSONValue)])

  package static var null: JSONValue { .plain("null") }
  package static func number(_ number: Int) -> JSONValue { .plain("\(number)") }
  package static func truth(_ value: Bool) -> JSONValue { .plain("\(value)") }
  /// A text that may not be there.
  package static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.text) ?? .null }

  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(members.map { (name: $0.0, value: $0.1) })
  }

  package var description: String {
    switch self {
    case .plain(let text): text
    case .text(let text): JSONText.string(text)
    case .list(let values): "[" + values.map(\.description).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(JSONText.string($0.name)):\($0.value)" }.joined(separator: ",") + "}"
    }
  }

  /// The members of both objects, those of `one` first.
  package static func + (one: JSONValue, other: JSONValue) -> JSONValue {
    guard case .object(let first) = one, case .object(let second) = other else {
      preconditionFailure("only objects have members")
    }
    return .object(first + second)
  }
}
