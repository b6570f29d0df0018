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
  ///
  /// A reader of a list that leaves has seen enough: the status alone tells of it.
  static func deliver<Failure: Error>(
    _ descriptors: StandardDescriptors, isList: Bool = false, _ write: (Output) throws(Failure) -> Void
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
      let isUnread = (error as? SystemError)?.number == EPIPE
      if !(isList && isUnread) { StandardError.tell("cannot write to standard output: \(error)") }
      return .unwritten
    }
  }
}
