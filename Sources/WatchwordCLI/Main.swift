internal import CWatchwordStart
internal import CWatchwordSystem
internal import Glibc
internal import Watchword
internal import WatchwordCurses
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

@main struct Main {
  static func main() {
    DeadlySignals.install(ownsProcess: true)
    let status = run()
    status.interrupt?.send()
    exit(status.rawValue)
  }

  /// Does what the command line asks for. It returns rather than exits, so that whatever was opened is closed on
  /// the way out.
  private static func run() -> ExitStatus {
    do throws(ProgramError) {
      return try runCommand()
    } catch {
      if let line = error.line { StandardError.tell(line) }
      return error.status
    }
  }

  private static func runCommand() throws(ProgramError) -> ExitStatus {
    let descriptors = try rethrow(
      try StandardDescriptors(),
      as: { (error: SystemError) in
        ProgramError.text(
          "cannot open {file}: {reason}", ["file": "/dev/null", "reason": "\(error)"], status: .noTerminal)
      })
    // A pipe without a reader is an error of the write then.
    Receiver.prepareSignals()
    let encoding = CharacterEncoding.adopt(nil)
    let language = SpokenLanguage.adopt()
    let arguments = try Arguments.ofProcess()
    if let call = ServiceCall(arguments) { return try call.run(descriptors, width: encoding.characterWidth) }
    try rethrow(
      try Arguments.checkEncoding(of: arguments), as: { (error: ProgramError) in error.withHint(about: nil) })
    let invocation = try rethrow(
      try Invocation(arguments, width: encoding.characterWidth) { (skipsDefaults) throws(ProgramError) in
        try Configuration.ofProcess(skipsDefaults: skipsDefaults, width: encoding.characterWidth)
      },
      as: { (error: ProgramError) in error.withHint(about: Arguments(arguments).command) })
    let answer: String
    switch invocation {
    case .help(let command, let isFull): answer = Help.page(about: command, isFull: isFull)
    case .helpWithService(let service): answer = Help.page(about: service)
    case .version(let isVerbose):
      var lines = [Help.versionLine] + (isVerbose ? [Protection.memory, Protection.process] : [])
      if isVerbose, case .broken(let path) = language {
        lines.append(
          text(
            "The catalogue '{path}' is broken: all texts are in English.", ["path": path.replacingControls]))
      }
      if isVerbose, !CommonWords.ofProgram.open() { lines.append(Protection.lackOfWords) }
      answer = lines.map { $0 + "\n" }.joined()
    case .run(let options):
      options.remarks.forEach(StandardError.tell)
      switch options.command {
      case .check: return try CheckCommand(options, encoding).run(descriptors)
      case .generate: return try GenerateCommand(options).run(descriptors)
      case .policies:
        if options.isValidating { return .accepted }
        answer = options.policiesAnswer
      case .passwd: return try PasswdCommand(options).run()
      case .new, .change, .ask, .signIn, .signUp, .form:
        return try FormCommand(options: options).run(descriptors)
      }
    }
    try StandardOutput(descriptors).deliver(answer)
    return .accepted
  }
}

/// How passwords are protected on this machine.
enum Protection {
  /// Closes the memory of this process to others, for a command without a form.
  ///
  /// - Throws: Why it cannot, where `locking` asks for it.
  static func begin(_ locking: SecretMemory.Locking) throws(ProgramError) {
    do throws(SecretError) {
      try Hardening.apply()
    } catch {
      if locking == .required { throw .memory(error) }
    }
  }

  /// Where passwords lie, as `--version --verbose` says it.
  static var memory: String {
    do throws(SecretError) {
      return switch try SecretBuffer(capacity: 0, locking: .ifPossible).memory.guarding {
      case .secret: text("Passwords lie in secret memory (memfd_secret).")
      case .locked: text("Passwords lie in locked memory; there is no secret memory (memfd_secret).")
      case .none(let error):
        text(
          "Passwords do not lie in locked memory: {reason}.",
          ["reason": ProgramError.memory(error).line ?? ""])
      }
    } catch {
      return text("Passwords have no memory: {reason}.", ["reason": ProgramError.memory(error).line ?? ""])
    }
  }

  /// That passwords are judged without the common words that come with the program.
  static var lackOfWords: String {
    text("The list of common words is missing: only words of English make a password easier to guess.")
  }

  /// Who can read the memory of the process, as `--version --verbose` says it.
  static var process: String {
    if geteuid() == 0 { return text("The superuser's programs can read the memory of this one.") }
    if ww_is_dumpable() { return text("Other programs of the same user can read the memory of this one.") }
    return ww_was_guarded_from_exec()
      ? text("Other programs of the same user cannot read the memory of this one.")
      : text(
        "Other programs of the same user cannot read the memory of this one, except in the first moment.")
  }
}
