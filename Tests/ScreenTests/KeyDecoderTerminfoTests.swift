import Testing
import WatchwordBase
import WatchwordScreen

@Suite struct KeyDecoderTerminfoTests {
  private func decoder(_ strings: [String: Key.Code], textMode: KeyDecoder.TextMode = .utf8) -> KeyDecoder {
    KeyDecoder(terminfo: strings.map { (Array($0.key.utf8), Key($0.value)) }, textMode: textMode)
  }

  /// The same for every split.
  private func expect(
    _ text: String, _ heard: Heard..., by decoder: KeyDecoder, _ location: SourceLocation = #_sourceLocation
  ) {
    let bytes = Array(text.utf8)
    for cut in 0...bytes.count {
      #expect(
        decode(Array(bytes[..<cut]), Array(bytes[cut...]), by: decoder) == heard, "split at \(cut)",
        sourceLocation: location)
    }
  }

  @Test func `the terminal's own strings go before the common forms`() {
    let console = decoder([
      "\u{1B}[M": .function(1), "\u{1B}P": .function(2), "\u{1B}A": .up, "\u{1B}[5~": .insert,
    ])
    expect(
      "\u{1B}[Mabc", .key(.function(1)), .key(.scalar("a")), .key(.scalar("b")), .key(.scalar("c")),
      by: console)
    expect("\u{1B}Px", .key(.function(2)), .key(.scalar("x")), by: console)
    expect("\u{1B}A\u{1B}[A", .key(.up), .key(.up), by: console)
    expect("\u{1B}[5~\u{1B}[6~", .key(.insert), .key(.pageDown), by: console)
  }

  @Test func `the longest string counts, and bytes that waited for it in vain are not lost`() {
    let decoder = decoder([
      "\u{1B}[1": .function(1), "\u{1B}[11x": .function(2), "\u{1B}y": .home, "\u{1B}yab": .end,
    ])
    expect("\u{1B}[11x", .key(.function(2)), by: decoder)
    expect("\u{1B}[11y", .key(.function(1)), .key(.scalar("1")), .key(.scalar("y")), by: decoder)
    expect("\u{1B}yab", .key(.end), by: decoder)
    expect("\u{1B}yac", .key(.home), .key(.scalar("a")), .key(.scalar("c")), by: decoder)
    expect("\u{1B}ya", .key(.home), .key(.scalar("a")), by: decoder)
    expect("\u{1B}ya\u{1B}[A", .key(.home), .key(.scalar("a")), .key(.up), by: decoder)
  }

  @Test func `a string may begin with another control character than ESC`() {
    let wyse = decoder(["\u{1}@\r": .function(1), "\u{1}A\r": .function(2), "\u{C}": .right])
    expect("\u{1}@\r\u{1}A\r\u{C}", .key(.function(1)), .key(.function(2)), .key(.right), by: wyse)
    expect("\u{1}", .key(.control("a")), by: wyse)
    expect("\u{1}b", .key(.control("a")), .key(.scalar("b")), by: wyse)
    expect("\u{1}@", .key(.control("a")), .key(.scalar("@")), by: wyse)
    expect("\u{1}@b", .key(.control("a")), .key(.scalar("@")), .key(.scalar("b")), by: wyse)

    var listener = Listener(wyse)
    listener.read([0x01])
    #expect(listener.decoder.patience == .milliseconds(50))
  }

  @Test func `8-bit strings count where they cannot be text`() {
    let strings: [(sequence: [UInt8], key: Key)] = [
      ([0x8F, 0x50], Key(.function(1))), ([0xC3, 0xA9], Key(.function(2))),
    ]
    #expect(
      decode([0x8F, 0x50, 0xC3, 0xA9], by: KeyDecoder(terminfo: strings)) == [
        .key(.function(1)), .key(.scalar("é")),
      ])
    let latin = KeyDecoder(terminfo: strings, textMode: .other { .scalar(Unicode.Scalar($0[0])) })
    #expect(decode([0xC3, 0xA9], by: latin) == [.key(.scalar("Ã")), .key(.scalar("©"))])
    #expect(
      decode([0xC3, 0xA9], by: KeyDecoder(terminfo: strings, textMode: .ascii)) == [.key(.function(2))])
  }

  @Test(arguments: [
    Row("q", .key(.scalar("q"))), Row("é", .key(.scalar("é"))), Row([0x03], .key(.control("c"))),
    Row("\r", .key(.enter)), Row("\n", .key(.enter)), Row("\t", .key(.tab)), Row([0x7F], .key(.backspace)),
    Row([0x08], .key(.backspace)), Row("\u{1B}", .key(.escape)), Row("\u{1B}[A", .key(.up)),
    Row("\u{1B}OA", .key(.up)), Row("\u{1B}[200~é\u{1B}[201~", .paste(Array("é".utf8))),
    Row("\u{1B}\u{1B}[A", .key(.up, .alt)),
  ]) func `no string shadows text, the keys that the program rests on, or other sequences`(_ row: Row) {
    var strings: [(sequence: [UInt8], key: Key)] = [
      ([], Key(.insert)), ([0x1B, 0x5B], Key(.insert)), ([0x1B, 0x4F], Key(.insert)),
      ([0x1B, 0x1B], Key(.insert)),
    ]
    for byte: UInt8 in [0x03, 0x08, 0x09, 0x0A, 0x0D, 0x1B, 0x7F, 0xC3] + Array(0x20..<0x7F) {
      strings.append(([byte], Key(.insert)))
    }
    strings += [Array("\u{1B}[200~".utf8), Array("\u{1B}[201~".utf8), Array("\u{1B}[20".utf8)].map {
      ($0, Key(.insert))
    }
    strings.append((Array(repeating: 0x1B, count: 40), Key(.insert)))
    #expect(decode(row.bytes, by: KeyDecoder(terminfo: strings)) == row.heard)
  }

  @Test func `if two strings are equal the first one counts`() {
    let strings: [(sequence: [UInt8], key: Key)] = [
      (Array("\u{1B}[x".utf8), Key(.home)), (Array("\u{1B}[x".utf8), Key(.end)),
    ]
    #expect(decode("\u{1B}[x", by: KeyDecoder(terminfo: strings)) == [.key(.home)])
  }
}
