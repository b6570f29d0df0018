internal import CWatchwordSystem
internal import Glibc
internal import WatchwordMessages
package import WatchwordSecrets

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

/// Makes the hash of one password, as crypt(3) makes it, in memory for secrets that is wiped then.
///
/// The system's library itself maps what yescrypt and scrypt need besides, 16 MiB and more, and gives it back when it
/// is done. That memory is not locked.
package struct PasswordHasher: ~Copyable {
  private let library: ww_hash_library
  private let method: HashMethod
  private let cost: Int
  private let memory: SecretMemory
  private var work: SecretBuffer

  /// Loads the library, and takes the memory for a hash.
  ///
  /// - Precondition: `cost` is one of the method's.
  /// - Throws: ``AnswerError/noLibrary`` and ``AnswerError/memory(_:)``.
  package init(
    _ method: HashMethod, cost: Int, locking: SecretMemory.Locking = .required
  ) throws(AnswerError) {
    precondition(method.costs.contains(cost), "the method has no such cost")
    var library = ww_hash_library()
    guard unsafe ww_hash_load(&library) else { throw .noLibrary }
    let capacities = [WW_HASH_WORK, WW_HASH_LENGTH]
    let memory = try rethrow(try SecretMemory(for: capacities, locking: locking), as: AnswerError.memory)
    work = try rethrow(try SecretBuffer(capacity: capacities[0], in: memory), as: AnswerError.memory)
    self.library = library
    self.memory = memory
    self.method = method
    self.cost = cost
  }

  /// The hash of `password`, with a salt of its own. It may take minutes where the cost is high.
  package mutating func hash(_ password: borrowing SecretBuffer) throws(AnswerError) -> SecretBuffer {
    let limit = method.longestPassword
    guard password.count <= limit else { throw .tooLong(limit: limit) }
    // What a NUL ends would be hashed without its end, or be nothing.
    guard password.count > 0, !password.bytes.indices.contains(where: { password.bytes[$0] == 0 }) else {
      throw .system(SystemError(number: EINVAL))
    }
    defer { StackScratch.scrub() }
    var hash = try rethrow(
      try SecretBuffer(capacity: WW_HASH_LENGTH, in: memory), as: AnswerError.memory)
    let setting = try makeSetting()
    unsafe work.withFreeCapacity { free in
      let text = unsafe password.bytes.withUnsafeBufferPointer { bytes in
        // A zero stands behind the bytes of a buffer.
        unsafe bytes.withMemoryRebound(to: CChar.self) {
          unsafe library.hash($0.baseAddress, setting, free.baseAddress, Int32(free.count))
        }
      }
      guard let text = unsafe text else { return 0 }
      unsafe hash.withFreeCapacity { room in
        let count = unsafe strlen(text)
        unsafe room.copyMemory(from: UnsafeRawBufferPointer(start: text, count: count))
        return count
      }
      return 0
    }
    // The setting and the password are right. All that can be missing is memory, of which the library says EINVAL.
    guard hash.count > 0 else { throw .system(SystemError(number: ENOMEM)) }
    return hash
  }

  /// The method, the cost and a salt, for crypt_rn(3).
  private func makeSetting() throws(AnswerError) -> [CChar] {
    var setting = [CChar](repeating: 0, count: WW_HASH_SETTING_LENGTH)
    let size = Int32(setting.count)
    guard unsafe library.make_setting(method.prefix, UInt(cost), nil, 0, &setting, size) != nil else {
      throw .system(.last)
    }
    return setting
  }
}
