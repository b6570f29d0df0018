import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordSystem

@testable import WatchwordCommands

@Suite struct `Remembered email` {
  let temporary = TemporaryFolder()
  let email: RememberedEmail

  init() { email = RememberedEmail(path: temporary.path + "/email") }

  /// $XDG_STATE_HOME, $HOME, the home folder of the account, and the file.
  static let places: [(state: String?, home: String?, account: String?, path: String?)] = [
    ("/state", "/home/a", "/home/b", "/state/watchword/email"),
    (nil, "/home/a", "/home/b", "/home/a/.local/state/watchword/email"),
    ("", "/home/a", nil, "/home/a/.local/state/watchword/email"),
    ("state", "/home/a", nil, "/home/a/.local/state/watchword/email"),
    ("./state", "/home/a", nil, "/home/a/.local/state/watchword/email"),
    ("~/state", "/home/a", nil, "/home/a/.local/state/watchword/email"),
    (nil, nil, "/home/b", "/home/b/.local/state/watchword/email"),
    (nil, "", "/home/b", "/home/b/.local/state/watchword/email"),
    (nil, "home", "/home/b", "/home/b/.local/state/watchword/email"),
    ("/state", nil, nil, "/state/watchword/email"),
    (nil, nil, nil, nil), ("state", "home", "home", nil), ("", "", "", nil),
  ]

  @Test(arguments: places)
  func `it is where the XDG specification says, and paths that are not absolute are ignored`(
    state: String?, home: String?, account: String?, path: String?
  ) {
    let variables = ["XDG_STATE_HOME": state, "HOME": home].compactMapValues { $0 }
    #expect(RememberedEmail(variable: { variables[$0] }, home: { account })?.path == path)
  }

  @Test func `it is found from the environment, and without that from the account`() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("XDG_STATE_HOME", "/x", 1)
      guard RememberedEmail()?.path == "/x/watchword/email" else { exit(1) }
      unsafe unsetenv("XDG_STATE_HOME")
      unsafe setenv("HOME", "/h", 1)
      guard RememberedEmail()?.path == "/h/.local/state/watchword/email" else { exit(2) }
      unsafe unsetenv("HOME")
      let home = unsafe getpwuid(getuid()).map { unsafe String(cString: $0.pointee.pw_dir) }
      let path = home.map { $0 + "/.local/state/watchword/email" }
      guard home != nil, RememberedEmail()?.path == path else { exit(3) }
      unsafe setenv("HOME", [0x2F, CChar(bitPattern: 0xFF), 0], 1)
      guard RememberedEmail()?.path == path else { exit(4) }
    }
  }

  @Test func `an address that comes in pieces is read to its end`() throws {
    let file = try PiecewiseFile(["a@", "b.exam", "ple\n"].map { Array($0.utf8) })
    #expect(try file.read(by: RememberedEmail.address) == "a@b.example")
    let lines = try PiecewiseFile(["a@b.example\n", "b@c.example\n"].map { Array($0.utf8) })
    #expect(throws: FileError.notLine) {
      _ = try lines.read(by: RememberedEmail.address)
    }
  }

  @Test func `what was written is read, and no more once it is forgotten`() throws {
    #expect(try email.read() == nil)
    for text in ["a@b.example", "b@c.example", "a.b+c_%d-e@f-g.example", "b@c.example"] {
      try email.write(text)
      #expect(try email.read() == text)
      #expect(content() == Array("\(text)\n".utf8))
    }
    try email.forget()
    #expect(try email.read() == nil)
    #expect(names(in: temporary.path) == [])
    try email.forget()
  }

  @Test func `an address that is there already is not written again`() throws {
    try email.write("a@b.example")
    let before = status()
    try email.write("a@b.example")
    #expect(status().st_ino == before.st_ino)
    try email.write("b@c.example")
    #expect(content() == Array("b@c.example\n".utf8))
  }

  @Test(arguments: [0o000, 0o022, 0o777] as [mode_t])
  func `the folders are the person's alone, and so is the file, whatever the umask`(mask: mode_t) async {
    await #expect(processExitsWith: .success) { [path = temporary.path as String, mask] in
      umask(mask)
      let folders = ["/a", "/a/b", "/a/b/watchword"].map { path + $0 }
      let email = RememberedEmail(path: folders[2] + "/email")
      try email.write("a@b.example")
      guard folders.map(mode) == [0o40700, 0o40700, 0o40700], mode(email.path) == 0o100600 else { exit(1) }
      // An existing folder keeps its mode; a file does not.
      guard unsafe chmod(folders[2], 0o755) == 0 && chmod(email.path, 0o644) == 0 else { exit(2) }
      try email.write("b@c.example")
      guard mode(folders[2]) == 0o40755, mode(email.path) == 0o100600 else { exit(3) }
      guard try email.read() == "b@c.example", names(in: folders[2]) == ["email"] else { exit(4) }
    }
  }

  @Test func `a path with slashes to spare leads to the same file`() throws {
    try RememberedEmail(path: temporary.path + "//x//email").write("a@b.example")
    #expect(try RememberedEmail(path: temporary.path + "/x/email").read() == "a@b.example")
  }

  /// An address of so many bytes.
  static func address(of count: Int) -> String { String(repeating: "a", count: count - 10) + "@b.example" }

  /// A file's content, and why it is no address.
  static let contents: [(bytes: [UInt8], failure: FileError?)] = [
    (Array("a@b.example".utf8), nil), (Array("a@b.example\n".utf8), nil),
    (Array("\(address(of: 4_095))\n".utf8), nil), (Array(address(of: 4_096).utf8), nil),
    (Array("\(address(of: 4_096))\n".utf8), .tooLarge(limit: 4_096)),
    (Array(address(of: 10_000).utf8), .tooLarge(limit: 4_096)),
    ([], .notLine), ([0x0A], .notLine), (Array("a@b.example\n\n".utf8), .notLine),
    (Array("a\nb\n".utf8), .notLine), (Array("\na@b.example".utf8), .notLine),
    (Array("a@b.example\r\n".utf8), .notLine), (Array("a\t@b.example".utf8), .notLine),
    (Array("a\u{1B}[2J".utf8), .notLine), (Array("a\u{7F}".utf8), .notLine), (Array("a\0".utf8), .notLine),
    (Array("a\u{85}b".utf8), .notLine), (Array("a\u{2028}b".utf8), .notLine),
    (Array("a\u{2029}".utf8), .notLine),
    ([0xFF], .notLine), ([0x61, 0xC3, 0x0A], .notLine), ([0xED, 0xA0, 0x80], .notLine),
    ([0xC0, 0xAF], .notLine),
    (Array("ann".utf8), .notAddress), (Array("é@b.example".utf8), .notAddress),
    (Array("a@b.example ".utf8), .notAddress),
  ]

  // By number, so that the test report does not print the contents.
  @Test(arguments: contents.indices)
  func `a file that is not one address is an error and left alone, but can be forgotten`(
    number: Int
  ) throws {
    let (bytes, failure) = Self.contents[number]
    _ = temporary.write(bytes, to: "email")
    guard let failure else {
      #expect(try email.read()?.utf8.elementsEqual(bytes.filter { $0 != 0x0A }) == true)
      return
    }
    #expect(throws: failure) { try email.read() }
    #expect(throws: failure) { try email.write("b@c.example") }
    let isLeftAlone = content() == bytes
    #expect(isLeftAlone)
    try email.forget()
    try email.write("b@c.example")
    #expect(try email.read() == "b@c.example")
  }

  @Test(arguments: [
    "", "\n", "a\n", "a\nb", "a@b.example\n", "a@b.example\u{1B}", "a\0", "\u{9B}", "\u{2028}",
  ])
  func `a text that could not be read again is not written`(text: String) throws {
    try email.write("a@b.example")
    #expect(throws: FileError.notLine) { try email.write(text) }
    #expect(throws: FileError.notAddress) { try email.write("ann") }
    #expect(try email.read() == "a@b.example")
  }

  @Test func `an address of 4095 bytes is the longest`() throws {
    let longest = Self.address(of: 4_095)
    try email.write(longest)
    #expect(try email.read() == longest)
    #expect(throws: FileError.tooLarge(limit: 4_096)) { try email.write("a" + longest) }
    #expect(try email.read() == longest)
  }

  @Test func `anything but a regular file is left alone, without waiting`() throws {
    #expect(unsafe mkfifo(email.path, 0o600) == 0)
    expectLeftAlone(.notRegularFile)
    #expect(unsafe unlink(email.path) == 0 && mkdir(email.path, 0o700) == 0)
    expectLeftAlone(.notRegularFile)
    #expect(names(in: temporary.path) == ["email"])
  }

  @Test(.machine(.root)) func `a file of another person is left alone`() throws {
    try email.write("a@b.example")
    #expect(unsafe chown(email.path, 65_534, 65_534) == 0)
    expectLeftAlone(.notOwn(by: 65_534))
    #expect(content() == Array("a@b.example\n".utf8))
  }

  @Test func `a file that may not be read is left alone, but can be forgotten`() async {
    await #expect(processExitsWith: .success) { [path = temporary.path as String] in
      let email = try ordinaryPersonsEmail(in: path)
      try email.write("a@b.example")
      guard unsafe chmod(email.path, 0) == 0 else { exit(1) }
      let refusal = FileError.system(SystemError(number: EACCES))
      guard failure(of: { _ = try email.read() }) == refusal else { exit(2) }
      guard failure(of: { try email.write("b@c.example") }) == refusal else { exit(3) }
      guard names(in: path) == ["email"], mode(email.path) == 0o100000 else { exit(4) }
      try email.forget()
    }
  }

  @Test func `in a folder that cannot be written to nothing is lost and nothing left behind`() async {
    await #expect(processExitsWith: .success) { [path = temporary.path as String] in
      let email = try ordinaryPersonsEmail(in: path)
      try email.write("a@b.example")
      guard unsafe chmod(path, 0o500) == 0 else { exit(1) }
      let refusal = FileError.system(SystemError(number: EACCES))
      guard failure(of: { try email.write("b@c.example") }) == refusal else { exit(2) }
      guard failure(of: { try email.forget() }) == refusal else { exit(3) }
      guard try email.read() == "a@b.example", names(in: path) == ["email"] else { exit(4) }
      let deeper = RememberedEmail(path: path + "/deeper/watchword/email")
      guard failure(of: { try deeper.write("b@c.example") }) == refusal else { exit(5) }
      guard try deeper.read() == nil, names(in: path) == ["email"] else { exit(6) }
    }
  }

  @Test func `a folder that cannot be is an error`() throws {
    let file = temporary.write("", to: "file")
    for path in [file, file + "/x"] {
      let email = RememberedEmail(path: path + "/email")
      let refusal = FileError.system(SystemError(number: ENOTDIR))
      #expect(failure(of: { _ = try email.read() }) == refusal)
      #expect(failure(of: { try email.write("a@b.example") }) == refusal)
      #expect(failure(of: { try email.forget() }) == refusal)
    }
    #expect(names(in: temporary.path) == ["file"])
  }

  @Test func `every failure says why on one line`() {
    let failures: [FileError] = [
      .symbolicLink, .notRegularFile, .notOwn(by: 1), .tooLarge(limit: 4_096), .notLine, .notAddress,
      .system(SystemError(number: EACCES)),
    ]
    #expect(
      failures.map(\.description) == [
        "Is a symbolic link", "Not a regular file", "Belongs to another user", "Longer than 4096 bytes",
        "Not one line of UTF-8 text", "Not an email address", "Permission denied",
      ])
  }

  /// Expects that the file is refused in every way.
  private func expectLeftAlone(_ expected: FileError) {
    #expect(failure(of: { _ = try email.read() }) == expected)
    #expect(failure(of: { try email.write("b@c.example") }) == expected)
    #expect(failure(of: { try email.forget() }) == expected)
  }

  /// The bytes of the file.
  private func content() -> [UInt8] {
    let descriptor = unsafe open(email.path, O_RDONLY)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 20_000)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  private func status() -> stat {
    var status = stat()
    _ = unsafe lstat(email.path, &status)
    return status
  }
}

/// The error that `body` throws, `nil` when it throws none.
private func failure(of body: () throws -> Void) -> FileError? {
  do {
    try body()
    return nil
  } catch {
    return error as? FileError
  }
}

/// The kind and permissions of the file at `path`.
private func mode(_ path: String) -> mode_t {
  var status = stat()
  return unsafe lstat(path, &status) == 0 ? status.st_mode : 0
}

/// The names in a folder, in order.
private func names(in folder: String) -> [String] {
  var names: [String] = []
  guard let entries = unsafe opendir(folder) else { return names }
  while let entry = unsafe readdir(entries) {
    unsafe withUnsafePointer(to: entry.pointee.d_name) {
      unsafe names.append(String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)))
    }
  }
  unsafe closedir(entries)
  return names.filter { $0 != "." && $0 != ".." }.sorted()
}

/// An address in the folder `path`, for a process without root's privileges, which ignore permissions.
private func ordinaryPersonsEmail(in path: String) throws -> RememberedEmail {
  if geteuid() == 0 {
    guard unsafe chown(path, 65_534, 65_534) == 0, setuid(65_534) == 0 else {
      throw SystemError(number: EPERM)
    }
  }
  return RememberedEmail(path: path + "/email")
}
