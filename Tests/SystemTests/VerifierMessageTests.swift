import TestSupport
import Testing
import WatchwordSecrets

@testable import WatchwordSystem

/// The message of an output.
private func message(
  _ bytes: some Collection<UInt8>, fields: [String] = [], hiding secrets: [String] = []
) throws -> VerifierMessage? {
  let pipe = Pipe()
  pipe.write(Array(bytes))
  pipe.closeWriting()
  var output = try VerifierOutput(locking: .ifPossible)
  output.read(from: pipe.reading)
  return output.message(fields: fields) { hide in for secret in secrets { hide(secret.utf8Span) } }
}

@Suite struct `The message of a verifier` {
  /// An output and the text of its message.
  static let outputs: [(output: String, text: String?)] = [
    ("", nil), ("\n\n", nil), (" \t \r\n", nil), ("\u{1B}[0m", nil), ("\u{1B}]0;title\u{07}\n", nil),
    ("one", "one"), ("one\n", "one"), ("one\ntwo", "two"), ("one\ntwo\n\n \n", "two"),
    ("one\rtwo\r\n", "two"), ("  spaced  out  ", "spaced  out"), ("a\tb", "a b"),
    ("a\u{0}b\u{7}c\u{8}d\u{7F}e\u{85}f\u{2028}g", "abcdefg"), ("\u{1B}[1;31mred\u{1B}[0m", "red"),
    ("\u{1B}[38:2::255:0:0mred\u{1B}[m", "red"), ("\u{9B}31mred", "red"),
    ("\u{1B}]8;;http://x/\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"), ("\u{1B}Pq#0\u{1B}\\after", "after"),
    ("\u{1B}]0;t\u{9C}after", "after"), ("\u{1B}(Bascii\u{1B}7\u{1B}c", "ascii"),
    ("\u{1B}\u{1B}[1mtwice", "twice"), ("\u{1B}[1é", "é"), ("x\u{1B}", "x"),
    ("\u{202E}drow\u{2066}\u{200F}\u{061C}", "\u{202E}drow\u{2066}\u{200F}\u{061C}"),
    ("a\u{200B}\u{AD}\u{E0041}b", "a\u{200B}\u{AD}\u{E0041}b"), ("नमस्ते 👨‍👩‍👧 é", "नमस्ते 👨‍👩‍👧 é"),
  ]

  @Test(arguments: outputs)
  func `it is the last line that is not blank, without what would move the cursor`(
    output: (output: String, text: String?)
  ) throws { #expect(try message(output.output.utf8)?.text == output.text) }

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
    // A four-byte character at the limit of what is kept is whole or not there.
    for padding in 0..<4 {
      let start = Self.padding(900 + padding)
      let text = try #require(try message((start + String(repeating: "😀", count: 100)).utf8)?.text)
      #expect(text.hasPrefix(start) && text.last == "…")
      #expect(text.dropFirst(start.count).dropLast().allSatisfy { $0 == "😀" })
    }
  }

  /// A text of `bytes` bytes, at least two, in few grapheme clusters.
  private static func padding(_ bytes: Int) -> String {
    "n" + String(repeating: "\u{301}", count: (bytes - 2) / 2) + (bytes.isMultiple(of: 2) ? "o" : "no")
  }

  @Test func `what comes before the last 4 KiB of an output is forgotten`() throws {
    let blanks = String(repeating: " \n", count: 2046)
    #expect(try message(("no\n" + blanks).utf8)?.text == "no")
    #expect(try message(("no\n" + blanks + blanks + blanks + blanks).utf8) == nil)
    let long = String(repeating: "a", count: 12_000) + String(repeating: "b", count: 4096)
    #expect(try message(long.utf8)?.text?.last == "…")
  }

  private static let password = "Kq7.Zx4!Rv9@Wb2"

  /// Outputs that quote ``password``, or more than three of its characters in a row.
  static let quotations = [
    "bad: Kq7.Zx4!Rv9@Wb2", "Kq7.Zx4!Rv9@Wb2", "xKq7.Zx4!Rv9@Wb2x", "twice Kq7.Zx4!Rv9@Wb2Kq7.Zx4!Rv9@Wb2",
    // Cut short, at either end or in the middle.
    "Kq7.Zx4!Rv9@Wb", "q7.Zx4!Rv9@Wb2", "Kq7.Z", "9@Wb2", "line\nZx4!Rv9@Wb2",
    // Written differently.
    "KQ7.ZX4!RV9@WB2", "kq7.zx4!rv9@wb2", "Kq7.Zx4%21Rv9%40Wb2", #"Kq7.Zx4\x21Rv9\x40Wb2"#,
    #"Kq7.Zx4\041Rv9\100Wb2"#, #"Kq7.Zx4\u{21}Rv9\u{40}Wb2"#, #"{"p":"Kq7.Zx4!Rv9@Wb2"}"#,
    "Kq7.Zx4&#33;Rv9@Wb2",
    "K q 7 . Z x 4 ! R v 9 @ W b 2", "'K','q','7','.','Z','x','4'", "K-q-7-Z",
    // Split by invisible characters.
    "Kq7.\tZx4!\tRv9@\tWb2", "K\u{200B}q\u{200B}7\u{200B}.\u{200B}Z", "Kq7.Z\u{AD}x4", "Kq\u{8}7.Zx4!",
    "Kq\u{1B}[0m7.Z", "\u{1B}[Kq7.Zx4!", "Kq\u{0}7.\u{7}Zx", "Ｋ Kq7\u{2066}.\u{202E}Z",
    "K\u{301}q\u{301}7\u{301}.Z",
  ]

  @Test(arguments: quotations)
  func `a line that quotes more than three characters of a secret in a row is not shown`(
    output: String
  ) throws {
    let message = try message(output.utf8, hiding: ["other one", Self.password])
    #expect(message == VerifierMessage(text: nil))
  }

  /// An output, the secrets, and whether the output is shown.
  static let secrets: [(output: String, secrets: [String], isShown: Bool)] = [
    ("anything", [], true),
    ("anything", [""], true),
    // Three in a row are not enough.
    ("hun unt nte ter er2", ["hunter2"], true),
    ("hunt", ["hunter2"], false),
    ("hun ter", ["hunter2"], false),
    // A secret of three characters or fewer must be there whole.
    ("ab and bc", ["abc"], true), ("ab c", ["abc"], false), ("A-B-C", ["a.b.c"], false),
    ("xax", ["a"], false),
    ("1 2", ["12"], false), ("2 1", ["12"], true),
    // One without letters and digits, unchanged.
    ("a !? b", ["!?"], false), ("a ! ? b", ["!?"], true), ("no?!", ["!?"], true), ("a b", ["  "], true),
    ("a  b", ["  "], false), ("ok 👍", ["👍"], false), ("ok", ["👍"], true), ("x", ["\u{202E}"], true),
    // Beyond ASCII, in any case and normal form.
    ("p ä ß 漢 字 x", ["ä ß漢字"], false), ("STRASSE", ["straße"], false), ("ΛΌΓΟΣ", ["λόγος"], false),
    ("ete\u{301}s", ["\u{C9}T\u{C9}S"], false), ("ΐΰάέ", ["Ϊ́Ϋ́ΆΈ"], false), ("한글", ["한글날"], false),
    ("१२३४", ["१२३४५"], false), ("नमस्ते", ["नमस्तेजी"], false), ("漢字仮", ["漢字仮名交"], true),
    // Encodings of the secret are not found.
    ("S3E3Llp4NCFSdjlAV2Iy", ["Kq7.Zx4!Rv9@Wb2"], true),
  ]

  @Test(arguments: secrets)
  func `only letters and digits count, and short secrets as a whole`(
    secret: (output: String, secrets: [String], isShown: Bool)
  ) throws {
    let message = try message(secret.output.utf8, hiding: secret.secrets)
    #expect(message == VerifierMessage(text: secret.isShown ? secret.output : nil))
  }

  /// An output, the secret, and whether the output is shown.
  static let words: [(output: String, secret: String, isShown: Bool)] = [
    ("The password contains the user name in some form", "alice-Pass-12", true),
    ("it is based on a dictionary word", "9-Swordfish-9", true), ("PASSWORD", "xx-pass-yy-zz", true),
    ("The same password", "xx-samepas-yy-zz", false), ("Too weak", "yes.it.is.too.weather-proof", true),
    // Exactly half of what was typed, and a little more.
    ("Password is weak", "passwordabcdefgh", true), ("Password is weak", "passwordabcdefg", false),
    ("password", "pass", false), ("the same password", "Kvpassx", false),
    ("it is too weak", "9it-is-too-weak9", false),
    // Text beyond the word, or another word.
    ("the password", "by my password, kept", true), ("my password", "by my password, kept", false),
    ("password kept", "by my password, kept", false), ("xpassword", "by my password, kept", false),
    ("password1", "by my password, kept", false), ("pass word", "by my password, kept", false),
    ("p\u{E4}ssword", "by my password, kept", false), ("p-a-s-s-w-o-r-d", "by my password, kept", false),
    ("name", "so-renamed-by-me", true), ("a named one", "so-renamed-by-me", false),
    ("user name", "this-is-my-username-here", false),
  ]

  @Test(arguments: words) func `letters that match only inside an ordinary word are no quotation`(
    word: (output: String, secret: String, isShown: Bool)
  ) throws {
    let message = try message(word.output.utf8, hiding: [word.secret])
    #expect(message == VerifierMessage(text: word.isShown ? word.output : nil))
  }

  @Test func `a secret cut off at the end of the line is found once four characters of it are shown`() throws
  {
    for start in 1012...1024 {
      let padding = Self.padding(start)
      let message = try #require(try message((padding + "Kq7Zx4Rv9Wb2").utf8, hiding: [Self.password]))
      let shown = padding + "Kq7".prefix(max(0, 1024 - start)) + "…"
      #expect(message.text == (start <= 1020 ? nil : shown), "at \(start)")
    }
  }

  @Test func `secrets and lines of every length fit`() throws {
    let long = String((0..<4096).map { Character(Unicode.Scalar(UInt8(33 + $0 % 89))) })
    #expect(try message(("no " + long).utf8, hiding: [long])?.text == nil)
    #expect(try message("no ".utf8, hiding: [long])?.text == "no")
    // What takes most room: letters that become three of three bytes each, and bytes that are no text.
    let syllables = String(repeating: "\u{AC01}", count: 341)
    #expect(try message(syllables.utf8, hiding: ["hunter2"])?.text?.first == "\u{AC01}")
    #expect(try message(Array(repeating: 0xFF, count: 2000), hiding: [syllables])?.text?.first == "\u{FFFD}")
    #expect(try message(syllables.utf8, hiding: [String(repeating: "\u{AC01}", count: 4096)])?.text == nil)
  }

  /// A line, the fields, the secrets, and the message.
  static let fields: [(line: String, secrets: [String], message: VerifierMessage)] = [
    ("email: taken", [], VerifierMessage(field: "email", text: "taken")),
    ("email:taken", [], VerifierMessage(field: "email", text: "taken")),
    ("email:  a: b ", [], VerifierMessage(field: "email", text: "a: b")),
    ("  password: weak", [], VerifierMessage(field: "password", text: "weak")),
    ("\u{1B}[31mpassword\u{1B}[0m: weak", [], VerifierMessage(field: "password", text: "weak")),
    ("Email: taken", [], VerifierMessage(text: "Email: taken")),
    ("mail: taken", [], VerifierMessage(text: "mail: taken")),
    ("email : taken", [], VerifierMessage(text: "email : taken")),
    ("email", [], VerifierMessage(text: "email")),
    ("email:", [], VerifierMessage(text: "email:")),
    (": taken", [], VerifierMessage(text: ": taken")),
    ("x: email: taken", [], VerifierMessage(text: "x: email: taken")),
    // A field's name says nothing about its text.
    ("password: weak", ["pass"], VerifierMessage(field: "password", text: "weak")),
    ("password: password is weak", ["password"], VerifierMessage(field: "password", text: nil)),
    ("password: hunter2", ["hunter2"], VerifierMessage(field: "password", text: nil)),
    ("password: hunter2", ["password: hunter2"], VerifierMessage(field: "password", text: nil)),
    ("word: hunter2", ["hunter2"], VerifierMessage(text: nil)),
  ]

  @Test(arguments: fields)
  func `a line may begin with the name of a field`(
    line: String, secrets: [String], message expected: VerifierMessage
  ) throws { #expect(try message(line.utf8, fields: ["email", "password"], hiding: secrets) == expected) }
}
