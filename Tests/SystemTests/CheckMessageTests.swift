import Secrets
import Testing

@testable import System

/// The message of an output that comes in pieces of so many bytes.
private func message(
  _ output: some Collection<UInt8>, fields: [String] = [], hiding secrets: [String] = [], slice: Int = .max
) throws -> CheckMessage? {
  var line = try LastLine(locking: .ifPossible)
  var rest = Array(output)[...]
  while !rest.isEmpty {
    line.take(try secretBuffer(rest.prefix(slice)))
    rest = rest.dropFirst(slice)
  }
  var memory = try SecretBuffer(capacity: KeptLine.messageCapacity, locking: .ifPossible)
  let message = line.message(fields: fields, in: &memory) { hide in
    for secret in secrets { hide(secret.utf8Span) }
  }
  #expect(memory.count == 0)
  return message
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
    ("\u{202E}drow\u{2066}\u{200F}\u{061C}", "\u{202E}drow\u{2066}\u{200F}\u{061C}"),
    ("a\u{200B}\u{AD}\u{E0041}b", "a\u{200B}\u{AD}\u{E0041}b"),
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

  private static let password = "Kq7.Zx4!Rv9@Wb2"

  /// Outputs that quote ``password``, or more than three of its characters in a row.
  static let quotations = [
    "bad: Kq7.Zx4!Rv9@Wb2", "Kq7.Zx4!Rv9@Wb2", "xKq7.Zx4!Rv9@Wb2x", "twice Kq7.Zx4!Rv9@Wb2Kq7.Zx4!Rv9@Wb2",
    // Cut short, at either end or in the middle.
    "Kq7.Zx4!Rv9@Wb", "q7.Zx4!Rv9@Wb2", "Kq7.Z", "9@Wb2", "line\nZx4!Rv9@Wb2",
    // Written in other ways.
    "KQ7.ZX4!RV9@WB2", "kq7.zx4!rv9@wb2", "Kq7.Zx4%21Rv9%40Wb2", #"Kq7.Zx4\x21Rv9\x40Wb2"#,
    #"Kq7.Zx4\041Rv9\100Wb2"#, #"Kq7.Zx4\u{21}Rv9\u{40}Wb2"#, #"{"p":"Kq7.Zx4!Rv9@Wb2"}"#,
    "Kq7.Zx4&#33;Rv9@Wb2",
    "K q 7 . Z x 4 ! R v 9 @ W b 2", "'K','q','7','.','Z','x','4'", "K-q-7-Z",
    // Taken apart by what is not seen.
    "Kq7.\tZx4!\tRv9@\tWb2", "K\u{200B}q\u{200B}7\u{200B}.\u{200B}Z", "Kq7.Z\u{AD}x4", "Kq\u{8}7.Zx4!",
    "Kq\u{1B}[0m7.Z", "\u{1B}[Kq7.Zx4!", "Kq\u{0}7.\u{7}Zx", "Ｋ Kq7\u{2066}.\u{202E}Z",
    "K\u{301}q\u{301}7\u{301}.Z",
  ]

  @Test(arguments: quotations, [1, .max])
  func `a line that quotes more than three characters of a secret in a row is not shown`(
    output: String, slice: Int
  ) throws {
    let message = try message(output.utf8, hiding: ["other one", Self.password], slice: slice)
    #expect(message == CheckMessage(text: nil))
  }

  /// An output, the secrets, and whether the output is shown.
  static let secrets: [(output: String, secrets: [String], isShown: Bool)] = [
    ("anything", [], true),
    ("anything", [""], true),
    // Three in a row are not enough.
    ("hun unt nte ter er2", ["hunter2"], true),
    ("hunt", ["hunter2"], false),
    ("hun ter", ["hunter2"], false),
    // A secret of three characters or fewer has to be there whole.
    ("ab and bc", ["abc"], true), ("ab c", ["abc"], false), ("A-B-C", ["a.b.c"], false),
    ("xax", ["a"], false),
    ("1 2", ["12"], false), ("2 1", ["12"], true),
    // One without letters and digits, as it is.
    ("a !? b", ["!?"], false), ("a ! ? b", ["!?"], true), ("no?!", ["!?"], true), ("a b", ["  "], true),
    ("a  b", ["  "], false), ("ok 👍", ["👍"], false), ("ok", ["👍"], true), ("x", ["\u{202E}"], true),
    // Beyond ASCII, whatever the case and the normal form.
    ("p ä ß 漢 字 x", ["ä ß漢字"], false), ("STRASSE", ["straße"], false), ("ΛΌΓΟΣ", ["λόγος"], false),
    ("ete\u{301}s", ["\u{C9}T\u{C9}S"], false), ("ΐΰάέ", ["Ϊ́Ϋ́ΆΈ"], false), ("한글", ["한글날"], false),
    ("१२३४", ["१२३४५"], false), ("नमस्ते", ["नमस्तेजी"], false), ("漢字仮", ["漢字仮名交"], true),
    // Codes of their own are not found.
    ("S3E3Llp4NCFSdjlAV2Iy", ["Kq7.Zx4!Rv9@Wb2"], true),
  ]

  @Test(arguments: secrets, [1, .max])
  func `letters and digits count alone, and short secrets as a whole`(
    secret: (output: String, secrets: [String], isShown: Bool), slice: Int
  ) throws {
    let message = try message(secret.output.utf8, hiding: secret.secrets, slice: slice)
    #expect(message == CheckMessage(text: secret.isShown ? secret.output : nil))
  }

  @Test func `a secret that the bound of the line cuts is found as soon as four characters are shown`() throws
  {
    for start in 1012...1024 {
      // Characters that are taken out make the bound visible.
      let line = "no " + String(repeating: "\0", count: start - 3) + "Kq7Zx4Rv9Wb2"
      let message = try #require(try message(line.utf8, hiding: [Self.password]))
      let shown = start == 1024 ? "no" : "no " + "Kq7".prefix(1024 - start)
      #expect(message.text == (start <= 1020 ? nil : shown + "…"), "at \(start)")
    }
  }

  @Test func `secrets and lines of every length fit`() throws {
    let long = String((0..<4096).map { Character(Unicode.Scalar(UInt8(33 + $0 % 89))) })
    #expect(try message(("no " + long).utf8, hiding: [long])?.text == nil)
    #expect(try message("no ".utf8, hiding: [long])?.text == "no")
    // What takes the most room: letters that become three of three bytes each, and bytes that are no text.
    let syllables = String(repeating: "\u{AC01}", count: 341)
    #expect(try message(syllables.utf8, hiding: ["hunter2"])?.text?.first == "\u{AC01}")
    #expect(try message(Array(repeating: 0xFF, count: 2000), hiding: [syllables])?.text?.first == "\u{FFFD}")
    #expect(try message(syllables.utf8, hiding: [String(repeating: "\u{AC01}", count: 4096)])?.text == nil)
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
    // The name of a field tells nothing of what is in it.
    ("password: weak", ["pass"], CheckMessage(field: "password", text: "weak")),
    ("password: password is weak", ["password"], CheckMessage(field: "password", text: nil)),
    ("password: hunter2", ["hunter2"], CheckMessage(field: "password", text: nil)),
    ("password: hunter2", ["password: hunter2"], CheckMessage(field: "password", text: nil)),
    ("word: hunter2", ["hunter2"], CheckMessage(text: nil)),
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
