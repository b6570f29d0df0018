internal import WatchwordScreen
internal import WatchwordSecrets

/// The text of one paste, as UTF-8 in guarded memory.
struct Paste: ~Copyable {
  /// The longest text that is taken, in bytes of UTF-8: four pages, with the byte that a buffer keeps for itself.
  static let capacity = 16_383

  private var text: SecretBuffer
  private var refusal: Event.Refusal?

  /// Makes an empty paste.
  init(in memory: SecretMemory) throws(SecretError) {
    text = try SecretBuffer(capacity: Self.capacity, in: memory)
  }

  /// Begins a new paste.
  mutating func begin() {
    forget()
    refusal = nil
  }

  /// Adds a character. After the first refusal nothing more is kept.
  mutating func append(_ scalar: Unicode.Scalar) {
    if refusal == nil, !text.append(scalar) { refuse(.tooLong) }
  }

  /// Refuses the paste for `reason`, unless it was refused before.
  mutating func refuse(_ reason: Event.Refusal) {
    refusal = refusal ?? reason
    forget()
  }

  /// What became of the paste, which is complete.
  var event: Event { refusal.map { .refused($0) } ?? .paste }

  /// Calls `body` with the text.
  func withText<R>(_ body: (UTF8Span) -> R) -> R {
    // It consists of whole characters.
    unsafe body(UTF8Span(unchecked: text.bytes))
  }

  /// Wipes the text.
  mutating func forget() { text.removeAll() }
}
