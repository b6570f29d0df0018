import Glibc

/// The names of the person and the machine that the process runs for and on.
package enum ProcessNames {
  /// The name with which the person logged in: the variable LOGNAME, or else that of the account; `nil` where neither
  /// is there.
  package static var login: String? {
    if let name = unsafe getenv("LOGNAME"), unsafe name.pointee != 0 { return unsafe String(cString: name) }
    return unsafe account { unsafe $0.pw_name.map { unsafe String(cString: $0) } }
  }

  /// The home folder of the account, `nil` where it has none.
  package static var home: String? { unsafe account { unsafe $0.pw_dir.map { unsafe String(cString: $0) } } }

  /// The user name and the field of the full name of the account, in the bytes that /etc/passwd has; `nil` where the
  /// user is not in that file. The environment has no say.
  package static var account: (name: [UInt8], fullName: [UInt8])? {
    func bytes(_ text: UnsafeMutablePointer<CChar>?) -> [UInt8] {
      unsafe text.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
    }
    return unsafe account { entry in unsafe (bytes(entry.pw_name), bytes(entry.pw_gecos)) }
  }

  /// What `value` finds in the line of the process's user in the file /etc/passwd.
  ///
  /// The file is read as it is, past the name service switch, which a statically linked program does not have.
  private static func account<Value>(_ value: (passwd) -> Value?) -> Value? {
    guard let file = unsafe fopen("/etc/passwd", "re") else { return nil }
    defer { unsafe fclose(file) }
    return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestAccount) { text in
      guard let start = text.baseAddress else { return nil }
      var entry = unsafe passwd()
      var found: UnsafeMutablePointer<passwd>?
      while unsafe fgetpwent_r(file, &entry, start, text.count, &found) == 0 {
        if unsafe entry.pw_uid == getuid() { return unsafe value(entry) }
      }
      return nil
    }
  }

  /// The greatest length of a line of /etc/passwd that is read, in bytes.
  private static let longestAccount = 65_536

  /// The name of the machine that gethostname(2) gives; `nil` where it gives none.
  package static var host: String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestHost + 1) { name in
      guard let start = name.baseAddress, unsafe gethostname(start, name.count) == 0 else { return nil }
      return unsafe String(cString: start)
    }
  }

  /// The greatest length of a host's name, in bytes (HOST_NAME_MAX of Linux).
  private static let longestHost = 64
}
