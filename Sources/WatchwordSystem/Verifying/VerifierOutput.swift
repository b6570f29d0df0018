internal import WatchwordMessages
package import WatchwordSecrets
internal import WatchwordStrength

/// The end of a verifier's output, in secret memory, since it may quote what was typed.
package struct VerifierOutput: ~Copyable {
  private var tail: SecretBuffer
  private var line: SecretBuffer

  /// The least number of bytes at the end of an output that is kept. Of a longer line the beginning is lost.
  static let keptCount = 4096
  /// The most bytes of a line that are kept: enough for ``VerifierMessage/longestText`` of most scripts.
  static let lineCapacity = 1024

  /// - Throws: As ``SecretBuffer/init(capacity:locking:)`` does.
  package init(locking: SecretMemory.Locking) throws(SecretError) {
    let line = try SecretBuffer(capacity: Self.lineCapacity, locking: locking)
    // One byte less, since a buffer keeps one for itself: so it takes two pages.
    tail = try SecretBuffer(capacity: 2 * Self.keptCount - 1, locking: locking)
    self.line = line
  }

  /// Reads what is in a pipe, and no more than a pipe can hold, so that a program that writes without end is left, too.
  mutating func read(from descriptor: Int32) {
    var rest = Self.largestPipe
    while rest > 0 {
      if tail.count > Self.keptCount { tail.removeSubrange(0..<tail.count - Self.keptCount) }
      let count = tail.read(from: descriptor)
      guard count > 0 else { return }
      rest -= count
    }
  }

  /// A pipe that was made roomy holds a mebibyte.
  private static let largestPipe = 1 << 20

  /// Makes the message of `text`, of which all lines count as one; `nil` where it is blank. `secrets` calls its argument
  /// with each of the secret texts.
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

  /// Makes the message of the last line that is not blank, and wipes the output. A line "email: taken" has the text
  /// "taken" for the field "email".
  ///
  /// - Parameters:
  ///   - fields: The names of the fields that the line may begin with.
  ///   - secrets: Calls its argument with each of the secret texts.
  /// - Returns: The message, `nil` where every line is blank.
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
  /// Takes the last line of `output` that is not blank: as valid UTF-8, without blanks at its start and without what
  /// would move the cursor. Lines end with LF, CR or both. What is not UTF-8 is U+FFFD, once for each part as Unicode
  /// recommends it (chapter 3.9, maximal subparts).
  ///
  /// - Returns: Whether there was more of the line than there is room for.
  fileprivate mutating func takeLastLine(of output: borrowing SecretBuffer) -> Bool {
    removeAll()
    var filter = ControlFilter()
    var isAtStart = true
    var isCut = false
    unsafe output.bytes.withUnsafeBufferPointer { buffer in
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
  /// Whether this text begins with the name of a field, a colon, and something to be seen.
  fileprivate func isMessage(about field: String) -> Bool {
    let name = field.utf8.span
    guard count > name.count, extracting(first: name.count).isEqual(to: name),
      self[name.count] == UInt8(ascii: ":")
    else { return false }
    return unsafe !UTF8Span(unchecked: extracting((name.count + 1)...)).allSatisfy(\.properties.isWhitespace)
  }
}

extension String {
  /// The text without blanks at its ends, with an ellipsis where it is too long to be shown or was cut already.
  fileprivate func trimmed(isCut: Bool) -> String {
    var content = drop(while: \.isWhitespace)
    while content.last?.isWhitespace == true { content.removeLast() }
    guard isCut || content.count > VerifierMessage.longestText else { return String(content) }
    return content.prefix(VerifierMessage.longestText - 1) + "…"
  }
}

/// Takes out of a line what would move the cursor of a terminal, or change more than a cell: control characters and the
/// sequences that they begin. For example, "ESC [ 1 m bold" becomes "bold". What cannot be seen otherwise stays, and is
/// drawn as signs.
///
/// The sequences are those of ECMA-48, in their forms with ESC and with a single control character. A character that
/// cannot belong to a sequence ends it and stays.
struct ControlFilter {
  private enum State {
    case text
    /// Behind ESC, or ESC and intermediate characters.
    case escape
    /// In a control sequence, such as a change of colour.
    case sequence
    /// In a control string, such as a window's title.
    case string
  }

  private var state = State.text

  /// Takes the next character and answers it; `nil` where it is taken out. A tab becomes a space.
  mutating func take(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch (state, scalar) {
    case (_, "\u{1B}"): state = .escape
    case (.string, "\u{07}"), (.string, "\u{9C}"): state = .text
    case (.string, _): break
    case (_, "\u{9B}"), (.escape, "["): state = .sequence
    case (_, "\u{90}"), (_, "\u{98}"), (_, "\u{9D}"..."\u{9F}"): state = .string
    case (.escape, "P"), (.escape, "X"), (.escape, "]"..."_"): state = .string
    case (.escape, " "..."/"), (.sequence, " "..."?"): break
    case (.escape, "0"..."~"), (.sequence, "@"..."~"): state = .text
    default:
      state = .text
      if scalar == "\t" { return " " }
      return scalar.isControlOrSeparator ? nil : scalar
    }
    return nil
  }
}

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
    return (0...count - part.count).contains {
      self[$0] == part[0] && extracting($0..<$0 + part.count).isEqual(to: part)
    }
  }
}
