import Testing
import WatchwordScreen

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
      // X10's mouse and the Linux console's keys have bytes behind; u and 27~ do type; 200~ begins a paste.
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
