internal import WatchwordScreen
internal import WatchwordSecrets

/// The text of one paste, as UTF-8 in guarded memory.
struct Paste: ~Copyable {
  /// The longest text that is taken, in bytes of UTF-8: four pages, with the byte that a buffer keeps for itself.
  static let capacity = 16_383

  private var text: SecretBuffer
  private var refusal: Event.Refusal?
  private let encoding: CharacterEncoding
  /// The beginning of a character of another character set, in which none takes more than eight bytes.
  private var unfinished = [8 of UInt8](repeating: 0)
  private var unfinishedCount = 0

  /// Makes an empty paste for text in `encoding`.
  init(_ encoding: CharacterEncoding, locking: SecretBuffer.Locking) throws(SecretError) {
    let text = try SecretBuffer(capacity: Self.capacity, locking: locking)
    self.text = text
    self.encoding = encoding
  }

  /// Begins a new paste.
  mutating func begin() {
    forget()
    refusal = nil
  }

  /// Adds the bytes of `block` at the offsets `range`.
  mutating func append(_ block: borrowing SecretBuffer, _ range: Range<Int>) {
    append(block.bytes.extracting(range))
  }

  /// Adds `bytes`, as the terminal sent them. After the first that is refused no more are kept.
  mutating func append(_ bytes: borrowing Span<UInt8>) {
    guard refusal == nil else { return }
    switch encoding {
    case .utf8, .ascii: store(bytes)
    case .unavailable:
      if bytes.indices.contains(where: { bytes[$0] >= 0x80 }) {
        refuse(.noCharacterSet)
      } else {
        store(bytes)
      }
    case .other:
      for index in bytes.indices where refusal == nil { convert(bytes[index]) }
    }
  }

  /// Ends the paste, and answers why it is refused, if it is.
  mutating func end() -> Event.Refusal? {
    if refusal == nil {
      let isWhole = unfinishedCount == 0 && (try? UTF8Span(validating: text.bytes)) != nil
      if !isWhole { refuse(.notText) }
    }
    return refusal
  }

  /// Calls `body` with the text.
  func withText<R>(_ body: (UTF8Span) -> R) -> R {
    // It was validated at the end of the paste, and only the beginning of the next changes it.
    unsafe body(UTF8Span(unchecked: text.bytes))
  }

  /// Wipes the text.
  mutating func forget() {
    text.removeAll()
    forgetUnfinished()
  }

  private mutating func forgetUnfinished() {
    for index in unfinished.indices { unfinished[index] = 0 }
    unfinishedCount = 0
  }

  private mutating func refuse(_ reason: Event.Refusal) {
    refusal = reason
    forget()
  }

  private mutating func store(_ bytes: borrowing Span<UInt8>) {
    do throws(SecretError) { try text.append(bytes) } catch { refuse(.tooLong) }
  }

  private mutating func convert(_ byte: UInt8) {
    if unfinishedCount == 0 && byte < 0x80 {
      let bytes = [1 of UInt8](repeating: byte)
      return store(bytes.span)
    }
    guard unfinishedCount < unfinished.count else { return refuse(.notText) }
    unfinished[unfinishedCount] = byte
    unfinishedCount += 1
    switch LocaleCharacter.conversion(of: unfinished.span.extracting(first: unfinishedCount)) {
    case .unfinished: break
    case .invalid: refuse(.notText)
    case .scalar(let scalar):
      forgetUnfinished()
      for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
        let bytes = [1 of UInt8](repeating: unit)
        store(bytes.span)
      }
    }
  }
}
