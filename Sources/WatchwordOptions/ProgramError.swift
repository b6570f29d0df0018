internal import Glibc
package import Watchword
package import WatchwordBase
package import WatchwordSecrets

/// Why the program ends without having done its task.
package struct ProgramError: Error, Equatable {
  /// The line for standard error, without the program's name and control characters; `nil` if the status says it all.
  package var line: String?
  package var status: ExitStatus
  /// Whether the help says what would be right.
  var isAnsweredByHelp = true

  /// Makes an error; by default, with the status for wrong arguments.
  package init(_ line: String?, _ status: ExitStatus = .usage) {
    self.line = line
    self.status = status
  }

  /// Makes an error of a form. The line names the option that helps, if any.
  package init(_ error: WatchwordError) {
    line = "\(error)"
    switch error {
    case .noTerminal, .terminalGone, .busy: status = .noTerminal
    case .noMemory, .unprotected, .invalidForm, .unreadableList: status = .noProtectedMemory
    case .tooManyRefusals: status = .refused
    }
    guard error.canBeAllowed else { return }
    self = .text(
      "{error}; {option} goes on", ["error": "\(error)", "option": Option.allowUnlockedMemory.flag],
      status: .noProtectedMemory)
  }

  /// An error with the text `english` and `values` for its placeholders.
  package static func text(
    _ english: String, _ values: KeyValuePairs<String, String> = [:], status: ExitStatus = .usage
  ) -> ProgramError {
    ProgramError(Texts.ofProcess(english, values), status)
  }

  /// The error with a second line that tells how to get help about `command` or the program.
  package func withHint(about command: Command?) -> ProgramError {
    guard isAnsweredByHelp, let line else { return self }
    return ProgramError("\(line)\n\(Help.hint(about: command))", status)
  }

  /// Two contradictory options, as typed.
  static func conflict(_ one: String, _ other: String) -> ProgramError {
    .text("options '{option}' and '{other}' do not go together", ["option": one, "other": other])
  }

  package static func memory(_ error: SecretError) -> ProgramError {
    ProgramError(WatchwordError.memory(error))
  }

  package static func unstartable(_ name: String, _ error: SystemError, _ status: ExitStatus = .usage)
    -> ProgramError
  {
    .text(
      "cannot start the command {command}: {reason}", ["command": name.quoted, "reason": "\(error)"],
      status: status)
  }

  package static func unwritten(_ reason: some Error, to place: String) -> ProgramError {
    .text(
      "cannot write to {place}: {reason}", ["place": place, "reason": "\(reason)"], status: .unwritten)
  }

  /// The list that was to be judged cannot be opened. Its name may be a password by mistake, so it is not said.
  package static func unopened(_ failure: FileError) -> ProgramError {
    let texts = Texts.ofProcess
    return .text(
      "cannot read the list: {reason}. A password comes from standard input.",
      ["reason": failure.isAbsence ? texts("No such file") : "\(failure)"])
  }

  package static func unreadable(list path: String, _ failure: FileError) -> ProgramError {
    .text(
      "cannot read the list {file}: {reason}", ["file": path.quoted, "reason": "\(failure)"],
      status: failure == .system(SystemError(number: ENOMEM)) ? .noProtectedMemory : .usage)
  }
}
