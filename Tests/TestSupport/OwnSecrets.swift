package import WatchwordSecrets
package import WatchwordStrength

extension SecretText {
  /// Makes an empty text in a region of its own.
  package init(capacity: Int = defaultCapacity, locking: SecretMemory.Locking = .required) throws(SecretError)
  {
    try self.init(capacity: capacity, in: SecretMemory(for: [capacity], locking: locking))
  }

  package mutating func insert(_ scalar: Unicode.Scalar) throws(SecretError) {
    try withUTF8Span(of: scalar) { (text) throws(SecretError) in
      try replaceClusters(caret..<caret, with: text)
    }
  }
}

extension GuessMeter {
  /// Makes a meter in a region of its own.
  package convenience init(
    locking: SecretMemory.Locking = .required, scale: StrengthScale = .guesses, words: [any WordList] = [],
    commonWords: CommonWords? = nil
  ) throws(SecretError) {
    let memory = try SecretMemory(for: Self.capacities(oldPasswords: 1), locking: locking)
    try self.init(in: memory, oldPasswords: 1, scale: scale, words: words, commonWords: commonWords)
  }
}

extension String {
  /// `count` characters of ASCII in which nobody finds a word or a pattern.
  package static func ofManyKinds(_ count: Int) -> String {
    var text = ""
    var state: UInt64 = 9
    for _ in 0..<count {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      text.unicodeScalars.append(Unicode.Scalar(UInt8(33 + (state >> 33) % 94)))
    }
    return text
  }
}
