internal import Glibc

/// What a program that needs no terminal left behind.
package struct Completion: Equatable, Sendable {
  /// The exit status, or 128 plus the number of the signal that ended it.
  package let status: Int32
  /// What it wrote to descriptor 1.
  package let output: String
  /// What it wrote to descriptor 2.
  package let errors: String

  package init(status: Int32, output: String = "", errors: String = "") {
    self.status = status
    self.output = output
    self.errors = errors
  }

  /// Runs `program` with `arguments` to its end, in a session without a terminal, with `input` on descriptor 0.
  ///
  /// The input is at most 64 KiB, which a pipe holds. `launching` are options for the launcher. A program that writes
  /// nothing for four minutes is ended. Throws ``SystemFailure`` if it cannot be started.
  package static func of(
    _ program: String, _ arguments: [String], environment: [String: String] = Stage().environment,
    launching: [String] = [], folder: String? = nil, input: [UInt8] = []
  ) throws -> Completion {
    var (output, errors): ([UInt8], [UInt8]) = ([], [])
    let (outputPipe, errorPipe, pid) = try start(program, arguments, environment, launching, folder, input)
    var sources = [outputPipe, errorPipe].map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    while sources.contains(where: { $0.fd >= 0 }) {
      guard unsafe poll(&sources, 2, 240_000) > 0 else {
        kill(pid, SIGKILL)
        break
      }
      for index in 0..<2 where sources[index].revents != 0 {
        let chunk = (index == 0 ? outputPipe : errorPipe).read() ?? []
        if chunk.isEmpty { sources[index].fd = -1 }
        if index == 0 { output += chunk } else { errors += chunk }
      }
    }
    return Completion(
      status: awaitEnd(of: pid), output: String(decoding: output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self))
  }

  /// Starts the program. When this returns, only the child has the writing ends of both pipes.
  private static func start(
    _ program: String, _ arguments: [String], _ environment: [String: String], _ launching: [String],
    _ folder: String?, _ input: [UInt8]
  ) throws -> (output: Descriptor, errors: Descriptor, pid: pid_t) {
    let (inputReader, inputWriter) = try Descriptor.pipe()
    _ = inputWriter.write(input)
    let (outputReader, outputWriter) = try Descriptor.pipe()
    let (errorReader, errorWriter) = try Descriptor.pipe()
    let pid = try ProgramFile.spawn(
      ProgramFile.path("Launcher"), ["--detach"] + launching + [ProgramFile.path(program)] + arguments,
      environment: environment, folder: folder, descriptors: [inputReader, outputWriter, errorWriter])
    return (outputReader, errorReader, pid)
  }
}

/// Waits for the end of a child. Returns its exit status, or 128 plus the number of the signal.
@discardableResult func awaitEnd(of pid: pid_t) -> Int32 {
  var status: Int32 = 0
  while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
  let signal = status & 0x7F
  return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
}
