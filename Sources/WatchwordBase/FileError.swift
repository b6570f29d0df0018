import Glibc

/// Why a file cannot be used. The description completes a line that names the file.
package enum FileError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The operating system refused, for instance with ENOENT, EACCES, ELOOP or EIO.
  case system(SystemError)
  /// The path leads to a FIFO, a device or a socket, or to a folder.
  case notRegularFile
  /// The path leads to a terminal, or to a FIFO that nobody has open for writing.
  case terminal, noWriter
  /// The path is a symbolic link, which is neither followed nor replaced.
  case symbolicLink
  case tooLarge(limit: Int)
  case notText
  /// This line of a list, counted from 1, is not UTF-8, or has a NUL.
  case notUTF8(line: Int, Encoding)
  /// The content is not exactly one non-empty line of UTF-8 without control characters.
  case notLine
  /// The line in the file, or to be written to it, is not an email address.
  case notAddress
  /// The file belongs to the user with this number.
  case notOwn(by: UInt32)
  /// The question names no process, or no socket of its owner in its folder.
  case noAsker, noSocket
  /// Everybody may read the file that is to be replaced.
  case readableByOthers
  /// The new file cannot be given the owner, group, mode or access list of the one it replaces.
  case accessNotSet(SystemError)
  /// The file of settings, or its folder, belongs to neither root nor the user.
  case foreignOwner(Subject)
  /// The group or others may write to the file of settings, or to its folder.
  case writable(Subject)
  /// Some users cannot read the file.
  case closed
  /// The path leads to a folder that haveibeenpwned-downloader has not written.
  case noRanges
  case empty
  /// A line at the start or the end of the list is not a hash and a count.
  case noHashes
  /// Lines at the start or the end of the list are not ordered by hash.
  case notSorted
  /// The list ends in the middle of a line.
  case cut
  /// The first hash is far from the lowest possible one.
  case startMissing
  /// The last hash is far from the highest possible one, as after a download that stopped at the end of a line.
  case endMissing

  package enum Subject: Sendable {
    case file
    /// The folder that contains the file.
    case folder
  }

  /// What text that is not UTF-8 seems to be.
  package enum Encoding: Sendable {
    case utf16, latin1, hasNUL, unknown
  }

  package static var isDirectory: FileError { .system(SystemError(number: EISDIR)) }
  /// The file exists and must not be replaced.
  package static var exists: FileError { .system(SystemError(number: EEXIST)) }
  package var isAbsence: Bool { self == .system(SystemError(number: ENOENT)) }
  package static var last: FileError { .system(.last) }

  package var description: String {
    switch self {
    case .system(let error): error.description
    // translators: This and the next texts stand for {reason} in "cannot read the list {file}: {reason}".
    case .notRegularFile: text("Not a regular file")
    case .terminal: text("A terminal would show what is typed")
    case .noWriter: text("Nobody writes to this FIFO")
    case .symbolicLink: text("Is a symbolic link")
    case .tooLarge(let limit) where limit >= 1 << 20:
      text("Larger than the limit of {count} MiB", ["count": String(limit >> 20)])
    case .tooLarge(let limit): text("Longer than {count} bytes", ["count": String(limit)])
    case .notText: text("Not UTF-8 text")
    case .notUTF8(let line, .hasNUL):
      text("Line {line} has a NUL byte; 'iconv -f UTF-16 -t UTF-8' converts UTF-16", ["line": "\(line)"])
    case .notUTF8(let line, .unknown):
      text("Line {line} is not UTF-8; 'iconv -f CHARSET -t UTF-8' converts the list", ["line": "\(line)"])
    case .notUTF8(let line, .utf16):
      text("Line {line} looks like UTF-16; 'iconv -f UTF-16 -t UTF-8' converts the list", ["line": "\(line)"])
    case .notUTF8(let line, .latin1):
      text(
        "Line {line} looks like Latin-1; 'iconv -f LATIN1 -t UTF-8' converts the list", ["line": "\(line)"])
    case .notLine: text("Not one line of UTF-8 text")
    case .notAddress: text("Not an email address")
    case .notOwn: text("Belongs to another user")
    case .noAsker: text("Names no process")
    case .noSocket: text("Names no socket of its owner in its folder")
    case .readableByOthers: text("Everybody may read this file")
    case .accessNotSet(let error):
      text("Its owner, group, mode or access list cannot be set: {reason}", ["reason": "\(error)"])
    case .foreignOwner(.file): text("the file belongs to another user")
    case .foreignOwner(.folder): text("its folder belongs to another user")
    case .writable(.file): text("Others may write to the file; {command} helps", ["command": "chmod go-w"])
    case .writable(.folder):
      text("Others may write to its folder; {command} helps", ["command": "chmod go-w"])
    case .closed: text("Others may not read it; {command} helps", ["command": "chmod o+rX"])
    case .noRanges:
      text("A folder without the files {first} to {last}", ["first": "00000.txt", "last": "FFFFF.txt"])
    case .empty: text("Empty")
    case .noHashes: text("Not a list of hashes and counts")
    case .notSorted: text("Not ordered by hash")
    case .cut: text("Cut off in the middle of a line")
    case .startMissing: text("The first hashes are missing")
    case .endMissing: text("The last hashes are missing")
    }
  }
}
