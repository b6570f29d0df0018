internal import Glibc
internal import WatchwordSystem

/// Where the program says what went wrong and what went well.
enum StandardError {
  /// Whether a person reads it directly.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes `line` after the program's name. Where even this fails there is no way left to say so.
  static func tell(_ line: String) { write("watchword: \(line)") }

  /// Writes `line` as it is.
  static func write(_ line: String) {
    try? Output(descriptor: STDERR_FILENO).write(Array("\(line)\n".utf8).span)
  }
}

/// Where the program's answer goes.
enum StandardOutput {
  /// Why nothing that is written to standard output can arrive, `nil` where it may.
  static func obstacle(_ descriptors: StandardDescriptors) -> String? {
    if descriptors.isOutputClosed { return "standard output is closed" }
    if fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE == O_RDONLY { return "standard output cannot be written to" }
    return nil
  }

  /// Calls `write` to write to standard output, closes it, and tells standard error what went wrong.
  ///
  /// A reader of a list that leaves has seen enough: then the status alone shows it.
  static func deliver(
    _ descriptors: StandardDescriptors, isList: Bool = false, _ write: (Output) throws(SystemError) -> Void
  ) -> ExitStatus {
    if let obstacle = obstacle(descriptors) {
      StandardError.tell(obstacle)
      return .unwritten
    }
    do throws(SystemError) {
      try write(.standard)
      try Output.standard.close()
      return .accepted
    } catch {
      return isList && error.number == EPIPE ? .unwritten : cannotWrite("\(error)")
    }
  }

  /// Writes `bytes`, and closes standard output.
  static func deliver(_ descriptors: StandardDescriptors, _ bytes: Span<UInt8>) -> ExitStatus {
    deliver(descriptors) { (output) throws(SystemError) in try output.write(bytes) }
  }

  /// Tells standard error that the answer cannot be written.
  static func cannotWrite(_ reason: String) -> ExitStatus {
    StandardError.tell("cannot write to standard output: \(reason)")
    return .unwritten
  }
}
