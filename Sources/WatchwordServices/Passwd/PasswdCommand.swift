internal import Glibc
internal import Watchword
internal import WatchwordBase
package import WatchwordOptions
internal import WatchwordSecrets

/// The command that changes an account's password with the system's passwd.
package struct PasswdCommand {
  typealias Show = (FormDescription, Advisers) throws(Ending) -> Answer

  let options: Options
  let call: PasswdCall
  var say: (String) -> Void = StandardError.write
  private let show: Show

  /// - Throws: Why the system's passwd cannot change a password here.
  package init(_ options: Options) throws(ProgramError) {
    let call = PasswdCall(user: options.user)
    try call.check()
    if options.expires, getuid() != 0 {
      throw .text("option '{option}' is only for root", ["option": Option.expire.flag])
    }
    self.init(options, call) { (form, advisers) throws(Ending) in
      try form.show(options.presentation, advisers)
    }
  }

  init(_ options: Options, _ call: PasswdCall, show: @escaping Show) {
    (self.options, self.call, self.show) = (options, call, show)
  }

  /// Shows the form, and has passwd change the password. Returns the status once the user was told everything, and
  /// throws what is left to tell.
  package func run() throws(ProgramError) -> ExitStatus {
    if options.isValidating {
      _ = try options.readLists()
      return .accepted
    }
    let dialog = try rethrow(
      try PasswdDialog(call, locking: options.locking), as: { ProgramError.memory($0) })
    // Deferred signals are let through only after the user has been told the result.
    defer { dialog.end() }
    let form = try dialog.start(description)
    var advisers = try options.advisers(for: form)
    advisers.checkWithdrawal = { dialog.isGone }
    if let user = options.user { advisers.judge.context.add(user, from: .service) }
    (advisers.formVerifier, advisers.oldFormVerifier) = (dialog, dialog)
    var ending = Ending.accepted
    do throws(Ending) { _ = try show(form, advisers) } catch { ending = error }
    if dialog.isChanging {
      say(text("passwd is changing the password, which cannot be stopped any more."))
    }
    dialog.awaitEnd()
    let isExpired = options.expires ? dialog.expire() : nil
    if let result = dialog.result, let status = try tell(result, isExpired: isExpired) { return status }
    let escape = dialog.lastStatus.map { ExitStatus(rawValue: $0) } ?? options.cancelStatus
    return try ending.status(onTerminalAt: options.presentation.devicePath, escape: escape)
  }

  /// The form for the command line and everything passwd may ask for.
  var description: FormDescription {
    var form = options.makeDescription()
    if let name = call.named { form.usualTitle = text("Change the password of {name}", ["name": name]) }
    let hasOthers = PAMService.unreadableModules.contains {
      PAMService().arguments(of: $0, in: "passwd") != nil
    }
    if hasOthers { form.text = form.text ?? text("The system also has its own rules, and the final say.") }
    return form
  }

  /// Tells the user the result, and whether the password was made to expire; `nil` if nobody asked for that. Returns
  /// `nil` if the status depends on how the form ended. Throws if passwd refused.
  private func tell(_ result: PasswdDialog.Result, isExpired: Bool?) throws(ProgramError) -> ExitStatus? {
    defer {
      if isExpired == false {
        say(
          text(
            "The password of {name} was changed, but it does not expire: '{command}' failed.",
            ["name": options.user ?? "", "command": "passwd -e"]))
      }
    }
    switch result {
    case .changed(let remarks, let isExpected):
      if isExpired != false, !isExpected || !options.isQuiet && StandardError.isTerminal {
        say(
          options.user.map {
            isExpired == nil
              ? text("The password of {name} was changed.", ["name": $0])
              : text(
                "The password of {name} was changed, and has to be changed again at the next login.",
                ["name": $0])
          } ?? text("Password changed."))
      }
      for remark in remarks { say(text("passwd says: {remark}", ["remark": remark])) }
      return isExpired == false ? .unwritten : .accepted
    case .partlyChanged(let remark):
      say(
        options.user.map {
          text(
            "The password of {name} on this machine was changed, but: {remark}",
            ["name": $0, "remark": remark])
        } ?? text("Your password on this machine was changed, but: {remark}", ["remark": remark]))
      return isExpired == false ? .unwritten : .partlyChanged
    case .unchanged(let line):
      say(line)
      return nil
    case .ended(let line, let status): throw ProgramError(line, ExitStatus(rawValue: status))
    case .unknown:
      say(
        options.user.map {
          text(
            "It is not known whether the password of {name} was changed. Try the new one first.", ["name": $0]
          )
        } ?? text("It is not known whether your password was changed. Try the new one first."))
      return .unwritten
    }
  }
}
