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
