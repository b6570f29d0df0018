internal import Glibc
internal import WatchwordCurses
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordSystem

/// Where an answer goes. What is in its way is known before a form is shown, as far as that can be.
enum Destination {
  /// Standard output, since nothing else was asked for.
  case standardOutput(StandardOutput)
  /// This descriptor, which was open when the program began.
  case descriptor(Int32)
  /// This file, under the path that it was given.
  case file(WholeFile, path: String)
  /// The command behind `--`.
  case receiver(Receiver)

  /// Finds what `options` ask for. This comes before any other file is opened, so that no descriptor of the program's
  /// own is taken for one that was found.
  ///
  /// - Throws: Why nothing that is written there can arrive.
  init(_ options: Options, _ descriptors: StandardDescriptors) throws(ProgramError) {
    if let arguments = options.receiver {
      self = .receiver(
        try rethrow(try Receiver(arguments), as: { Self.unstartable(receiver: arguments[0], $0) }))
    } else if let descriptor = options.outputDescriptor {
      try Self.check(descriptor, descriptors)
      self = .descriptor(descriptor)
    } else if let path = options.outputPath {
      do throws(FileError) {
        self = .file(try WholeFile(path: path, replaces: options.replacesFile), path: path)
      } catch {
        let line = ProgramError.unwritten(error, to: path.quoted).line ?? ""
        throw error == .exists
          ? .text("{error}; '{option}' replaces it", ["error": line, "option": Option.force.flag])
          : ProgramError(line)
      }
    } else {
      // What standard output leads to is no option.
      self = .standardOutput(try StandardOutput(descriptors, isWritten: !options.isValidating))
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

  /// What it is called in a line that says what went wrong.
  var name: String {
    switch self {
    case .standardOutput: StandardOutput.name
    // translators: This and the next text stand for {place} in "cannot write to {place}: {reason}".
    case .descriptor(let number): text("descriptor {number}", ["number": String(number)])
    case .file(_, let path): path.quoted
    case .receiver(let receiver): text("the command {command}", ["command": receiver.arguments[0].quoted])
    }
  }

  /// Whether what is written there stands on a terminal.
  var isTerminal: Bool {
    switch self {
    case .standardOutput: isatty(STDOUT_FILENO) == 1
    case .descriptor(let number): isatty(number) == 1
    case .file, .receiver: false
    }
  }

  /// Hands `answer` out, and wipes it before anyone is waited for.
  ///
  /// - Parameters:
  ///   - answer: What is handed out.
  ///   - isQuiet: Whether a receiver that works for long is not named.
  /// - Returns: The status of the receiver, or success where there is none.
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

/// Where the program says what went wrong and what went well.
enum StandardError {
  /// Whether a person reads it directly.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  /// Writes `line` after the program's name. Where even this fails there is no way left to say so.
  static func tell(_ line: String) { write("watchword: \(line)") }

  /// Writes `line` as it is.
  static func write(_ line: String) { put("\(line)\n") }

  /// Writes `text`, which need not be a line.
  static func put(_ text: String) { try? Output(descriptor: STDERR_FILENO).write(Array(text.utf8).span) }
}

/// Where the program's answer goes unless something else is asked for.
struct StandardOutput {
  /// Whether a reader that leaves has seen enough, as that of a list has: then the status alone shows it.
  private let isList: Bool

  /// - Throws: Why nothing that is written to standard output can arrive, where something `isWritten`.
  init(
    _ descriptors: StandardDescriptors, isList: Bool = false, isWritten: Bool = true
  ) throws(ProgramError) {
    self.isList = isList
    guard isWritten else { return }
    if descriptors.closed.contains(STDOUT_FILENO) {
      throw .text("standard output is closed", status: .unwritten)
    }
    if fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE == O_RDONLY {
      throw .text("standard output cannot be written to", status: .unwritten)
    }
  }

  /// What it is called in a line that says what went wrong.
  static var name: String {
    // translators: It stands for {place} in "cannot write to {place}: {reason}".
    text("standard output")
  }

  func write(_ bytes: Span<UInt8>) throws(ProgramError) {
    try rethrow(try Output.standard.write(bytes), as: failure)
  }

  func close() throws(ProgramError) { try rethrow(try Output.standard.close(), as: failure) }

  /// Writes `bytes`, and closes standard output.
  func deliver(_ bytes: Span<UInt8>) throws(ProgramError) {
    try write(bytes)
    try close()
  }

  func deliver(_ text: String) throws(ProgramError) { try deliver(text.utf8Span.span) }

  private func failure(_ error: SystemError) -> ProgramError {
    isList && error.number == EPIPE ? ProgramError(nil, .unwritten) : .unwritten(error, to: Self.name)
  }
}
