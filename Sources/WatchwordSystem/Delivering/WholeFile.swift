import CWatchwordSystem
import Glibc
package import WatchwordBase
import WatchwordSecrets

/// A file that is written completely or not at all. Only its owner can access it (0600), or if it replaces a file,
/// whoever could access that file.
///
/// The file is opened before there is anything to write, to find obstacles early. Its bytes go to a nameless file until
/// they are on the disk, so nothing is left over if the program or the machine stops. If the file system lacks nameless
/// files, or another file is replaced, the new file has a random name for a moment.
package final class WholeFile {
  private let folder: Int32
  private let name: String
  private let replaces: Bool
  private let wishes: FileAccess?
  /// -1 if the file system has no nameless files.
  private let nameless: Int32

  /// Prepares a file at `path`, which replaces an existing file only if `replaces` is true. What `wishes` leave open
  /// about its access is as in the file it replaces. Without `wishes`, only its owner can access the file.
  ///
  /// - Throws: Why it could not be written now. Nothing changes until the file is written.
  package init(path: String, replaces: Bool, access wishes: FileAccess? = nil) throws(FileError) {
    let bytes = path.utf8
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map(bytes.index(after:)) ?? path.startIndex
    name = String(path[start...])
    (self.replaces, self.wishes) = (replaces, wishes)
    folder = unsafe ww_folder_open(start == path.startIndex ? "." : String(path[..<start]))
    let folderError = SystemError.last
    nameless = folder >= 0 ? ww_file_open_nameless(folder) : -1
    let error = SystemError.last
    guard folder >= 0 else { throw .system(folderError) }
    try checkName()
    let access = try access()
    guard nameless >= 0 || [EOPNOTSUPP, EISDIR, EINVAL].contains(error.number) else { throw .system(error) }
    if nameless < 0 || access != FileAccess() { try tryFolder(access) }
  }

  deinit {
    if nameless >= 0 { close(nameless) }
    if folder >= 0 { close(folder) }
  }

  /// Throws if there is a file of this name that must not or cannot be replaced.
  private func checkName() throws(FileError) {
    guard !name.isEmpty else { throw .notRegularFile }
    var (status, place) = (stat(), stat())
    guard unsafe fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return }
      throw .last
    }
    try Self.checkIsRegular(status.st_mode)
    guard replaces else { throw .exists }
    // In a sticky folder such as /tmp nobody can replace another user's file.
    guard unsafe fstat(folder, &place) == 0 else { throw .last }
    if place.st_mode & S_ISVTX != 0, ![0, status.st_uid, place.st_uid].contains(geteuid()) {
      throw .system(SystemError(number: EPERM))
    }
  }

  /// Throws unless `mode`, see stat(2), is that of a regular file.
  package static func checkIsRegular(_ mode: UInt32) throws(FileError) {
    switch mode & S_IFMT {
    case S_IFLNK: throw .symbolicLink
    case S_IFREG: break
    default: throw .notRegularFile
    }
  }

  /// Throws if no file can be made in the folder, or no file can have that access.
  private func tryFolder(_ access: FileAccess) throws(FileError) {
    let temporary = drawName()
    let file =
      nameless < 0 ? try rethrow(try make(temporary), as: FileError.system) : ww_file_open_nameless(folder)
    defer {
      close(file)
      if nameless < 0 { _ = unsafe unlinkat(folder, temporary, 0) }
    }
    try rethrow(try access.give(to: file), as: FileError.accessNotSet)
  }

  /// The final access of the file: as wished, otherwise that of the file it replaces.
  private func access() throws(FileError) -> FileAccess {
    guard var access = wishes else { return FileAccess() }
    let other = replaces ? unsafe ww_file_look(folder, name) : -1
    guard other >= 0 else { return access }
    defer { close(other) }
    var (status, place) = (stat(), stat())
    guard unsafe fstat(other, &status) == 0, unsafe fstat(folder, &place) == 0 else { throw .last }
    try Self.checkIsRegular(status.st_mode)
    // Another user may have planted this file, and must not get the answer. So nothing of its access is kept.
    if Self.mayBePlanted(status, in: place, for: access.owner) {
      if access.owner != nil { return access }
      throw .notOwn(by: status.st_uid)
    }
    guard access.mode != nil || status.st_mode & S_IROTH == 0 else { throw .readableByOthers }
    var list = [UInt8](repeating: 0, count: FileAccess.longestList)
    let count = unsafe ww_file_acl(other, &list, list.count)
    guard count >= 0 else { throw .accessNotSet(.last) }
    access.keep(status, Array(list.prefix(count)))
    return access
  }

  /// Whether anybody but the caller and `owner`, who should get the new file, may have put `file` into `folder`. Only
  /// root can leave the new file to another user.
  private static func mayBePlanted(_ file: stat, in folder: stat, for owner: UInt32?) -> Bool {
    let caller = geteuid()
    guard caller == 0 else {
      return folder.st_mode & S_ISVTX != 0 && ![caller, folder.st_uid].contains(file.st_uid)
    }
    let trusted = [caller, owner]
    // If there is an access control list, the group's bits are the most that it grants to anybody but the owner.
    let isShared = folder.st_mode & (S_IWGRP | S_IWOTH) != 0
    return !trusted.contains(file.st_uid) && (isShared || !trusted.contains(folder.st_uid))
  }

  /// Writes the file, once. Changes nothing if it throws, for instance ENOSPC for a full disk, or EEXIST if a file that
  /// must not be replaced has appeared.
  package func write(_ bytes: Span<UInt8>) throws(SystemError) {
    // The file to replace may have changed meanwhile.
    let access = try rethrow(try access(), as: { (_: FileError) in SystemError(number: EPERM) })
    if nameless >= 0 {
      try Self.fill(nameless, bytes, access)
      if unsafe ww_file_name(nameless, folder, name) == 0 { return settle() }
      guard errno == EEXIST, replaces else { throw .last }
    }
    let temporary = drawName()
    // A deadly signal would leave the bytes under the temporary name.
    let signals = ww_deadly_hold()
    defer { ww_signals_release(signals) }
    do throws(SystemError) {
      if nameless >= 0 {
        guard unsafe ww_file_name(nameless, folder, temporary) == 0 else { throw .last }
      } else {
        let file = try make(temporary)
        defer { close(file) }
        try Self.fill(file, bytes, access)
      }
      guard unsafe ww_file_rename(folder, temporary, name, replaces) == 0 else { throw .last }
      settle()
    } catch {
      _ = unsafe unlinkat(folder, temporary, 0)
      throw error
    }
  }

  /// Brings the name to the disk if the folder is readable. The file is whole in any case.
  private func settle() { fsync(folder) }

  private func drawName() -> String { ".watchword." + String(UInt64.random(in: 0 ... .max), radix: 36) }

  private func make(_ temporary: String) throws(SystemError) -> Int32 {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let file = unsafe openat(folder, temporary, flags, 0o600)
    guard file >= 0 else { throw .last }
    return file
  }

  private static func fill(
    _ file: Int32, _ bytes: Span<UInt8>, _ access: FileAccess
  ) throws(SystemError) {
    // A umask may have removed the owner's own rights.
    guard fchmod(file, 0o600) == 0 else { throw .last }
    try Output(descriptor: file).write(bytes)
    try access.give(to: file)
    guard fsync(file) == 0 else { throw .last }
  }
}
