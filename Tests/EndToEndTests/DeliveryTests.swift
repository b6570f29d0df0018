import Glibc
import TestSupport
import Testing

/// What no script can play of `--output`; Tests/Scripts/delivery.txt has the rest.
@Suite struct DeliveryTests {
  private let folder = TemporaryFolder()

  /// A form with a typed password whose answer goes to the file `answer`, in a folder of its own.
  private func filled(launching: [String] = []) throws -> TerminalEmulator {
    var stage = Stage.capturing(in: folder.path)
    stage.launching = launching
    let terminal = try TerminalEmulator.form("--output", "answer", on: stage)
    terminal.fill()
    return terminal
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func `F5 nothing is there before, nor left where the program is killed`(number: Int32) throws {
    let terminal = try filled()
    #expect(try Completion.of("ls", ["-A", folder.path]).output == "")
    terminal.signal(number)
    terminal.expect(.killed(by: number))
    #expect(try Completion.of("ls", ["-A", folder.path]).output == "")
  }

  @Test(.machine(.root)) func `F5 a folder that may not be written to is known before the form`()
    throws
  {
    try Needs.machine(.openFolder)
    let end = try Completion.of("watchword", ["new", "--output", "/usr/x"], launching: ["--nobody"])
    #expect(
      end.status == 2 && end.errors.hasPrefix("watchword: cannot write to '/usr/x': Permission denied\n"))
  }

  @Test func `F5 an ordinary person's program writes a file, though nobody may look into its memory`() throws
  {
    try Needs.machine(.openFolder)
    #expect(unsafe chmod(folder.path, 0o777) == 0)
    let terminal = try filled(launching: ["--nobody"])
    terminal.press(.enter)
    terminal.expectExit(0)
    #expect(readText(folder.path + "/answer") == good + "\n")
  }
}
