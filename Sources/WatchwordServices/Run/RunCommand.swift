internal import CWatchwordSystem
internal import Glibc
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordOptions
internal import WatchwordScreen
internal import WatchwordSecrets
internal import WatchwordSystem

/// Runs a command, or the shell, on a terminal of its own, and shows a form when it asks for a secret.
struct RunCommand {
  private let arguments: ServiceArguments
  private let width: CharacterWidth
  /// The command with its arguments; empty for the shell.
  private var words: [String] { arguments.command }
  private var values: [OptionValue] { arguments.values }

  init(_ arguments: ServiceArguments, width: CharacterWidth) {
    (self.arguments, self.width) = (arguments, width)
  }

  func run(_ descriptors: StandardDescriptors) throws(ProgramError) -> ExitStatus {
    if arguments.has(.list) {
      let table = ProgramTable()
      table.remarks.forEach(StandardError.tell)
      try StandardOutput(descriptors).deliver(table.listing)
      return .accepted
    }
    if isInside {
      if arguments.trace != nil {
        throw .text(
          "watchword run is at work on this terminal already: start that one with '{option}'",
          ["option": Option.trace.flag])
      }
      guard words.isEmpty else { return try become() }
      StandardError.tell(text("watchword run is at work on this terminal already"))
      return .accepted
    }
    // What was typed wrongly is told before anything runs.
    _ = try rethrow(try Options(.ask, values), as: { (error: ProgramError) in error.withHint(about: .run) })
    let trace = try arguments.trace.map { (path) throws(ProgramError) in try Trace(path, of: .run) }
    defer { trace?.tellFailure() }
    let isPasswd =
      words.first == "passwd" && words.count < 3 && words.dropFirst().allSatisfy { !$0.hasPrefix("-") }
    let configuration: Configuration
    var options: Options
    do throws(ProgramError) {
      let skips = values.contains { $0.option == .noConfig }
      configuration = try Configuration.ofProcess(skipsDefaults: skips, width: width)
      options = try Options(forCaller: configuration, values)
      options.tellRemarks()
      if isPasswd {
        options = try Options(sparing: configuration, .passwd, values, remarksOf: options)
        options.tellRemarks()
      }
    } catch {
      return try become(trace, .settings, error.line)
    }
    if isPasswd {
      trace?.note(.goesWithout, .passwd)
      options.user = words.dropFirst().first
      return try PasswdCommand(options).run()
    }
    guard TerminalDevice.hasControllingTerminal else { return try become(trace, .noTerminal) }
    if words.first.map({ $0 == "sudo" || $0.hasSuffix("/sudo") }) == true { warnOfSudo() }
    guard ProcessFacts.areVisible else {
      return try become(trace, .noProcesses, text("/proc does not show the programs that run here"))
    }
    let job: Job
    do throws(ProgramError) {
      job = try Job(
        vector, name: words.first ?? Self.shell, isShell: words.isEmpty, locking: options.locking,
        trace: trace)
    } catch {
      return try become(trace, .cannotStart, error.line)
    }
    try? Hardening.apply()
    let dialog = QuestionDialog(job, locking: options.locking) { (row) throws(ProgramError) in
      try Options(forCaller: configuration, isNew: row != nil, values, policy: row?.policy.standard)
    }
    while job.passOn(forgetting: dialog.forget) == .asks { dialog.ask() }
    return try job.finish()
  }

  /// Whether standard input is the terminal that another `watchword run` has made, or on which it could not start.
  private var isInside: Bool {
    guard let terminal = Self.inputTerminal else { return false }
    return exactEnvironmentVariable(Self.variable) == terminal
  }

  private static let variable = "WATCHWORD_RUN"

  private static var inputTerminal: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard unsafe ttyname_r(STDIN_FILENO, &name, name.count) == 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func warnOfSudo() {
    let hasOption = words.dropFirst().first?.hasPrefix("-") ?? true
    let line = (["sudo", "watchword", "run"] + (hasOption ? ["COMMAND"] : words.dropFirst())).joined(
      separator: " ")
    StandardError.tell(
      text("sudo does not let Watchword see what its command asks. Use: {command}", ["command": line]))
  }

  private var vector: ArgumentVector {
    words.isEmpty ? ArgumentVector(of: Self.shell) : ArgumentVector(ofLast: words.count)
  }

  private static var shell: String {
    let shell = exactEnvironmentVariable("SHELL") ?? ""
    return unsafe access(shell, X_OK) == 0 ? shell : "/bin/sh"
  }

  /// Becomes the command, without a terminal of its own, so that nobody is locked out.
  private func become(
    _ trace: Trace? = nil, _ reason: Trace.Reason = .noTerminal, _ line: String? = nil
  ) throws(ProgramError) -> ExitStatus {
    trace?.note(.goesWithout, reason)
    trace?.tellFailure()
    if let line { StandardError.tell(text("no form can be shown: {reason}", ["reason": line])) }
    // So that a shell's start file does not try again and again.
    if let terminal = Self.inputTerminal { unsafe setenv(Self.variable, terminal, 1) }
    ww_receiver_restore_signals()
    ww_core_resume()
    vector.replaceProcess()
    let error = SystemError.last
    throw .unstartable(words.first ?? Self.shell, error, error.number == ENOENT ? .missing : .unstartable)
  }
}
