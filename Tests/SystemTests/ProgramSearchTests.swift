import Glibc
import TestSupport
import Testing
import WatchwordMessages
import WatchwordSystem

@Suite struct ProgramSearchTests {
  @Test func `F1 a program is found by its name, and by its path`() throws {
    #expect(try findProgram("sh").hasSuffix("/sh"))
    #expect(try findProgram("/bin/sh") == "/bin/sh")
  }

  @Test(arguments: [
    ("", ENOENT), ("nonexistent-program", ENOENT), ("/nonexistent/sh", ENOENT), ("/etc/passwd", EACCES),
    ("/etc", EACCES),
  ]) func `F1 what cannot be started is told by its error`(name: String, number: Int32) {
    #expect(throws: SystemError(number: number)) { try findProgram(name) }
  }
}
