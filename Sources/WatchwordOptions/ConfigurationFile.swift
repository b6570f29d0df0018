internal import Glibc
package import WatchwordBase

package struct ConfigurationFile {
  package let folder: String
  package var name = "config"

  package var path: String { folder + "/" + name }

  package init(folder: String, name: String = "config") { (self.folder, self.name) = (folder, name) }

  /// Reads the file; `nil` if there is none.
  ///
  /// The file and its folder must belong to root or the user, and nobody else may write to them: whoever can write to
  /// the folder can replace the file. Follows symbolic links, and checks their targets.
  package func read() throws(FileError) -> String? {
    let parent = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard parent >= 0 else { return try Self.absent(folder) }
    defer { close(parent) }
    _ = try Self.check(parent, .folder)
    // Does not wait for the other end of a FIFO.
    let file = unsafe openat(parent, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else { return try Self.absent(path) }
    defer { close(file) }
    guard try Self.check(file, .file) == S_IFREG else { throw .notRegularFile }
    return try Self.contents(of: file)
  }

  static func contents(of file: Int32) throws(FileError) -> String {
    let bytes = try bytesToEnd(of: file, atMost: capacity)
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
    return text
  }

  /// Called when `path` could not be opened. Returns `nil` if nothing exists there, not even a dangling link, and
  /// otherwise throws why it could not be opened.
  private static func absent(_ path: String) throws(FileError) -> String? {
    let failure = FileError.last
    var status = stat()
    guard unsafe lstat(path, &status) != 0, [ENOENT, ENOTDIR].contains(errno) else { throw failure }
    return nil
  }

  /// Throws if somebody else can change the contents of `descriptor`; returns its file type.
  private static func check(_ descriptor: Int32, _ subject: FileError.Subject) throws(FileError) -> mode_t {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
    try check(status, subject)
    return status.st_mode & S_IFMT
  }

  /// Throws if somebody else than root and this user can change what has this `status`.
  static func check(_ status: stat, _ subject: FileError.Subject) throws(FileError) {
    guard [0, geteuid()].contains(status.st_uid) else { throw .foreignOwner(subject) }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else { throw .writable(subject) }
  }

  package static let capacity = 1 << 14
}
