/// A question of passwd, as it stands on passwd's terminal.
struct PasswdPrompt: Equatable, Sendable {
  /// What is asked for: the passwords in the order in which passwd is told them.
  enum Kind: Comparable, Sendable {
    /// Something else, such as a token's code.
    case other
    /// The password that the account has.
    case old
    /// The new password, for the first time.
    case new
    /// The new password once more.
    case again
  }

  let kind: Kind
  /// Whether passwd has switched the echo off for the answer.
  let isSecret: Bool
  /// Tells the words of one question from those of another in this process.
  let mark: Int

  /// Reads the line in which the cursor stands; `nil` where that is no question.
  ///
  /// What asks for a password of the account, and would show it, is none: no answer is right there.
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

  /// How the questions begin in Debian 12's libpam, with which pam_unix, pam_pwquality and pam_pwhistory ask, and in its
  /// pam_krb5, pam_sss and pam_ldap. Between this and "password" may stand a word such as UNIX or Kerberos.
  private static let beginnings: [(words: String, kind: Kind)] = [
    ("current", .old), ("(current)", .old), ("old", .old), ("first factor (current", .old), ("new", .new),
    ("enter new", .new),
  ]
  /// What asks for the new password once more may go on with a module's own words.
  private static let repetitions = ["retype ", "re-type ", "re-enter ", "reenter "]

  /// What `words`, in front of a colon, ask for; `nil` where it is no password of the account.
  private static func kind(of words: Span<UInt8>) -> Kind? {
    if repetitions.contains(where: { words.begins(with: $0) }) { return .again }
    guard let noun = words.offset(of: "password") else { return nil }
    // pam_krb5 names the principal, and pam_sss has a parenthesis.
    let rest = words.extracting((noun + 8)...)
    let isNamed = rest.begins(with: " for ") && rest.extracting(5...).offset(of: " ") == nil
    guard isNamed || rest.isEmpty || rest.count == 1 && rest.begins(with: ")") else { return nil }
    let front = words.extracting(..<noun)
    return beginnings.first { beginning in
      guard front.begins(with: beginning.words) else { return false }
      let name = front.extracting(beginning.words.utf8.count...)
      return name.begins(with: " ") && name.extracting(name.content).hasOnlyLetters
    }?.kind
  }
}

extension Span<UInt8> {
  var last: UInt8? { isEmpty ? nil : self[count - 1] }

  /// Where the bytes stand without blanks and line ends at their two ends.
  var content: Range<Int> {
    var (start, end) = (0, count)
    while start < end, self[start] <= UInt8(ascii: " ") { start += 1 }
    while end > start, self[end - 1] <= UInt8(ascii: " ") { end -= 1 }
    return start..<end
  }

  /// Whether these bytes begin with `text`, which is in lower case, whatever their own case.
  func begins(with text: String) -> Bool { holds(text, at: 0) }

  /// Where `text`, which is in lower case, stands first; `nil` for nowhere.
  func offset(of text: String) -> Int? { indices.first { holds(text, at: $0) } }

  private func holds(_ text: String, at offset: Int) -> Bool {
    offset + text.utf8.count <= count
      && zip(text.utf8, offset...).allSatisfy { $0 == ($0 >= 0x61 ? self[$1] | 0x20 : self[$1]) }
  }

  fileprivate var hasOnlyLetters: Bool { indices.allSatisfy { (0x61...0x7A).contains(self[$0] | 0x20) } }
}
