/// A keyed hash of a text (SipHash). It shows whether two texts differ without keeping either of them (reference
/// behaviour, C6).
///
/// Two different texts have the same fingerprint with probability 2^-64. Without the key, which never leaves its
/// session, it says nothing about the text.
package struct Fingerprint: Equatable, Sendable {
  private let hash: Int

  /// Takes the fingerprint of `text`.
  package init(of text: UTF8Span, key: Key) {
    // The seed of the process is not enough: the environment can make it a constant.
    var hasher = Hasher()
    hasher.combine(key.low)
    hasher.combine(key.high)
    unsafe text.span.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
    hash = hasher.finalize()
  }

  /// The key of fingerprints: 128 random bits from the system.
  package struct Key: Sendable {
    fileprivate let low: UInt64
    fileprivate let high: UInt64

    /// Makes a key that nobody knows.
    package init() {
      var random = SystemRandomNumberGenerator()
      (low, high) = (random.next(), random.next())
    }
  }
}
