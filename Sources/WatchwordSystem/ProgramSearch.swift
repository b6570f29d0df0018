import Glibc
import WatchwordMessages

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

/// What the operating system calls a signal, in the language of the process, see strsignal(3).
package func signalName(_ number: Int32) -> String {
  guard let name = unsafe strsignal(number) else {
    return text("signal {number}", ["number": String(number)])
  }
  return unsafe String(cString: name)
}
