import Glibc
import System
import TestSupport
import Testing

@Suite struct `Remembered line` {
  let temporary = TemporaryFolder()
  let line: RememberedLine

  init() { line = RememberedLine("email", in: StateFolder(path: temporary.path)) }

  @Test func `what was written is read, and no more once it is forgotten`() throws {
    #expect(try line.read() == nil)
    for text in ["a@b.example", "b@c.example", "é漢😀 '\"\\", "b@c.example"] {
      try line.write(text)
      #expect(try line.read() == text)
      #expect(content() == Array("\(text)\n".utf8))
    }
    #expect(try line.forget())
    #expect(try line.read() == nil)
    #expect(names(in: temporary.path) == [])
    #expect(try !line.forget())
  }

  @Test func `texts that differ only in their code points are different`() throws {
    for text in ["\u{E9}", "e\u{301}"] {
      try line.write(text)
      #expect(content() == Array("\(text)\n".utf8))
    }
  }

  @Test func `a line that is there already is not written again`() throws {
    try line.write("a@b.example")
    let before = status()
    try line.write("a@b.example")
    #expect(status().st_ino == before.st_ino)
    try line.write("b@c.example")
    #expect(content() == Array("b@c.example\n".utf8))
  }

  @Test(arguments: [0o000, 0o022, 0o777] as [mode_t])
  func `the folders are the person's alone, and so is the file, whatever the umask`(mask: mode_t) async {
    await #expect(processExitsWith: .success) { [path = temporary.path as String, mask] in
      umask(mask)
      let folders = ["/a", "/a/b", "/a/b/watchword"].map { path + $0 }
      let line = RememberedLine("email", in: StateFolder(path: folders[2]))
      try line.write("a@b.example")
      guard folders.map(mode) == [0o40700, 0o40700, 0o40700], mode(line.path) == 0o100600 else { exit(1) }
      // A folder that is there stays as it is; a file does not.
      guard unsafe chmod(folders[2], 0o755) == 0 && chmod(line.path, 0o644) == 0 else { exit(2) }
      try line.write("b@c.example")
      guard mode(folders[2]) == 0o40755, mode(line.path) == 0o100600 else { exit(3) }
      guard try line.read() == "b@c.example", names(in: folders[2]) == ["email"] else { exit(4) }
    }
  }

  @Test func `a path with slashes to spare leads to the same file`() throws {
    try RememberedLine("email", in: StateFolder(path: temporary.path + "//x/")).write("a@b.example")
    #expect(try RememberedLine("email", in: StateFolder(path: temporary.path + "/x")).read() == "a@b.example")
  }

  /// What is in a file, and what reading it comes to.
  static let contents: [(bytes: [UInt8], failure: RememberedLine.Failure?)] = [
    (Array("a@b.example".utf8), nil),
    (Array("a@b.example\n".utf8), nil),
    (Array(repeating: 0x61, count: 4_095) + [0x0A], nil),
    (Array(repeating: 0x61, count: 4_096), nil),
    (Array(repeating: 0x61, count: 4_097), .tooLong),
    (Array(repeating: 0x61, count: 10_000), .tooLong),
    ([], .notLine), ([0x0A], .notLine), (Array("a\n\n".utf8), .notLine), (Array("a\nb\n".utf8), .notLine),
    (Array("\na".utf8), .notLine), (Array("a\r\n".utf8), .notLine), (Array("a\tb".utf8), .notLine),
    (Array("a\u{1B}[2J".utf8), .notLine), (Array("a\u{7F}".utf8), .notLine), (Array("a\0".utf8), .notLine),
    (Array("a\u{85}b".utf8), .notLine), (Array("a\u{2028}b".utf8), .notLine),
    (Array("a\u{2029}".utf8), .notLine),
    ([0xFF], .notLine), ([0x61, 0xC3, 0x0A], .notLine), ([0xED, 0xA0, 0x80], .notLine),
    ([0xC0, 0xAF], .notLine),
  ]

  // By number, so that the report of the tests does not hold the contents.
  @Test(arguments: contents.indices)
  func `a file that is not one line of text is an error and left alone, but can be forgotten`(
    number: Int
  ) throws {
    let (bytes, failure) = Self.contents[number]
    _ = temporary.write(bytes, to: "email")
    guard let failure else {
      #expect(try line.read()?.utf8.elementsEqual(bytes.filter { $0 != 0x0A }) == true)
      return
    }
    #expect(throws: failure) { try line.read() }
    #expect(throws: failure) { try line.write("b@c.example") }
    let isLeftAlone = content() == bytes
    #expect(isLeftAlone)
    #expect(try line.forget())
    try line.write("b@c.example")
    #expect(try line.read() == "b@c.example")
  }

  @Test(arguments: ["", "\n", "a\n", "a\nb", "a\u{1B}", "a\0", "\u{9B}", "\u{2028}"])
  func `a text that could not be read again is not written`(text: String) throws {
    try line.write("a@b.example")
    #expect(throws: RememberedLine.Failure.notLine) { try line.write(text) }
    #expect(try line.read() == "a@b.example")
  }

  @Test func `a text of 4095 bytes is the longest`() throws {
    let longest = String(repeating: "é", count: 2_047) + "x"
    try line.write(longest)
    #expect(try line.read() == longest)
    #expect(throws: RememberedLine.Failure.tooLong) { try line.write(longest + "x") }
    #expect(try line.read() == longest)
  }

  @Test(arguments: [true, false])
  func `a symbolic link is neither followed nor replaced nor removed`(leadsSomewhere: Bool) throws {
    let target = temporary.path + "/target"
    if leadsSomewhere { _ = temporary.write("a@b.example\n", to: "target") }
    #expect(unsafe symlink(target, line.path) == 0)
    expectLeftAlone(.symbolicLink)
    #expect(mode(line.path) == 0o120777)
    #expect(names(in: temporary.path) == (leadsSomewhere ? ["email", "target"] : ["email"]))
    if leadsSomewhere { #expect(content() == Array("a@b.example\n".utf8)) }
  }

  @Test func `what is no regular file is left alone, without waiting`() throws {
    #expect(unsafe mkfifo(line.path, 0o600) == 0)
    expectLeftAlone(.notRegularFile)
    #expect(unsafe unlink(line.path) == 0 && mkdir(line.path, 0o700) == 0)
    expectLeftAlone(.notRegularFile)
    #expect(names(in: temporary.path) == ["email"])
  }

  @Test(.enabled(if: geteuid() == 0)) func `a file of another person is left alone`() throws {
    try line.write("a@b.example")
    #expect(unsafe chown(line.path, 65_534, 65_534) == 0)
    expectLeftAlone(.foreignOwner)
    #expect(content() == Array("a@b.example\n".utf8))
  }

  @Test func `a file that may not be read is left alone, but can be forgotten`() async {
    await #expect(processExitsWith: .success) { [path = temporary.path as String] in
      let line = try ordinaryPersonsLine(in: path)
      try line.write("a@b.example")
      guard unsafe chmod(line.path, 0) == 0 else { exit(1) }
      let refusal = RememberedLine.Failure.system(SystemError(number: EACCES))
      guard failure(of: { _ = try line.read() }) == refusal else { exit(2) }
      guard failure(of: { try line.write("b@c.example") }) == refusal else { exit(3) }
      guard names(in: path) == ["email"], mode(line.path) == 0o100000, try line.forget() else { exit(4) }
    }
  }

  @Test func `in a folder that cannot be written to nothing is lost and nothing left behind`() async {
    await #expect(processExitsWith: .success) { [path = temporary.path as String] in
      let line = try ordinaryPersonsLine(in: path)
      try line.write("a@b.example")
      guard unsafe chmod(path, 0o500) == 0 else { exit(1) }
      let refusal = RememberedLine.Failure.system(SystemError(number: EACCES))
      guard failure(of: { try line.write("b@c.example") }) == refusal else { exit(2) }
      guard failure(of: { _ = try line.forget() }) == refusal else { exit(3) }
      guard try line.read() == "a@b.example", names(in: path) == ["email"] else { exit(4) }
      let deeper = RememberedLine("email", in: StateFolder(path: path + "/deeper/watchword"))
      guard failure(of: { try deeper.write("b@c.example") }) == refusal else { exit(5) }
      guard try deeper.read() == nil, names(in: path) == ["email"] else { exit(6) }
    }
  }

  @Test func `when the file system takes no more nothing is lost and nothing left behind`() async {
    await #expect(processExitsWith: .success) { [path = temporary.path as String] in
      let line = RememberedLine("email", in: StateFolder(path: path))
      try line.write("a@b.example")
      // A limit on the size of files fails write(2) at the same place as a full disk does.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 5, rlim_max: 5)
      guard unsafe setrlimit(__rlimit_resource_t(1), &limit) == 0 else { exit(1) }
      let refusal = RememberedLine.Failure.system(SystemError(number: EFBIG))
      guard failure(of: { try line.write("b@c.example") }) == refusal else { exit(2) }
      guard try line.read() == "a@b.example", names(in: path) == ["email"] else { exit(3) }
    }
  }

  @Test func `a folder that cannot be is an error`() throws {
    let file = temporary.write("", to: "file")
    for (path, number) in [(file, ENOTDIR), (file + "/x", ENOTDIR)] {
      let line = RememberedLine("email", in: StateFolder(path: path))
      let refusal = RememberedLine.Failure.system(SystemError(number: number))
      #expect(failure(of: { _ = try line.read() }) == refusal)
      #expect(failure(of: { try line.write("a@b.example") }) == refusal)
      #expect(failure(of: { _ = try line.forget() }) == refusal)
    }
    #expect(names(in: temporary.path) == ["file"])
  }

  @Test func `many who write at once leave one whole line, and readers see nothing else`() async throws {
    let texts = (0..<4).map { String(repeating: "\($0)", count: 1_000 * $0 + 1) }
    try line.write(texts[0])
    let read = await withTaskGroup(of: [String?].self) { [line] group in
      for text in texts {
        group.addTask {
          (0..<10).map { round in
            try? line.write(round.isMultiple(of: 2) ? text : text + "x")
            return try? line.read()
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    let whole = Set(texts + texts.map { $0 + "x" })
    #expect(read.allSatisfy { $0.map(whole.contains) == true })
    #expect(names(in: temporary.path) == ["email"])
    #expect(try line.read().map(texts.map { $0 + "x" }.contains) == true)
  }

  @Test func `every failure says why on one line`() {
    let failures: [RememberedLine.Failure] = [
      .symbolicLink, .notRegularFile, .foreignOwner, .tooLong, .notLine, .system(SystemError(number: EACCES)),
    ]
    #expect(
      failures.map(\.description) == [
        "Is a symbolic link", "Not a regular file", "Belongs to another user", "Longer than 4096 bytes",
        "Not one line of UTF-8 text", "Permission denied",
      ])
  }

  /// Expects that the file is refused in every way.
  private func expectLeftAlone(_ expected: RememberedLine.Failure) {
    #expect(failure(of: { _ = try line.read() }) == expected)
    #expect(failure(of: { try line.write("b@c.example") }) == expected)
    #expect(failure(of: { _ = try line.forget() }) == expected)
  }

  /// The bytes of the file.
  private func content() -> [UInt8] {
    let descriptor = unsafe open(line.path, O_RDONLY)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 20_000)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  private func status() -> stat {
    var status = stat()
    _ = unsafe lstat(line.path, &status)
    return status
  }
}

/// The error that `body` throws, `nil` when it throws none.
private func failure(of body: () throws -> Void) -> RememberedLine.Failure? {
  do {
    try body()
    return nil
  } catch {
    return error as? RememberedLine.Failure
  }
}

/// The kind and permissions of the file at `path`.
private func mode(_ path: String) -> mode_t {
  var status = stat()
  return unsafe lstat(path, &status) == 0 ? status.st_mode : 0
}

/// The names of what is in a folder, in order.
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

/// A line in the folder `path`, for a process that gives up root's privileges, whom no permissions bind.
private func ordinaryPersonsLine(in path: String) throws -> RememberedLine {
  if geteuid() == 0 {
    guard unsafe chown(path, 65_534, 65_534) == 0, setuid(65_534) == 0 else {
      throw SystemError(number: EPERM)
    }
  }
  return RememberedLine("email", in: StateFolder(path: path))
}
