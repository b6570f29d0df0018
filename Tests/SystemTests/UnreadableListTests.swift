import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordStrength
import WatchwordSystem

/// Lists of words and of leaked passwords that cannot be read.
@Suite struct UnreadableListTests {
  private let folder = TemporaryFolder()

  /// The error of each reader of lists for a file: words of a blocklist, leaked passwords, words to draw.
  private static func faults(_ path: String) -> [FileError?] {
    [
      { _ = try WordFile(path: path) }, { _ = try LeakedFile(path: path) },
      { _ = try PlainWords(path: path) },
    ].map { (open: () throws -> Void) in
      do {
        try open()
        return nil
      } catch {
        return error as? FileError
      }
    }
  }

  @Test func `H4 F4 anything but a readable file is refused with the reason, without waiting`() throws {
    let (fifo, loop) = (folder.path + "/fifo", folder.path + "/loop")
    #expect(unsafe mkfifo(fifo, 0o600) == 0 && symlink(loop, loop) == 0)
    let cases: [(path: String, failure: FileError, text: String)] = [
      (fifo, .notRegularFile, "Not a regular file"), ("/dev/null", .notRegularFile, "Not a regular file"),
      ("/dev/zero", .notRegularFile, "Not a regular file"),
      (folder.path + "/none", .system(SystemError(number: ENOENT)), "No such file or directory"),
      (folder.write("x", to: "file") + "/under", .system(SystemError(number: ENOTDIR)), "Not a directory"),
      (loop, .system(SystemError(number: ELOOP)), "Too many levels of symbolic links"),
      ("", .system(SystemError(number: ENOENT)), "No such file or directory"),
    ]
    for (path, failure, text) in cases {
      #expect(Self.faults(path) == [failure, failure, failure], "\(path)")
      #expect(failure.description == text)
    }
    #expect(Self.faults(folder.path) == [.isDirectory, .noRanges, .isDirectory])
    #expect(FileError.isDirectory.description == "Is a directory")
    #expect(FileError.noRanges.description == "A folder without the files 00000.txt to FFFFF.txt")
    #expect(throws: FileError.empty) { try LeakedFile(path: "/proc/self/mem") }
  }

  @Test func `H4 a list that may not be read is refused with the reason`() async throws {
    let path = try folder.write(LeakHasher.list([("password", 1)]))
    #expect(unsafe chmod(path, 0) == 0 && chmod(folder.path, 0o711) == 0)
    await #expect(processExitsWith: .success) { [path = path as String] in
      // Root may read any file.
      guard geteuid() != 0 || setuid(65_534) == 0 else { exit(1) }
      let failure = FileError.system(SystemError(number: EACCES))
      exit(Self.faults(path) == [failure, failure, failure] ? 0 : 2)
    }
  }
}
