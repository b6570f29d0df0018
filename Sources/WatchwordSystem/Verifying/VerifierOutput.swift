internal import WatchwordMessages
package import WatchwordSecrets

/// The end of a verifier's output, in secret memory, since it may quote what was typed.
package struct VerifierOutput: ~Copyable {
  private var tail: SecretBuffer
  /// The last line, once it is asked for.
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

  /// Makes the message of `text`, of which all lines count as one; `nil` where it is blank.
  package mutating func message(of text: Span<UInt8>, hiding secret: UTF8Span) -> VerifierMessage? {
    removeAll()
    var last = UInt8(ascii: " ")
    for offset in text.indices {
      let isBreak = text[offset] == UInt8(ascii: "\n") || text[offset] == UInt8(ascii: "\r")
      if isBreak, last == UInt8(ascii: " ") { continue }
      last = isBreak ? UInt8(ascii: " ") : text[offset]
      let next: InlineArray<1, UInt8> = [last]
      guard (try? tail.append(next.span)) != nil else { break }
    }
    return message(fields: [], hiding: { hide in hide(secret) })
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
    var rest = unsafe UTF8Span(unchecked: extracting((name.count + 1)...)).makeUnicodeScalarIterator()
    while let scalar = rest.next() { if !scalar.properties.isWhitespace { return true } }
    return false
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
