import Secrets

/// A line as it can be shown, in secret memory: valid UTF-8 without control characters, of which parts are to be
/// hidden.
struct VisibleText: ~Copyable {
  private var buffer: SecretBuffer
  private var search: SecretSearch
  private let isCut: Bool

  /// Takes what is to be seen of `line`.
  ///
  /// - Parameters:
  ///   - line: The line, of any bytes. Where it was cut, what is left of a character at its end is dropped.
  ///   - isCut: Whether it was cut at its end.
  ///   - hidden: The offsets of the bytes that are to be hidden.
  ///   - locking: What happens when the memory cannot be guarded.
  /// - Throws: As ``SecretBuffer/init(capacity:locking:)`` does.
  init(
    _ line: Span<UInt8>, isCut: Bool, hidden: RangeSet<Int>, locking: SecretBuffer.Locking
  ) throws(SecretError) {
    // A byte that is no character becomes U+FFFD, which takes three.
    buffer = try SecretBuffer(capacity: 3 * line.count, locking: locking)
    self.isCut = isCut
    var found = RangeSet<Int>()
    unsafe buffer.withFreeCapacity { free in
      var written = 0
      var filter = ControlFilter()
      line.forEachScalar { scalar, range in
        if isCut, range.upperBound == line.count, scalar == "\u{FFFD}" { return false }
        let start = written
        let isHidden = range.contains(where: hidden.contains)
        if isHidden { filter.interrupt() }
        guard let shown = isHidden ? scalar : filter.take(scalar) else { return true }
        UTF8.encode(shown) { byte in
          unsafe free[written] = byte
          written += 1
        }
        if isHidden { found.insert(contentsOf: start..<written) }
        return true
      }
      return written
    }
    search = SecretSearch(isCut: isCut, found: found)
  }

  /// Hides `secret` wherever it stands.
  mutating func hide(_ secret: UTF8Span) {
    search.find(secret, in: buffer)
  }

  /// The line as a message, with signs for what is hidden; `nil` when it is blank.
  func message(fields: [String]) -> CheckMessage? {
    if let colon, let field = fields.first(where: { isName($0, before: colon) }),
      let text = shown(from: colon + 1)
    {
      return CheckMessage(field: field, text: text)
    }
    return shown(from: 0).map { CheckMessage(text: $0) }
  }

  /// Where the first colon stands, unless a secret reaches across it.
  private var colon: Int? {
    let bytes = buffer.bytes
    guard let colon = bytes.indices.first(where: { bytes[$0] == UInt8(ascii: ":") }) else { return nil }
    return search.found.contains(colon) ? nil : colon
  }

  /// Whether the text before `end` is `name`, perhaps behind spaces.
  private func isName(_ name: String, before end: Int) -> Bool {
    let bytes = buffer.bytes
    let start = (0..<end).first { bytes[$0] != UInt8(ascii: " ") } ?? end
    let range = start..<end
    return name.utf8.count == range.count && zip(name.utf8, range).allSatisfy { $0 == bytes[$1] }
  }

  /// The text from an offset on, without blanks at its ends; `nil` when there is nothing else.
  private func shown(from start: Int) -> String? {
    var text = ""
    var position = start
    for hidden in search.found.ranges where hidden.upperBound > start {
      append(position..<max(position, hidden.lowerBound), to: &text)
      text += CheckMessage.signs
      position = hidden.upperBound
    }
    append(position..<buffer.count, to: &text)
    let blankless = text.drop(while: \.isWhitespace)
    guard let end = blankless.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    let content = blankless[...end]
    guard isCut || content.count > CheckMessage.longestText else { return String(content) }
    return content.prefix(CheckMessage.longestText - 1) + "…"
  }

  private func append(_ range: Range<Int>, to text: inout String) {
    unsafe text += String(copying: UTF8Span(unchecked: buffer.bytes.extracting(range)))
  }
}
