package import Glibc

/// Calls `value` with the entry of `user` in /etc/passwd, and returns its result; `nil` if the file has no such entry.
/// Reads the file directly, bypassing the name service switch, which a statically linked program does not have.
package func accountEntry<Value>(of user: uid_t, _ value: (passwd) -> Value?) -> Value? {
  guard let file = unsafe fopen("/etc/passwd", "re") else { return nil }
  defer { unsafe fclose(file) }
  return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestAccount) { text in
    guard let start = text.baseAddress else { return nil }
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    while unsafe fgetpwent_r(file, &entry, start, text.count, &found) == 0 {
      if unsafe entry.pw_uid == user { return unsafe value(entry) }
    }
    return nil
  }
}

private let longestAccount = 65_536

package func accountName(of user: uid_t) -> String {
  unsafe accountEntry(of: user) { unsafe $0.pw_name.map { unsafe String(cString: $0) } } ?? "\(user)"
}
