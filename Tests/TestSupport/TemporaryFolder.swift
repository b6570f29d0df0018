internal import Glibc

/// A folder for one test, removed with all that is in it at the end.
package final class TemporaryFolder {
  package let path: String

  package init() {
    var template = Array("/tmp/watchword-test-XXXXXX".utf8CString)
    guard let name = unsafe mkdtemp(&template) else { fatalError("no temporary folder") }
    path = unsafe String(cString: name)
  }

  deinit { TemporaryFolder.remove(path) }

  private static func remove(_ path: String) {
    if let entries = unsafe opendir(path) {
      while let entry = unsafe readdir(entries) {
        let name = unsafe withUnsafePointer(to: entry.pointee.d_name) {
          unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        }
        if name != "." && name != ".." { remove(path + "/" + name) }
      }
      unsafe closedir(entries)
    }
    _ = unsafe Glibc.remove(path)
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

  /// What is in a file, `nil` without one.
  package func read(_ name: String) -> String? { readText(path + "/" + name) }

  /// The number that a script has written to a file, with a newline behind it.
  package func number(in name: String) -> Int32? {
    read(name).flatMap { $0.last == "\n" ? Int32($0.dropLast()) : nil }
  }
}
