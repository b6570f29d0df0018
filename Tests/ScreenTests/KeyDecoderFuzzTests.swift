import Screen
import Testing

@Suite struct KeyDecoderFuzzTests {
  private static let decoders: [KeyDecoder] = [
    KeyDecoder(),
    KeyDecoder(textMode: .ascii),
    KeyDecoder(textMode: .other { $0.count < 3 ? .unfinished : $0[2] < 0x40 ? .invalid : .scalar("漢") }),
    KeyDecoder(
      terminfo: [
        ("\u{1}@\r", Key.Code.function(1)), ("\u{1B}[M", .function(2)), ("\u{1B}A", .up),
        ("\u{1B}[1;", .insert),
        ("\u{1B}\u{1B}[200~x\u{1B}", .function(3)), ("\u{1B}[[", .home), ("\u{1B}[200~a", .end),
      ].map { (Array($0.0.utf8), Key($0.1)) }),
  ]

  /// Bytes out of which sequences come about by chance.
  private static let alphabet: [UInt8] =
    Array(
      "\u{1B}\u{1B}\u{1B}[[[[OOPX]^_\\~M<>?;:0123459ABCDRZIcu$@ ax\u{3}\u{7}\u{8}\r\u{18}\u{1A}\u{1}".utf8)
    + [0x7F, 0x80, 0x9B, 0xBF, 0xC3, 0xA9, 0xE6, 0xBC, 0xF0, 0x9F, 0xFF]

  private static func noise(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: bytes += random.element(of: Row.keys + Row.mixtures).bytes
      case 1: bytes += random.element(of: Row.swallowed).bytes.prefix(50)
      case 2: bytes += Array(random.element(of: ["\u{1B}[200~", "\u{1B}[201~"]).utf8)
      case 3: bytes.append(UInt8.random(in: 0...255, using: &random))
      default: bytes.append(random.element(of: alphabet))
      }
    }
    return bytes
  }

  @Test func `any bytes are taken, in whatever reads, and after some silence a letter is a letter`() {
    let seed: UInt64 = 0xF0_22_0001
    var random = SeededGenerator(seed: seed)
    for round in 0..<20_000 * soak {
      let decoder = Self.decoders[round % Self.decoders.count]
      let bytes = Self.noise(&random)
      var whole = Listener(decoder)
      var split = Listener(decoder)
      var isTaken = whole.read(bytes)
      var rest = bytes[...]
      while !rest.isEmpty {
        let length = Int.random(in: 1...rest.count, using: &random)
        isTaken = split.read(rest.prefix(length)) && isTaken
        rest = rest.dropFirst(length)
      }
      let isSame = whole.heard == split.heard && whole.decoder.patience == split.decoder.patience
      whole.fallSilent()
      split.fallSilent()
      whole.read("a".utf8)
      guard isTaken, isSame, Array(whole.heard.dropLast()) == split.heard,
        whole.heard.last == .key(.scalar("a"))
      else {
        Issue.record("seed \(seed), round \(round): \(bytes) gave \(whole.heard) and \(split.heard)")
        return
      }
      for case .key(let key) in whole.heard {
        guard case .scalar(let scalar) = key.code else { continue }
        #expect(
          scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value),
          "seed \(seed), round \(round): \(bytes)")
      }
    }
  }

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
      // X10's mouse and the Linux console's keys have bytes behind; u and 27~ do type; 200~ begins a paste.
      if [[0x4D], [0x5B]].contains(bytes[2...]) || bytes.last == 0x75 || bytes.last == 0x7E { continue }
      let heard = decode(bytes)
      let isHarmless = heard.allSatisfy {
        guard case .key(let key) = $0 else {
          guard case .press = $0 else { return false }
          return true
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
