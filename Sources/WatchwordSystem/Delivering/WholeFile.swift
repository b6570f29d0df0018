import CWatchwordSystem
import Glibc
package import WatchwordMessages
import WatchwordSecrets

/// A file that is there whole or not at all, for its owner alone (0600).
///
/// It is opened before there is anything to write, so that what is in the way is known by then. Its bytes stand in a
/// file without a name until they are on the disk, so that nothing is left of it, whenever the program or the machine
/// stops. Where the file system knows no such files, or another file is replaced, it has a name that is drawn for a
/// moment.
package final class WholeFile {
  private let folder: Int32
  private let name: String
  private let replaces: Bool
  /// The file without a name; -1 where the file system knows none.
  private let nameless: Int32

  /// Prepares a file at `path`, which takes the place of another one only where `replaces` is true.
  ///
  /// - Throws: Why it could not be written now. Nothing has changed then, nor where the file is never written.
  package init(path: String, replaces: Bool) throws(FileError) {
    let bytes = path.utf8
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? path.startIndex
    name = String(path[start...])
    self.replaces = replaces
    folder = unsafe ww_folder_open(start == path.startIndex ? "." : String(path[..<start]))
    let folderError = SystemError.last
    nameless = folder >= 0 ? ww_file_open_nameless(folder) : -1
    let error = SystemError.last
    guard folder >= 0 else { throw .system(folderError) }
    try checkName()
    guard nameless < 0 else { return }
    guard [EOPNOTSUPP, EISDIR, EINVAL].contains(error.number) else { throw .system(error) }
    try rethrow(try tryFolder(), as: FileError.system)
  }

  deinit {
    if nameless >= 0 { close(nameless) }
    if folder >= 0 { close(folder) }
  }

  /// Throws where what has the name must not be replaced, or cannot be.
  private func checkName() throws(FileError) {
    guard !name.isEmpty else { throw .notRegularFile }
    var (status, place) = (stat(), stat())
    guard unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return }
      throw .last
    }
    try Self.checkIsRegular(status.st_mode)
    guard replaces else { throw .exists }
    // In a folder such as /tmp nobody can replace the file of another person.
    guard unsafe fstat(folder, &place) == 0 else { throw .last }
    if place.st_mode & S_ISVTX != 0, ![0, status.st_uid, place.st_uid].contains(geteuid()) {
      throw .system(SystemError(number: EPERM))
    }
  }

  /// Throws where a file of `mode`, see stat(2), is not a regular one.
  package static func checkIsRegular(_ mode: UInt32) throws(FileError) {
    switch mode & S_IFMT {
    case S_IFLNK: throw .symbolicLink
    case S_IFREG: break
    default: throw .notRegularFile
    }
  }

  /// Throws where no file can be made in the folder.
  private func tryFolder() throws(SystemError) {
    let temporary = drawName()
    close(try make(temporary))
    _ = unsafe unlinkat(folder, temporary, 0)
  }

  /// Writes the file, once.
  ///
  /// - Throws: What went wrong, for instance ENOSPC for a full disk, and EEXIST where a file has come to stand there
  ///   that is not to be replaced. All is as it was then.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    if nameless >= 0 {
      try Self.fill(nameless, bytes)
      if unsafe ww_file_name(nameless, folder, name) == 0 { return settle() }
      guard errno == EEXIST, replaces else { throw .last }
    }
    let temporary = drawName()
    // A deadly signal would leave the bytes under that name.
    let signals = ww_deadly_hold()
    defer { ww_signals_release(signals) }
    do throws(SystemError) {
      if nameless >= 0 {
        guard unsafe ww_file_name(nameless, folder, temporary) == 0 else { throw .last }
      } else {
        let file = try make(temporary)
        defer { close(file) }
        try Self.fill(file, bytes)
      }
      guard unsafe ww_file_rename(folder, temporary, name, replaces) == 0 else { throw .last }
      settle()
    } catch {
      _ = unsafe unlinkat(folder, temporary, 0)
      throw error
    }
  }

  /// Brings the name to the disk, where the folder may be read. The file is whole in any case.
  private func settle() { fsync(folder) }

  private func drawName() -> String { ".watchword." + String(UInt64.random(in: 0 ... .max), radix: 36) }

  private func make(_ temporary: String) throws(SystemError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = unsafe openat(folder, temporary, flags, 0o600)
    guard file >= 0 else { throw .last }
    return file
  }

  private static func fill(_ file: Int32, _ bytes: Span<UInt8>) throws(SystemError) {
    // A umask may have taken the person's own rights.
    guard fchmod(file, 0o600) == 0 else { throw .last }
    try Output(descriptor: file).write(bytes)
    guard fsync(file) == 0 else { throw .last }
  }
}
