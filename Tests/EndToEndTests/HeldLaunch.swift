import Glibc
import TestSupport
import Testing

/// The program on a terminal, held by the dynamic linker before its first instruction: a library to load first is a
/// pipe without a writer.
struct HeldLaunch {
  let terminal: TerminalEmulator
  private let folder = TemporaryFolder()
  private let pipe: String

  /// Makes a shell start the form of `program`, and waits until it is held.
  init(_ program: String = ProgramFile.path("watchword"), launching: [String]) throws {
    pipe = folder.path + "/pipe"
    _ = unsafe chmod(folder.path, 0o755)
    _ = unsafe mkfifo(pipe, 0o644)
    let script = "LD_PRELOAD=\(pipe) exec \(program) new --no-dictionary --no-animation"
    terminal = try TerminalEmulator.open("sh", ["-c", script], on: .with { $0.launching = launching })
    let process = terminal.process
    let name = program.split(separator: "/").last
    terminal.wait("the program is held") { process.name == name ?? "" && process.letter == "S" }
  }

  /// Lets the program run, without a library.
  func goOn() { close(unsafe open(pipe, O_WRONLY)) }
}
