internal import WatchwordBase
internal import WatchwordSecrets

/// passwd's output since its last answer.
struct PasswdOutput: ~Copyable {
  private var said: TerminalOutput
  /// The introduction of each question: the marks of the lines before it, by the mark of the question.
  private var introductions: [Int: Set<Int>] = [:]
  var total: Int { said.total }

  /// The most bytes that passwd may write.
  static let limit = TerminalOutput.limit

  init(locking: SecretMemory.Locking) throws(SecretError) { said = try TerminalOutput(locking: locking) }

  /// Reads what is there. Returns false if there was nothing.
  mutating func read(from descriptor: Int32) -> Bool { said.read(from: descriptor) }

  /// Whether the first line is an answer that the terminal has echoed.
  private var beginsWithAnswer = false

  mutating func forget(echoing: Bool = false) {
    said.forget()
    beginsWithAnswer = echoing
  }

  mutating func startAnew() {
    forget()
    said.startAnew()
  }

  func prompt(isEchoing: Bool) -> PasswdPrompt? {
    PasswdPrompt(said.kept.bytes.extracting(lastLine), isSecret: !isEchoing)
  }

  /// Remembers what passwd prints before this prompt every time, so that ``remark(before:isAboutPassword:hiding:)`` can
  /// leave it out. Never call it after a new password: then those lines are the reason of a refusal.
  mutating func learn(_ prompt: PasswdPrompt) {
    introductions[prompt.mark] = introductions[prompt.mark] ?? Set(spoken.map { mark($0) })
  }

  /// What PAM modules have said, without cursor movement, or passwd's own error if they said nothing. Leaves out the
  /// introduction of `prompt`, and lines that quote a secret; `secrets` calls its argument with each secret.
  ///
  /// `isAboutPassword` is true once passwd was told a password. Then plain words replace known lines.
  ///
  /// - Returns: `nil` if nothing was said; an empty text if all of it quotes a secret.
  mutating func remark(
    before prompt: PasswdPrompt?, isAboutPassword: Bool, hiding secrets: ((UTF8Span) -> Void) -> Void
  ) -> String? {
    let known = prompt.flatMap { introductions[$0.mark] } ?? []
    let lines = spoken.filter {
      !known.contains(mark($0)) && !said.kept.bytes.extracting($0).begins(with: "try again.")
    }
    guard !lines.isEmpty else {
      return ownError.flatMap { said.text(of: $0, hiding: secrets) }
    }
    return lines.compactMap { line in
      let reason = isAboutPassword ? Self.reason(said.kept.bytes.extracting(line)) : nil
      return reason ?? said.text(of: line, hiding: secrets)
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// What modules have said, in paragraphs without wrapping, except those that suggest a password; `nil` for nothing.
  mutating func introduction(hiding secrets: ((UTF8Span) -> Void) -> Void) -> String? {
    let texts = lines.split { said.kept.bytes.extracting($0).content.isEmpty }.map { lines in
      let shown = lines.contains { isSuggestion($0) } ? [] : lines.filter { !isOfPasswd($0) }
      return shown.compactMap { line in
        said.text(of: line, hiding: secrets).map { $0 + (line.count > 70 ? " " : "\n") }
      }.joined().dropLast()
    }.filter { !$0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: "\n\n")
  }

  mutating func label(hiding secrets: ((UTF8Span) -> Void) -> Void) -> String? {
    let (line, words) = (lastLine, said.kept.bytes.extracting(lastLine).content)
    var range = line.lowerBound + words.lowerBound..<line.lowerBound + words.upperBound
    if said.kept.bytes.extracting(range).last == UInt8(ascii: ":") { range = range.dropLast() }
    return said.text(of: range, hiding: secrets)
  }

  /// Whether `passwd -S` reports that the account has a password in the shadow file, and that it is not locked.
  var tellsHash: Bool { lines.contains { said.kept.bytes.extracting($0).offset(of: " p ") != nil } }

  private var lastLine: Range<Int> { said.lastLine }

  private var lines: [Range<Int>] { said.lines }

  /// The finished lines that modules wrote.
  var spoken: [Range<Int>] {
    lines.dropFirst(beginsWithAnswer ? 1 : 0).filter {
      !said.kept.bytes.extracting($0).content.isEmpty && !isOfPasswd($0) && !isSuggestion($0)
    }
  }

  private func isOfPasswd(_ line: Range<Int>) -> Bool {
    let words = said.kept.bytes.extracting(line)
    return words.begins(with: "passwd: ") || words.begins(with: "changing password for ")
  }

  /// Whether a module suggests a password in the line, as pam_passwdqc does.
  private func isSuggestion(_ line: Range<Int>) -> Bool {
    said.kept.bytes.extracting(line).offset(of: "password: \"") != nil
  }

  /// Whether PAM could not lock or write the account's files, as on a read-only system: no other password would help.
  /// Behind Debian's pam_unix stands pam_deny with another error, and nothing is said of the password.
  var isFaultOfFiles: Bool {
    guard let range = ownError else { return false }
    let error = said.kept.bytes.extracting(range)
    return error.begins(with: "authentication token lock busy")
      || spoken.isEmpty && error.begins(with: "authentication token manipulation error")
  }

  private var ownError: Range<Int>? {
    lines.last { line in
      let words = said.kept.bytes.extracting(line)
      return words.begins(with: "passwd: ") && !words.begins(with: "passwd: password ")
    }.map { $0.lowerBound + 8..<$0.upperBound }
  }

  /// Identifies a line. Ignores text in quotation marks, because a module that suggests a password suggests another one
  /// each time.
  private func mark(_ line: Range<Int>) -> Int {
    var (hasher, isQuoted) = (Hasher(), false)
    for index in line {
      let byte = said.kept.bytes[index]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() } else if !isQuoted { hasher.combine(byte) }
    }
    return hasher.finalize()
  }

  private static func reason(_ line: Span<UInt8>) -> String? {
    reasons.first { $0.words.contains { line.offset(of: $0) != nil } }?.reason
  }

  /// Parts of what Debian 12's modules say, and their meaning. The first match counts.
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
        text("Choose a password that is less like the old one.")
      ),
      (["user name", "real name"], text("Leave your name out of the password.")),
      (["palindrome"], text("It reads the same backwards. Choose another.")),
      (["wait longer to change"], text("You must wait longer to change your password.")),
    ]
  }
}
