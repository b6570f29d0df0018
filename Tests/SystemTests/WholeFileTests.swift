import CFilter
import CWatchwordSystem
import CWatchwordTerminal
import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordSystem

/// A file that is there whole or not at all.
@Suite struct WholeFileTests {
  private let folder = TemporaryFolder()

  private var path: String { folder.path + "/answer" }

  /// The names in the folder, in order.
  private var names: [String] { (try? Completion.of("ls", ["-A", folder.path]).output.lines) ?? [] }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode : 0
  }

  @Test(arguments: [true, false]) func `F5 a new file has what was written, for its owner alone`(
    replaces: Bool
  ) throws {
    let file = try WholeFile(path: path, replaces: replaces)
    #expect(names == [], "nothing is there before it is whole")
    try file.write("one\n".utf8Span.span)
    #expect(readText(path) == "one\n" && names == ["answer"] && mode(path) == S_IFREG | 0o600)
  }

  @Test func `F5 an existing file is replaced only on request, at once`() throws {
    _ = folder.write("old\n", to: "answer")
    #expect(unsafe chmod(path, 0o644) == 0)
    #expect(throws: FileError.exists) { try WholeFile(path: path, replaces: false) }
    let file = try WholeFile(path: path, replaces: true)
    #expect(readText(path) == "old\n")
    try file.write("new\n".utf8Span.span)
    #expect(readText(path) == "new\n" && names == ["answer"] && mode(path) == S_IFREG | 0o600)
  }

  @Test func `F5 a file that has come meanwhile is not replaced, unless that is asked for`() throws {
    let file = try WholeFile(path: path, replaces: false)
    _ = folder.write("theirs\n", to: "answer")
    #expect(throws: SystemError(number: EEXIST)) { try file.write("ours\n".utf8Span.span) }
    #expect(readText(path) == "theirs\n" && names == ["answer"])
    try WholeFile(path: path, replaces: true).write("ours\n".utf8Span.span)
    #expect(readText(path) == "ours\n")
  }

  @Test(arguments: [true, false]) func `F5 a symbolic link is neither followed nor replaced`(
    leadsSomewhere: Bool
  ) throws {
    let target = leadsSomewhere ? folder.write("target\n", to: "target") : folder.path + "/nowhere"
    #expect(unsafe symlink(target, path) == 0)
    for replaces in [true, false] {
      #expect(throws: FileError.symbolicLink) { try WholeFile(path: path, replaces: replaces) }
    }
    #expect(readText(target) == (leadsSomewhere ? "target\n" : nil) && mode(path) & S_IFMT == S_IFLNK)
  }

  @Test func `F5 a link that has come meanwhile is not followed`() throws {
    let target = folder.write("target\n", to: "target")
    let file = try WholeFile(path: path, replaces: false)
    #expect(unsafe symlink(target, path) == 0)
    #expect(throws: SystemError(number: EEXIST)) { try file.write("ours\n".utf8Span.span) }
    #expect(readText(target) == "target\n")
  }

  @Test func `F5 links in the other parts of the path are followed`() throws {
    #expect(unsafe symlink(folder.path, folder.path + "/here") == 0)
    try WholeFile(path: folder.path + "/here/answer", replaces: false).write("one\n".utf8Span.span)
    #expect(readText(path) == "one\n")
  }

  @Test func `F5 anything but a regular file is never replaced`() throws {
    #expect(unsafe mkfifo(folder.path + "/fifo", 0o600) == 0)
    for path in ["", "/dev/null", "/tmp", "/tmp/", "/", ".", "..", folder.path + "/fifo"] {
      #expect(throws: FileError.notRegularFile, "\(path)") { try WholeFile(path: path, replaces: true) }
    }
  }

  @Test(.machine(.root)) func `F5 what another person's folder forbids is known beforehand`()
    async
  {
    await #expect(processExitsWith: .success) { [path = folder.path as String] in
      func obstacle(_ path: String) -> FileError? {
        do throws(FileError) {
          _ = try WholeFile(path: path, replaces: true)
          return nil
        } catch {
          return error
        }
      }
      let folder = path + "/folder"
      guard unsafe chmod(path, 0o755) == 0, unsafe mkdir(folder, 0o755) == 0 else { exit(1) }
      let file = unsafe open(folder + "/file", O_CREAT | O_WRONLY, 0o666)
      guard file >= 0, seteuid(65_534) == 0 else { exit(2) }
      guard obstacle(folder + "/new") == .system(SystemError(number: EACCES)) else { exit(3) }
      // Like /tmp, where all users may write and replace only their own files.
      guard seteuid(0) == 0, unsafe chmod(folder, 0o1777) == 0, seteuid(65_534) == 0 else { exit(4) }
      guard obstacle(folder + "/new") == nil else { exit(5) }
      guard obstacle(folder + "/file") == .system(SystemError(number: EPERM)) else { exit(6) }
      guard seteuid(0) == 0, unsafe chown(folder + "/file", 65_534, 65_534) == 0, seteuid(65_534) == 0
      else { exit(7) }
      guard obstacle(folder + "/file") == nil else { exit(8) }
      // A file that may be written but not read.
      guard seteuid(0) == 0, unsafe chown(folder, 65_534, 65_534) == 0, unsafe chmod(folder, 0o300) == 0,
        seteuid(65_534) == 0
      else { exit(9) }
      try WholeFile(path: folder + "/new", replaces: false).write("x".utf8Span.span)
      guard seteuid(0) == 0, readText(folder + "/new") == "x" else { exit(10) }
    }
  }

  @Test(arguments: [true, false]) func `F5 where there is no room all is as it was`(isThere: Bool) async {
    if isThere { _ = folder.write("old\n", to: "answer") }
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 5, rlim_max: 5)
      guard unsafe setrlimit(__rlimit_resource_t(1), &limit) == 0 else { exit(1) }
      let file = try WholeFile(path: path, replaces: true)
      do throws(SystemError) {
        try file.write("too long\n".utf8Span.span)
        exit(2)
      } catch {
        guard error.number == EFBIG else { exit(3) }
      }
    }
    #expect(names == (isThere ? ["answer"] : []) && readText(path) == (isThere ? "old\n" : nil))
  }

  @Test(arguments: [true, false])
  func `F5 a deadly signal while a file has a name that is drawn leaves nothing of it`(isThere: Bool) async {
    if isThere { _ = folder.write("old\n", to: "answer") }
    await #expect(processExitsWith: .signal(SIGXFSZ)) { [path = path as String] in
      // It comes with the write beyond the limit, to a thread that may block it.
      signal(SIGXFSZ, SIG_DFL)
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      unsafe sigaddset(&signals, SIGXFSZ)
      unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      var limit = rlimit(rlim_cur: 5, rlim_max: 5)
      guard filter_nameless_files() == 0, unsafe setrlimit(__rlimit_resource_t(1), &limit) == 0 else {
        exit(1)
      }
      try WholeFile(path: path, replaces: true).write("too long\n".utf8Span.span)
    }
    #expect(names == (isThere ? ["answer"] : []) && readText(path) == (isThere ? "old\n" : nil))
  }

  @Test func `F5 a umask takes none of the owner's rights`() async {
    await #expect(processExitsWith: .success) { [path = path as String] in
      umask(0o777)
      try WholeFile(path: path, replaces: false).write("x".utf8Span.span)
    }
    #expect(mode(path) == S_IFREG | 0o600)
  }

  @Test func `F5 many who write at once leave one whole text`() async throws {
    let texts = (0..<4).map { String(repeating: "\($0)", count: 5_000) }
    await withTaskGroup(of: Void.self) { [path] group in
      for text in texts {
        group.addTask {
          for _ in 0..<20 { try? WholeFile(path: path, replaces: true).write(text.utf8Span.span) }
        }
      }
    }
    #expect(readText(path).map(texts.contains) == true && names == ["answer"])
  }

  @Test(arguments: [true, false])
  func `F5 where the file system knows no files without a name, all is the same in the end`(
    renamesExclusively: Bool
  ) async throws {
    await #expect(processExitsWith: .success) {
      [path = path as String, folder = folder.path as String, renamesExclusively = renamesExclusively as Bool]
      in
      guard filter_nameless_files() == 0, renamesExclusively || filter_exclusive_renaming() == 0 else {
        exit(1)
      }
      let file = try WholeFile(path: path, replaces: false)
      guard try Completion.of("ls", ["-A", folder]).output == "" else { exit(2) }
      try file.write("one\n".utf8Span.span)
      guard readText(path) == "one\n" else { exit(3) }
      try WholeFile(path: path, replaces: true).write("two\n".utf8Span.span)
      let other = try WholeFile(path: folder + "/other", replaces: false)
      let descriptor = unsafe open(folder + "/other", O_CREAT | O_WRONLY, 0o600)
      guard descriptor >= 0, unsafe write(descriptor, "theirs", 6) == 6 else { exit(4) }
      do throws(SystemError) {
        try other.write("ours\n".utf8Span.span)
        exit(5)
      } catch {
        guard error.number == EEXIST else { exit(6) }
      }
    }
    #expect(readText(path) == "two\n" && readText(folder.path + "/other") == "theirs")
    #expect(names == ["answer", "other"] && mode(path) == S_IFREG | 0o600)
  }
}

extension String {
  fileprivate var lines: [String] { split(separator: "\n").map(String.init) }
}
