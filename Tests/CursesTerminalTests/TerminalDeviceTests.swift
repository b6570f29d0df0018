import CFilter
import CWatchwordCurses
import CWatchwordSystem
import CWatchwordTerminal
import Glibc
import Testing
import WatchwordBase

@testable import WatchwordCurses
@testable import WatchwordSecrets

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

  private func end(_ device: consuming TerminalDevice) {}

  /// What is typed after the form has ended by Escape or the mouse, and what of it the shell gets.
  @Test(
    arguments: [
      (false, ["[D"], ""), (false, ["[", "D"], ""), (false, ["O", "A"], ""), (false, ["[1;", "5C"], ""),
      (false, ["[Dab"], "ab"), (false, ["O", "Ab"], "b"), (false, ["[1", "\u{1B}[A"], ""),
      (false, ["x"], "x"),
      (false, ["xO"], "xO"), (false, ["x", "[D"], "x[D"), (false, ["xOA"], "xOA"), (false, ["\r"], "\r"),
      (false, ["\n"], "\r"),
      (false, ["\u{3}"], "\u{3}"), (false, ["\u{4}\u{7F}"], "\u{4}\u{7F}"), (false, ["é["], "é["),
      (false, [], ""),
      (false, ["\u{1B}[A"], "\u{1B}[A"), (true, ["\u{1B}[<0;3;4m"], ""),
      (true, ["\u{1B}", "[<0;3", ";4m"], ""),
      (true, ["\u{1B}[<0;3;4M\u{1B}[<0;3;4m"], ""), (true, ["\u{1B}[<0;3;4M", "\u{1B}[<0;3;4m"], ""),
      (true, ["x"], "x"), (true, ["[D"], "[D"), (true, ["\u{1B}[<0;3;4m", "l", "s\r"], "ls\r"),
      (true, ["x\u{1B}[<0;3;4m"], "x\u{1B}[<0;3;4m"),
      (true, [], ""),
    ] as [(Bool, [String], String)])
  func `A12 behind the end the rest of a sequence is taken in, and no other byte`(
    isMouse: Bool, pieces: [String], left: String
  ) throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let path = terminal.slavePath
    // Stays open, so that nothing of it is lost.
    let slave = unsafe open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    defer { close(slave) }
    @Sendable func isLined() -> Bool {
      var modes = termios()
      return unsafe tcgetattr(slave, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON) != 0
    }
    var device = try TerminalDevice(path: path)
    device.setRaw()
    device.remainder = isMouse ? .mouse : .sequence(milliseconds: 400)
    // A task might not start in time while other tests use the threads of the pool.
    let typing = try #require(
      Thread {
        for _ in 0..<2_000 where !isLined() { poll(nil, 0, 1) }
        for piece in pieces {
          terminal.type(piece)
          poll(nil, 0, 20)
        }
      })
    end(device)
    typing.join()
    #expect(terminal.taken() == "" && isLined())
    var raw = termios()
    unsafe tcgetattr(slave, &raw)
    unsafe cfmakeraw(&raw)
    unsafe tcsetattr(slave, TCSANOW, &raw)
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = unsafe read(slave, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == left)
  }

  /// Keys can be taken back between the notice and the reading.
  @Test func `a read does not wait for input`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      guard let terminal = try? PseudoTerminal(columns: 80, rows: 24),
        let device = try? TerminalDevice(path: terminal.slavePath)
      else { exit(1) }
      alarm(10)
      var byte: UInt8 = 0
      exit(unsafe read(device.descriptor, &byte, 1) == -1 && errno == EAGAIN ? 0 : 2)
    }
  }

  @Test(arguments: [("xterm-256color", false), ("vt220", true), ("linux", false)])
  func `the size of a character and its parity are the line's, and so is the flow control of a slow terminal`(
    type: String, keepsFlowControl: Bool
  ) throws {
    let terminal = try PseudoTerminal(columns: 80, rows: 24)
    let line = tcflag_t(ISTRIP | INPCK)
    terminal.change {
      $0.c_iflag |= line | tcflag_t(IXON | IXOFF)
      $0.c_oflag |= tcflag_t(OLCUC)
    }
    let before = terminal.modes
    for isScreen in [true, false] {
      var device = try TerminalDevice(path: terminal.slavePath)
      if isScreen {
        let screen = try CursesScreen(device, type: type)
        let flags = terminal.flags
        #expect(
          (flags.c_iflag & tcflag_t(IXON | IXOFF) != 0) == keepsFlowControl && flags.c_iflag & line == line)
        #expect(flags.c_oflag & tcflag_t(OLCUC) == 0)
        _ = consume screen
      } else {
        device.setLines(echoes: false, isUTF8: true, canStop: false)
        #expect(terminal.flags.c_iflag & line == line && terminal.flags.c_oflag & tcflag_t(OLCUC) == 0)
        _ = consume device
      }
      #expect(terminal.modes == before)
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
