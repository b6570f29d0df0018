internal import WatchwordBase
package import WatchwordSecrets

/// The end of a verifier's output, in secret memory because it may quote what was typed.
package struct VerifierOutput: ~Copyable {
  private var tail: SecretBuffer
  private var line: SecretBuffer

  /// The least number of bytes kept from the end of the output. A longer line loses its beginning.
  static let keptCount = 4096
  /// The most bytes kept of a line: enough for ``VerifierMessage/longestText`` in most scripts.
  static let lineCapacity = 1024

  package init(locking: SecretMemory.Locking) throws(SecretError) {
    let line = try SecretBuffer(capacity: Self.lineCapacity, locking: locking)
    // A buffer keeps one byte for itself, so this one fits into two pages.
    tail = try SecretBuffer(capacity: 2 * Self.keptCount - 1, locking: locking)
    self.line = line
  }

  /// Reads what is in a pipe, but at most a pipe's capacity, so that a program that writes endlessly cannot keep us
  /// here.
  mutating func read(from descriptor: Int32) {
    var rest = Self.largestPipe
    while rest > 0 {
      if tail.count > Self.keptCount { tail.removeSubrange(0..<tail.count - Self.keptCount) }
      let count = tail.read(from: descriptor)
      guard count > 0 else { return }
      rest -= count
    }
  }

  /// A pipe enlarged by ww_child_start holds a mebibyte.
  private static let largestPipe = 1 << 20

  /// Makes the message of `text`, with its lines joined to one line; `nil` if `text` is blank. `secrets` calls its
  /// argument with each secret text.
  package mutating func message(
    of text: Span<UInt8>, hiding secrets: ((UTF8Span) -> Void) -> Void
  ) -> VerifierMessage? {
    removeAll()
    var last = UInt8(ascii: " ")
    for offset in text.indices {
      let isBreak = text[offset] == UInt8(ascii: "\n") || text[offset] == UInt8(ascii: "\r")
      if isBreak, last == UInt8(ascii: " ") { continue }
      last = isBreak ? UInt8(ascii: " ") : text[offset]
      let next: InlineArray<1, UInt8> = [last]
      guard (try? tail.append(next.span)) != nil else { break }
    }
    return message(fields: [], hiding: secrets)
  }

  /// Makes the message of the last non-blank line, and wipes the output. A line "email: taken" has the text
  /// "taken" for the field "email".
  ///
  /// - Parameters:
  ///   - fields: The names of the fields that the line may begin with.
  ///   - secrets: Calls its argument with each secret text.
  /// - Returns: `nil` if every line is blank.
  mutating func message(
    fields: [String], hiding secrets: ((UTF8Span) -> Void) -> Void
  ) -> VerifierMessage? {
    defer {
      removeAll()
      StackScratch.scrub()
    }
    let isCut = line.takeLastLine(of: tail)
    guard line.count > 0 else { return nil }
    let field = fields.first { line.bytes.isMessage(about: $0) }
    if let field { line.removeSubrange(0..<field.utf8.count + 1) }
    var isFound = false
    secrets { secret in
      isFound = isFound || tail.findsSecret(secret, in: line)
    }
    if isFound { return VerifierMessage(field: field, text: nil) }
    let text = unsafe String(copying: UTF8Span(unchecked: line.bytes))
    return VerifierMessage(field: field, text: text.trimmed(isCut: isCut))
  }

  mutating func removeAll() {
    tail.removeAll()
    line.removeAll()
  }
}

extension SecretBuffer {
  fileprivate mutating func takeLastLine(of output: borrowing SecretBuffer) -> Bool {
    takeLastLine(of: output.bytes)
  }

  /// Takes the last non-blank line of `output` as valid UTF-8, without leading white space and anything that would move
  /// the cursor. Lines end with LF, CR or both. Each maximal invalid subpart becomes U+FFFD (Unicode, chapter 3.9).
  /// Returns whether the line was too long for the buffer.
  package mutating func takeLastLine(of output: Span<UInt8>) -> Bool {
    removeAll()
    var filter = ControlFilter()
    var isAtStart = true
    var isCut = false
    unsafe output.withUnsafeBufferPointer { buffer in
      var bytes = unsafe buffer.makeIterator()
      var parser = Unicode.UTF8.ForwardParser()
      while true {
        let scalar: Unicode.Scalar
        switch unsafe parser.parseScalar(from: &bytes) {
        case .valid(let units): scalar = Unicode.UTF8.decode(units)
        case .error: scalar = "\u{FFFD}"
        case .emptyInput: return
        }
        if scalar == "\n" || scalar == "\r" {
          filter = ControlFilter()
          isAtStart = true
          continue
        }
        guard let shown = filter.take(scalar), !(isAtStart && shown.properties.isWhitespace) else { continue }
        if isAtStart {
          removeAll()
          isAtStart = false
          isCut = false
        }
        isCut = isCut || !append(shown)
      }
    }
    return isCut
  }
}

extension Span<UInt8> {
  /// Whether this begins with the name of a field, a colon, and something visible.
  fileprivate func isMessage(about field: String) -> Bool {
    let name = field.utf8.span
    guard count > name.count, extracting(first: name.count).isEqual(to: name),
      self[name.count] == UInt8(ascii: ":")
    else { return false }
    return unsafe !UTF8Span(unchecked: extracting((name.count + 1)...)).allSatisfy(\.properties.isWhitespace)
  }
}

extension String {
  /// The text without white space at its ends, with an ellipsis if it is too long or was cut before.
  fileprivate func trimmed(isCut: Bool) -> String {
    var content = drop(while: \.isWhitespace)
    while content.last?.isWhitespace == true { content.removeLast() }
    guard isCut || content.count > VerifierMessage.longestText else { return String(content) }
    return content.prefix(VerifierMessage.longestText - 1) + "…"
  }
}

/// The search for secrets in a text. Only letters and digits count, whatever their case and normal form. So it also
/// finds a secret that is escaped, spaced out or cut short, but not one in an encoding such as base64.
extension SecretBuffer {
  /// Whether `text`, which is valid UTF-8, quotes `secret`. "K-Q 7,Z" quotes "kq7.zx4", but "K-Q 7" does not.
  ///
  /// Four letters or digits of the secret in a row are a quotation. Within ordinary words of the text it takes more
  /// than half of the secret. A secret with three or fewer letters and digits must occur whole, and a secret without
  /// any must occur literally. Uses this buffer as working memory, and wipes it.
  mutating func findsSecret(_ secret: UTF8Span, in text: borrowing SecretBuffer) -> Bool {
    defer { removeAll() }
    var letters = 0
    secret.forEachLetter { if $0 != nil { letters += 1 } }
    if letters == 0 { return text.bytes.holds(secret.span) }
    // A text too long for the buffer is treated as one that quotes the secret.
    guard let ordinary = takeLetters(of: text) else { return true }
    // For each byte of the text, how many letters up to there match the latest letters of the secret.
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

  /// Takes the letters of `text` into this buffer. Returns for each byte how many letters in a row up to there lie
  /// within one ordinary word and the little words beside it; `nil` if the buffer has no room.
  private mutating func takeLetters(of text: borrowing SecretBuffer) -> [Int]? {
    removeAll()
    var ordinary: [Int] = []
    var hasRoom = true
    // How many letters directly before lie within such words, and how many of them within little words only.
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

  /// Common words of refusals, in lower-case ASCII. Those shorter than a quotation are little ones.
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
  /// Calls `body` with each letter and digit, folded and decomposed, and with `nil` for all else and at the end.
  fileprivate func forEachLetter(_ body: (Unicode.Scalar?) -> Void) {
    var scalars = makeUnicodeScalarIterator()
    while let scalar = scalars.next() {
      scalar.forEachFolded { folded in
        // An invisible letter, such as a Hangul filler, must not keep two others apart.
        body(folded.isLetterOrNumber && !folded.isInvisible ? folded : nil)
      }
    }
    body(nil)
  }
}

extension Span<UInt8> {
  /// Whether these bytes contain `part`; false if `part` is empty.
  package func holds(_ part: Span<UInt8>) -> Bool {
    guard !part.isEmpty, part.count <= count else { return false }
    return (0...count - part.count).contains {
      self[$0] == part[0] && extracting($0..<$0 + part.count).isEqual(to: part)
    }
  }
}
