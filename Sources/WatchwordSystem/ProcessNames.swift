import Glibc
package import WatchwordMessages

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

/// Looks for a program as posix_spawnp(3) does it: a name without a solidus is searched for in PATH.
///
/// - Returns: Its path.
/// - Throws: Why it could not be started now: ENOENT where there is none, EACCES where it may not be executed.
package func findProgram(_ name: String) throws(SystemError) -> String {
  guard !name.isEmpty else { throw SystemError(number: ENOENT) }
  let path = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/bin:/usr/bin"
  let places =
    name.utf8.contains(UInt8(ascii: "/"))
    ? [name]
    : path.split(separator: ":", omittingEmptySubsequences: false).map { "\($0.isEmpty ? "." : $0)/\(name)" }
  var obstacle = SystemError(number: ENOENT)
  for place in places {
    var status = stat()
    guard unsafe stat(place, &status) == 0 else {
      if errno == EACCES { obstacle = .last }
      continue
    }
    if status.st_mode & S_IFMT == S_IFREG, unsafe access(place, X_OK) == 0 { return place }
    obstacle = SystemError(number: EACCES)
  }
  throw obstacle
}

package func signalName(_ number: Int32) -> String {
  guard let name = unsafe strsignal(number) else {
    return text("signal {number}", ["number": String(number)])
  }
  return unsafe String(cString: name)
}
