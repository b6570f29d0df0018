internal import CWatchwordSystem
internal import Glibc
package import WatchwordBase
package import WatchwordSecrets

/// A way to draw passwords. All passwords with an allowed length, allowed characters and the required classes are
/// equally likely.
package protocol PasswordRecipe {
  /// The most parts that a password may have. A part is a character or a word.
  var most: Int { get }

  /// The binary logarithm of the number of texts of `count` parts, including those that do not meet the rules.
  func bitsOfAll(of count: Int) -> Double

  /// The binary logarithm of the number of passwords of `count` parts. `nil` if there are none, or so few among the
  /// texts that drawing one would take too long.
  func bits(of count: Int) -> Double?

  /// Draws a text of `count` parts into `password`. Different random numbers make different texts.
  ///
  /// - Returns: Whether the text meets the rules, so that it is a password.
  /// - Precondition: `password` has room for ``DrawingRules/longest`` bytes.
  /// - Throws: The error of `random`.
  func attempt<Source: RandomBytes & ~Copyable>(
    _ count: Int, from random: inout Source, into password: inout SecretBuffer
  ) throws(SystemError) -> Bool
}

extension PasswordRecipe {
  /// Draws a password of `count` parts, which replaces the contents of `password`.
  ///
  /// - Precondition: ``bits(of:)`` is not `nil`, and `password` has room for ``DrawingRules/longest`` bytes.
  /// - Throws: The error of `random`.
  package func draw<Source: RandomBytes & ~Copyable>(
    _ count: Int, from random: inout Source, into password: inout SecretBuffer
  ) throws(SystemError) {
    while !(try attempt(count, from: &random, into: &password)) {}
  }

  /// The bits of those passwords of `count` parts that `accepts` accepts. Up to 2^14 passwords are all tried, unless
  /// they are rare among the texts. Of more, at least 500 are drawn, for at least 50 ms, to estimate the accepted
  /// share, or fewer if that takes more than 2^19 parts. `accepts` returns `nil` if it cannot tell.
  ///
  /// - Returns: The bits, which are exact if all passwords were tried, or none of 500 was refused. `nil` if `accepts`
  ///   returned `nil`, there are no passwords, or all were tried and refused.
  /// - Precondition: `password` has room for ``DrawingRules/longest`` bytes.
  /// - Throws: The error of `random`.
  package func acceptedBits<Source: RandomBytes & ~Copyable>(
    of count: Int, from random: inout Source, into password: inout SecretBuffer,
    _ accepts: (UTF8Span) -> Bool?
  ) throws(SystemError) -> (bits: Double, areExact: Bool)? {
    guard let bits = bits(of: count) else { return nil }
    // Hardly any rules leave less than one text in 2^8, so all texts can be tried. The 1e-9 is for rounding in the sum
    // of shares.
    let areCounted = bits < 14 + 1e-9 && bitsOfAll(of: count) < 22
    var odometer = Odometer()
    var (seen, accepted, tried) = (0.0, 0.0, 0)
    let end = ww_now() + 50_000_000
    repeat {
      if !areCounted {
        repeat { tried += count } while !(try attempt(count, from: &random, into: &password))
      } else if !(try attempt(count, from: &odometer, into: &password)) {
        continue
      }
      guard let text = try? UTF8Span(validating: password.bytes), let isAccepted = accepts(text) else {
        return nil
      }
      (seen, accepted) = (seen + 1, accepted + (isAccepted ? 1 : 0))
    } while areCounted ? odometer.turn() : tried < 1 << 19 && (seen < 500 || ww_now() < end)
    guard accepted > 0 || !areCounted else { return nil }
    return (bits + log2(max(accepted, 1) / seen), areCounted || accepted == seen && seen >= 500)
  }

  /// Draws at most `most` passwords of `count` parts into `password`, until one is accepted.
  ///
  /// - Returns: Whether one was accepted. In either case `password` has the last one drawn.
  /// - Precondition: As for ``draw(_:from:into:)``.
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
    guard count <= most, bitsOfAll(of: count) >= least, let bits = bits(of: count) else { return false }
    return bits >= least
  }

  /// The fewest parts with which a password has at least `least` bits; `nil` if no number of parts is enough.
  package func leastCount(with least: Double) -> Int? {
    (1...max(1, most)).first { has(least, with: $0) }
  }

  /// The most parts for which there are passwords; `nil` if there are none.
  package var strongestCount: Int? { (1...max(1, most)).last { bits(of: $0) != nil } }

  /// The number of parts nearest to `count` with which a password has at least `least` bits; `nil` for none.
  package func nearestCount(to count: Int, with least: Double) -> Int? {
    guard let first = leastCount(with: least) else { return nil }
    return first > count ? first : (first...min(count, most)).last { has(least, with: $0) }
  }
}

/// Stands in for random numbers: makes each possible choice of numbers once, in order, and so each possible text.
private struct Odometer: RandomBytes {
  private var wheels: [(number: Int, count: Int)] = []
  private var place = 0

  mutating func next() -> UInt8 { UInt8(number(below: 256)) }

  mutating func number(below count: Int) -> Int {
    if place == wheels.count { wheels.append((0, count)) }
    place += 1
    return wheels[place - 1].number
  }

  mutating func turn() -> Bool {
    place = 0
    while let last = wheels.indices.last {
      wheels[last].number += 1
      if wheels[last].number < wheels[last].count { return true }
      wheels.removeLast()
    }
    return false
  }
}

/// The least share of the texts that must be passwords. If the share is one in 100,000, drawing a password still takes
/// only the blink of an eye.
let leastShare = 1e-5
/// The most words that drawing one password may take on average, which is less than a tenth of a second.
let mostWords = 3e5

/// What a policy asks of the length and the characters of a drawn password.
///
/// The policy's own verdict says which classes a character belongs to, so these rules cannot contradict the verdict.
/// Only ASCII is drawn, so clusters, code points and bytes are the same number.
package struct DrawingRules {
  package let counts: ClosedRange<Int>
  package let allowsWhiteSpace: Bool

  /// The ASCII characters that are allowed, without the space, in order.
  let characters: [UInt8]
  /// Whether the rules list the characters one by one.
  let listsCharacters: Bool
  /// The longest allowed runs of one character, and of characters that follow one another, as in abc.
  let maximumRepeat, maximumSequence: Int

  private let policy: Policy
  private let classes: UInt32
  private let countsKinds: Bool

  /// The most characters of a drawn password, whatever the policy allows: more than anybody needs, and few enough to
  /// count all passwords at once.
  package static let longest = 256

  package init(_ policy: Policy) {
    let most = Self.longest
    let range = policy.characterRange ?? 1...most
    let least = min(max(1, range.lowerBound, policy.leastBytes ?? 1), most)
    counts = least...max(least, min(range.upperBound, most, policy.maximumBytes ?? most))
    let allowed = policy.allowedCharacters
    allowsWhiteSpace =
      allowed?.contains(" ") != false && !policy.criteria.contains(where: \.row.refusesWhiteSpace)
    characters = (UInt8(ascii: "!")...UInt8(ascii: "~")).filter {
      allowed?.contains(Unicode.Scalar($0)) ?? true
    }
    listsCharacters = policy.criteria.contains { $0.row.allowed?.listed.isEmpty == false }
    classes = policy.criteria.indices.reduce(0) { classes, index in
      let row = policy.criteria[index].row
      return row.characters != nil && row.leastOfKind == 1 ? classes | 1 << UInt32(index) : classes
    }
    countsKinds = policy.criteria.contains { $0.row.leastClasses != nil }
    maximumRepeat = policy.criteria.lazy.compactMap(\.row.maximumRepeat).min() ?? .max
    maximumSequence = policy.criteria.lazy.compactMap(\.row.maximumSequence).min() ?? .max
    self.policy = policy
  }

  /// The criteria that the ASCII character `byte` meets: bit `n` is set if criterion `n` asks for a class of the
  /// character. If the policy counts kinds of characters, a bit from 32 on stands for the kind.
  func met(by byte: UInt8) -> UInt64 {
    let criteria =
      withUTF8Span(of: Unicode.Scalar(byte)) { policy.verdict(on: $0, count: 1, by: Judge()).metBits }
      & classes
    guard countsKinds, let kind = CharacterClass.allCases.firstIndex(of: CharacterClass(ofByte: byte)) else {
      return UInt64(criteria)
    }
    return UInt64(criteria) | 1 << UInt64(UInt32.bitWidth + kind)
  }

  /// Whether the policy accepts the classes of a password of at least `count` characters. `met` has the bits of all its
  /// characters; see ``met(by:)``.
  func areEnough(_ met: UInt64, with count: Int) -> Bool {
    var bits = UInt32(truncatingIfNeeded: met) | ~classes
    let kinds = (met >> UInt64(UInt32.bitWidth)).nonzeroBitCount
    for index in policy.criteria.indices {
      // Drawn passwords need not have a length that is only an alternative to classes.
      let lacksLength =
        policy.criteria[index].row.lengths?.contains(count) == false
        && policy.places.contains { $0.alternative == index }
      if lacksLength || kinds < policy.criteria[index].row.leastClasses ?? 0 { bits &= ~(1 << UInt32(index)) }
    }
    return policy.places.allSatisfy { $0.isMet(PolicyVerdict(metBits: bits)) }
  }

  func allow(_ runs: Runs) -> Bool {
    runs.longestRepeat <= maximumRepeat && runs.longestSequence <= maximumSequence
  }

  /// Whether a password may contain `bytes`: all characters are allowed, and no run is too long.
  package func allow(_ bytes: some Sequence<UInt8>) -> Bool {
    var runs = Runs()
    for byte in bytes {
      // A space is never drawn, but a separator may have it.
      guard characters.contains(byte) || byte == UInt8(ascii: " ") && allowsWhiteSpace else { return false }
      runs.take(UInt32(byte))
    }
    return allow(runs)
  }
}

package protocol RandomBytes: ~Copyable {
  /// The next byte. All 256 are equally likely. Throws if the source has no more.
  mutating func next() throws(SystemError) -> UInt8

  /// A number in `0..<count`. All are equally likely.
  ///
  /// - Precondition: `count` is from 1 to 2^32.
  mutating func number(below count: Int) throws(SystemError) -> Int
}

extension RandomBytes where Self: ~Copyable {
  /// Draws again from the last full multiple of `count` on, since a plain remainder would favour low numbers.
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

/// Random bytes from getrandom(2), kept in locked memory because they determine the password.
package struct SystemRandom: ~Copyable, RandomBytes {
  private var drawn: SecretBuffer

  package init(in memory: SecretMemory) throws(SecretError) {
    drawn = try SecretBuffer(capacity: Self.capacity, in: memory)
  }

  package static let capacity = 256

  /// The next byte, which is wiped from the buffer. Throws the error of getrandom(2).
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
