import CFilter
import Glibc
import TestSupport
import Testing

/// The tests' folders remove nothing that is not theirs.
struct TemporaryFolderTests {
  private let other = TemporaryFolder()

  @Test func `links are removed, and nothing that they lead to`() throws {
    let file = other.write("kept\n", to: "file")
    var folder: TemporaryFolder? = TemporaryFolder()
    let path = try #require(folder?.path)
    #expect(unsafe mkdir(path + "/in", 0o700) == 0 && symlink(other.path, path + "/in/out") == 0)
    #expect(unsafe symlink(file, path + "/link") == 0 && symlink("..", path + "/in/up") == 0)
    _ = folder?.write("", to: "in/file")
    folder = nil
    #expect(unsafe access(path, F_OK) != 0 && readText(file) == "kept\n")
  }

  @Test(.machine(.root, .mountNamespace))
  func `what is mounted in a folder stays`() async {
    let file = other.write("kept\n", to: "file")
    await #expect(processExitsWith: .success) { [from = other.path as String] in
      // In a chroot the kernel's name of this program leads nowhere afterwards.
      _ = ProgramFile.folder
      guard own_mounts() == 0 else { exit(1) }
      var folder: TemporaryFolder? = TemporaryFolder()
      let path = folder?.path ?? ""
      let script = "mkdir '\(path)/on'; mount --bind '\(from)' '\(path)/on'"
      guard try Completion.of("sh", ["-ec", script]).status == 0 else { exit(2) }
      folder = nil
      let done = try Completion.of(
        "sh", ["-ec", "test -e '\(path)/on/file'; umount '\(path)/on'; rm -r '\(path)'"])
      guard done.status == 0 else { exit(3) }
    }
    #expect(readText(file) == "kept\n")
  }
}
