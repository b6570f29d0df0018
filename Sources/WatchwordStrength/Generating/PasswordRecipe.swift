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
