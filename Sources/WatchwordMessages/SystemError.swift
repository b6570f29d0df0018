internal import CWatchwordSystem
import Glibc

package struct SystemError: Error, Equatable, CustomStringConvertible, Sendable {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  /// The error of the call before, from the thread's `errno`.
  package static var last: SystemError { SystemError(number: errno) }

  /// The operating system's words for the error, see strerror(3), in the language of the process. They are in English
  /// where its character set is not UTF-8.
  package var description: String {
    guard let words = unsafe ww_error_text(number) else {
      return text("error {number}", ["number": String(number)])
    }
    return unsafe String(cString: words)
  }
}

/// Why a file cannot be used. The description is the end of a line that names the file.
package enum FileError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The operating system refused, for instance with ENOENT, EACCES, ELOOP or EIO.
  case system(SystemError)
  /// The path leads to a FIFO, a device or a socket, or to a folder.
  case notRegularFile
  /// The path is that of a symbolic link, which is neither followed nor replaced.
  case symbolicLink
  case tooLarge(limit: Int)
  case notText
  /// The file, or what should be written to it, is empty, not UTF-8, more than one line, or has control characters.
  case notLine
  /// The line that is in the file, or should be, is no email address.
  case notAddress
  case notOwn
  /// What settings come from belongs to neither root nor the user.
  case foreignOwner(Subject)
  /// The group or others may write to what settings come from.
  case writable(Subject)
  /// The path leads to a folder that haveibeenpwned-downloader has not written.
  case noRanges
  case empty
  /// A line at the start or the end of the list is not a hash and a count.
  case noHashes
  /// Lines at the start or the end of the list are not ordered by hash.
  case notSorted
  /// The list ends in the middle of a line.
  case cut
  /// The last hash is far from the last that there can be, as where a download was broken off at the end of a line.
  case endMissing

  package enum Subject: Sendable {
    case file
    /// The folder that it is in.
    case folder
  }

  package static var isDirectory: FileError { .system(SystemError(number: EISDIR)) }
  /// There is a file, which is not to be replaced.
  package static var exists: FileError { .system(SystemError(number: EEXIST)) }
  package var isAbsence: Bool { self == .system(SystemError(number: ENOENT)) }
  /// The error of the call before, from the thread's `errno`.
  package static var last: FileError { .system(.last) }

  package var description: String {
    switch self {
    case .system(let error): error.description
    // translators: This and the next texts stand for {reason} in "cannot read the list {file}: {reason}".
    case .notRegularFile: text("Not a regular file")
    case .symbolicLink: text("Is a symbolic link")
    case .tooLarge(let limit) where limit >= 1 << 20:
      text("Larger than the limit of {count} MiB", ["count": String(limit >> 20)])
    case .tooLarge(let limit): text("Longer than {count} bytes", ["count": String(limit)])
    case .notText: text("Not UTF-8 text")
    case .notLine: text("Not one line of UTF-8 text")
    case .notAddress: text("Not an email address")
    case .notOwn: text("Belongs to another user")
    case .foreignOwner(.file): text("the file belongs to another user")
    case .foreignOwner(.folder): text("its folder belongs to another user")
    case .writable(.file): text("Others may write to the file; {command} helps", ["command": "chmod go-w"])
    case .writable(.folder):
      text("Others may write to its folder; {command} helps", ["command": "chmod go-w"])
    case .noRanges:
      text("A folder without the files {first} to {last}", ["first": "00000.txt", "last": "FFFFF.txt"])
    case .empty: text("Empty")
    case .noHashes: text("Not a list of hashes and counts")
    case .notSorted: text("Not ordered by hash")
    case .cut: text("Cut off in the middle of a line")
    case .endMissing: text("The last hashes are missing")
    }
  }
}

/// Opens the regular file at `path` for reading, unless it says of itself that it has more than `limit` bytes. It does
/// not wait for the writer of a FIFO.
///
/// - Returns: Its descriptor, and the bytes that it says it has.
/// - Throws: ``FileError/isDirectory`` and ``FileError/notRegularFile`` for what is no file; ``FileError/tooLarge(limit:)``;
///   or the error of open(2) or fstat(2).
package func openFile(_ path: String, atMost limit: Int) throws(FileError) -> (descriptor: Int32, size: Int) {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
  guard descriptor >= 0 else { throw .last }
  var status = stat()
  let isKnown = unsafe fstat(descriptor, &status) == 0
  let obstacle: FileError? =
    switch status.st_mode & S_IFMT {
    case _ where !isKnown: .last
    case S_IFDIR: .isDirectory
    case S_IFREG: status.st_size > limit ? .tooLarge(limit: limit) : nil
    default: .notRegularFile
    }
  guard let obstacle else { return (descriptor, Int(status.st_size)) }
  close(descriptor)
  throw obstacle
}

/// The names of what is in a folder, in no order.
package func entries(of folder: String) throws(FileError) -> [String] {
  guard let stream = unsafe opendir(folder) else { throw .last }
  defer { unsafe closedir(stream) }
  var entries: [String] = []
  while let entry = unsafe readdir(stream) {
    unsafe withUnsafePointer(to: &entry.pointee.d_name) {
      entries.append(unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)))
    }
  }
  return entries
}

/// Reads `descriptor` to its end, however few bytes come at a time.
///
/// - Throws: ``FileError/tooLarge(limit:)`` where there are more bytes than `limit`, or the error of read(2).
package func bytesToEnd(of descriptor: Int32, atMost limit: Int) throws(FileError) -> [UInt8] {
  var failure: FileError?
  let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, count in
    while count < buffer.count {
      let more = unsafe read(descriptor, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count)
      if more == 0 { return }
      if more > 0 {
        count += more
      } else if errno != EINTR {
        failure = .last
        return
      }
    }
    failure = .tooLarge(limit: limit)
  }
  if let failure { throw failure }
  return bytes
}
