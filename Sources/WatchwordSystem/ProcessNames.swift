import Glibc
package import WatchwordBase

package enum ProcessNames {
  /// The name that the user logged in with: the variable LOGNAME, otherwise the account's name, if any.
  package static var login: String? {
    if let name = environmentVariable("LOGNAME"), !name.isEmpty { return name }
    return unsafe accountEntry(of: getuid()) {
      unsafe $0.pw_name.map { unsafe String(cString: $0) }
    }
  }

  /// The home folder in /etc/passwd, if any.
  package static var home: String? {
    unsafe accountEntry(of: getuid()) { unsafe $0.pw_dir.map { unsafe String(cString: $0) } }
  }

  /// The account's user name and full name as bytes of /etc/passwd; `nil` if it has no entry. Ignores the environment.
  package static var account: (name: [UInt8], fullName: [UInt8])? {
    func bytes(_ text: UnsafeMutablePointer<CChar>?) -> [UInt8] {
      unsafe text.map { unsafe Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
    }
    return unsafe accountEntry(of: getuid()) { entry in
      unsafe (bytes(entry.pw_name), bytes(entry.pw_gecos))
    }
  }

  /// The machine's name from gethostname(2).
  package static var host: String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: longestHost + 1) { name in
      guard let start = name.baseAddress, unsafe gethostname(start, name.count) == 0 else { return nil }
      return unsafe String(cString: start)
    }
  }

  /// In bytes (HOST_NAME_MAX of Linux).
  private static let longestHost = 64
}

/// The path of a program, found as posix_spawnp(3) does: a name without a slash is searched for in PATH.
///
/// - Throws: Why it could not be started now: ENOENT if there is none, EACCES if it may not be executed.
package func findProgram(_ name: String) throws(SystemError) -> String {
  guard !name.isEmpty else { throw SystemError(number: ENOENT) }
  let path = environmentVariable("PATH") ?? "/bin:/usr/bin"
  let places =
    name.utf8.contains(UInt8(ascii: "/"))
    ? [name]
    : path.split(separator: ":", omittingEmptySubsequences: false).map { "\($0.isEmpty ? "." : $0)/\(name)" }
  var obstacle = SystemError(number: ENOENT)
  for place in places {
    var status = stat()
    guard unsafe stat(place, &status) == 0 else {
      if errno == EACCES || places.count == 1 { obstacle = .last }
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
