/// A method of crypt(5) for the hash of a password. The weaker ones are left out.
package enum HashMethod: String, CaseIterable, Sendable {
  /// The method that crypt(5) prefers, yescrypt.
  case standard = "default"
  case yescrypt
  case gostYescrypt = "gost-yescrypt"
  case scrypt
  case bcrypt
  case sha512crypt
  case sha256crypt

  private var row: (prefix: String, costs: ClosedRange<Int>, standardCost: Int) {
    switch self {
    case .standard, .yescrypt: ("$y$", 1...11, 5)
    case .gostYescrypt: ("$gy$", 1...11, 5)
    case .scrypt: ("$7$", 6...11, 7)
    case .bcrypt: ("$2b$", 4...31, 12)
    case .sha512crypt: ("$6$", 1_000...999_999_999, 500_000)
    case .sha256crypt: ("$5$", 1_000...999_999_999, 500_000)
    }
  }

  package var prefix: String { row.prefix }

  /// What a hash may cost, see crypt(5): the number of rounds for the methods of SHA, and for the others a number of
  /// which each one more doubles the time.
  package var costs: ClosedRange<Int> { row.costs }

  /// What a hash costs where nobody says it: what the library takes, or more where that is as old as the method.
  package var standardCost: Int { row.standardCost }

  /// The bytes of the longest password that the method takes as a whole. With bcrypt what stands behind would not
  /// count; the library refuses it with the others (CRYPT_MAX_PASSPHRASE_SIZE).
  package var longestPassword: Int { self == .bcrypt ? 72 : 511 }
}
