internal import Glibc
internal import Watchword
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordSystem

/// The email address of the last sign-in, kept in a file of its own from one run of the program to the next.
///
/// A file that ``write(_:)`` would not have left is somebody else's, or broken: it is an error, and left alone.
struct RememberedEmail: Equatable, Sendable {
  let path: String

  /// The file of the person; where there is no home folder `nil`, and standard error is told.
  static func ofPerson() -> RememberedEmail? {
    let email = RememberedEmail()
    if email == nil { StandardError.tell(text("there is no home folder to keep an email address in")) }
    return email
  }

  /// Does what is asked for, as in `email.attempt(try email.read(), or: …)`.
  ///
  /// - Returns: What `body` returns; `nil` where something went wrong, and standard error was told so in a `sentence`
  ///   with the file and the reason.
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

  /// Reads the address; `nil` when there is no file.
  ///
  /// - Throws: Why there is a file that ``write(_:)`` would not have left.
  func read() throws(FileError) -> String? {
    // Without waiting for the other end of a FIFO.
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

  /// Reads the address in the descriptor `file`, to its end.
  static func address(in file: Int32) throws(FileError) -> String {
    let bytes = try bytesToEnd(of: file, atMost: capacity)
    let line = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
    guard let address = String(validating: line, as: UTF8.self) else { throw .notLine }
    try check(address)
    return address
  }

  /// Writes `address` in the place of the one that was there, for the person alone (0600), and makes the folder where
  /// there is none. The same address is not written again.
  ///
  /// Whenever the program or the machine stops, and however many write at a time, the file holds one whole address: it
  /// is written under another name and takes the place of the old one when it is on the disk.
  ///
  /// - Throws: What ``read()`` throws, what is wrong with the address, and ``FileError/system(_:)``, for instance with
  ///   ENOSPC for a full disk. The file is as it was then.
  func write(_ address: String) throws(FileError) {
    try Self.check(address)
    guard address.utf8.count < Self.capacity else { throw .tooLarge(limit: Self.capacity) }
    if try read() == address { return }
    try makeFolders()
    let file = try WholeFile(path: path, replaces: true)
    try rethrow(try file.write((address + "\n").utf8Span.span), as: FileError.system)
  }

  /// Removes the file, whatever is in it. It is no error when there is none.
  ///
  /// - Throws: Why it is not the person's own file, or cannot be removed.
  func forget() throws(FileError) {
    var status = stat()
    if unsafe lstat(path, &status) == 0 { try Self.check(status) }
    guard unsafe unlink(path) == 0 || errno == ENOENT else { throw .last }
  }

  /// Makes the folders above the file that are not there, for the person alone.
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

  /// Throws where a file is not the person's own, or no regular one.
  private static func check(_ status: stat) throws(FileError) {
    try WholeFile.checkIsRegular(status.st_mode)
    guard status.st_uid == geteuid() else { throw .notOwn }
  }

  /// Throws where a text is no address.
  private static func check(_ text: String) throws(FileError) {
    guard !text.isEmpty, !text.hasControls else { throw .notLine }
    guard EmailAddress.matches(text.utf8Span) else { throw .notAddress }
  }

  /// The most bytes of a file, its newline included: no form takes a longer address.
  private static let capacity = SecretText.defaultCapacity
}

extension RememberedEmail {
  /// Finds the file of the person, in the folder for state (XDG_STATE_HOME); `nil` where there is none.
  init?(
    variable: (String) -> String? = PersonFolder.environment, home: () -> String? = { ProcessNames.home }
  ) {
    let folder = PersonFolder.path("XDG_STATE_HOME", else: ".local/state", variable: variable, home: home)
    guard let folder else { return nil }
    self.init(path: folder + "/watchword/email")
  }
}

/// Where a person's files are.
enum PersonFolder {
  /// Finds a folder as the XDG Base Directory Specification 0.8 has it: the one that the variable `name` says, or else
  /// `folder` in the home folder. A path that is not absolute counts as not there. Without HOME it is the home folder
  /// of the account; `nil` where there is none either.
  static func path(
    _ name: String, else folder: String, variable: (String) -> String? = environment,
    home: () -> String? = { ProcessNames.home }
  ) -> String? {
    func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
    return absolute(variable(name))
      ?? (absolute(variable("HOME")) ?? absolute(home())).map { "\($0)/\(folder)" }
  }

  /// The value of the environment's variable `name`; `nil` also where it is not UTF-8.
  static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(validatingCString: value)
  }
}
