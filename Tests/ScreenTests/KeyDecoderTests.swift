import Testing
import WatchwordBase
import WatchwordScreen

@Suite struct KeyDecoderTests {
  /// Cut at 0, it is one read.
  @Test(arguments: Row.keys + Row.swallowed + Row.mixtures + Row.wrapped + Row.text)
  func `a key is decoded, other sequences are swallowed whole, and what follows stays, at every split`(
    _ row: Row
  ) {
    for cut in 0...min(row.bytes.count, 200) {
      #expect(decode(Array(row.bytes[..<cut]), Array(row.bytes[cut...])) == row.heard, "split at \(cut)")
    }
    var (whole, single) = (Listener(), Listener())
    whole.read(row.bytes)
    for byte in row.bytes { single.read([byte]) }
    single.fallSilent()
    #expect(single.heard == row.heard)
    // After anything and some silence a letter is a letter.
    whole.fallSilent()
    whole.read("a".utf8)
    #expect(whole.heard == row.heard + [.key(.scalar("a"))])
  }

  @Test(
    arguments: [
      ("", nil), ("a", nil), ("\u{1B}", 50), ("\u{1B}\u{1B}", 50), ("\u{1B}[", 500), ("\u{1B}O", 500),
      ("\u{1B}[1;", 500),
      ("\u{1B}]", 500), ("\u{1B}]0;\u{1B}", 500), ("\u{1B}[M", 500), ("\u{1B}[A", nil), ("\u{1B}b", nil),
      ("\u{1B}[200~", 500), ("\u{1B}[200~abc\u{1B}[20", 500), ("\u{1B}[200~abc\u{1B}[201~", nil),
    ] as [(String, Int?)])
  func `50 ms of silence end a bare ESC, 500 ms a sequence`(_ text: String, _ patience: Int?) {
    var listener = Listener()
    listener.read(text.utf8)
    #expect(listener.decoder.patience == patience.map { .milliseconds($0) })
  }

  /// Answers in 8 bits, as characters and as single bytes.
  private static let answers = [
    "\u{9D}11;rgb:00/80/ff\u{9C}\u{9B}?64;1;2c", "\u{9D}11;rgb:00/80/ff\u{7}\u{9B}?1c",
    "\u{9D}11;rgb:00/80/ff\u{7}\u{9B}\(Row.longReplies[2])c",
  ]
  .flatMap { text in [Array(text.utf8), text.unicodeScalars.map { UInt8($0.value) }] }
  /// Ways of taking text, the last one with lead bytes from 0x81 on.
  private static let modes: [KeyDecoder.TextMode] = [
    .utf8, .ascii, .other { .scalar(Unicode.Scalar($0[0])) },
    .other { $0.count < 2 ? .unfinished : $0[1] < 0x40 ? .invalid : .scalar("漢") },
  ]

  private func expecting(_ mode: KeyDecoder.TextMode) -> KeyDecoder {
    var decoder = KeyDecoder(textMode: mode)
    decoder.expectsAnswer = true
    return decoder
  }

  @Test func `an answer in 8 bits is one where it is expected, however it is cut`() {
    for (number, mode) in Self.modes.enumerated() {
      for bytes in Self.answers where number < 2 || !bytes.contains(0xC2) {
        let bytes = bytes + [0x61]
        for cut in 0...bytes.count {
          let heard = decode(Array(bytes[..<cut]), Array(bytes[cut...]), by: expecting(mode))
          #expect(
            heard == [.background(0, 0x80, 0xFF), .attributes, .key(.scalar("a"))],
            "\(number) \(bytes) \(cut)")
        }
      }
    }
    // If no answer is expected it is none, and a character of two bytes is always one.
    #expect(decode("\u{9B}A") == [.notText, .key(.scalar("A"))])
    #expect(decode([0x9B, 0x41], by: expecting(Self.modes[3])) == [.key(.scalar("漢"))])
    #expect(decode([0xC2, 0xE9], by: expecting(.ascii)) == [.notText, .notText])
    #expect(decode([0x1B, 0x9B] + "?1c".utf8, by: expecting(.utf8)) == [.key(.escape), .attributes])
    #expect(decode([0xC2], by: expecting(.utf8)) == [.notText])
  }

  @Test func `a device string ends at ST in 8 bits too, and not in the midst of a character`() {
    for bytes in ["\u{1B}]0;ä✓".utf8 + [0xC2, 0x9C], "\u{1B}P✓".utf8 + [0x9C]] {
      #expect(decode(bytes + [0x61]) == [.key(.scalar("a"))])
    }
  }

  @Test(
    arguments: [("", nil), ("\u{1B}", 500), ("\u{1B}\u{1B}", 500), ("\u{9B}", 500), ("\u{1B}[?1c", nil)]
      as [(String, Int?)])
  func `500 ms of silence end a bare ESC while an answer is expected`(_ text: String, _ patience: Int?) {
    var listener = Listener(expecting(.utf8))
    listener.read(text.utf8)
    #expect(listener.decoder.patience == patience.map { .milliseconds($0) })
  }

  @Test(arguments: [0, 50, 499, 501, 2_000] as [Int32])
  func `A12 a bare ESC waits as long as ESCDELAY says, and a sequence no shorter`(milliseconds: Int32) {
    var listener = Listener(KeyDecoder(escapeTime: milliseconds))
    listener.read("\u{1B}".utf8)
    #expect(listener.decoder.patience == .milliseconds(milliseconds))
    listener.read("[".utf8)
    #expect(listener.decoder.patience == .milliseconds(max(500, milliseconds)))
  }

  @Test(arguments: [
    "\u{1B}]52;c;", "\u{1B}]11;x", "\u{1B}P>|XTe", "\u{1B}_Gi=", "\u{1B}^p", "\u{1B}Xs",
  ])
  func `the end of a cut device string is waited for, and what comes instead is a loss`(_ start: String) {
    // The input after the cut, what is decoded from it, and whether the string has ended.
    let rows: [(String, [Heard], Bool)] = [
      ("1e/2e2e\u{1B}\\", [.notText], true), ("abc", [.notText], false), ("\r", [.notText], false),
      ("\u{3}", [.key(.control("c"))], true), ("\u{1B}\\", [], true), ("\u{7}", [], true),
      ("\u{18}", [], true), ("\u{1B}[A", [.key(.up)], true),
      ("ab\u{3}", [.notText, .key(.control("c"))], true),
    ]
    for (rest, heard, isOver) in rows {
      var listener = Listener()
      listener.read(start.utf8)
      #expect(listener.decoder.patience == .milliseconds(500))
      listener.wait()
      #expect(listener.decoder.patience == .seconds(3) && listener.decoder.isCut)
      listener.read(rest.utf8)
      #expect(listener.heard == heard, "\(rest)")
      #expect(listener.decoder.isCut != isOver && (listener.decoder.patience == nil) == isOver, "\(rest)")
      listener.fallSilent()
      listener.read("x".utf8)
      #expect(listener.heard == heard + [.key(.scalar("x"))], "\(rest)")
    }
  }

  @Test(arguments: 2...23)
  func `an answer that is cut but comes whole is one`(cut: Int) {
    let answer = Array("\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\".utf8)
    var listener = Listener()
    listener.read(answer[..<cut])
    listener.wait()
    #expect(listener.decoder.patience == .seconds(3) && listener.decoder.isCut)
    listener.read(answer[cut...])
    #expect(listener.heard == [.background(0x1E, 0x1E, 0x2E)])
    #expect(!listener.decoder.isCut && listener.decoder.patience == nil)
  }

  @Test(arguments: ["\u{1B}]11;", "\u{1B}]11;rgb:1e1e/1e"])
  func `input after a cut answer is a loss if it does not complete it`(_ start: String) {
    // The input, and what is decoded from it at once and after a silence.
    let rows: [(String, [Heard], [Heard])] = [
      ("a", [], [.notText]), ("1e/2e2e", [], [.notText]), ("a1e/2e2ef\u{7}", [.notText], []),
      ("x", [.notText], []), ("\r", [.notText], []), ("a\u{3}", [.notText, .key(.control("c"))], []),
      ("\u{3}", [.key(.control("c"))], []), ("\u{1B}\\", [], []), ("\u{7}", [], []), ("", [], []),
    ]
    for (text, heard, later) in rows {
      var listener = Listener()
      listener.read(start.utf8)
      listener.wait()
      listener.read(text.utf8)
      #expect(listener.heard == heard, "\(text)")
      listener.fallSilent()
      #expect(listener.heard == heard + later && !listener.decoder.isCut, "\(text)")
      listener.read("x".utf8)
      #expect(listener.heard == heard + later + [.key(.scalar("x"))], "\(text)")
    }
  }

  @Test func `500 ms of silence end an unfinished character`() {
    for bytes: [UInt8] in [[0xC3], [0xE6, 0xBC], [0xF0, 0x9F, 0x94], [0x1B, 0xC3]] {
      var listener = Listener()
      listener.read(bytes)
      #expect(listener.decoder.patience == .milliseconds(500))
      listener.fallSilent()
      #expect(listener.heard == [.notText])
    }
  }

  @Test func `after a sequence that is too long 500 ms of silence give the keys back`() {
    var listener = Listener()
    listener.read("\u{1B}[".utf8 + Array(repeating: 0x31, count: 100))
    #expect(listener.decoder.patience == .milliseconds(500))
    listener.fallSilent()
    listener.read("A".utf8)
    #expect(listener.heard == [.key(.scalar("A"))])
  }

  @Test func `with nothing unfinished silence brings nothing`() {
    var decoder = KeyDecoder()
    #expect(decoder.patience == nil)
    #expect(decoder.expire() == nil)
  }

  @Test func `what was decoded is gone from the decoder's memory`() {
    func holds(_ bytes: [UInt8], _ decoder: KeyDecoder) -> Bool {
      unsafe withUnsafeBytes(of: decoder) { memory in unsafe Array(memory).firstRange(of: bytes) != nil }
    }
    let bytes = Array("🔒".utf8)
    let beginning = Array(bytes.prefix(3))
    var listener = Listener()
    listener.read(beginning)
    #expect(holds(beginning, listener.decoder))
    listener.read(bytes.suffix(1))
    #expect(listener.heard == [.key(.scalar("🔒"))])
    #expect(!holds(beginning, listener.decoder))
  }

  @Test func `the decoder keeps a fixed amount of memory`() { #expect(MemoryLayout<KeyDecoder>.size <= 104) }
}
