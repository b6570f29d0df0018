internal import Glibc
internal import System

/// Where the program's answer goes.
enum StandardOutput {
  /// Why nothing that is written to standard output can arrive, `nil` where it may.
  static func obstacle(_ descriptors: StandardDescriptors) -> String? {
    if descriptors.isOutputClosed { return "standard output is closed" }
    if fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE == O_RDONLY { return "standard output cannot be written to" }
    return nil
  }

  /// Lets `write` write to standard output, closes it, and tells standard error what went wrong.
  static func deliver<Failure: Error>(
    _ descriptors: StandardDescriptors, _ write: (Output) throws(Failure) -> Void
  ) -> ExitStatus {
    if let obstacle = obstacle(descriptors) {
      StandardError.tell(obstacle)
      return .unwritten
    }
    do {
      try write(.standard)
      try Output.standard.close()
      return .accepted
    } catch {
      StandardError.tell("cannot write to standard output: \(error)")
      return .unwritten
    }
  }
}
