internal import Glibc
internal import WatchwordCurses
internal import WatchwordMessages
internal import WatchwordSecrets
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
        ProgramError(
          text("cannot open {file}: {reason}", ["file": "/dev/null", "reason": "\(error)"]), .noTerminal)
      })
    // A pipe without a reader is an error of the write then.
    Receiver.prepareSignals()
    let encoding = CharacterEncoding.adoptFromEnvironment()
    let language = SpokenLanguage.adopt()
    let arguments = try Arguments.ofProcess()
    if let call = ServiceCall(arguments) { return try call.run(descriptors, width: encoding.characterWidth) }
    try rethrow(
      try Arguments.checkEncoding(), as: { (error: ProgramError) in error.withHint(about: nil) })
    let invocation = try rethrow(
      try Invocation(arguments, width: encoding.characterWidth) { (skipsDefaults) throws(ProgramError) in
        try Configuration.ofProcess(skipsDefaults: skipsDefaults, width: encoding.characterWidth)
      },
      as: { (error: ProgramError) in error.withHint(about: Arguments(arguments).command) })
    if case .run(let options) = invocation { options.remarks.forEach(StandardError.tell) }
    switch invocation {
    case .help(let command, let isFull):
      try StandardOutput.deliver(descriptors, Help.page(about: command, isFull: isFull).utf8Span.span)
    case .helpWithService(let service):
      try StandardOutput.deliver(descriptors, Help.page(about: service).utf8Span.span)
    case .version(let isVerbose):
      let lines = [Help.versionLine] + (isVerbose ? Protection.lines + language.remarks : [])
      try StandardOutput.deliver(descriptors, lines.map { $0 + "\n" }.joined().utf8Span.span)
    case .run(let options) where options.command == .check:
      return try CheckCommand(options, descriptors, encoding).run()
    case .run(let options) where options.command == .generate:
      return try GenerateCommand(options, descriptors).run()
    case .run(let options) where options.command == .policies:
      return try PoliciesCommand(options: options, descriptors: descriptors).run()
    case .run(let options): return try FormCommand(options: options, descriptors: descriptors).run()
    }
    return .accepted
  }
}

extension SpokenLanguage {
  /// What `--version --verbose` says of it: nothing but what is wrong.
  fileprivate var remarks: [String] {
    if case .broken(let path) = self {
      [
        text(
          "The catalogue '{path}' is broken: all texts are in English.", ["path": path.replacingControls])
      ]
    } else {
      []
    }
  }
}
