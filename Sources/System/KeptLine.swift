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

  /// The line as a message, `nil` when it is blank.
  ///
  /// The secrets are looked for twice: as long as control characters may be part of the line, and when they are
  /// gone. Each of the two would miss what only the other one finds: a control sequence swallows the first letter of
  /// a secret behind it, and one in the middle of a secret takes it apart.
  func message(
    fields: [String], input: Span<UInt8>, hiding secrets: ((UTF8Span) -> Void) -> Void
  ) throws(SecretError) -> CheckMessage? {
    guard hasText else { return nil }
    var search = SecretSearch(isCut: isCut)
    let hasNewline = !input.isEmpty && input[input.count - 1] == UInt8(ascii: "\n")
    search.find(input.extracting(droppingLast: hasNewline ? 1 : 0), in: buffer)
    secrets { search.find($0, in: buffer) }
    var text = try VisibleText(buffer.bytes, isCut: isCut, hidden: search.found, locking: buffer.locking)
    secrets { text.hide($0) }
    let message = text.message(fields: fields)
    StackScratch.scrub()
    return message
  }

  /// The most bytes of a line that are kept.
  static let capacity = 1024
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

  /// Calls `body` with each character and where its bytes are, as long as it answers `true`. What is not UTF-8 is
  /// U+FFFD, once for each part as Unicode recommends it (chapter 3.9, maximal subparts).
  func forEachScalar(_ body: (Unicode.Scalar, Range<Int>) -> Bool) {
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
