/// A list of leaked passwords in the format of haveibeenpwned.com: evenly spread hashes, in order, with counts.
package struct LeakedList: Sendable {
  package struct Password: Sendable {
    package let text: String
    /// Its SHA-1.
    package let hash: String

    /// A password that passes the classic rule and that of an account.
    package static let leaked = Password(
      text: "Correct.Horse7", hash: "44F81C2C7A42C32EB2D49199A5BF2D0510BEE9A3")
  }

  package var lines: [String]

  /// Makes a list of `count` hashes of nothing and one of ``Password/leaked``, with the count 1,234.
  package init(count: UInt64 = 2_000) {
    lines = (0..<count).map { number in
      let start = String(number &* (UInt64.max / count), radix: 16, uppercase: true)
      let hash = String(repeating: "0", count: 16 - start.count) + start
      return hash + String(repeating: "7", count: 24) + ":\(number % 90 + 1)\n"
    }
    lines.append("\(Password.leaked.hash):1234\n")
    lines.sort()
  }

  package var text: String { lines.joined() }
}
