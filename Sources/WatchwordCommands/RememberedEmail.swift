internal import Glibc
internal import Watchword
internal import WatchwordBase
internal import WatchwordOptions
internal import WatchwordSecrets
internal import WatchwordSystem

/// The email address of the last sign-in, kept in its own file. A file that cannot come from ``write(_:)`` belongs to
/// somebody else, or is broken. It is an error, and stays unchanged.
struct RememberedEmail: Equatable, Sendable {
  let path: String

  /// The user's file. Without a home folder it is `nil`, after a message on standard error.
  static func ofPerson() -> RememberedEmail? {
    let email = RememberedEmail()
    if email == nil { StandardError.tell(text("there is no home folder to keep an email address in")) }
    return email
  }

  /// Returns the result of `body`, as in `email.attempt(try email.read(), or: …)`; `nil` if it fails, after writing a
  /// `sentence` with the file and the reason to standard error.
  @discardableResult
  func attempt<Result>(
    _ body: @autoclosure () throws(FileError) -> Result,
    or sentence: (KeyValuePairs<String, String>) -> String
  ) -> Result? {
    do throws(FileError) {
      return try body()
    } catch {
      StandardError.tell(sentence(["file": path.quoted, "reason": "\(error)"]))
      return nil
    }
  }

  /// Reads the address; `nil` if there is no file.
  ///
  /// - Throws: Why the file cannot come from ``write(_:)``, or cannot be read.
  func read() throws(FileError) -> String? {
    // Does not wait for the other end of a FIFO.
    let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw errno == ELOOP ? .symbolicLink : .last
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw .last }
    try Self.check(status)
    return try Self.address(in: file)
  }

  static func address(in file: Int32) throws(FileError) -> String {
    let bytes = try bytesToEnd(of: file, atMost: capacity)
    let line = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    guard let address = String(validating: line, as: UTF8.self) else { throw .notLine }
    try check(address)
    return address
  }

  /// Writes `address` to the file, unless it is there already. Only the user can read the file (0600). Creates missing
  /// folders.
  ///
  /// The file always holds one whole address, even if the machine stops or several programs write: a new file replaces
  /// the old one when it is on the disk. If this throws, the file is unchanged.
  ///
  /// - Throws: What ``read()`` throws, what is wrong with the address, or ``FileError/system(_:)``, such as ENOSPC.
  func write(_ address: String) throws(FileError) {
    try Self.check(address)
    guard address.utf8.count < Self.capacity else { throw .tooLarge(limit: Self.capacity) }
    if try read() == address { return }
    try makeFolders()
    let file = try WholeFile(path: path, replaces: true)
    try rethrow(try file.write((address + "\n").utf8Span.span), as: FileError.system)
  }

  /// Removes the file, if any, whatever is in it.
  ///
  /// - Throws: Why it is not the user's own file, or cannot be removed.
  func forget() throws(FileError) {
    var status = stat()
    if unsafe lstat(path, &status) == 0 { try Self.check(status) }
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw .last }
  }

  /// Creates the missing folders above the file, only for the user.
  private func makeFolders() throws(FileError) {
    for slash in path.indices.dropFirst() where path[slash] == "/" {
      let folder = String(path[..<slash])
      if unsafe access(folder, F_OK) == 0 { continue }
      guard unsafe mkdir(folder, 0o700) == 0 else {
        if errno == EEXIST { continue }
        throw .last
      }
      guard unsafe chmod(folder, 0o700) == 0 else { throw .last }
    }
  }

  /// Throws unless the file is a regular file that belongs to the user.
  private static func check(_ status: stat) throws(FileError) {
    try WholeFile.checkIsRegular(status.st_mode)
    guard status.st_uid == geteuid() else { throw .notOwn(by: status.st_uid) }
  }

  private static func check(_ text: String) throws(FileError) {
    guard !text.isEmpty, !text.hasControls else { throw .notLine }
    guard EmailAddress.matches(text.utf8Span) else { throw .notAddress }
  }

  /// The most bytes of a file, with its newline: no form takes a longer address.
  private static let capacity = SecretText.defaultCapacity
}

extension RememberedEmail {
  /// Finds the user's file in the folder for state (XDG_STATE_HOME), if any.
  init?(
    variable: (String) -> String? = exactEnvironmentVariable, home: () -> String? = { ProcessNames.home }
  ) {
    let folder = UserFolder.path("XDG_STATE_HOME", else: ".local/state", variable: variable, home: home)
    guard let folder else { return nil }
    self.init(path: folder + "/watchword/email")
  }
}
