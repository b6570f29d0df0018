import WatchwordMessages
import WatchwordSecrets
internal import WatchwordStrength

/// The search for secrets in a text. Nothing but letters and digits counts in it, whatever their case and normal form:
/// a secret is also found where it is escaped, has blanks between its letters or is cut short, but not in a code such
/// as base64.
extension SecretBuffer {
  /// Whether `text`, which is valid UTF-8, quotes `secret`. For example, "K-Q 7" does not quote "kq7.zx4", and
  /// "K-Q 7,Z" does.
  ///
  /// More than three characters in a row make a quotation; where they stand within an ordinary word of the text, or in the
  /// little words beside it, only more than half of the secret. A secret of three or fewer has to be there as a whole, and
  /// one without letters and digits as it is.
  ///
  /// This buffer is room to work in, for the letters of the text. It is wiped.
  mutating func findsSecret(_ secret: UTF8Span, in text: borrowing SecretBuffer) -> Bool {
    defer { removeAll() }
    var letters = 0
    secret.forEachLetter { if $0 != nil { letters += 1 } }
    if letters == 0 { return text.bytes.holds(secret.span) }
    // A text that there is no room for is treated as one that quotes the secret.
    guard let ordinary = takeLetters(of: text) else { return true }
    // How many letters of the text, up to each byte, are those of the secret that came last.
    var rows = [Int](repeating: 0, count: count + 1)
    var isFound = false
    secret.forEachLetter { letter in
      guard !isFound, let letter else { return }
      withUTF8Span(of: letter) { letter in
        for offset in letter.span.indices {
          for index in (0..<count).reversed() {
            rows[index + 1] = bytes[index] == letter.span[offset] ? rows[index] + (offset == 0 ? 1 : 0) : 0
          }
        }
      }
      isFound = zip(rows.dropFirst(), ordinary).contains { row, ordinary in
        row >= min(letters, Self.quotation) && (row > ordinary || 2 * row > letters)
      }
    }
    return isFound
  }

  /// Takes the letters of `text`. Answers for each byte how many of them, up to there, lie within an ordinary word and the
  /// little ones beside it; `nil` where there is no room.
  private mutating func takeLetters(of text: borrowing SecretBuffer) -> [Int]? {
    removeAll()
    var ordinary: [Int] = []
    var hasRoom = true
    // The letters directly before that lie within such words, and within little ones alone.
    var (row, little) = (0, 0)
    unsafe UTF8Span(unchecked: text.bytes).forEachLetter { letter in
      if let letter {
        hasRoom = hasRoom && append(letter)
        return
      }
      let word = bytes.extracting(ordinary.count...)
      guard word.count > 0 else { return }
      let isOrdinary = Self.ordinaryWords.contains { word.isEqual(to: $0.utf8.span) }
      let isLittle = word.count < Self.quotation
      let before = isLittle ? row : little
      ordinary += word.indices.map { isOrdinary ? before + $0 + 1 : 0 }
      row = isOrdinary ? before + word.count : 0
      little = isOrdinary && isLittle ? little + word.count : 0
    }
    return hasRoom ? ordinary : nil
  }

  private static var quotation: Int { 4 }

  /// Words that refusals are made of, in lower case and of ASCII. Those shorter than a quotation are little ones.
  private static let ordinaryWords = [
    "account", "address", "already", "and", "another", "are", "based", "been", "change", "character",
    "characters",
    "check", "choose", "common", "contains", "dictionary", "different", "digit", "digits", "easy", "email",
    "enough", "fails", "for", "from", "has", "in", "invalid", "is", "it", "least", "letter", "letters",
    "login",
    "long", "must", "name", "no", "not", "of", "old", "on", "or", "passphrase", "password", "passwords",
    "please",
    "refused", "rejected", "reversed", "same", "short", "similar", "simple", "simplistic", "some", "system",
    "systematic", "than", "that", "the", "this", "to", "too", "used", "user", "username", "was", "weak",
    "with",
    "word", "words", "your",
  ]
}

extension UTF8Span {
  /// Calls `body` with each letter and digit, in lower case and decomposed, and with `nil` for all else and at the end.
  fileprivate func forEachLetter(_ body: (Unicode.Scalar?) -> Void) {
    var scalars = makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      scalar.forEachFolded { folded in
        // A letter that nobody sees, such as a filler of Hangul, must not keep two others apart.
        body(folded.isLetterOrNumber && !folded.isInvisible ? folded : nil)
      }
    }
    body(nil)
  }
}

extension Span<UInt8> {
  /// Whether `part`, if it is not empty, stands among these bytes.
  fileprivate func holds(_ part: Span<UInt8>) -> Bool {
    guard !part.isEmpty, part.count <= count else { return false }
    for start in 0...count - part.count where self[start] == part[0] {
      if extracting(start..<start + part.count).isEqual(to: part) { return true }
    }
    return false
  }
}
