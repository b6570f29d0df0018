internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordSystem

/// What passwd has written since it was answered last, in secret memory, since it may hold what was typed.
struct PasswdOutput: ~Copyable {
  private var text: SecretBuffer
  private var note: SecretBuffer
  private var messages: VerifierOutput
  /// How many bytes passwd has written in all.
  private(set) var total = 0

  /// The most bytes that it may write.
  static let limit = 65_536
  /// The most that are kept. Of more the beginning is lost.
  private static let keptCount = 4095

  init(locking: SecretMemory.Locking) throws(SecretError) {
    let text = try SecretBuffer(capacity: Self.keptCount, locking: locking)
    let note = try SecretBuffer(capacity: Self.keptCount, locking: locking)
    messages = try VerifierOutput(locking: locking)
    self.text = text
    self.note = note
  }

  /// Reads what is there, and answers whether that was anything.
  mutating func read(from descriptor: Int32) -> Bool {
    let before = total
    while true {
      if text.count == text.capacity { text.removeSubrange(0..<text.count / 2) }
      let count = text.read(from: descriptor)
      guard count > 0 else { return total > before }
      total += count
      // What writes without end is looked at between.
      if total - before > Self.limit { return true }
    }
  }

  /// Forgets what was said up to an answer; or keeps its remark, which is one on a password that is taken.
  mutating func forget(isNoted: Bool = false) {
    if isNoted, let range = Self.remark(in: text.bytes) {
      note.take(range, of: text)
    }
    text.removeAll()
  }

  /// The question that stands there; `nil` where none does.
  func prompt(isEchoing: Bool) -> PasswdPrompt? {
    PasswdPrompt(text.bytes.extracting(Self.lines(of: text.bytes).last ?? 0..<0), isSecret: !isEchoing)
  }

  /// Whether passwd has said anything in front of its question.
  var hasSpoken: Bool { Self.remark(in: text.bytes) != nil }

  /// What passwd has said: in plain words where it is known, else its own line, without what would move a cursor.
  ///
  /// - Parameters:
  ///   - texts: The language.
  ///   - secrets: Calls its argument with each text that must not be shown.
  /// - Returns: `nil` where it has said nothing; an empty text where it quotes a secret.
  mutating func remark(_ texts: Texts, hiding secrets: ((UTF8Span) -> Void) -> Void) -> String? {
    guard let range = Self.remark(in: text.bytes) else { return nil }
    return text.words(in: range, by: &messages, texts, hiding: secrets)
  }

  /// What it has said of a password that it took.
  mutating func notedRemark(_ texts: Texts, hiding secrets: ((UTF8Span) -> Void) -> Void) -> String? {
    guard note.count > 0 else { return nil }
    return note.words(in: 0..<note.count, by: &messages, texts, hiding: secrets)
  }

  /// The words in which passwd asks, as a label.
  mutating func label(hiding secrets: ((UTF8Span) -> Void) -> Void) -> String? {
    var line = Self.lines(of: text.bytes).last ?? 0..<0
    let end = text.bytes.extracting(line).content.upperBound
    if end > 0, text.bytes[line.lowerBound + end - 1] == UInt8(ascii: ":") {
      line = line.lowerBound..<line.lowerBound + end - 1
    }
    return text.message(in: line, by: &messages, hiding: secrets)
  }

  /// The lines, the last of which is not finished.
  private static func lines(of text: Span<UInt8>) -> [Range<Int>] {
    var (lines, start): ([Range<Int>], Int) = ([], 0)
    for index in text.indices where text[index] == UInt8(ascii: "\n") {
      lines.append(start..<index)
      start = index + 1
    }
    return lines + [start..<text.count]
  }

  /// The last finished line that says something: one of a module, or else the one in which passwd names its error.
  private static func remark(in text: Span<UInt8>) -> Range<Int>? {
    let said = lines(of: text).dropLast().filter { range in
      let line = text.extracting(range)
      return !line.content.isEmpty && !heading.contains { line.begins(with: $0) }
    }
    let own = said.filter { text.extracting($0).begins(with: "passwd: ") }
    return said.last { !own.contains($0) } ?? own.first.map { $0.lowerBound + 8..<$0.upperBound }
  }

  /// What is said whether an answer was right or not.
  private static let heading = ["changing password for ", "passwd: password unchanged"]

  /// What modules of Debian 12 say, in parts, and what that means. The first one that fits counts.
  fileprivate static let reasons: [(words: String, text: @Sendable (Texts) -> String)] = [
    ("already used", { texts in texts("This password was used before. Choose another.") }),
    ("must choose a longer password", { texts in texts("Choose a longer password.") }),
    ("must choose a shorter password", { texts in texts("Choose a shorter password.") }),
    ("is shorter than", { texts in texts("Choose a longer password.") }),
    ("dictionary", { texts in texts("It is too close to a word of a dictionary. Choose another.") }),
    ("password has not been changed", { texts in texts("Choose a password that is not the old one.") }),
    ("same as the old one", { texts in texts("Choose a password that is not the old one.") }),
    ("similar to the old one", { texts in texts("It is too much like the old password. Choose another.") }),
    ("rotated", { texts in texts("It is too much like the old password. Choose another.") }),
    ("user name", { texts in texts("Leave your name out of the password.") }),
    ("real name", { texts in texts("Leave your name out of the password.") }),
    ("palindrome", { texts in texts("It reads the same backwards. Choose another.") }),
    ("wait longer to change", { texts in texts("You must wait longer to change your password.") }),
    ("lock busy", { texts in texts("Someone else is changing passwords. Try again in a moment.") }),
  ]
}

extension SecretBuffer {
  fileprivate mutating func take(_ range: Range<Int>, of other: borrowing SecretBuffer) {
    removeAll()
    try? append(other.bytes.extracting(range))
  }

  fileprivate func words(
    in range: Range<Int>, by messages: inout VerifierOutput, _ texts: Texts,
    hiding secrets: ((UTF8Span) -> Void) -> Void
  ) -> String? {
    let line = bytes.extracting(range)
    let known = PasswdOutput.reasons.first { line.offset(of: $0.words) != nil }
    return known?.text(texts) ?? messages.message(of: line, hiding: secrets).map { $0.text ?? "" }
  }

  fileprivate func message(
    in range: Range<Int>, by messages: inout VerifierOutput, hiding secrets: ((UTF8Span) -> Void) -> Void
  ) -> String? {
    messages.message(of: bytes.extracting(range), hiding: secrets)?.text
  }
}
