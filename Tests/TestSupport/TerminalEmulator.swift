/// A terminal with a program in it: libvterm behind a pseudo-terminal.
///
/// The program runs in a session of its own, in the foreground of its terminal, below a leader that stays until the
/// test is over (Tests/Launcher/main.c), so that the terminal can be looked at as the program left it. Nothing here
/// sleeps: every wait ends with a condition or its deadline.
package final class TerminalEmulator {
  package enum Fate: Equatable, Sendable {
    case running
    case stopped(by: Int32)
    case exited(Int32)
    case killed(by: Int32)
  }

  let machine: Machine

  private init(_ machine: Machine) { self.machine = machine }

  /// Starts `program` with `arguments` on `stage`. A name without a slash is looked for beside the test bundle and then
  /// in PATH. Throws ``SystemFailure`` if the terminal or the process cannot be had.
  package static func open(
    _ program: String = "watchword", _ arguments: [String] = [], on stage: Stage = Stage()
  ) throws -> TerminalEmulator { TerminalEmulator(try Machine(program, arguments, stage)) }

  /// Starts `script` in `sh -c` on `stage`. The script finds the program of this package as `$watchword`.
  package static func shell(_ script: String, on stage: Stage = Stage()) throws -> TerminalEmulator {
    var stage = stage
    stage.environment["watchword"] = ProgramFile.path("watchword")
    return try open("sh", ["-c", script], on: stage)
  }

  deinit { machine.end() }
}
