import CFilter
import CWatchwordSystem
import Glibc
import Testing

@testable import WatchwordCurses

extension CursesTerminalTests {
  @Test func `I1 keys that come at the very end are not echoed when the modes come back`() throws {
    for _ in 1...200 {
      let terminal = try PseudoTerminal(columns: 80, rows: 24)
      var device = try TerminalDevice(path: terminal.slavePath)
      device.setLines(echoes: false, isUTF8: true, canStop: false)
      terminal.type("half")
      device.restoreModes()
      #expect(terminal.taken() == "")
    }
  }

  /// Keys can be taken back between the news of them and the reading.
  @Test func `J3 what does not come is not waited for when it is read`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      guard let terminal = try? PseudoTerminal(columns: 80, rows: 24),
        let device = try? TerminalDevice(path: terminal.slavePath)
      else { exit(1) }
      alarm(10)
      var byte: UInt8 = 0
      exit(unsafe read(device.descriptor, &byte, 1) == -1 && errno == EAGAIN ? 0 : 2)
    }
  }

  @Test func `a device that takes no byte takes none, whatever error came before`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      guard let terminal = try? PseudoTerminal(columns: 80, rows: 24),
        let device = try? TerminalDevice(path: terminal.slavePath), filter_writes(7) == 0
      else { exit(1) }
      alarm(10)
      errno = EAGAIN
      exit(device.write(Array("picture".utf8)) ? 2 : 0)
    }
  }
}
