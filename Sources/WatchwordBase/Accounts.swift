package import Glibc

/// Calls `value` with the entry of `user` in /etc/passwd, and returns its result; `nil` if the file has no such entry.
/// Reads the file directly, bypassing the name service switch, which a statically linked program does not have.
package func accountEntry<Value>(of user: uid_t, _ value: (passwd) -> Value?) -> Value? {
  guard let file = unsafe fopen("/etc/passwd", "re") else { return nil }
  defer { unsafe fclose(file) }
  func find(capacity: Int) -> Value? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { text in
      guard let start = text.baseAddress else { return nil }
      var entry = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>?
      var error: Int32 = 0
      repeat {
        error = unsafe fgetpwent_r(file, &entry, start, text.count, &found)
        if error == 0, unsafe entry.pw_uid == user { return unsafe value(entry) }
      } while error == 0
      // An entry that is too long is read again.
      return error == ERANGE && capacity < longestAccount ? find(capacity: longestAccount) : nil
    }
  }
  // Usually enough, and on the stack. The longest entry takes 16 pages, to be wiped afterwards.
  return find(capacity: 1024)
}

private let longestAccount = 65_536

package func accountName(of user: uid_t) -> String {
  unsafe accountEntry(of: user) { unsafe $0.pw_name.map { unsafe String(cString: $0) } } ?? "\(user)"
}
