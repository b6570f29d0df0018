import Glibc
import TestSupport
import Testing
import WatchwordSecrets
import WatchwordStrength
import WatchwordSystem

extension AnswerFormat {
  /// Writes an answer without secrets.
  func bytes(_ values: [(name: String, text: String)], level: Level? = nil) throws -> [UInt8] {
    let buffer = try encode(names: values.map(\.name), strength: level?.name, locking: .ifPossible) {
      index, use in use(values[index].text.utf8Span)
    }
    return SystemTests.bytes(of: buffer)
  }

  /// Writes an answer without secrets, as text.
  func text(_ values: [(name: String, text: String)], level: Level? = nil) throws -> String {
    String(decoding: try bytes(values, level: level), as: UTF8.self)
  }

  /// A format in UTF-8.
  init(utf8 kind: Kind, hasNewline: Bool = true) {
    self.init(kind, hasNewline: hasNewline, characterSet: .utf8)
  }
}

/// Values that trip a careless writer or reader. None has control characters, as no field has.
let nastyValues = [
  "", " ", "  two  spaces  ", "plain", "'", "''", "'''", "a'b", "'a", "a'", "\\", "\\'", "'\\", "a\\", "\\n",
  "\\\\",
  "\"", "a\"b", "\"'\"'", "$HOME", "${HOME}", "$(id)", "`id`", "$((1+1))", "; exit 9", "a;b", "a&b", "a|b",
  "<a>b",
  "*", "?", "[a]", "~", "~root", "a=b", "#a", "!!", "!a", "%s%n", "%", "-n", "-e", "--", "{a,b}", "(a)",
  "a:~:b",
  "é", "漢字", "😀👨‍👩‍👧", "a\u{301}", "\u{A0}", "\u{2028}\u{2029}", "\u{FEFF}", "\u{FFFF}", "\u{202E}", "\u{10FFFF}",
  // Bytes 0x80 to 0xBF, some of which shells use internally.
  String(String.UnicodeScalarView((0x1000..<0x1040).compactMap(Unicode.Scalar.init))),
  "it's \"all\" $of `it` \\ at 'once' — \u{2019}",
  String(repeating: "x", count: 4_096), String(repeating: "'", count: 4_096),
  String(repeating: "\\", count: 4_096),
  String(repeating: "漢", count: 1_365), String(repeating: "\u{2028}", count: 1_365),
]

// Long texts are never compared with == inside #expect, which would take for ever to find the difference.
@Suite struct `Answer of a form` {
  static let account = [("email", "a@b.example"), ("password", #"Pa"ss"#)]

  /// A kind, whether a newline ends it, and the text for an account.
  static let formats: [(kind: AnswerFormat.Kind, hasNewline: Bool, text: String)] = [
    (.json, true, #"{"email":"a@b.example","password":"Pa\"ss","strength":"medium"}"# + "\n"),
    (.json, false, #"{"email":"a@b.example","password":"Pa\"ss","strength":"medium"}"#),
    (.lines, true, "a@b.example\nPa\"ss\n"), (.lines, false, "a@b.example\nPa\"ss"),
    (.nul, true, "a@b.example\0Pa\"ss\0"), (.nul, false, "a@b.example\0Pa\"ss\0"),
    (.shell, true, "ww_email='a@b.example'\nww_password='Pa\"ss'\n"),
    (.shell, false, "ww_email='a@b.example'\nww_password='Pa\"ss'"),
  ]

  @Test(arguments: formats)
  func `values come in the order of the fields`(kind: AnswerFormat.Kind, hasNewline: Bool, text: String)
    throws
  { #expect(try AnswerFormat(utf8: kind, hasNewline: hasNewline).text(Self.account, level: .medium) == text) }

  @Test func `lines and NUL-ended values are the bytes of the values`() throws {
    let fields = nastyValues.enumerated().map { ("field\($0)", $1) }
    for (kind, end) in [(AnswerFormat.Kind.nul, "\0"), (.lines, "\n")] {
      let isSame =
        try AnswerFormat(utf8: kind).bytes(fields) == Array(nastyValues.map { $0 + end }.joined().utf8)
      #expect(isSame)
    }
  }

  @Test(.programs("python3"))
  func `Python reads from the object what was written`() throws {
    let fields = nastyValues.enumerated().map { ("field\($0)", $1) }
    let json = try AnswerFormat(utf8: .json).bytes(fields, level: .weak)
    #expect(json.filter { $0 < 0x20 } == [0x0A])
    let program = """
      import json, sys
      members = json.loads(sys.stdin.buffer.read().decode("utf-8"), object_pairs_hook=list)
      text = "".join(name + "=" + value + "\\0" for name, value in members)
      sys.stdout.buffer.write(text.encode("utf-8"))
      """
    let completion = try Completion.of("python3", ["-c", program], input: json)
    #expect(completion.status == 0)
    let expected = (fields + [("strength", "weak")]).map { "\($0)=\($1)\0" }.joined()
    #expect(completion.output.utf8.elementsEqual(expected.utf8))
  }

  /// The installed shells.
  static let shells: [String] = [
    "/bin/sh", "/bin/dash", "/bin/bash", "/bin/busybox", "/bin/ksh", "/bin/mksh", "/bin/zsh",
  ]
  .filter { (shell: String) in unsafe access(shell, X_OK) == 0 }

  @Test(arguments: shells, [[:], ["LC_ALL": "C.UTF-8"]] as [[String: String]])
  func `a shell takes in every value as it was`(shell: String, environment: [String: String]) throws {
    // In pieces, because an input is no longer than a pipe.
    for values in [Array(nastyValues.prefix(58)), Array(nastyValues.suffix(from: 58))] {
      let fields = values.enumerated().map { ("field\($0)", $1) }
      let assignments = try AnswerFormat(utf8: .shell).bytes(fields)
      let print = fields.map { "printf '%s\\0' \"$ww_\($0.0)\"" }.joined(separator: "\n")
      let completion = try Completion.of(
        shell, (shell.hasSuffix("busybox") ? ["sh"] : []) + ["-c", "eval \"$(cat)\"\n" + print],
        environment: environment.merging(["PATH": "/usr/bin:/bin"]) { own, _ in own }, input: assignments)
      #expect(completion.status == 0 && completion.errors == "")
      #expect(completion.output.utf8.elementsEqual(values.map { $0 + "\0" }.joined().utf8))
    }
  }

  @Test(.programs("localedef"), arguments: shells)
  func `a shell takes in characters that have a reverse solidus or grave accent among their bytes`(
    shell: String
  ) async {
    let folder = TemporaryFolder()
    await #expect(processExitsWith: .success) { [path = folder.path as String, shell = shell as String] in
      guard CompiledLocale.use("BIG5", in: path) else { exit(1) }
      // The second byte of 功, 許 and 育 is 0x5C, 0x5C and 0x7C.
      let assignments = try AnswerFormat(.shell).bytes([("a", "功"), ("b", "許'功'"), ("c", "育\\")])
      guard assignments.starts(with: Array("ww_a='".utf8) + [0xA5, 0x5C, 0x27, 0x0A]) else { exit(2) }
      let arguments = ["-c", "eval \"$(cat)\"; printf '%s\\n' \"$ww_a$ww_b$ww_c\" | od -An -v -tx1"]
      for locale in ["C", "C.UTF-8", "test.BIG5"] {
        let completion = try Completion.of(
          shell, (shell.hasSuffix("busybox") ? ["sh"] : []) + arguments,
          environment: ["PATH": "/usr/bin:/bin", "LOCPATH": path, "LC_ALL": locale], input: assignments)
        guard completion.status == 0,
          completion.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            == "a5 5c b3 5c 27 a5 5c 27 a8 7c 5c 0a"
        else { exit(3) }
      }
    }
  }

  @Test(.programs("localedef"))
  func `all formats but JSON leave in the locale's character set, or not at all`() async {
    let folder = TemporaryFolder()
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      guard CompiledLocale.use("ISO-8859-1", in: path), CharacterSet.current == .locale else { exit(1) }
      let fields = [("a", "é'"), ("b", "ÿ")]
      guard try AnswerFormat(.json).text(fields) == "{\"a\":\"é'\",\"b\":\"ÿ\"}\n",
        try AnswerFormat(.json).text([("a", "漢")]) == "{\"a\":\"漢\"}\n",
        try AnswerFormat(.lines).bytes(fields) == [0xE9, 0x27, 0x0A, 0xFF, 0x0A],
        try AnswerFormat(.lines).bytes([("a", String(repeating: "¢ä", count: 1_024))])
          == Array(repeatElement([0xA2, 0xE4], count: 1_024).joined()) + [0x0A],
        try AnswerFormat(.nul).bytes(fields) == [0xE9, 0x27, 0, 0xFF, 0],
        try AnswerFormat(.shell).bytes(fields)
          == Array("ww_a='".utf8) + [0xE9] + Array("'\\'''\nww_b='".utf8) + [0xFF, 0x27, 0x0A],
        try AnswerFormat(.shell).bytes([("a", String(repeating: "é'", count: 1_365))]).count == 5 * 1_365 + 8
      else { exit(2) }
      for kind in [AnswerFormat.Kind.lines, .nul, .shell] {
        do {
          _ = try AnswerFormat(kind).bytes([("a", "a"), ("b", "漢")])
          exit(3)
        } catch {
          guard error as? AnswerError == .unwritable else { exit(4) }
        }
      }
    }
  }

  @Test(arguments: ["a", "z9", "email", "new_password", "a__", "strengths", "s", "x2_y"])
  func `a letter, then letters, digits and underscores are a name`(text: String) throws {
    #expect(AnswerFormat.fault(inName: text) == nil)
    #expect(try AnswerFormat(utf8: .shell).text([(text, "x")]) == "ww_\(text)='x'\n")
  }

  @Test(arguments: [
    "", "_a", "9a", "A", "aB", "a-b", "a b", "a'", "a=", "a$", "é", "aé", "a\u{301}", "a\n", "a\0", "а", "a٣",
  ]) func `no other text is a name`(text: String) {
    #expect(
      AnswerFormat.fault(inName: text)
        == "a name is a letter from a to z, then such letters, digits and underscores")
    for kind in AnswerFormat.Kind.allCases {
      #expect(throws: AnswerError.name(text)) {
        try AnswerFormat(utf8: kind).bytes([("a", "b"), (text, "x")])
      }
    }
  }

  @Test func `the name of the strength is kept`() {
    #expect(
      AnswerFormat.fault(inName: "strength") == "this name is kept for the strength of the new password")
  }
}

@Suite struct `JSON text` {
  /// A text and the inside of its JSON string.
  static let strings: [(text: String, json: String)] = [
    ("", ""), ("plain Text 123", "plain Text 123"), (#"quo"te"#, #"quo\"te"#),
    (#"back\slash"#, #"back\\slash"#), ("/solidus", "/solidus"),
    ("\u{08}\u{09}\u{0A}\u{0C}\u{0D}", #"\b\t\n\f\r"#),
    ("\u{00}\u{01}\u{0B}\u{1B}\u{1F}", #"\u0000\u0001\u000b\u001b\u001f"#),
    ("\u{7F}\u{80}\u{9B}\u{9F}", #"\u007f\u0080\u009b\u009f"#), ("\u{A0}é漢", "\u{A0}é漢"),
    ("a\u{2028}b\u{2029}c", #"a\u2028b\u2029c"#), ("\u{2027}\u{202A}", "\u{2027}\u{202A}"),
    ("😀👨‍👩‍👧𝄞\u{10FFFF}", "😀👨‍👩‍👧𝄞\u{10FFFF}"), ("\u{FEFF}\u{FFFF}", "\u{FEFF}\u{FFFF}"), ("<&>'", "<&>'"),
  ]

  @Test(arguments: strings)
  func `a text becomes a JSON string, in secret memory too`(text: String, json: String) throws {
    #expect(JSONText.string(text) == "\"\(json)\"")
    #expect(try AnswerFormat(utf8: .json).text([("a", text)]) == "{\"a\":\"\(json)\"}\n")
  }
}
