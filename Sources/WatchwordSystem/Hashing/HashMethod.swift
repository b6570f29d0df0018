internal import CWatchwordHashes

/// A method to hash a password: one of crypt(5), or PostgreSQL's. Weak methods are left out.
package enum HashMethod: String, CaseIterable, Sendable {
  /// The method that crypt(5) prefers, yescrypt.
  case standard = "default"
  case yescrypt
  case gostYescrypt = "gost-yescrypt"
  case scrypt
  case bcrypt
  case sha512crypt
  case sha256crypt
  /// What PostgreSQL stores (RFC 5803).
  case scramSHA256 = "scram-sha-256"

  private var row: (prefix: String, costs: ClosedRange<Int>, standardCost: Int) {
    switch self {
    case .standard, .yescrypt: ("$y$", 1...11, 5)
    case .gostYescrypt: ("$gy$", 1...11, 5)
    case .scrypt: ("$7$", 6...11, 7)
    case .bcrypt: ("$2b$", 4...31, 12)
    case .sha512crypt: ("$6$", 1_000...999_999_999, 500_000)
    case .sha256crypt: ("$5$", 1_000...999_999_999, 500_000)
    // RFC 7677 asks for 4,096 or more, which is what PostgreSQL takes.
    case .scramSHA256: ("SCRAM-SHA-256$", 4_096...999_999_999, 4_096)
    }
  }

  package var prefix: String { row.prefix }

  /// The possible costs, see crypt(5): rounds for the methods of SHA; for the others each step doubles the time.
  package var costs: ClosedRange<Int> { row.costs }

  /// The default cost: the library's own, or more if the library's is outdated.
  package var standardCost: Int { row.standardCost }

  /// The longest password, in bytes. bcrypt would ignore any bytes after 72. For the other methods it is the limit of
  /// the library (CRYPT_MAX_PASSPHRASE_SIZE).
  package var longestPassword: Int { self == .bcrypt ? 72 : WW_SCRAM_LONGEST }
}
