internal import Glibc
internal import Watchword
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// A command that shows a form and writes what was typed.
struct FormCommand {
  /// What the command line asks for.
  let options: Options
  /// What stood at the standard descriptors when the program began.
  let descriptors: StandardDescriptors

  /// Runs the form and writes the answer; or forgets the email address, where that is asked for.
  func run() throws(ProgramError) -> ExitStatus {
    if options.forgets, !options.isValidating { return forget() }
    let destination = try Destination(options, descriptors)
    let (verifier, oldVerifier) = (options.verifier, options.oldVerifier)
    for case let program? in [verifier?.arguments[0], oldVerifier?.arguments[0]] {
      _ = try rethrow(
        try findProgram(program), as: { (error: SystemError) in ProgramError.unstartable(program, error) })
    }
    // Its words are read when somebody asks for them; that there is a list can be seen now.
    if options.asksForNewPassword, let path = options.form.wordList {
      _ = try rethrow(try WordFile(path: path), as: { ProgramError.unreadable(list: path, $0) })
    }
    let hasher = try makeHasher()
    if options.isValidating {
      if options.asksForNewPassword { try options.validateLists() }
      return .accepted
    }
    var (asked, presentation) = (options, options.presentation)
    let email = recall(into: &asked)
    let judge = options.asksForNewPassword ? try options.makeJudgeConfiguration() : JudgeConfiguration()
    var advisers = Advisers(judge: judge, verifier: verifier, oldVerifier: oldVerifier)
    // The program has taken them already.
    presentation.catchesDeadlySignals = false
    presentation.keepsProcessGuarded = true
    // With a delegate a form judges each key before it shows it.
    if let template = options.answer.template, !template.separators.isEmpty {
      advisers.delegate = TemplateGuard(template)
    }
    let outcome = try rethrow(
      try asked.makeDescription().show(presentation, advisers),
      as: { (failure: FormFailure) in ProgramError(WatchwordError(failure)) })
    switch consume outcome {
    case .cancelled(.form): return options.cancelStatus
    case .cancelled(.everything): return .interrupted(onTerminalAt: presentation.device)
    case .accepted(let answer):
      let address = email == nil ? nil : address(in: answer)
      let status = try deliver(answer, to: destination, hasher)
      if let email, let address, status == .accepted { _ = email.attempt(.keep, try email.write(address)) }
      return status
    }
  }

  /// Takes the memory for the hash that is handed out in the place of the new password; `nil` where it is the password.
  private func makeHasher() throws(ProgramError) -> PasswordHasher? {
    guard let method = options.hashMethod else { return nil }
    return try rethrow(
      try PasswordHasher(method, cost: options.hashCost ?? method.standardCost, locking: options.locking),
      as: { (failure: AnswerError) in
        if case .memory(let error) = failure { return ProgramError.memory(error) }
        return .unhashed("\(failure)")
      })
  }

  /// Writes the answer, and then tells the person. The program has not changed any password itself (A10).
  ///
  /// - Returns: The status of the receiver, or success where there is none.
  private func deliver(
    _ answer: consuming Answer, to destination: Destination, _ hasher: consuming PasswordHasher?
  ) throws(ProgramError) -> ExitStatus {
    if let hasher {
      do throws(AnswerError) {
        try answer.hashNewPassword(with: hasher, locking: options.locking)
      } catch {
        throw .unhashed("\(error)", .unwritten)
      }
    }
    let format = options.answerFormat(of: answer.values.count)
    var text = try rethrow(
      try answer.encode(format, locking: options.locking),
      as: { (error: AnswerError) in ProgramError.unwritten("\(error)", to: destination.name) })
    // What was typed is wiped before anyone is waited for.
    _ = consume answer
    let status = try destination.deliver(&text)
    let texts = Texts.ofProcess
    if status == .accepted {
      say(
        options.receiver == nil
          ? texts("Password accepted.") : texts("Success: You have successfully changed your password."))
    }
    return status
  }

  private func say(_ line: String) {
    if [.new, .change].contains(options.command), !options.isQuiet, StandardError.isTerminal {
      StandardError.write(line)
    }
  }

  /// Puts the email address of the last time into the form, unless the command line has another one.
  ///
  /// - Returns: Where the address is kept at the end; `nil` also where it cannot be read.
  private func recall(into asked: inout Options) -> RememberedEmail? {
    guard options.remembers, let email = RememberedEmail.ofPerson(),
      let address = email.attempt(.use, try email.read())
    else { return nil }
    let isTaken =
      address.map { options.answer.template?.separator(in: $0.utf8Span, of: "email") == nil } ?? false
    if let address, isTaken, asked.texts["email"] == nil { asked.texts["email"] = address }
    return email
  }

  /// The email address that was typed.
  private func address(in answer: borrowing Answer) -> String? {
    answer.withText(named: "email") { String(copying: $0) }
  }

  private func forget() -> ExitStatus {
    guard let email = RememberedEmail.ofPerson(), email.attempt(.forget, try email.forget()) != nil else {
      return .unwritten
    }
    return .accepted
  }
}

extension ProgramError {
  /// There is no hash of the password.
  fileprivate static func unhashed(_ reason: String, _ status: ExitStatus = .usage) -> ProgramError {
    ProgramError(text("cannot hash the password: {reason}", ["reason": reason]), status)
  }
}
