internal import CWatchwordHashes
internal import CWatchwordSystem
internal import Glibc
internal import WatchwordBase
package import WatchwordSecrets

/// Hashes passwords, one after the other, in secret memory that is wiped afterwards. For yescrypt and scrypt the
/// system's library itself maps 16 MiB or more while it works. That memory is not locked.
package struct PasswordHasher: ~Copyable {
  /// `nil` for a method that needs none.
  private let library: ww_hash_library?
  private let method: HashMethod
  private let cost: Int
  private let memory: SecretMemory
  private var work: SecretBuffer

  /// Loads the library, and allocates the memory for a hash.
  ///
  /// - Precondition: `cost` is one of the method's ``HashMethod/costs``.
  /// - Throws: ``AnswerError/noLibrary`` and ``AnswerError/memory(_:)``.
  package init(
    _ method: HashMethod, cost: Int, locking: SecretMemory.Locking = .required
  ) throws(AnswerError) {
    precondition(method.costs.contains(cost), "the method has no such cost")
    var library = ww_hash_library()
    let isOwn = method == .scramSHA256
    if !isOwn { guard unsafe ww_hash_load(&library) else { throw .noLibrary } }
    let capacities = [max(WW_HASH_WORK, WW_SCRAM_WORK), WW_HASH_LENGTH]
    let memory = try rethrow(try SecretMemory(for: capacities, locking: locking), as: AnswerError.memory)
    work = try rethrow(try SecretBuffer(capacity: capacities[0], in: memory), as: AnswerError.memory)
    self.library = isOwn ? nil : library
    self.memory = memory
    self.method = method
    self.cost = cost
  }

  /// The hash of `password`, with a new salt. A high cost may take minutes.
  package mutating func hash(_ password: borrowing SecretBuffer) throws(AnswerError) -> SecretBuffer {
    let limit = method.longestPassword
    guard password.count <= limit else { throw .tooLong(limit: limit) }
    // A NUL would cut the password off.
    guard password.count > 0, !password.bytes.indices.contains(where: { password.bytes[$0] == 0 }) else {
      throw .system(SystemError(number: EINVAL))
    }
    defer { StackScratch.scrub() }
    var hash = try rethrow(
      try SecretBuffer(capacity: WW_HASH_LENGTH, in: memory), as: AnswerError.memory)
    if let library { try crypt(password, library, into: &hash) } else { try write(password, into: &hash) }
    return hash
  }

  /// Hashes as PostgreSQL does.
  private mutating func write(
    _ password: borrowing SecretBuffer, into hash: inout SecretBuffer
  ) throws(AnswerError) {
    var salt = [UInt8](repeating: 0, count: WW_SCRAM_SALT)
    let error = unsafe ww_random(&salt, salt.count)
    guard error == 0 else { throw .system(SystemError(number: error)) }
    let cost = UInt32(cost)
    unsafe work.withFreeCapacity { work in
      unsafe password.bytes.withUnsafeBytes { password in
        unsafe hash.withFreeCapacity { room in
          let text = unsafe password.baseAddress?.assumingMemoryBound(to: CChar.self)
          let found = unsafe room.baseAddress?.bindMemory(to: CChar.self, capacity: room.count)
          return unsafe ww_scram(text, password.count, salt, cost, work.baseAddress, found)
        }
      }
      return 0
    }
  }

  private mutating func crypt(
    _ password: borrowing SecretBuffer, _ library: ww_hash_library, into hash: inout SecretBuffer
  ) throws(AnswerError) {
    let setting = try makeSetting(library)
    unsafe work.withFreeCapacity { free in
      let text = unsafe password.bytes.withUnsafeBufferPointer { bytes in
        // A zero follows the bytes of a buffer, so the library can read them as a string.
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
    // Setting and password are valid, so only memory can be missing, which the library reports as EINVAL.
    guard hash.count > 0 else { throw .system(SystemError(number: ENOMEM)) }
  }

  /// The method, the cost and a salt, for crypt_rn(3).
  private func makeSetting(_ library: ww_hash_library) throws(AnswerError) -> [CChar] {
    var setting = [CChar](repeating: 0, count: WW_HASH_SETTING_LENGTH)
    let size = Int32(setting.count)
    guard unsafe library.make_setting(method.prefix, UInt(cost), nil, 0, &setting, size) != nil else {
      throw .system(.last)
    }
    return setting
  }
}
