import Secrets

/// The start of a line, in secret memory.
struct KeptLine: ~Copyable {
  private var buffer: SecretBuffer
  /// Whether there was more of the line than is kept.
  private var isCut = false

  init(locking: SecretBuffer.Locking) throws(SecretError) {
    buffer = try SecretBuffer(capacity: KeptLine.capacity, locking: locking)
  }

  /// Puts `bytes` behind the line, as far as it keeps them.
  mutating func append(_ bytes: Span<UInt8>) {
    let kept = bytes.extracting(first: KeptLine.capacity - buffer.count)
    isCut = isCut || kept.count < bytes.count
    // It fits, so that there is no error to be had.
    try? buffer.append(kept)
  }

  /// Keeps `line` in the place of what was, unless it is blank, and answers whether it is kept.
  mutating func replace(with line: Span<UInt8>) -> Bool {
    guard line.extracting(first: KeptLine.capacity).hasText else { return false }
    removeAll()
    append(line)
    return true
  }

  mutating func removeAll() {
    buffer.removeAll()
    isCut = false
  }

  /// Whether there is something to be seen in the line.
  var hasText: Bool { buffer.bytes.hasText }

  /// The line as a message, `nil` when it is blank. Secrets are looked for in `memory`, before there is a String.
  func message(
    fields: [String], in memory: inout SecretBuffer, hiding secrets: ((UTF8Span) -> Void) -> Void
  ) -> CheckMessage? {
    memory.removeAll()
    defer {
      memory.removeAll()
      StackScratch.scrub()
    }
    writeText(to: &memory)
    let field = memory.bytes.field(of: fields)
    if let field { memory.removeSubrange(0..<field.end) }
    guard memory.bytes.hasText else { return nil }
    let text = 0..<memory.count
    var search = SecretSearch(in: &memory)
    secrets { search.look(for: $0, in: &memory) }
    if search.isFound { return CheckMessage(field: field?.name, text: nil) }
    let shown = unsafe String(copying: UTF8Span(unchecked: memory.bytes.extracting(text)))
    return CheckMessage(field: field?.name, text: shown.trimmed(isCut: isCut))
  }

  /// Writes what is to be seen of the line, as valid UTF-8. Where it was cut, what is left of a character at its end is
  /// left out.
  private func writeText(to memory: inout SecretBuffer) {
    unsafe memory.withFreeCapacity { free in
      var written = 0
      var filter = ControlFilter()
      buffer.bytes.forEachScalar { scalar, range in
        if isCut, range.upperBound == buffer.count, scalar == "\u{FFFD}" { return false }
        guard let shown = filter.take(scalar) else { return true }
        UTF8.encode(shown) { byte in
          unsafe free[written] = byte
          written += 1
        }
        return true
      }
      return written
    }
  }

  /// The most bytes of a line that are kept.
  static let capacity = 1024
  /// The bytes that ``message(fields:in:hiding:)`` needs. The line takes three times its own, since a byte that is no
  /// character becomes U+FFFD. Its letters and digits in lower case take as many at most: three each for the letters
  /// of a Hangul syllable, which itself takes three. Then there are five characters of a secret.
  static let messageCapacity = 3 * capacity + 3 * capacity + 20
}

extension String {
  /// The text without blanks at its ends, with an ellipsis where it is too long to be shown or was cut already.
  fileprivate func trimmed(isCut: Bool) -> String {
    let blankless = drop(while: \.isWhitespace)
    guard let end = blankless.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    let content = blankless[...end]
    guard isCut || content.count > CheckMessage.longestText else { return String(content) }
    return content.prefix(CheckMessage.longestText - 1) + "…"
  }
}

extension Span<UInt8> {
  /// Whether there is something to be seen when they are text.
  fileprivate var hasText: Bool {
    var filter = ControlFilter()
    var isFound = false
    forEachScalar { scalar, _ in
      isFound = filter.take(scalar).map { !$0.properties.isWhitespace } ?? false
      return !isFound
    }
    return isFound
  }

  /// Which of `names` they begin with, perhaps behind spaces, where a colon and something to be seen follow it; and the
  /// offset behind the colon.
  fileprivate func field(of names: [String]) -> (name: String, end: Int)? {
    guard let colon = indices.first(where: { self[$0] == UInt8(ascii: ":") }),
      let start = indices.first(where: { self[$0] != UInt8(ascii: " ") }), start < colon
    else { return nil }
    let name = names.first { name in
      name.utf8.count == colon - start && zip(name.utf8, start..<colon).allSatisfy { $0 == self[$1] }
    }
    guard let name, extracting((colon + 1)...).hasText else { return nil }
    return (name, colon + 1)
  }

  /// Calls `body` with each character and where its bytes are, as long as it answers `true`. What is not UTF-8 is
  /// U+FFFD, once for each part as Unicode recommends it (chapter 3.9, maximal subparts).
  fileprivate func forEachScalar(_ body: (Unicode.Scalar, Range<Int>) -> Bool) {
    unsafe withUnsafeBufferPointer { buffer in
      var bytes = unsafe buffer.makeIterator()
      var parser = Unicode.UTF8.ForwardParser()
      var start = 0
      while true {
        let scalar: Unicode.Scalar
        let length: Int
        switch unsafe parser.parseScalar(from: &bytes) {
        case .valid(let units): (scalar, length) = (Unicode.UTF8.decode(units), units.count)
        case .error(let invalid): (scalar, length) = ("\u{FFFD}", invalid)
        case .emptyInput: return
        }
        guard body(scalar, start..<start + length) else { return }
        start += length
      }
    }
  }
}
