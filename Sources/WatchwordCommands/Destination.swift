internal import Glibc
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordOptions
internal import WatchwordSecrets
internal import WatchwordSystem

/// Where an answer goes. Obstacles are found before a form is shown, as far as possible.
enum Destination {
  case standardOutput(StandardOutput)
  /// A descriptor that was open when the program began.
  case descriptor(Int32)
  /// A file, with its path as the user gave it.
  case file(WholeFile, path: String)
  /// The command after `--`.
  case receiver(Receiver)

  /// Finds what `options` ask for. Call it before opening any other file, so that no descriptor that the program has
  /// opened itself is taken for an inherited one.
  ///
  /// - Throws: Why nothing written there can arrive.
  init(_ options: Options, _ descriptors: StandardDescriptors) throws(ProgramError) {
    if let arguments = options.receiver {
      self = .receiver(
        try rethrow(
          try Receiver(arguments, readingAt: options.answerDescriptor ?? STDIN_FILENO),
          as: { Self.unstartable(receiver: arguments[0], $0) }))
    } else if let descriptor = options.outputDescriptor {
      try Self.check(descriptor, descriptors)
      self = .descriptor(descriptor)
    } else if let path = options.outputPath {
      do throws(FileError) {
        let file = try WholeFile(path: path, replaces: options.replacesFile, access: options.fileAccess)
        self = .file(file, path: path)
      } catch {
        let line = ProgramError.unwritten(error, to: path.quoted).line ?? ""
        switch error {
        case .exists:
          throw .text("{error}; '{option}' replaces it", ["error": line, "option": Option.force.flag])
        case .readableByOthers:
          throw .text(
            "{error}; '{option}' says who may", ["error": line, "option": Option.mode.flag],
            status: .unwritten)
        case .notOwn(let owner):
          // Only root can leave the file to its owner.
          let name = geteuid() == 0 ? " " + accountName(of: owner).escaped : ""
          throw .text(
            "{error}; use '{option}' to say whose it should be",
            ["error": line, "option": Option.owner.flag + name],
            status: .unwritten)
        case .accessNotSet: throw ProgramError(line, .unwritten)
        default: throw ProgramError(line)
        }
      }
    } else {
      // Validation checks only options, and standard output is not an option.
      self = .standardOutput(
        try StandardOutput(
          descriptors, isList: options.drawing.count > 1, isWritten: !options.isValidating))
    }
  }

  private static func check(
    _ descriptor: Int32, _ descriptors: StandardDescriptors
  ) throws(ProgramError) {
    let flags = fcntl(descriptor, F_GETFL)
    if flags == -1 || descriptors.closed.contains(descriptor) {
      throw .text("descriptor {number} is closed", ["number": String(descriptor)])
    }
    if flags & O_ACCMODE == O_RDONLY {
      throw .text("descriptor {number} cannot be written to", ["number": String(descriptor)])
    }
  }

  var name: String {
    switch self {
    case .standardOutput: StandardOutput.name
    // translators: This and the next text stand for {place} in "cannot write to {place}: {reason}".
    case .descriptor(let number): text("descriptor {number}", ["number": String(number)])
    case .file(_, let path): path.quoted
    case .receiver(let receiver): text("the command {command}", ["command": receiver.arguments[0].quoted])
    }
  }

  /// The paths of files that the answer may get into.
  var paths: [String] {
    switch self {
    case .standardOutput: [linkTarget("/proc/self/fd/\(STDOUT_FILENO)")]
    case .descriptor(let number): [linkTarget("/proc/self/fd/\(number)")]
    case .file(_, let path): [path]
    case .receiver(let receiver): receiver.arguments
    }
  }

  var isReceiver: Bool { if case .receiver = self { true } else { false } }

  var isTerminal: Bool {
    switch self {
    case .standardOutput: isatty(STDOUT_FILENO) == 1
    case .descriptor(let number): isatty(number) == 1
    case .file, .receiver: false
    }
  }

  /// Hands `answer` out, and wipes it before waiting for anyone.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - isQuiet: Whether to say nothing about a receiver that takes long.
  /// - Returns: The receiver's status, or success if there is none.
  /// - Throws: Why it did not arrive.
  func deliver(_ answer: inout SecretBuffer, isQuiet: Bool) throws(ProgramError) -> ExitStatus {
    let failure = { (error: SystemError) in ProgramError.unwritten(error, to: name) }
    switch self {
    case .standardOutput(let output): try output.deliver(answer.bytes)
    case .descriptor(let number):
      try rethrow(try Output(descriptor: number).deliver(answer.bytes), as: failure)
    case .file(let file, _): try rethrow(try file.write(answer.bytes), as: failure)
    case .receiver(let receiver):
      let words = receiver.arguments
      let line = isQuiet || !StandardError.isTerminal ? nil : Self.lineAboutWork(of: words[0])
      let ending = try rethrow(
        try receiver.receive(&answer, saying: line), as: { Self.unstartable(receiver: words[0], $0) })
      switch ending {
      case .exited(let status): return ExitStatus(rawValue: status)
      case .signalled(let number):
        throw .text(
          "the command {command} was ended by a signal: {signal}",
          ["command": words[0].quoted, "signal": signalName(number)], status: .signalled(number))
      case .unknown:
        throw .text(
          "the status of the command {command} is unknown", ["command": words[0].quoted], status: .unwritten)
      }
    }
    return .accepted
  }

  private static func lineAboutWork(of name: String) -> String {
    // translators: It is said of a program that is given the password and takes its time.
    let line = text("Handing over to {command}…", ["command": name.replacingControls])
    if CharacterEncoding.current == .utf8 { return line }
    return line.split(separator: "…", omittingEmptySubsequences: false).joined(separator: "...")
  }

  private static func unstartable(receiver name: String, _ error: SystemError) -> ProgramError {
    .unstartable(name, error, error.number == ENOENT ? .missing : .unstartable)
  }
}
