internal import CWatchwordSystem
package import WatchwordMessages
package import WatchwordSecrets

/// How passwords are drawn. Of all that length, characters and classes leave, each is as likely as the others.
package protocol PasswordRecipe {
  /// The greatest number of parts, such as characters or words, that a password can have.
  var most: Int { get }

  /// The binary logarithm of the number of passwords of `count` parts, where the classes are not looked at.
  func bitsOfAll(of count: Int) -> Double

  /// The binary logarithm of the number of passwords of `count` parts; `nil` where there are none, or so few among all
  /// that are drawn that finding one would take too long.
  func bits(of count: Int) -> Double?

  /// Draws a password of `count` parts into `password`, in place of what stands there.
  ///
  /// - Precondition: There are passwords of so many parts, see ``bits(of:)``, and `password` has room for
  ///   ``DrawingRules/longest`` bytes.
  /// - Throws: The error of `random`.
  func draw<Source: RandomBytes & ~Copyable>(
    _ count: Int, from random: inout Source, into password: inout SecretBuffer
  ) throws(SystemError)
}

extension PasswordRecipe {
  /// Draws passwords of `count` parts into `password` until one is accepted, at most `most` of them.
  ///
  /// - Returns: Whether one was; the last one stands in `password` in any case.
  /// - Precondition: That of ``draw(_:from:into:)``.
  /// - Throws: The error of `random`.
  package func draw<Source: RandomBytes & ~Copyable>(
    _ count: Int, from random: inout Source, into password: inout SecretBuffer, atMost most: Int,
    until isAccepted: (UTF8Span) -> Bool
  ) throws(SystemError) -> Bool {
    for _ in 0..<most {
      try draw(count, from: &random, into: &password)
      if let text = try? UTF8Span(validating: password.bytes), isAccepted(text) { return true }
    }
    return false
  }

  package func has(_ least: Double, with count: Int) -> Bool {
    // Counting is what takes long.
    guard count <= most, bitsOfAll(of: count) >= least, let bits = bits(of: count) else { return false }
    return bits >= least
  }

  /// The least number of parts with which a password has at least `least` bits; `nil` where there is none.
  package func leastCount(with least: Double) -> Int? {
    (1...max(1, most)).first { has(least, with: $0) }
  }

  /// The greatest number of parts of which there are passwords; `nil` where there are none.
  package var strongestCount: Int? { (1...max(1, most)).last { bits(of: $0) != nil } }

  /// The number of parts next to `count` with which a password has at least `least` bits; `nil` where there is none.
  package func nearestCount(to count: Int, with least: Double) -> Int? {
    guard let first = leastCount(with: least) else { return nil }
    return first > count ? first : (first...min(count, most)).last { has(least, with: $0) }
  }
}

/// The least share of passwords that must be left of those that are drawn: one of 100,000 takes a blink of an eye.
let leastShare = 1e-5

/// What a policy wants of the length and the characters of a password that is drawn.
///
/// Which classes a character belongs to is said by the policy itself, so that nothing here can differ from its verdict. All
/// characters that are drawn are ASCII, so that clusters, code points and bytes are the same number.
package struct DrawingRules {
  package let counts: ClosedRange<Int>
  package let allowsWhiteSpace: Bool

  /// The ASCII characters that are allowed, none of them a space, in order.
  let characters: [UInt8]
  /// How many times in a row a character may stand, and how many may follow one another.
  let maximumRepeat, maximumSequence: Int

  private let policy: Policy
  /// The criteria that ask for a character of a class: bit `n` for criterion `n`.
  private let classes: UInt32
  /// Whether a criterion counts the kinds of bytes.
  private let countsKinds: Bool

  /// The most characters of a password that is drawn, whatever the policy allows: more than anything needs, and few
  /// enough to count all passwords at once.
  package static let longest = 256

  package init(_ policy: Policy) {
    let most = Self.longest
    let range = policy.characterRange ?? 1...most
    let least = min(max(1, range.lowerBound, policy.leastBytes ?? 1), most)
    // Both limits count the same in ASCII.
    counts = least...max(least, min(range.upperBound, most, policy.maximumBytes ?? most))
    let allowed = policy.allowedCharacters
    allowsWhiteSpace =
      allowed?.contains(" ") != false && !policy.criteria.contains(where: \.row.refusesWhiteSpace)
    characters = (UInt8(ascii: "!")...UInt8(ascii: "~")).filter {
      allowed?.contains(Unicode.Scalar($0)) ?? true
    }
    classes = policy.criteria.indices.reduce(0) { classes, index in
      let row = policy.criteria[index].row
      return row.characters != nil && row.leastOfKind == 1 ? classes | 1 << UInt32(index) : classes
    }
    countsKinds = policy.criteria.contains { $0.row.leastClasses != nil }
    maximumRepeat = policy.criteria.lazy.compactMap(\.row.maximumRepeat).min() ?? .max
    maximumSequence = policy.criteria.lazy.compactMap(\.row.maximumSequence).min() ?? .max
    self.policy = policy
  }

  /// What the ASCII character `byte` does for a password: bit `n` for criterion `n`, which asks for a class, and above these
  /// a bit for its kind where kinds are counted.
  func met(by byte: UInt8) -> UInt64 {
    let criteria =
      withUTF8Span(of: Unicode.Scalar(byte)) { policy.verdict(on: $0, count: 1, by: Judge()).metBits }
      & classes
    guard countsKinds, let kind = CharacterClass.allCases.firstIndex(of: CharacterClass(ofByte: byte)) else {
      return UInt64(criteria)
    }
    return UInt64(criteria) | 1 << UInt64(UInt32.bitWidth + kind)
  }

  /// Whether what a password of at least `count` characters has `met` is enough: see ``met(by:)``.
  func areEnough(_ met: UInt64, with count: Int) -> Bool {
    var bits = UInt32(truncatingIfNeeded: met) | ~classes
    let kinds = (met >> UInt64(UInt32.bitWidth)).nonzeroBitCount
    for index in policy.criteria.indices {
      // A length has not to be met where something else is.
      let lacksLength =
        policy.criteria[index].row.lengths?.contains(count) == false
        && policy.places.contains { $0.alternative == index }
      if lacksLength || kinds < policy.criteria[index].row.leastClasses ?? 0 { bits &= ~(1 << UInt32(index)) }
    }
    return policy.places.allSatisfy { $0.isMet(Verdict(metBits: bits)) }
  }

  func allow(_ runs: Runs) -> Bool {
    runs.longestRepeat <= maximumRepeat && runs.longestSequence <= maximumSequence
  }

  /// Whether ``characters`` has all of `bytes`, and a password may have their runs.
  package func allow(_ bytes: some Sequence<UInt8>) -> Bool {
    var runs = Runs()
    for byte in bytes {
      // A space is in no list of characters that are drawn; a separator alone may have it.
      guard characters.contains(byte) || byte == UInt8(ascii: " ") && allowsWhiteSpace else { return false }
      runs.take(UInt32(byte))
    }
    return allow(runs)
  }
}

package protocol RandomBytes: ~Copyable {
  /// The next byte; each of the 256 is as likely as the others.
  ///
  /// - Throws: Why the source has no more.
  mutating func next() throws(SystemError) -> UInt8
}

extension RandomBytes where Self: ~Copyable {
  /// A number from 0 on and below `count`; each is as likely as the others.
  ///
  /// A remainder alone would make the low numbers more likely, so what stands above the last whole run of `count` numbers
  /// is drawn again.
  ///
  /// - Precondition: `count` is from 1 to 2^32.
  package mutating func number(below count: Int) throws(SystemError) -> Int {
    precondition((1...1 << 32).contains(count), "there is no such number")
    var (range, bytes) = (1, 0)
    while range < count { (range, bytes) = (range << 8, bytes + 1) }
    let end = range - range % count
    while true {
      var value = 0
      for _ in 0..<bytes { value = value << 8 | Int(try next()) }
      if value < end { return value % count }
    }
  }
}

/// The random bytes of the system, see getrandom(2), in memory for secrets: who knew them would know what is drawn.
package struct SystemRandom: ~Copyable, RandomBytes {
  private var drawn: SecretBuffer

  /// Makes a source that keeps its bytes in `memory`, where it takes ``capacity`` of them.
  ///
  /// - Throws: As ``SecretBuffer/init(capacity:in:)`` does.
  package init(in memory: SecretMemory) throws(SecretError) {
    drawn = try SecretBuffer(capacity: Self.capacity, in: memory)
  }

  /// The number of bytes that are fetched at once.
  package static let capacity = 256

  /// The next byte. It is wiped here.
  ///
  /// - Throws: The error of getrandom(2).
  package mutating func next() throws(SystemError) -> UInt8 {
    if drawn.count == 0 {
      try unsafe drawn.withFreeCapacity { (free) throws(SystemError) in
        let failure = unsafe ww_random(free.baseAddress, free.count)
        guard failure == 0 else { throw SystemError(number: failure) }
        return free.count
      }
    }
    let last = drawn.count - 1
    let byte = drawn.bytes[last]
    drawn.removeSubrange(last..<last + 1)
    return byte
  }
}
