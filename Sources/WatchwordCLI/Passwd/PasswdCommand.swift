internal import Watchword
internal import WatchwordMessages
internal import WatchwordSecrets

/// The command that changes the password of an account, by the system's passwd.
struct PasswdCommand {
  typealias Show = (FormDescription, Advisers) throws(FormFailure) -> Outcome

  let options: Options
  let call: PasswdCall
  /// Says a line to the person.
  var say: (String) -> Void = StandardError.write
  private let show: Show

  /// - Throws: That the system's passwd cannot change a password here.
  init(_ options: Options) throws(ProgramError) {
    let call = PasswdCall(user: options.user)
    try call.check()
    self.init(options, call) { (form, advisers) throws(FormFailure) in
      try form.show(options.presentation, advisers)
    }
  }

  init(_ options: Options, _ call: PasswdCall, show: @escaping Show) {
    (self.options, self.call, self.show) = (options, call, show)
  }

  /// Shows the form, and has passwd do what it says.
  ///
  /// - Returns: The status, where the person was told all there is to say.
  func run() throws(ProgramError) -> ExitStatus {
    if options.isValidating {
      _ = try options.readLists()
      return .accepted
    }
    let dialog = try rethrow(
      try PasswdDialog(call, locking: options.locking), as: { ProgramError.memory($0) })
    // Signals that waited come once the person was told.
    defer { dialog.end() }
    let form = try dialog.start(description)
    var advisers = Advisers(judge: try options.makeJudgeConfiguration(for: form.policy), agent: dialog)
    if let user = options.user { advisers.judge.context.add(user, from: .place) }
    (advisers.verdict, advisers.oldVerdict) = (dialog, dialog)
    var end: Result<ExitStatus, ProgramError>
    do throws(FormFailure) {
      end =
        switch try show(form, advisers) {
        case .accepted: .success(.accepted)
        case .cancelled(.interrupt): .success(.interrupted(onTerminalAt: options.presentation.device))
        case .cancelled(.timeout): .failure(.timedOut)
        case .cancelled(.escape):
          .success(dialog.lastStatus.map { ExitStatus(rawValue: $0) } ?? options.cancelStatus)
        }
    } catch {
      end = .failure(ProgramError(WatchwordError(error)))
    }
    if dialog.isChanging {
      say(text("passwd is changing the password, which cannot be stopped any more."))
      dialog.awaitEnd()
    }
    if let result = dialog.result { end = self.end(result) }
    return try end.get()
  }

  /// The form as the command line asks for it, with all that passwd may ask for.
  private var description: FormDescription {
    var form = options.makeDescription()
    if let user = options.user { form.usualTitle = text("Change the password of {name}", ["name": user]) }
    form.text = form.text ?? text("Your system has the last word on the new password.")
    return form
  }

  /// What came of it, which is said here unless it is that passwd has refused.
  private func end(_ result: PasswdDialog.Result) -> Result<ExitStatus, ProgramError> {
    switch result {
    case .changed(let remark):
      if let remark { say(text("passwd says: {remark}", ["remark": remark])) }
      if !options.isQuiet, StandardError.isTerminal {
        say(
          options.user.map { text("Success: The password of {name} was changed.", ["name": $0]) }
            ?? text("Success: You have successfully changed your password."))
      }
    case .foundChanged: say(text("Your password was changed."))
    case .ended(let line, let status): return .failure(ProgramError(line, ExitStatus(rawValue: status)))
    case .unknown:
      say(text("It is not known whether your password was changed. Try the new one first."))
      return .success(.unwritten)
    }
    return .success(.accepted)
  }
}
