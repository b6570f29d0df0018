internal import CWatchwordUtf8proc
internal import WatchwordBase
package import WatchwordSecrets

/// Brings texts into the form in which a policy judges, compares and hands them out, see
/// ``WatchwordStrength/Policy/Normalization``: e and a combining accent become é.
///
/// Texts that need no change are passed on without a copy: ASCII, and all with
/// ``WatchwordStrength/Policy/Normalization/none``. Control characters stay; the policy may refuse them. One thread at
/// a time uses it. It is a class, because reading a normal form changes its memory.
@safe
package final class Normalizer {
  private let memory: NormalFormMemory?
  /// The address of the text whose normal form is being read, and the range of that form in the memory.
  private var reading: (text: UnsafeRawPointer?, form: Range<Int>)?

  /// Makes a normaliser for texts of at most `capacity` bytes. Takes no memory with
  /// ``WatchwordStrength/Policy/Normalization/none``.
  ///
  /// - Throws: As ``SecretBuffer/init(capacity:locking:)`` does.
  package init(
    _ normalization: Policy.Normalization, capacity: Int = SecretText.defaultCapacity,
    locking: SecretMemory.Locking = .required
  ) throws(SecretError) {
    let capacities = Self.capacities(normalization, capacity: capacity)
    memory =
      capacities.isEmpty
      ? nil : try NormalFormMemory(capacity: capacity, in: SecretMemory(for: capacities, locking: locking))
  }

  package init(
    _ normalization: Policy.Normalization, capacity: Int = SecretText.defaultCapacity, in memory: SecretMemory
  ) throws(SecretError) {
    self.memory = normalization == .none ? nil : try NormalFormMemory(capacity: capacity, in: memory)
  }

  package static func capacities(
    _ normalization: Policy.Normalization, capacity: Int = SecretText.defaultCapacity
  ) -> [Int] {
    normalization == .none ? [] : [NormalFormMemory.size(for: capacity)]
  }

  /// Calls `body` with the normal form of `text`, in locked memory that is wiped afterwards. The normal form may be up
  /// to three times as long as `text`.
  ///
  /// - Precondition: `text` has at most the capacity in bytes, and `body` uses this normaliser only for `text`.
  /// - Throws: What `body` throws.
  package func withNormalized<R, E: Error>(
    _ text: UTF8Span, _ body: (UTF8Span) throws(E) -> R
  ) throws(E) -> R {
    guard let memory, !text.hasOnlyASCII else { return try body(text) }
    let address = unsafe text.span.withUnsafeBytes { $0.baseAddress }
    if let reading = unsafe reading, unsafe reading.text == address {
      return try memory.withForm(at: unsafe reading.form, body)
    }
    let form = memory.write(text)
    unsafe reading = (address, form)
    defer {
      unsafe reading = nil
      memory.wipe()
    }
    return try memory.withForm(at: form, body)
  }

  /// Keeps the normal form of `text` for the life of this normaliser, so that reading it changes nothing any more.
  ///
  /// - Precondition: `text` has at most the capacity in bytes, and this normaliser is used only for `text` from now on.
  package func keepForm(of text: UTF8Span) {
    guard let memory, !text.hasOnlyASCII else { return }
    unsafe reading = (unsafe text.span.withUnsafeBytes { $0.baseAddress }, memory.write(text))
  }

  /// The context words in the normal form of the passwords that they are compared with.
  ///
  /// - Precondition: The capacity in bytes is enough for ``ContextWords/maximumCount`` code points.
  package func normalized(_ words: ContextWords) -> ContextWords {
    guard memory != nil else { return words }
    var normalized = ContextWords(listed: words.listed)
    for (index, word) in words.words.enumerated() {
      normalized.add(withNormalized(word.utf8Span) { String(copying: $0) }, from: words.origin(of: index))
    }
    return normalized
  }

  /// Calls `body` with the normal forms of two texts, in locked memory that is wiped afterwards.
  ///
  /// - Precondition: Both texts have at most the capacity in bytes, and `body` does not use this normaliser.
  package func withNormalized<R>(
    _ text: UTF8Span, _ other: UTF8Span, _ body: (UTF8Span, UTF8Span) -> R
  ) -> R {
    guard let memory, !text.hasOnlyASCII || !other.hasOnlyASCII else { return body(text, other) }
    defer { memory.wipe() }
    let (form, second) = (memory.write(text), memory.write(other))
    return memory.withForm(at: form) { form in
      memory.withForm(at: second) { body(form, $0) }
    }
  }
}

/// The locked memory in which libutf8proc works in place. The functions used here allocate no memory, unlike
/// utf8proc_map. It holds the normal form of one text, with room after it to work on a second text.
private final class NormalFormMemory {
  private let capacity: Int
  private var buffer: SecretBuffer

  /// The bytes needed for texts of at most `capacity` bytes.
  ///
  /// Decomposed text takes the most: four bytes a code point. A code point of two bytes in UTF-8 becomes at most three,
  /// as U+0390 does, one of three bytes at most four, one of four bytes at most three, and ASCII stays one (Unicode's
  /// stability policy keeps the decompositions of assigned characters). So a byte becomes at most 1½ code points, which
  /// are 6 bytes. In UTF-8 a normal form takes at most three bytes for each of the text, as U+1D15E does (UAX #15,
  /// table 6), so it fits. The first form stays during work on the second text; up to 3 bytes of alignment lie between
  /// them, and utf8proc_reencode appends a NUL.
  static func size(for capacity: Int) -> Int { 3 * capacity + 3 + 6 * capacity + 1 }

  init(capacity: Int, in memory: SecretMemory) throws(SecretError) {
    self.capacity = capacity
    buffer = try SecretBuffer(capacity: Self.size(for: capacity), in: memory)
  }

  func withForm<R, E: Error>(at range: Range<Int>, _ body: (UTF8Span) throws(E) -> R) throws(E) -> R {
    try buffer.withBytes { (bytes) throws(E) in
      try body(unsafe UTF8Span(unchecked: bytes.extracting(range)))
    }
  }

  /// Wipes all that was written, and what the library left on the stack.
  func wipe() {
    buffer.removeAll()
    StackScratch.scrub()
  }

  /// Appends the normal form of `text`. Returns where it is.
  func write(_ text: UTF8Span) -> Range<Int> {
    precondition(text.count <= capacity, "the text is longer than was said")
    let alignment = MemoryLayout<Int32>.alignment
    let gap = (alignment - buffer.count % alignment) % alignment
    let start = buffer.count + gap
    unsafe buffer.withFreeCapacity { free in
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: free[gap...])
      return unsafe gap + Self.write(text, to: room.bindMemory(to: Int32.self))
    }
    return start..<buffer.count
  }

  /// Writes the normal form of `text` to the start of `points`. Returns the number of bytes.
  private static func write(_ text: UTF8Span, to points: UnsafeMutableBufferPointer<Int32>) -> Int {
    let count = unsafe text.span.withUnsafeBufferPointer { bytes in
      unsafe utf8proc_decompose(bytes.baseAddress, bytes.count, points.baseAddress, points.count, decomposing)
    }
    precondition(0...points.count ~= count, "the text is no UTF-8, or takes more room than any can")
    for index in 0..<count {
      if unsafe utf8proc_category(points[index]) == UTF8PROC_CATEGORY_ZS { unsafe points[index] = 0x20 }
      if unsafe points[index] == vowelTakenForNone { unsafe points[index] = substitute }
    }
    let composed = unsafe utf8proc_normalize_utf32(points.baseAddress, count, composing)
    precondition(0...count ~= composed, "decomposed text can be composed")
    for index in 0..<composed where unsafe points[index] == substitute {
      unsafe points[index] = vowelTakenForNone
    }
    let length = unsafe utf8proc_reencode(points.baseAddress, composed, UTF8PROC_STABLE)
    precondition(length >= 0, "composed text can be encoded")
    return length
  }

  /// A vowel that never composes. libutf8proc up to 2.11 drops it after a syllable without a final consonant
  /// (JuliaStrings/utf8proc, pull request 317).
  private static let vowelTakenForNone: Int32 = 0x11A7
  /// Stands in for that vowel while libutf8proc composes: a code point that never composes and never occurs in UTF-8.
  private static let substitute: Int32 = 0xD800

  private static let decomposing = utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_DECOMPOSE.rawValue)
  private static let composing = utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
}
