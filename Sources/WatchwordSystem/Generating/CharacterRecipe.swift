internal import Glibc
package import WatchwordSecrets

/// Passwords of single characters.
package struct CharacterRecipe: PasswordRecipe {
  /// The ASCII characters that are neither spaces nor look like another: all but 0, O, 1, l, I and |.
  package static let alphabet = String(
    decoding: (UInt8(ascii: "!")...UInt8(ascii: "~")).filter { !"0O1lI|".utf8.contains($0) }, as: UTF8.self)

  private let rules: DrawingRules
  /// The characters, each with the criteria that it meets.
  private let characters: [(byte: UInt8, met: UInt32)]
  /// The share of the characters that meet the same criteria.
  private let shares: [UInt32: Double]

  /// Makes a recipe for passwords that meet `rules`.
  ///
  /// - Precondition: `alphabet` has characters, each once, and all are ASCII.
  package init(_ rules: DrawingRules, alphabet: String = Self.alphabet) {
    let bytes = Array(alphabet.utf8)
    precondition(!bytes.isEmpty && bytes.allSatisfy { $0 < 0x80 } && Set(bytes).count == bytes.count)
    self.rules = rules
    characters = bytes.map { ($0, rules.met(by: $0)) }
    shares = Dictionary(characters.map { ($0.met, 1 / Double(bytes.count)) }, uniquingKeysWith: +)
  }

  package var most: Int { rules.counts.upperBound }

  package func bitsOfAll(of count: Int) -> Double { Double(count) * log2(Double(characters.count)) }

  package func bits(of count: Int) -> Double? {
    guard rules.counts.contains(count) else { return nil }
    // Which share of all texts meets which criteria, a character longer with each round.
    var texts: [UInt32: Double] = [0: 1]
    for _ in 0..<count {
      var longer: [UInt32: Double] = [:]
      for (met, share) in texts {
        for (more, part) in shares { longer[met | more, default: 0] += share * part }
      }
      texts = longer
    }
    let share = texts.reduce(0) { rules.areEnough($1.key) ? $0 + $1.value : $0 }
    return share < leastShare ? nil : max(0, bitsOfAll(of: count) + log2(share))
  }

  package func draw<Source: RandomBytes & ~Copyable>(
    _ count: Int, from random: inout Source, into password: inout SecretBuffer
  ) throws(SystemError) {
    var met: UInt32
    repeat {
      password.removeAll()
      met = 0
      for _ in 0..<count {
        let character = characters[try random.number(below: characters.count)]
        precondition(password.append(Unicode.Scalar(character.byte)), "there is room for every length")
        met |= character.met
      }
    } while !rules.areEnough(met)
  }
}
