import CWatchwordSystem
import Glibc
import WatchwordBase

/// Who can access a file. A part that is `nil` is as in every new file of this process, which only its owner can
/// access.
package struct FileAccess: Equatable, Sendable {
  package var mode: UInt32?
  package var owner: UInt32?
  package var group: UInt32?
  /// The access control list in the kernel's format; empty for none.
  fileprivate var list: [UInt8] = []

  package init(mode: UInt32? = nil, owner: UInt32? = nil, group: UInt32? = nil) {
    (self.mode, self.owner, self.group) = (mode, owner, group)
  }

  /// The most bytes of any extended attribute.
  static let longestList = 65_536

  /// Fills in what the user has not set from the replaced file's `status` and access control `list`. A mode that the
  /// user has set changes the list as chmod(2) does: the entries of owner, mask and others.
  mutating func keep(_ status: stat, _ list: [UInt8]) {
    self.list = list
    let shifts: [UInt8: UInt32] = [0x01: 6, 0x10: 3, 0x20: 0]
    for entry in stride(from: 4, to: list.count, by: 8) {
      if let mode, let shift = shifts[list[entry]] { self.list[entry + 2] = UInt8(mode >> shift & 0o7) }
    }
    (mode, owner, group) = (mode ?? status.st_mode & ~S_IFMT, owner ?? status.st_uid, group ?? status.st_gid)
  }

  /// Applies itself to `file`, which only its owner can access, in an order that never grants more than in the end.
  func give(to file: Int32) throws(SystemError) {
    let mode = mode ?? 0o600
    guard fchmod(file, mode & 0o600) == 0, fchown(file, owner ?? .max, group ?? .max) == 0,
      // A folder's default list may apply to a new file. But with the mode set so far, it grants others nothing.
      unsafe ww_file_set_acl(file, list, list.count) == 0, fchmod(file, mode) == 0
    else { throw .last }
    // The kernel may silently drop a set-group-ID bit, so the mode is checked.
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw .last }
    guard status.st_mode & ~S_IFMT == mode else { throw SystemError(number: EPERM) }
  }
}
