public import Secrets
public import Strength

/// Brings texts into the form in which a policy judges, compares and hands them out, see ``Normalization``.
///
/// Where nothing is to be done to a text it is lent as it is: all texts with ``Normalization/none``, and ASCII in any
/// case. Control characters are left as they are; whether they are refused is decided by the policy.
///
/// One thread at a time works with it. It is a class, since whoever borrows a text from it changes its memory.
public final class Normalizer {
  private let memory: NormalFormMemory?

  /// Makes a normaliser for texts of at most `capacity` bytes. With ``Normalization/none`` it takes no memory.
  ///
  /// - Throws: As ``SecretBuffer/init(capacity:locking:)`` does.
  public init(
    _ normalization: Normalization, capacity: Int = SecretText.defaultCapacity,
    locking: SecretBuffer.Locking = .required
  ) throws(SecretError) {
    memory =
      switch normalization {
      case .none: nil
      case .nfc: try NormalFormMemory(capacity: capacity, locking: locking)
      }
  }

  /// Lends `text` in its normal form to `body`, from locked memory that is wiped afterwards.
  ///
  /// The normal form may be longer than the text, up to three times as long.
  ///
  /// - Precondition: `text` has no more bytes than the capacity, and `body` asks this normaliser for nothing.
  /// - Throws: What `body` throws.
  public func withNormalized<R, E: Error>(
    _ text: UTF8Span, _ body: (UTF8Span) throws(E) -> R
  ) throws(E) -> R {
    guard let memory, !text.isASCII else { return try body(text) }
    defer { memory.wipe() }
    memory.write(text)
    return try memory.withForm(body)
  }

  /// The words in the form in which passwords come to be compared with them.
  ///
  /// - Precondition: ``ContextWords/maximumCount`` code points have no more bytes than the capacity.
  public func normalized(_ words: ContextWords) -> ContextWords {
    guard memory != nil else { return words }
    return ContextWords(words.words.map { word in withNormalized(word.utf8Span) { String(copying: $0) } })
  }

  /// Whether `text` and `other` have the same bytes in their normal forms; the time it takes tells nothing of where
  /// they differ.
  ///
  /// - Precondition: Neither has more bytes than the capacity.
  public func areEqual(_ text: UTF8Span, _ other: UTF8Span) -> Bool {
    guard let memory, !text.isASCII || !other.isASCII else { return text.span.isEqual(to: other.span) }
    defer { memory.wipe() }
    memory.write(text)
    return memory.isEqual(toFormOf: other)
  }
}

extension UTF8Span {
  fileprivate var isASCII: Bool {
    var text = self
    return text.checkForASCII()
  }
}
