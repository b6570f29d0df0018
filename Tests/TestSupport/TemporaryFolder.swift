internal import Glibc

/// A folder for one test, removed at the end with everything in it.
package final class TemporaryFolder {
  package let path: String

  package init() {
    var template = Array("/tmp/watchword-test-XXXXXX".utf8CString)
    guard let name = unsafe mkdtemp(&template) else { fatalError("no temporary folder") }
    path = unsafe String(cString: name)
  }

  deinit { unsafe path.withCString { unsafe TemporaryFolder.remove($0, in: AT_FDCWD) } }

  /// Removes `name` from the folder `parent`, with everything in it. Follows no links and leaves mounts alone: both may
  /// lead to what is not the test's.
  private static func remove(_ name: UnsafePointer<CChar>, in parent: Int32) {
    guard unsafe unlinkat(parent, name, 0) != 0 else { return }
    // The kernel says of a folder that has a mount that it is busy, even if something is in it.
    guard unsafe unlinkat(parent, name, AT_REMOVEDIR) != 0, errno == ENOTEMPTY else { return }
    let folder = unsafe openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard let entries = unsafe fdopendir(folder) else { return }
    while let entry = unsafe readdir(entries) {
      unsafe withUnsafePointer(to: entry.pointee.d_name) {
        let child = unsafe UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)
        if unsafe strcmp(child, ".") != 0, unsafe strcmp(child, "..") != 0 {
          unsafe remove(child, in: folder)
        }
      }
    }
    unsafe closedir(entries)
    _ = unsafe unlinkat(parent, name, AT_REMOVEDIR)
  }

  package func write(_ bytes: [UInt8], to name: String = "words") -> String {
    let file = path + "/" + name
    let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(descriptor >= 0)
    precondition(unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    close(descriptor)
    return file
  }

  package func write(_ text: String, to name: String = "words") -> String {
    write(Array(text.utf8), to: name)
  }

  /// Writes a script for the shell, and returns the command that runs it, as `--verify` takes it.
  package func command(_ script: String, to name: String = "script") -> String {
    "/bin/sh " + write(script + "\n", to: name)
  }

  /// The content of a file; `nil` without one.
  package func read(_ name: String) -> String? { readText(path + "/" + name) }

  /// The number that a script has written to a file, followed by a newline.
  package func number(in name: String) -> Int32? {
    read(name).flatMap { $0.last == "\n" ? Int32($0.dropLast()) : nil }
  }
}
