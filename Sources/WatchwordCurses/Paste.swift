internal import WatchwordScreen
internal import WatchwordSecrets

struct Paste: ~Copyable {
  /// The longest accepted text, in bytes of UTF-8: four pages, less the byte a buffer keeps for itself.
  static let capacity = 16_383

  private var text: SecretBuffer
  private var refusal: Event.InputProblem?

  init(in memory: SecretMemory) throws(SecretError) {
    text = try SecretBuffer(capacity: Self.capacity, in: memory)
  }

  mutating func begin() {
    forget()
    refusal = nil
  }

  /// Adds a character, unless the paste has been refused. Refuses the paste if it becomes too long.
  mutating func append(_ scalar: Unicode.Scalar) {
    if refusal == nil, !text.append(scalar) { refuse(.tooLong) }
  }

  /// Refuses the paste for `reason`, unless it was refused before.
  mutating func refuse(_ reason: Event.InputProblem) {
    refusal = refusal ?? reason
    forget()
  }

  var event: Event { refusal.map { .refused($0) } ?? .paste }

  func withText<R>(_ body: (UTF8Span) -> R) -> R {
    // The buffer holds only whole characters.
    unsafe body(UTF8Span(unchecked: text.bytes))
  }

  mutating func forget() { text.removeAll() }
}
