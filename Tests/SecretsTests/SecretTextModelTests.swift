import TestSupport
import Testing
import WatchwordSecrets

/// The same edits on ordinary characters, split into clusters again after each.
private struct Model {
  var characters: [Character] = []
  var caret = 0

  var string: String { String(characters) }

  /// `false` if the result would be too long.
  mutating func replace(_ range: Range<Int>, with text: String, capacity: Int) -> Bool {
    let before = String(characters[..<range.lowerBound]) + text
    let whole = before + String(characters[range.upperBound...])
    guard whole.utf8.count <= capacity else { return false }
    characters = Array(whole)
    var bytes = 0
    caret = 0
    while bytes < before.utf8.count {
      bytes += characters[caret].utf8.count
      caret += 1
    }
    return true
  }
}

@Suite struct `Secret text beside a plain model` {
  static let alphabet: [Unicode.Scalar] = [
    "a", "b", "Z", "0", " ", ".", "é", "漢", "\u{301}", "\u{323}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "👨",
    "👩", "👧",
    "🏽", "🇳", "🇱", "🇧", "\u{1100}", "\u{1161}", "\u{11A8}", "각", "क", "\u{94D}", "\u{600}", "\u{10FFFF}",
  ]

  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func `does the same on random edits`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let letters = seed == 1 ? Array(Self.alphabet.prefix(6)) : Self.alphabet
    let capacity = 96
    var text = try SecretText(capacity: capacity)
    var model = Model()
    for step in 0..<3000 {
      let lower = Int.random(in: 0...text.count, using: &random)
      let range = lower..<min(text.count, lower + Int.random(in: 0...3, using: &random))
      switch Int.random(in: 0..<20, using: &random) {
      case 0..<9:
        let scalar = letters.randomElement(using: &random) ?? "a"
        let isTaken = model.replace(model.caret..<model.caret, with: String(scalar), capacity: capacity)
        #expect(isTaken == (try? text.insert(scalar)).map { true } ?? false)
      case 9..<13:
        text.moveCaret(toCluster: lower)
        model.caret = lower
      case 13..<16:
        try text.replaceClusters(range, with: "".utf8Span)
        _ = model.replace(range, with: "", capacity: capacity)
      case 16..<18:
        let paste = String((0..<5).map { _ in Character(letters.randomElement(using: &random) ?? "a") })
        let isTaken = model.replace(range, with: paste, capacity: capacity)
        #expect(isTaken == (try? text.replace(range, with: paste)).map { true } ?? false)
      case 18:
        if let swapped = text.transposition {
          let halves = model.characters[swapped].reversed().map(String.init).joined()
          _ = model.replace(swapped, with: halves, capacity: capacity)
        }
        try text.transpose()
      default:
        guard Int.random(in: 0..<10, using: &random) == 0 else { continue }
        text.removeAll()
        model = Model()
      }
      try #require(bytes(text) == Array(model.string.utf8), "seed \(seed), step \(step)")
      try #require(text.count == model.characters.count, "seed \(seed), step \(step)")
      try #require(text.caret == model.caret, "seed \(seed), step \(step)")
    }
  }
}
