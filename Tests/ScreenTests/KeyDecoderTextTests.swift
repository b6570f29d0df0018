import Testing
import WatchwordBase
import WatchwordScreen

extension Row {
  /// Bytes that are no text, with the valid ones around them (Unicode, tables 3-7 and 3-8).
  static let text: [Row] = [
    Row([0x80], .notText), Row([0xBF, 0xBF], .notText, .notText),
    Row([0xFF, 0x61], .notText, .key(.scalar("a"))),
    // Overlong.
    Row([0xC0, 0xAF], .notText, .notText), Row([0xE0, 0x9F, 0xBF], .notText, .notText, .notText),
    Row([0xF0, 0x8F, 0xBF, 0xBF], .notText, .notText, .notText, .notText),
    // Surrogates, and what lies beyond U+10FFFF.
    Row([0xED, 0xA0, 0x80], .notText, .notText, .notText),
    Row([0xF4, 0x90, 0x80, 0x80], .notText, .notText, .notText, .notText),
    Row([0xF5, 0x80], .notText, .notText),
    // Cut short, followed by something valid.
    Row([0xC3, 0x61], .notText, .key(.scalar("a"))),
    Row([0xE6, 0xBC, 0x61], .notText, .key(.scalar("a"))),
    Row([0xF0, 0x9F, 0x94, 0xC3, 0xA9], .notText, .key(.scalar("é"))),
    Row([0xC3, 0x0D], .notText, .key(.enter)),
    Row([0xF0, 0x9F, 0x1B, 0x5B, 0x41], .notText, .key(.up)), Row([0xE6, 0xBC], .notText),
    Row([0xF0, 0x80, 0xE6, 0xBC, 0xA2], .notText, .notText, .key(.scalar("漢"))),
    // C1 controls.
    Row([0xC2, 0x80], .notText), Row([0xC2, 0x9B, 0x41], .notText, .key(.scalar("A"))),
    Row([0xC2, 0x9F], .notText), Row([0xC2, 0xA0], .key(.scalar("\u{A0}"))),
    // The ends of the ranges.
    Row([0xDF, 0xBF], .key(.scalar("\u{7FF}"))), Row([0xE0, 0xA0, 0x80], .key(.scalar("\u{800}"))),
    Row([0xED, 0x9F, 0xBF], .key(.scalar("\u{D7FF}"))),
    Row([0xEE, 0x80, 0x80], .key(.scalar("\u{E000}"))),
    Row([0xEF, 0xBF, 0xBF], .key(.scalar("\u{FFFF}"))),
    Row([0xF0, 0x90, 0x80, 0x80], .key(.scalar("\u{10000}"))),
    Row([0xF4, 0x8F, 0xBF, 0xBF], .key(.scalar("\u{10FFFF}"))),
  ]
}

@Suite struct KeyDecoderTextTests {
  @Test func `the standard library finds the same invalid parts`() {
    let seed: UInt64 = 0x7E57_0001
    var random = SeededGenerator(seed: seed)
    let bytes: [UInt8] = [
      0x61, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC3, 0xE0, 0xE6, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5,
      0xFF,
    ]
    for round in 0..<20_000 * soak {
      let text = (0..<Int.random(in: 1...8, using: &random)).map { _ in random.element(of: bytes) }
      let model = String(decoding: text, as: UTF8.self).unicodeScalars.map { scalar -> Heard in
        scalar == "\u{FFFD}" || (0x80..<0xA0).contains(scalar.value) ? .notText : .key(.scalar(scalar))
      }
      guard decode(text) == model else {
        Issue.record("seed \(seed), round \(round): \(text)")
        return
      }
    }
  }

  @Test func `text comes through exactly as it was typed`() {
    let seed: UInt64 = 0x7E57_0002
    var random = SeededGenerator(seed: seed)
    let ranges: [ClosedRange<UInt32>] = [
      0x20...0x7E, 0xA0...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF, 0x10000...0x10FFFF,
    ]
    for round in 0..<2_000 * soak {
      var text = ""
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        text.unicodeScalars.append(
          Unicode.Scalar(UInt32.random(in: random.element(of: ranges), using: &random))!)
      }
      let bytes = Array(text.utf8)
      let cut = Int.random(in: 0...bytes.count, using: &random)
      guard decode(Array(bytes[..<cut]), Array(bytes[cut...])) == Heard.text(text) else {
        Issue.record("seed \(seed), round \(round): \(bytes), cut at \(cut)")
        return
      }
    }
  }

  @Test func `without a character set everything beyond ASCII is refused`() {
    let decoder = KeyDecoder(textMode: .ascii)
    #expect(decode("aé\u{1B}[A", by: decoder) == [.key(.scalar("a")), .notText, .notText, .key(.up)])
    #expect(decode([0x1B, 0xE9], by: decoder) == [.notText])
  }

  @Test func `another character set is decoded by its own function`() {
    let latin = KeyDecoder(textMode: .other { .scalar(Unicode.Scalar($0[0])) })
    #expect(
      decode([0x61, 0xE9, 0x1B, 0xE8], by: latin) == [
        .key(.scalar("a")), .key(.scalar("é")), .key(.alt("è")),
      ])
    #expect(decode([0x9B, 0x41], by: latin) == [.notText, .key(.scalar("A"))])
  }

  @Test func `a character of another set may end in a byte that looks like ASCII`() {
    // Lead bytes 0x81 to 0xFE with a trail byte from 0x40 on, as in Big5 and GBK; 0xFF needs more bytes than a
    // character has.
    let decoder = KeyDecoder(
      textMode: .other { bytes in
        if bytes[0] == 0xFF { return .unfinished }
        if bytes[0] == 0x80 { return .invalid }
        if bytes.count == 1 { return .unfinished }
        return bytes[1] >= 0x40 ? .scalar(Unicode.Scalar(0x4E00 + UInt32(bytes[1]))!) : .invalid
      })
    let rows = [
      Row([0x81, 0x5C, 0x5C], .key(.scalar("\u{4E5C}")), .key(.scalar("\\"))),
      Row([0x1B, 0x81, 0x41], .key(.alt("\u{4E41}"))), Row([0x81, 0x0D], .notText, .key(.enter)),
      Row([0x81, 0x1B, 0x5B, 0x41], .notText, .key(.up)), Row([0x81], .notText),
      Row([0x80, 0x61], .notText, .key(.scalar("a"))),
      Row([0xFF] + Array(repeating: 0x61, count: 8), .notText, .key(.scalar("a"))),
    ]
    for row in rows {
      for cut in 0...row.bytes.count {
        #expect(decode(Array(row.bytes[..<cut]), Array(row.bytes[cut...]), by: decoder) == row.heard)
      }
    }
  }
}

@Suite struct KeyDecoderFuzzTests {
  @Test func `an unknown sequence of any shape enters nothing and cancels nothing`() {
    let seed: UInt64 = 0xF0_22_0002
    var random = SeededGenerator(seed: seed)
    for round in 0..<20_000 * soak {
      var bytes: [UInt8] = [0x1B, 0x5B]
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        bytes.append(UInt8.random(in: 0x30...0x3F, using: &random))
      }
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        bytes.append(UInt8.random(in: 0x21...0x23, using: &random))
      }
      bytes.append(UInt8.random(in: 0x40...0x7E, using: &random))
      // X10's mouse and the Linux console's keys have more bytes; u and 27~ do type; 200~ begins a paste.
      if [[0x4D], [0x5B]].contains(bytes[2...]) || bytes.last == 0x75 || bytes.last == 0x7E { continue }
      let heard = decode(bytes)
      let isHarmless = heard.allSatisfy {
        guard case .key(let key) = $0 else {
          if case .press = $0 { return true }
          return $0 == .attributes
        }
        if case .scalar = key.code { return false }
        return key.code != .escape && key.code != .enter
      }
      guard heard.count <= 1, isHarmless else {
        Issue.record("seed \(seed), round \(round): \(bytes) gave \(heard)")
        return
      }
    }
  }
}
