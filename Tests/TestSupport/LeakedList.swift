/// A list of leaked passwords, as haveibeenpwned.com has them: evenly spread hashes in their order, with counts.
package struct LeakedList: Sendable {
  package struct Password: Sendable {
    package let text: String
    package let sha1, ntlm: String

    /// One that passes the classic rule, and that of an account.
    package static let leaked = Password(
      text: "Correct.Horse7", sha1: "44F81C2C7A42C32EB2D49199A5BF2D0510BEE9A3",
      ntlm: "4C3FD4EF92E27FC672551FA861242845")
  }

  package enum Hash: CaseIterable, Sendable {
    case sha1, ntlm
  }

  package var lines: [String]
  private let hash: Hash

  /// Makes a list of `count` hashes of nothing and that of ``Password/leaked``, which was counted 1,234 times.
  package init(_ hash: Hash = .sha1, count: UInt64 = 2_000) {
    self.hash = hash
    let digits = hash == .sha1 ? 40 : 32
    lines = (0..<count).map { number in
      let start = String(number &* (UInt64.max / count), radix: 16, uppercase: true)
      let hash = String(repeating: "0", count: 16 - start.count) + start
      return hash + String(repeating: "7", count: digits - 16) + ":\(number % 90 + 1)\n"
    }
    let leaked = hash == .sha1 ? Password.leaked.sha1 : Password.leaked.ntlm
    lines.append("\(leaked):1234\n")
    lines.sort()
  }

  package var text: String { lines.joined() }

  /// Writes a file for the prefix of each hash into `folder`, and the first file and the last.
  package func write(into folder: TemporaryFolder) {
    var files: [String: String] = [:]
    for prefix in ["00000", "FFFFF"] {
      files[prefix] = String(repeating: "8", count: hash == .sha1 ? 35 : 27) + ":1\n"
    }
    for line in lines { files[String(line.prefix(5)), default: ""] += line.dropFirst(5) }
    for (prefix, lines) in files { _ = folder.write(lines, to: prefix + ".txt") }
  }
}
