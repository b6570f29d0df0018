import Glibc
import TestSupport
import Testing
import WatchwordBase
import WatchwordScreen
import WatchwordSystem

@testable import WatchwordOptions

/// Which users' files are read.
struct ConfigurationFileTests {
  private let parent = TemporaryFolder()
  private var file: ConfigurationFile { ConfigurationFile(folder: parent.path) }

  private func write(_ text: String = "no-mouse\n", mode: mode_t = 0o644) {
    let path = parent.write(text, to: "config")
    _ = unsafe chmod(path, mode)
  }

  private func failure() -> FileError? {
    do {
      _ = try file.read()
      return nil
    } catch {
      return error
    }
  }

  @Test func `F8 a file of the user's own is read, and none is no error`() throws {
    #expect(try file.read() == nil)
    #expect(try ConfigurationFile(folder: parent.path + "/none").read() == nil)
    #expect(try ConfigurationFile(folder: parent.write("") + "/none").read() == nil)
    write()
    #expect(try file.read() == "no-mouse\n")
    write(String(repeating: "#", count: ConfigurationFile.capacity))
    #expect(try file.read()?.utf8.count == ConfigurationFile.capacity)
  }

  @Test(arguments: [0o664, 0o646, 0o666] as [mode_t])
  func `F8 a file to which others may write is not read`(mode: mode_t) {
    write(mode: mode)
    #expect(failure() == .writable(.file))
  }

  @Test(arguments: [0o770, 0o707, 0o1777] as [mode_t])
  func `F8 a folder to which others may write is not looked into`(mode: mode_t) {
    write()
    _ = unsafe chmod(parent.path, mode)
    #expect(failure() == .writable(.folder))
    // Whoever can write to the folder can also remove the file.
    _ = unsafe unlink(parent.path + "/config")
    #expect(failure() == .writable(.folder))
    write()
    _ = unsafe chmod(parent.path, 0o700)
    #expect(failure() == nil)
  }

  @Test(.machine(.root))
  func `F8 a file or a folder of another user is not read`() {
    write()
    _ = unsafe chown(file.path, 65534, 65534)
    #expect(failure() == .foreignOwner(.file))
    _ = unsafe chown(file.path, 0, 65534)
    #expect(failure() == nil)
    _ = unsafe chown(parent.path, 65534, 0)
    #expect(failure() == .foreignOwner(.folder))
  }

  @Test func `F8 a symbolic link is followed, and what it leads to is looked at`() throws {
    let target = parent.write("mouse\n", to: "target")
    _ = unsafe symlink(target, file.path)
    #expect(try file.read() == "mouse\n")
    _ = unsafe chmod(target, 0o666)
    #expect(failure() == .writable(.file))
  }

  @Test func `F8 anything but a text file is not read, and not waited for`() {
    #expect(unsafe mkfifo(file.path, 0o600) == 0)
    #expect(failure() == .notRegularFile)
    _ = unsafe unlink(file.path)
    #expect(unsafe mkdir(file.path, 0o700) == 0)
    #expect(failure() == .notRegularFile)
    _ = unsafe rmdir(file.path)
    _ = parent.write([0x6D, 0xF6], to: "config")
    #expect(failure() == .notText)
    write(String(repeating: "#", count: ConfigurationFile.capacity + 1))
    #expect(failure() == .tooLarge(limit: 16_384))
    _ = unsafe unlink(file.path)
    _ = unsafe symlink("config", file.path)
    #expect(failure()?.description == "Too many levels of symbolic links")
  }

  @Test func `T2 a link that leads nowhere is no file that is not there`() {
    _ = unsafe symlink("nowhere", file.path)
    #expect(failure()?.description == "No such file or directory")
    let folder = ConfigurationFile(folder: parent.path + "/link")
    _ = unsafe symlink("nowhere", folder.folder)
    #expect(throws: FileError.self) { _ = try folder.read() }
    #expect(throws: FileError.self) {
      _ = try ConfigurationFile(folder: parent.write("")).read()
    }
  }

  @Test(arguments: [true, false])
  func `T2 a file of the system that cannot be used ends the program, one of the user does not`(
    isLink: Bool
  ) throws {
    write("[required]\npolicy=nist", mode: 0o664)
    if isLink {
      _ = unsafe unlink(file.path)
      _ = unsafe symlink("nowhere", file.path)
    }
    let reason = isLink ? "No such file or directory" : "Others may write to the file; chmod go-w helps"
    let line = "cannot use '\(file.path)': \(reason)"
    for skipsDefaults in [false, true] {
      let error = #expect(throws: ProgramError.self) {
        try Configuration(
          system: file, person: nil, variable: nil, skipsDefaults: skipsDefaults, width: .ascii)
      }
      #expect(error?.line == line && error?.status == .usage && error?.withHint(about: nil) == error)
    }
    let none = ConfigurationFile(folder: parent.path + "/none")
    let person = try Configuration(
      system: none, person: file, variable: nil, skipsDefaults: false, width: .ascii)
    #expect(person.remarks == [line] && person.settings.isEmpty)
  }

  @Test func `T2 a file that comes in pieces is read to its end`() throws {
    let file = try PiecewiseFile(["[requi", "red]\npolicy=ni", "st\n"].map { Array($0.utf8) })
    #expect(try file.read(by: ConfigurationFile.contents) == "[required]\npolicy=nist\n")
    // A socket drops what does not fit into a read, so no piece is longer than the first buffer.
    let part = [UInt8](repeating: UInt8(ascii: "#"), count: 4096)
    let count = ConfigurationFile.capacity / part.count
    let long = try PiecewiseFile(Array(repeating: part, count: count) + [[UInt8(ascii: "#")]])
    #expect(throws: FileError.tooLarge(limit: 16_384)) {
      _ = try long.read(by: ConfigurationFile.contents)
    }
  }

  @Test func `F8 a file that is not used is told with its path, and the others count`() throws {
    let other = TemporaryFolder()
    write("[required]\nglyphs=ascii")
    _ = unsafe chmod(other.write("no-mouse", to: "config"), 0o666)
    let configuration = try Configuration(
      system: file, person: ConfigurationFile(folder: other.path), variable: "bogus", skipsDefaults: false,
      width: .ascii)
    #expect(
      configuration.remarks == [
        "cannot use '\(other.path)/config': Others may write to the file; chmod go-w helps",
        "WATCHWORD_OPTIONS, line 1: unknown option 'bogus'",
      ])
    #expect(configuration.settings.map(\.value.option) == [.glyphs])
    let required = try Configuration(
      system: file, person: ConfigurationFile(folder: other.path), variable: "bogus", skipsDefaults: true,
      width: .ascii)
    #expect(required.remarks.isEmpty && required.settings.map(\.isRequired) == [true])
  }
}
