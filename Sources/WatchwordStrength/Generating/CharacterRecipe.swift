internal import Glibc
package import WatchwordBase
package import WatchwordSecrets

package struct CharacterRecipe: PasswordRecipe {
  private let rules: DrawingRules
  /// Those that can be first and last come before those that stand only between others.
  private let characters: [(byte: UInt8, met: UInt64, isInner: Bool)]
  private let outerCount: Int

  /// Makes a recipe for passwords that meet `rules`, from the characters of `alphabet`, and those of `inside` that are
  /// neither first nor last.
  ///
  /// - Precondition: `alphabet` and `inside` have each character only once, and only ASCII.
  package init(_ rules: DrawingRules, alphabet: [UInt8], inside: [UInt8] = []) {
    let bytes = alphabet + inside
    precondition(bytes.allSatisfy { $0 < 0x80 } && Set(bytes).count == bytes.count)
    self.rules = rules
    characters = bytes.enumerated().map { ($1, rules.met(by: $1), $0 >= alphabet.count) }
    outerCount = alphabet.count
  }

  /// The recipe of passwords that are easy to type on any keyboard: of letters and digits, and inside also `-_.+`, or all
  /// signs if that is not `enough`. If neither is enough, the first with which there are passwords; if there are none,
  /// signs may be at the ends, too. Leaves out characters that look like another allowed one, such as 0 and O.
  ///
  /// Characters that the rules list one by one are all drawn, anywhere. `isUnambiguous` leaves out 0, O, 1, l, I, | and
  /// quotes in any case.
  package static func easy(
    _ rules: DrawingRules, isUnambiguous: Bool = false, enough isEnough: (Self) -> Bool
  ) -> Self {
    var bytes = rules.characters.filter { !isUnambiguous || !"0O1lI|'\"`".utf8.contains($0) }
    if !rules.listsCharacters {
      let alike = ["0O", "1lI|"].map { group in bytes.filter { group.utf8.contains($0) } }
      bytes.removeAll { byte in alike.contains { $0.count > 1 && $0.contains(byte) } }
    }
    let plain = rules.listsCharacters ? ASCIIClass.printable : .upper.union(.lower).union(.digits)
    func recipe(_ number: Int) -> Self {
      let (outer, signs) = (number < 2 ? plain : .printable, number == 0 ? ASCIIClass("-_.+") : .punctuation)
      return Self(
        rules, alphabet: bytes.filter(outer.contains),
        inside: bytes.filter { !outer.contains($0) && signs.contains($0) })
    }
    let enough = (0..<2).first { isEnough(recipe($0)) }
    return recipe(enough ?? (0..<3).first { recipe($0).strongestCount != nil } ?? 0)
  }

  package var most: Int { rules.counts.upperBound }

  package func bitsOfAll(of count: Int) -> Double {
    let ends = min(count, 2)
    return Double(ends) * log2(Double(outerCount)) + Double(count - ends) * log2(Double(characters.count))
  }

  package func bits(of count: Int) -> Double? {
    guard rules.counts.contains(count), outerCount > 0 else { return nil }
    let share = Shares(of: characters, count, rules).sum { rules.areEnough($0, with: count) }
    return share < leastShare ? nil : max(0, bitsOfAll(of: count) + log2(share))
  }

  package func attempt<Source: RandomBytes & ~Copyable>(
    _ count: Int, from random: inout Source, into password: inout SecretBuffer
  ) throws(SystemError) -> Bool {
    password.removeAll()
    var met: UInt64 = 0
    var runs = Runs()
    for place in 0..<count {
      let isEnd = place == 0 || place == count - 1
      let character = characters[try random.number(below: isEnd ? outerCount : characters.count)]
      precondition(password.append(Unicode.Scalar(character.byte)), "there is room for every length")
      met |= character.met
      runs.take(UInt32(character.byte))
    }
    return rules.areEnough(met, with: count) && rules.allow(runs)
  }
}

/// The shares of all texts of one length whose runs the rules allow, for each set of criteria that they meet.
private struct Shares {
  private let characters: [(byte: UInt8, met: UInt64, isInner: Bool)]
  /// The longest runs that are allowed; `nil` if a text of this length cannot have a longer one.
  private let same, sequence: Int?
  /// For each set of criteria met, the shares of the texts: ``slots`` numbers for each character that can come last.
  private var texts: [UInt64: [Double]] = [:]

  /// The slots of a last character: one for texts that end with no run, and a range for each kind of run. A range has a
  /// slot for each length from 2 characters up to the longest allowed.
  private let sameSlots, upSlots, downSlots: Range<Int>
  private var slots: Int { downSlots.upperBound }

  init(of characters: [(byte: UInt8, met: UInt64, isInner: Bool)], _ count: Int, _ rules: DrawingRules) {
    let characters = characters.sorted { $0.byte < $1.byte }
    self.characters = characters
    same = rules.maximumRepeat < count ? rules.maximumRepeat : nil
    sequence = rules.maximumSequence < count ? rules.maximumSequence : nil
    sameSlots = 1..<(same ?? 1)
    upSlots = sameSlots.upperBound..<sameSlots.upperBound + (sequence ?? 1) - 1
    downSlots = upSlots.upperBound..<upSlots.upperBound + upSlots.count
    let share = 1 / Double(characters.count { !$0.isInner })
    for (index, character) in characters.enumerated() where !character.isInner {
      add(share, character.met, index, slot: 0, to: &texts)
    }
    for place in 1..<max(1, count) { texts = longer(isLast: place == count - 1) }
  }

  func sum(where areEnough: (UInt64) -> Bool) -> Double {
    texts.reduce(0) { areEnough($1.key) ? $0 + $1.value.reduce(0, +) : $0 }
  }

  private func longer(isLast: Bool) -> [UInt64: [Double]] {
    var longer: [UInt64: [Double]] = [:]
    let part = 1 / Double(characters.count { !isLast || !$0.isInner })
    for (met, shares) in texts {
      let ends = characters.indices.map { shares[$0 * slots..<($0 + 1) * slots].reduce(0, +) }
      let all = ends.reduce(0, +)
      for (index, character) in characters.enumerated() where !isLast || !character.isInner {
        let met = met | character.met
        var other = all
        /// Adds the texts that ended with the character at `last`. Their run of the kind `range` goes on, or begins.
        /// Texts whose run becomes too long are left out.
        func goOn(from last: Int, in range: Range<Int>) {
          other -= ends[last]
          guard let first = range.first else { return }
          let running = shares[last * slots + first..<last * slots + range.upperBound]
          add(part * (ends[last] - running.reduce(0, +)), met, index, slot: first, to: &longer)
          for (slot, share) in zip(range.dropFirst(), running) {
            add(part * share, met, index, slot: slot, to: &longer)
          }
        }
        if same != nil { goOn(from: index, in: sameSlots) }
        if sequence != nil {
          if index > 0, characters[index - 1].byte + 1 == character.byte {
            goOn(from: index - 1, in: upSlots)
          }
          if index + 1 < characters.count, characters[index + 1].byte == character.byte + 1 {
            goOn(from: index + 1, in: downSlots)
          }
        }
        add(part * max(0, other), met, index, slot: 0, to: &longer)
      }
    }
    return longer
  }

  private func add(
    _ share: Double, _ met: UInt64, _ index: Int, slot: Int, to texts: inout [UInt64: [Double]]
  ) {
    texts[met, default: Array(repeating: 0, count: characters.count * slots)][index * slots + slot] += share
  }
}
