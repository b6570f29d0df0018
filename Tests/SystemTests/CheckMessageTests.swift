import Secrets
import Testing

@testable import System

/// The message of an output that comes in pieces of so many bytes.
private func message(
  _ output: some Collection<UInt8>, fields: [String] = [], input: String = "", hiding secrets: [String] = [],
  slice: Int = .max
) throws -> CheckMessage? {
  var line = try LastLine(locking: .ifPossible)
  var rest = Array(output)[...]
  while !rest.isEmpty {
    line.take(try secretBuffer(rest.prefix(slice)))
    rest = rest.dropFirst(slice)
  }
  let given = try secretBuffer(input.utf8)
  return try line.message(fields: fields, input: given.bytes) { hide in
    for secret in secrets { hide(secret.utf8Span) }
  }
}

@Suite struct `The message of a check` {
  /// An output and the text of its message.
  static let outputs: [(output: String, text: String?)] = [
    ("", nil),
    ("\n\n", nil),
    (" \t \r\n", nil),
    ("\u{1B}[0m", nil),
    ("\u{1B}]0;title\u{07}\n", nil),
    ("one", "one"),
    ("one\n", "one"),
    ("one\ntwo", "two"),
    ("one\ntwo\n\n \n", "two"),
    ("one\rtwo\r\n", "two"),
    ("  spaced  out  ", "spaced  out"),
    ("a\tb", "a b"),
    ("a\u{0}b\u{7}c\u{8}d\u{7F}e\u{85}f\u{2028}g", "abcdefg"),
    ("\u{1B}[1;31mred\u{1B}[0m", "red"),
    ("\u{1B}[38:2::255:0:0mred\u{1B}[m", "red"),
    ("\u{9B}31mred", "red"),
    ("\u{1B}]8;;http://x/\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
    ("\u{1B}Pq#0\u{1B}\\after", "after"),
    ("\u{1B}]0;t\u{9C}after", "after"),
    ("\u{1B}(Bascii\u{1B}7\u{1B}c", "ascii"),
    ("\u{1B}\u{1B}[1mtwice", "twice"),
    ("\u{1B}[1é", "é"),
    ("x\u{1B}", "x"),
    ("\u{202E}drow\u{2066}\u{200F}\u{061C}", "drow"),
    ("नमस्ते 👨‍👩‍👧 é", "नमस्ते 👨‍👩‍👧 é"),
  ]

  @Test(arguments: outputs, [1, 2, 3, .max])
  func `it is the last line that is not blank, without what would move the cursor`(
    output: (output: String, text: String?), slice: Int
  ) throws {
    #expect(try message(output.output.utf8, slice: slice)?.text == output.text)
  }

  @Test func `what is not UTF-8 is replaced`() throws {
    #expect(try message([0x61, 0xFF, 0x62])?.text == "a\u{FFFD}b")
    #expect(try message([0xC3])?.text == "\u{FFFD}")
    #expect(try message([0xED, 0xA0, 0x80])?.text == "\u{FFFD}\u{FFFD}\u{FFFD}")
    #expect(try message([0xE2, 0x82, 0x41])?.text == "\u{FFFD}A")
  }

  @Test func `a long line ends with an ellipsis`() throws {
    let letters = String(repeating: "a", count: 240)
    #expect(try message(letters.utf8)?.text == letters)
    #expect(try message((letters + "b").utf8)?.text == letters.dropLast() + "…")
    // Of the characters that take four bytes the one at the bound of what is kept is whole or not there.
    let emoji = String(repeating: "😀", count: 100) + " "
    for padding in 0..<4 {
      let line = String(repeating: " ", count: 900 + padding) + emoji
      let text = try #require(try message(line.utf8)?.text)
      #expect(text.dropLast().allSatisfy { $0 == "😀" })
      #expect(text.last == "…")
    }
  }

  /// An output, the secrets, and the text of its message.
  static let secrets: [(output: String, secrets: [String], text: String)] = [
    ("hunter2 is bad", ["hunter2"], "••• is bad"),
    ("bad: hunter2", ["hunter2"], "bad: •••"),
    ("hunter2", ["hunter2"], "•••"),
    ("hunter2 and hunter2", ["hunter2"], "••• and •••"),
    ("hunter2hunter2", ["hunter2"], "•••"),
    ("ababab!", ["abab"], "•••!"),
    ("one two", ["one", "two"], "••• •••"),
    ("abcdef", ["abcd", "cdef"], "•••"),
    ("abcd", ["bc", "abcd"], "•••"),
    ("xax", ["a"], "x•••x"),
    ("hunter", ["hunter2"], "hunter"),
    ("unter2", ["hunter2"], "unter2"),
    ("anything", [""], "anything"),
    ("pä ß漢 x", ["ä ß漢"], "p••• x"),
    // JSON, as one encoder writes it and as another one does.
    (#"{"p":"a\"b\\c"}"#, [#"a"b\c"#], #"{"p":"•••"}"#),
    (#"a"b\c"#, [#"a"b\c"#], "•••"),
    (#"p\u00E4ss p\u00e4ss pä\u0073s"#, ["päss"], "••• ••• •••"),
    (#"x\ud83d\ude00y x😀y"#, ["x😀y"], "••• •••"),
    (#"a\/b"#, ["a/b"], "•••"),
    (#"pa\ ss\$1"#, ["pa ss$1"], "•••"),
    (#"\u0061\u"#, ["ab"], #"\u0061\u"#),
    (#"a\nb"#, ["anb"], #"a\nb"#),
    // Control sequences in a secret, or before it.
    ("pass\u{1B}[0mword!", ["password"], "•••!"),
    ("\u{1B}[password", ["password"], "•••"),
    ("\u{1B}]password\u{07}!", ["password"], "•••!"),
    ("pass\u{0}word\u{7}", ["password"], "•••"),
    // Characters that are taken out, in the secret itself.
    ("a\u{202E}b!", ["a\u{202E}b"], "•••!"),
    ("ab!", ["a\u{202E}b"], "•••!"),
    ("a\u{1B}[1mb!", ["a\u{202E}b\u{200F}"], "•••!"),
    ("x", ["\u{202E}"], "x"),
    // Signs as secrets.
    ("••• x", ["•"], "••• x"),
    ("a • b", ["•", "a"], "••• ••• b"),
  ]

  @Test(arguments: secrets, [1, .max])
  func `three signs stand for a secret, however it is written`(
    secret: (output: String, secrets: [String], text: String), slice: Int
  ) throws {
    #expect(try message(secret.output.utf8, hiding: secret.secrets, slice: slice)?.text == secret.text)
  }

  @Test func `the input is hidden without being told, but for its newline`() throws {
    #expect(try message("no: hunter2!".utf8, input: "hunter2\n")?.text == "no: •••!")
    #expect(try message(#"got {"a":1}"#.utf8, input: #"{"a":1}"#)?.text == "got •••")
    #expect(try message("any".utf8, input: "\n")?.text == "any")
  }

  @Test func `a secret that the bound of the line cuts is hidden to the last letter`() throws {
    let secret = "correct horse"
    for start in 1005...1024 {
      // Sequences that are taken out make the bound visible.
      let line = "no " + String(repeating: "\0", count: start - 3) + secret + " MORE"
      let text = try #require(try message(line.utf8, hiding: [secret])?.text)
      #expect(text.filter(\.isLowercase) == "no", "at \(start): \(text)")
      #expect(text.contains("•••") == (start < 1024), "at \(start): \(text)")
    }
    let long = String((0..<4096).map { Character(Unicode.Scalar(UInt8(33 + $0 % 89))) })
    #expect(try message(("no " + long).utf8, hiding: [long])?.text == "no •••…")
    let escaped = long.map { #"\u00"# + String($0.asciiValue ?? 0, radix: 16) }.joined()
    #expect(try message(("no " + escaped).utf8, hiding: [long])?.text == "no •••…")
  }

  /// A line, the fields, the secrets, and what comes of it.
  static let fields: [(line: String, secrets: [String], message: CheckMessage)] = [
    ("email: taken", [], CheckMessage(field: "email", text: "taken")),
    ("email:taken", [], CheckMessage(field: "email", text: "taken")),
    ("email:  a: b ", [], CheckMessage(field: "email", text: "a: b")),
    ("  password: weak", [], CheckMessage(field: "password", text: "weak")),
    ("\u{1B}[31mpassword\u{1B}[0m: weak", [], CheckMessage(field: "password", text: "weak")),
    ("Email: taken", [], CheckMessage(text: "Email: taken")),
    ("mail: taken", [], CheckMessage(text: "mail: taken")),
    ("email : taken", [], CheckMessage(text: "email : taken")),
    ("email", [], CheckMessage(text: "email")),
    ("email:", [], CheckMessage(text: "email:")),
    (": taken", [], CheckMessage(text: ": taken")),
    ("x: email: taken", [], CheckMessage(text: "x: email: taken")),
    // A secret that is in the name of the field tells nothing; one that reaches across the colon would.
    ("password: password is weak", ["password"], CheckMessage(field: "password", text: "••• is weak")),
    ("password: weak", ["pass"], CheckMessage(field: "password", text: "weak")),
    ("password: hunter2", ["hunter2"], CheckMessage(field: "password", text: "•••")),
    ("password: hunter2", ["password: hunter2"], CheckMessage(text: "•••")),
    ("password: hunter2", ["word: hunter"], CheckMessage(text: "pass•••2")),
  ]

  @Test(arguments: fields)
  func `a line may begin with the name of a field`(
    line: String, secrets: [String], message expected: CheckMessage
  )
    throws
  {
    #expect(try message(line.utf8, fields: ["email", "password"], hiding: secrets) == expected)
  }
}
