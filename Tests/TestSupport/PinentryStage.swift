internal import Glibc
package import Testing

/// A pinentry as gpg-agent runs it: it speaks on two pipes, leads a session without a terminal, and is told the device
/// of a terminal that another session has.
///
/// Keys go to ``terminal``, whose process is the pinentry, so that its memory can be scanned and its end awaited.
package final class PinentryStage {
  package let terminal: TerminalEmulator
  private var read = 0

  /// Starts `program` with `arguments` on `stage`, with pipes for streams, and reads its greeting.
  package init(
    _ program: String = "watchword", arguments: [String] = ["pinentry"], on stage: Stage = Stage(),
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var stage = stage
    (stage.input, stage.output, stage.errors) = (.pipe, .pipe, .pipe)
    // The kernel tells of a hang-up only processes that the terminal controls.
    stage.launching += ["--detach", "--silent-hangup"]
    terminal = try TerminalEmulator.open(program, arguments, on: stage)
    expect("OK Pleased to meet you", sourceLocation: sourceLocation)
  }

  package static let debian = "/usr/bin/pinentry-curses"

  package func nameTerminal(sourceLocation: SourceLocation = #_sourceLocation) {
    for option in ["ttyname=\(terminal.device)", "ttytype=xterm-256color", "lc-ctype=C.UTF-8"] {
      ask("OPTION \(option)", ["OK"], sourceLocation: sourceLocation)
    }
  }

  /// A process on another terminal that has begun later, by at least one of the hundredths of a second that the system
  /// counts.
  package func latecomer() throws -> TerminalEmulator {
    while true {
      let late = try TerminalEmulator.open("sleep", ["600"])
      if late.process.start > terminal.process.start { return late }
    }
  }

  package func send(_ lines: String...) {
    for line in lines { send(bytes: Array(line.utf8)) }
  }

  package func send(bytes: [UInt8]) { terminal.write(toInput: bytes + [0x0A]) }

  /// Waits for the next line of the pinentry; `nil` if it has ended.
  package func line(sourceLocation: SourceLocation = #_sourceLocation) -> String? {
    terminal.wait("the pinentry says a line", sourceLocation: sourceLocation) {
      unread.contains(0x0A) || terminal.hasEnded && terminal.machine.hasSettledAccounts
    }
    guard let end = unread.firstIndex(of: 0x0A) else { return nil }
    defer { read = end + 1 }
    return String(decoding: unread[..<end], as: UTF8.self)
  }

  /// Waits for the next answer: all lines up to one that ends it or asks the agent.
  package func answer(sourceLocation: SourceLocation = #_sourceLocation) -> [String] {
    var lines: [String] = []
    while let line = line(sourceLocation: sourceLocation) {
      lines.append(line)
      if ["OK", "ERR", "INQUIRE"].contains(line.prefix { $0 != " " }) { break }
    }
    return lines
  }

  package func expect(_ lines: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    let found = answer(sourceLocation: sourceLocation)
    if found != lines { terminal.fail("said \(found) instead of \(lines)", sourceLocation: sourceLocation) }
  }

  package func ask(_ line: String, _ lines: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    send(line)
    let found = answer(sourceLocation: sourceLocation)
    if found != lines {
      terminal.fail("said \(found) to \(line) instead of \(lines)", sourceLocation: sourceLocation)
    }
  }

  package var isSilent: Bool { unread.isEmpty }
  private var unread: ArraySlice<UInt8> { terminal.output[read...] }
}
