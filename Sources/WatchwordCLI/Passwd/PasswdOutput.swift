internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordSystem

/// What passwd has written since it was answered last, in secret memory, since it may hold what was typed.
struct PasswdOutput: ~Copyable {
  private var said: SecretBuffer
  private var messages: VerifierOutput
  /// How many bytes passwd has written in all.
  private(set) var total = 0

  /// The most bytes that it may write.
  static let limit = 65_536
  /// The most that are kept. Of more the beginning is lost.
  private static let keptCount = 4095

  init(locking: SecretMemory.Locking) throws(SecretError) {
    let said = try SecretBuffer(capacity: Self.keptCount, locking: locking)
    messages = try VerifierOutput(locking: locking)
    self.said = said
  }

  /// Reads what is there, and answers whether that was anything.
  mutating func read(from descriptor: Int32) -> Bool {
    let before = total
    while true {
      if said.count == said.capacity { said.removeSubrange(0..<said.count / 2) }
      let count = said.read(from: descriptor)
      guard count > 0 else { return total > before }
      total += count
      // What writes without end is looked at between.
      if total - before > Self.limit { return true }
    }
  }

  mutating func forget() { said.removeAll() }

  /// Forgets what another passwd has written.
  mutating func startAnew() {
    forget()
    total = 0
  }

  /// The question that stands there; `nil` where none does.
  func prompt(isEchoing: Bool) -> PasswdPrompt? {
    PasswdPrompt(said.bytes.extracting(lastLine), isSecret: !isEchoing)
  }

  /// Whether passwd has said anything in front of its question.
  var hasSpoken: Bool { lineOfRemark != nil }

  /// What passwd has said: in plain words where it is known, else its own line, without what would move a cursor.
  ///
  /// - Parameter secrets: Calls its argument with each text that must not be shown.
  /// - Returns: `nil` where it has said nothing; an empty text where it quotes a secret.
  mutating func remark(hiding secrets: ((UTF8Span) -> Void) -> Void) -> String? {
    guard let range = lineOfRemark else { return nil }
    if let reason = Self.reason(said.bytes.extracting(range)) { return reason }
    return messages.message(of: range, in: said, hiding: secrets).map { $0.text ?? "" }
  }

  /// The words in which passwd asks, as a label.
  mutating func label(hiding secrets: ((UTF8Span) -> Void) -> Void) -> String? {
    let (line, words) = (lastLine, said.bytes.extracting(lastLine).content)
    var range = line.lowerBound + words.lowerBound..<line.lowerBound + words.upperBound
    if said.bytes.extracting(range).last == UInt8(ascii: ":") { range = range.dropLast() }
    return messages.message(of: range, in: said, hiding: secrets)?.text
  }

  /// The line that is not finished.
  private var lastLine: Range<Int> { (lines.last?.upperBound).map { $0 + 1..<said.count } ?? 0..<said.count }

  /// The finished lines.
  private var lines: [Range<Int>] {
    var (lines, start): ([Range<Int>], Int) = ([], 0)
    for index in 0..<said.count where said.bytes[index] == UInt8(ascii: "\n") {
      lines.append(start..<index)
      start = index + 1
    }
    return lines
  }

  /// The last finished line that says something: one of a module, or else the one in which passwd names its error.
  private var lineOfRemark: Range<Int>? {
    var own: Range<Int>?
    for range in lines.reversed() {
      let line = said.bytes.extracting(range)
      if line.begins(with: "passwd: ") {
        if !line.begins(with: "passwd: password unchanged") { own = range.lowerBound + 8..<range.upperBound }
      } else if !line.content.isEmpty, !line.begins(with: "changing password for ") {
        return range
      }
    }
    return own
  }

  private static func reason(_ line: Span<UInt8>) -> String? {
    reasons.first { $0.words.contains { line.offset(of: $0) != nil } }?.reason
  }

  /// What modules of Debian 12 say, in parts, and what that means. The first one that fits counts.
  private static var reasons: [(words: [String], reason: String)] {
    [
      (["already used"], text("This password was used before. Choose another.")),
      (["must choose a longer password", "is shorter than"], text("Choose a longer password.")),
      (["must choose a shorter password"], text("Choose a shorter password.")),
      (["dictionary"], text("It is too close to a word of a dictionary. Choose another.")),
      (
        ["password has not been changed", "same as the old one"],
        text("Choose a password that is not the old one.")
      ),
      (
        ["similar to the old one", "rotated"],
        text("It is too much like the old password. Choose another.")
      ),
      (["user name", "real name"], text("Leave your name out of the password.")),
      (["palindrome"], text("It reads the same backwards. Choose another.")),
      (["wait longer to change"], text("You must wait longer to change your password.")),
      (["lock busy"], text("Someone else is changing passwords. Try again in a moment.")),
    ]
  }
}

extension VerifierOutput {
  fileprivate mutating func message(
    of range: Range<Int>, in text: borrowing SecretBuffer, hiding secrets: ((UTF8Span) -> Void) -> Void
  ) -> VerifierMessage? {
    message(of: text.bytes.extracting(range), hiding: secrets)
  }
}
