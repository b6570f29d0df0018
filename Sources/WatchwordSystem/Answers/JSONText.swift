package import WatchwordSecrets

/// Strings of JSON (RFC 8259), always in UTF-8, whatever the locale's character set.
///
/// U+007F to U+009F, U+2028 and U+2029 are escaped besides the characters that RFC 8259 section 7 requires: the text
/// stays on one line for every reader, and moves nothing on a terminal.
package enum JSONText {
  /// A text that is not secret as a JSON string: `a"b` becomes `"a\"b"`.
  package static func string(_ text: String) -> String {
    // A byte becomes at most six, as in \u001b.
    unsafe String(unsafeUninitializedCapacity: 6 * text.utf8.count + 2) { memory in
      var sink = unsafe ByteSink(memory: UnsafeMutableRawBufferPointer(memory))
      write(text.utf8Span, to: &sink)
      return sink.count
    }
  }

  /// Appends `text` as a JSON string to `buffer`.
  ///
  /// - Throws: ``SecretError/full`` if the string does not fit. Nothing changes then.
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

  /// Writes `text` as a JSON string, with its quotation marks. Escapes the characters of `more`, which have four
  /// hexadecimal digits, too.
  static func write(_ text: UTF8Span, to sink: inout ByteSink, escaping more: Set<Unicode.Scalar> = []) {
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
      case "\u{00}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}",
        _ where more.contains(scalar):
        sink.put(#"\u"#)
        sink.put(hexadecimal: scalar.value, digits: 4, letters: "a")
      default: UTF8.encode(scalar, into: { sink.put($0) })
      }
    }
    sink.put("\"")
  }
}
