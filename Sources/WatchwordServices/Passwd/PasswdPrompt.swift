/// A question on passwd's terminal.
struct PasswdPrompt: Equatable, Sendable {
  /// What is asked for. The passwords come in the order in which passwd is told them.
  enum Kind: Comparable, Sendable {
    /// Something else, such as a token's code.
    case other
    case old
    case new
    /// The new password once more.
    case again
  }

  let kind: Kind
  /// Whether passwd has switched off the echo for the answer.
  let isSecret: Bool
  /// Identifies the words of the question within this process.
  let mark: Int

  /// Reads the line with the cursor; `nil` if it is not a question.
  ///
  /// A question for a password of the account does not count while the echo is on: no answer would be right.
  init?(_ line: Span<UInt8>, isSecret: Bool) {
    let words = line.extracting(line.content)
    guard let last = words.last else { return nil }
    self.isSecret = isSecret
    var hasher = Hasher()
    for index in words.indices { hasher.combine(words[index]) }
    mark = hasher.finalize()
    let asked = last == UInt8(ascii: ":") ? Self.kind(of: words.extracting(droppingLast: 1)) : nil
    guard asked == nil ? ":?>])".utf8.contains(last) : isSecret else { return nil }
    kind = asked ?? .other
  }

  /// How the questions begin in Debian 12's libpam, which pam_unix, pam_pwquality and pam_pwhistory use, and in its
  /// pam_krb5, pam_passwdqc, pam_sss and pam_ldap. Options may insert a name before "password", such as UNIX.
  private static let beginnings: [(words: String, kind: Kind)] = [
    ("current", .old), ("(current)", .old), ("enter current", .old), ("old", .old),
    ("first factor (current", .old), ("new", .new), ("enter new", .new),
  ]
  /// The question for the new password again may continue in a module's own words.
  private static let repetitions = ["retype ", "re-type ", "re-enter ", "reenter "]

  /// What `words`, before a colon, ask for; `nil` if it is not a password of the account.
  private static func kind(of words: Span<UInt8>) -> Kind? {
    guard let noun = words.offset(of: "password", isLast: true) else { return nil }
    if repetitions.contains(where: { words.begins(with: $0) }) { return .again }
    // pam_krb5 names the principal, and pam_sss has a parenthesis.
    let rest = words.extracting((noun + 8)...)
    let isNamed = rest.begins(with: " for ") && rest.extracting(5...).offset(of: " ") == nil
    guard isNamed || rest.isEmpty || rest.count == 1 && rest.begins(with: ")") else { return nil }
    let front = words.extracting(..<noun)
    return beginnings.first { beginning in
      guard front.begins(with: beginning.words) else { return false }
      let name = front.extracting(beginning.words.utf8.count...)
      // A one-time password is not the account's.
      return name.begins(with: " ") && (beginning.kind == .new || name.offset(of: "one-time") == nil)
    }?.kind
  }
}

extension Span<UInt8> {
  var last: UInt8? { isEmpty ? nil : self[count - 1] }

  /// The range without blanks and line ends at both ends.
  var content: Range<Int> {
    var (start, end) = (0, count)
    while start < end, self[start] <= UInt8(ascii: " ") { start += 1 }
    while end > start, self[end - 1] <= UInt8(ascii: " ") { end -= 1 }
    return start..<end
  }

  /// Whether these bytes begin with `text`, ignoring the case of these bytes. `text` has to be in lower case.
  func begins(with text: String) -> Bool { holds(text, at: 0) }

  /// The first, or last, offset at which `text` occurs, ignoring the case of these bytes; `nil` if nowhere. `text` has
  /// to be in lower case.
  func offset(of text: String, isLast: Bool = false) -> Int? {
    isLast ? indices.last { holds(text, at: $0) } : indices.first { holds(text, at: $0) }
  }

  private func holds(_ text: String, at offset: Int) -> Bool {
    offset + text.utf8.count <= count
      && zip(text.utf8, offset...).allSatisfy { $0 == ($0 >= 0x61 ? self[$1] | 0x20 : self[$1]) }
  }
}
