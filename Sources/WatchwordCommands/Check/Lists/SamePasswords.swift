internal import CWatchwordSystem
internal import Glibc
internal import WatchwordSecrets

/// Finds the passwords that a list has several times. Of each it keeps a keyed hash and a line number, which take at
/// most 48 bytes even while the table grows.
struct SamePasswords: ~Copyable {
  private var key: SecretBuffer
  /// The first line with a password, by the password's hash. The highest bit says that there is another line.
  private var lines: [UInt64: UInt32] = [:]
  /// How many lines share their password with another one, and how many passwords they have.
  private(set) var count = (lines: 0, passwords: 0)

  init(locking: SecretMemory.Locking) throws(SecretError) {
    key = try SecretBuffer(capacity: Self.keySize, locking: locking)
    // Swift draws a key for its hashes too, but a variable of the environment can take it away.
    unsafe key.withFreeCapacity { unsafe ww_random($0.baseAddress, $0.count) == 0 ? $0.count : 0 }
  }

  /// The line on which `password` was seen first; `nil` if it is seen for the first time. Lines come in ascending order.
  mutating func firstLine(of password: Span<UInt8>, on line: Int) -> Int? {
    guard line < Self.isShared else { return nil }
    var hasher = Hasher()
    unsafe key.bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    unsafe password.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    let hash = UInt64(bitPattern: Int64(hasher.finalize()))
    guard let found = lines[hash] else {
      lines[hash] = UInt32(line)
      return nil
    }
    if found & Self.isShared == 0 {
      lines[hash] = found | Self.isShared
      count = (count.lines + 1, count.passwords + 1)
    }
    count.lines += 1
    return Int(found & ~Self.isShared)
  }

  private static let isShared: UInt32 = 1 << 31
  private static let keySize = 16
}
