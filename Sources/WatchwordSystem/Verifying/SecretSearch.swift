import WatchwordSecrets
import WatchwordText

/// The search for secrets in a text. Nothing but letters and digits counts in it, whatever their case and normal form:
/// a secret is also found where it is escaped, has blanks between its letters or is cut short, but not in a code such
/// as base64.
extension SecretBuffer {
  /// Whether `text`, which is valid UTF-8, quotes `secret`. For example, "K-Q 7" does not quote "kq7.zx4", and
  /// "K-Q 7,Z" does.
  ///
  /// More than three characters in a row make a quotation. A secret of three or fewer has to be there as a whole, and
  /// one without letters and digits as it is.
  ///
  /// This buffer is room to work in, for the letters of the text and four of the secret. It is wiped.
  mutating func findsSecret(_ secret: UTF8Span, in text: borrowing SecretBuffer) -> Bool {
    defer { removeAll() }
    removeAll()
    var isFound = false
    // A text that there is no room for is treated as one that quotes the secret.
    unsafe UTF8Span(unchecked: text.bytes).forEachLetter { isFound = isFound || !append($0) }
    let end = count
    var length = 0
    secret.forEachLetter {
      if isFound { return }
      if length == Self.quotation {
        removeSubrange(end..<end + bytes.widthOfScalar(at: end))
      } else {
        length += 1
      }
      isFound = !append($0) || (length == Self.quotation && isRepeated(from: end))
    }
    switch length {
    case 0: return isFound || text.bytes.holds(secret.span)
    case ..<Self.quotation: return isFound || isRepeated(from: end)
    default: return isFound
    }
  }

  /// How many characters in a row are a quotation.
  private static var quotation: Int { 4 }

  /// Whether the bytes from the offset `end` on stand among those before.
  private func isRepeated(from end: Int) -> Bool {
    bytes.extracting(first: end).holds(bytes.extracting(end...))
  }
}

extension UTF8Span {
  /// Calls `body` with each letter and digit, in lower case and decomposed.
  fileprivate func forEachLetter(_ body: (Unicode.Scalar) -> Void) {
    var scalars = makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      scalar.forEachFolded { folded in
        // A letter that nobody sees, such as a filler of Hangul, must not keep two others apart.
        if folded.isLetterOrNumber, !folded.isInvisible { body(folded) }
      }
    }
  }
}

extension Span<UInt8> {
  /// The number of bytes of the scalar that begins at `offset` in UTF-8: that of the ones that lead its first byte.
  fileprivate func widthOfScalar(at offset: Int) -> Int { Swift.max(1, (~self[offset]).leadingZeroBitCount) }

  /// Whether `part`, if it is not empty, stands among these bytes.
  fileprivate func holds(_ part: Span<UInt8>) -> Bool {
    guard !part.isEmpty, part.count <= count else { return false }
    for start in 0...count - part.count where self[start] == part[0] {
      if extracting(start..<start + part.count).isEqual(to: part) { return true }
    }
    return false
  }
}
