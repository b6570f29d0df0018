/// A keyed hash of a text (SipHash), which shows whether two texts differ without keeping either (C6).
///
/// Two different texts have the same fingerprint with probability 2^-64. Without the key, which never leaves its
/// session, a fingerprint says nothing about the text.
package struct Fingerprint: Equatable, Sendable {
  private let hash: Int

  package init(of text: UTF8Span, key: Key) {
    // The seed of Swift's hashes is not enough: an environment variable can make it a constant.
    var hasher = Hasher()
    hasher.combine(key.bits)
    unsafe text.span.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
    hash = hasher.finalize()
  }

  /// The key of fingerprints: 128 random bits from the system.
  package struct Key: Sendable {
    fileprivate let bits = UInt128.random(in: .min ... .max)

    package init() {}
  }
}
