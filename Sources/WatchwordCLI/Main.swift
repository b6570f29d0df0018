internal import CWatchwordStart
internal import Glibc
internal import Watchword
internal import WatchwordBase
internal import WatchwordCommands
internal import WatchwordCurses
internal import WatchwordOptions
internal import WatchwordSecrets
internal import WatchwordServices
internal import WatchwordStrength
internal import WatchwordSystem

@main struct Main {
  static func main() { ww_call_on_stack { Main.begin() } }

  private static func begin() {
    DeadlySignals.install(ownsProcess: true)
    let status = run()
    status.interrupt?.send()
    exit(status.rawValue)
  }

  /// Runs the command line. It returns instead of exiting, so that everything opened is closed on the way out.
  private static func run() -> ExitStatus {
    do throws(ProgramError) {
      return try runCommand()
    } catch {
      if let line = error.line { StandardError.tell(line) }
      if error.status == .noTerminal { TerminalManner.refreshOtherForm() }
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
    // From now on, writing to a pipe without a reader is an error of the write, not a signal.
    Receiver.prepareSignals()
    let encoding = CharacterEncoding.adopt(nil)
    SpokenLanguage.adopt()
    let arguments = try Arguments.ofProcess()
    let call = ServiceCall(arguments)
    // What `run` starts keeps its limit on core files, so that is forbidden only once the command has begun.
    if call?.service != .run { try? Hardening.apply() }
    if let call { return try call.run(descriptors, width: encoding.characterWidth) }
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
    case .version(let isVerbose):
      var lines =
        [Help.versionLine] + (isVerbose ? [ProgramProtection.memory, ProgramProtection.process] : [])
      if isVerbose, !CommonWords.ofProgram.open() { lines.append(ProgramProtection.lackOfWords) }
      answer = lines.map { $0 + "\n" }.joined()
    case .run(let options):
      options.tellRemarks()
      switch options.command {
      case .check: return try CheckCommand(options, encoding).run(descriptors)
      case .generate: return try GenerateCommand(options).run(descriptors)
      case .hash: return try HashCommand(options).run(descriptors)
      case .confirm: return try ConfirmCommand(options).run()
      case .policies:
        if options.isValidating { return .accepted }
        answer = options.policiesAnswer
      case .config:
        return try ConfigCommand(options, encoding).run(descriptors)
      case .passwd: return try PasswdCommand(options).run()
      case .new, .change, .ask, .signIn, .signUp, .form:
        return try FormCommand(options: options).run(descriptors)
      case .pinentry, .askpass, .run, .agent: preconditionFailure("no ServiceCall")
      }
    }
    try StandardOutput(descriptors).deliver(answer)
    return .accepted
  }
}
