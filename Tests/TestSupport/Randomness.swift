internal import Glibc

/// A random number generator that gives the same numbers for the same seed (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  package let seed: UInt64
  private var state: UInt64

  /// Makes a generator.
  ///
  /// - Parameter seed: By default the variable WATCHWORD_SEED, or chance in a soak. All other runs play the same
  ///   numbers, so that no change is held up by a failure that it did not cause.
  package init(seed: UInt64? = nil) {
    self.seed =
      seed ?? environment("WATCHWORD_SEED").flatMap { UInt64($0) }
      ?? (soak == 1 ? 0x5EED : UInt64.random(in: 0...UInt64.max))
    state = self.seed
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// How many times the usual rounds a randomized test plays: the variable SOAK, or 1.
package let soak = environment("SOAK").flatMap { Int($0) } ?? 1
