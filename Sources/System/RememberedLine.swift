import Glibc
import WatchwordText

/// A line of text that outlives the program in a file of its own, as the email address of the last sign-in does.
/// Nothing secret is kept in one.
///
/// A file that is not as ``write(_:)`` leaves it is somebody else's, or broken: it is an error, and left alone.
public struct RememberedLine: Equatable, Sendable {
  /// The path of the file.
  public let path: String
  let folder: StateFolder

  /// Makes the line in the file `name` of `folder`. No file is touched.
  public init(_ name: String, in folder: StateFolder) {
    self.folder = folder
    path = "\(folder.path)/\(name)"
  }

  /// The most bytes of a file, its newline included.
  public static let capacity = 4_096

  /// Reads the line.
  ///
  /// - Returns: The line without its newline, `nil` when there is no file.
  /// - Throws: A ``Failure`` for every file that ``write(_:)`` would not have left.
  public func read() throws(Failure) -> String? {
    var status = stat()
    var bytes: [UInt8] = []
    do throws(SystemError) {
      // Without waiting for the other end of a FIFO.
      let file = try OpenFile(path: path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      status = try file.status
      if status.isRegularFile { bytes = try file.read(atMost: RememberedLine.capacity + 1) }
    } catch {
      switch error.number {
      case ENOENT: return nil
      case ELOOP: throw .symbolicLink
      default: throw .system(error)
      }
    }
    try RememberedLine.check(status)
    guard bytes.count <= RememberedLine.capacity else { throw .tooLong }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
    guard let line = String(validating: bytes, as: UTF8.self), RememberedLine.isLine(line) else {
      throw .notLine
    }
    return line
  }

  /// Writes the line in the place of the one that was there, for the person alone (0600) whatever umask(2) is, and
  /// makes the folder where there is none. A line that stands there already is not written again.
  ///
  /// Whenever the program or the machine stops, and however many write at a time, the file is one whole line: it is
  /// written under another name and takes the place of the old one when it is on the disk.
  ///
  /// - Throws: ``Failure/notLine`` and ``Failure/tooLong`` for a text that ``read()`` would refuse; what ``read()``
  ///   throws; and ``Failure/system(_:)``, for instance with ENOSPC for a full disk. The file is as it was then.
  public func write(_ line: String) throws(Failure) {
    guard RememberedLine.isLine(line) else { throw .notLine }
    guard line.utf8.count < RememberedLine.capacity else { throw .tooLong }
    if let old = try read(), old.utf8.elementsEqual(line.utf8) { return }
    do throws(SystemError) {
      try folder.create()
      try replace(with: line + "\n")
    } catch {
      throw .system(error)
    }
  }

  /// Removes the file, whatever text is in it.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: ``Failure/symbolicLink``, ``Failure/notRegularFile`` and ``Failure/foreignOwner`` for what is not the
  ///   person's own file, and ``Failure/system(_:)``. The file is there as it was then.
  @discardableResult
  public func forget() throws(Failure) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else {
      if errno == ENOENT { return false }
      throw .system(.last)
    }
    try RememberedLine.check(status)
    // Another one that forgets may have come first.
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw .system(.last) }
    return true
  }

  private func replace(with text: String) throws(SystemError) {
    let temporary = path + "." + String(UInt64.random(in: 0 ... .max), radix: 36)
    let file = try OpenFile(
      path: temporary, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: RememberedLine.permissions)
    do throws(SystemError) {
      guard fchmod(file.descriptor, RememberedLine.permissions) == 0 else { throw .last }
      try Output(descriptor: file.descriptor).write(text.utf8Span.span)
      try file.synchronize()
      guard unsafe rename(temporary, path) == 0 else { throw .last }
    } catch {
      _ = unsafe unlink(temporary)
      throw error
    }
  }

  private static let permissions: mode_t = 0o600

  /// Throws where a file is not the person's own, or no regular one.
  private static func check(_ status: stat) throws(Failure) {
    guard status.st_mode & S_IFMT != S_IFLNK else { throw .symbolicLink }
    guard status.isRegularFile else { throw .notRegularFile }
    guard status.st_uid == geteuid() else { throw .foreignOwner }
  }

  /// Whether `text` is one line that a field can hold.
  private static func isLine(_ text: String) -> Bool {
    !text.isEmpty && !text.unicodeScalars.contains(where: \.isControlOrSeparator)
  }
}

extension RememberedLine {
  /// Why a line cannot be read, written or forgotten.
  public enum Failure: Error, Equatable, CustomStringConvertible, Sendable {
    /// The file is a symbolic link, which is not followed.
    case symbolicLink
    /// The file is a folder, a FIFO, a device or a socket.
    case notRegularFile
    /// The file belongs to another person.
    case foreignOwner
    /// The text is longer than ``RememberedLine/capacity``.
    case tooLong
    /// The text is empty, not UTF-8, more than one line, or has control characters.
    case notLine
    /// The operating system refused, for instance with EACCES or ENOSPC.
    case system(SystemError)

    /// The reason, as the end of a line that names the file.
    public var description: String {
      switch self {
      case .symbolicLink: "Is a symbolic link"
      case .notRegularFile: "Not a regular file"
      case .foreignOwner: "Belongs to another user"
      case .tooLong: "Longer than \(RememberedLine.capacity) bytes"
      case .notLine: "Not one line of UTF-8 text"
      case .system(let error): error.message
      }
    }
  }
}

extension stat {
  fileprivate var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
}
