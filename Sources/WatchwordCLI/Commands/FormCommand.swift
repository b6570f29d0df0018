internal import Glibc
internal import Watchword
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// A command that shows a form and writes what was typed.
struct FormCommand {
  let options: Options

  /// Runs the form and writes the answer; or forgets the email address, where that is asked for.
  func run(_ descriptors: StandardDescriptors) throws(ProgramError) -> ExitStatus {
    if options.forgets, !options.isValidating { return forget() }
    let destination = try Destination(options, descriptors)
    let (verifier, oldVerifier) = (options.verifying.verifier, options.verifying.oldVerifier)
    for program in [verifier, oldVerifier].compactMap({ $0?.arguments[0] }) {
      _ = try rethrow(try findProgram(program), as: { ProgramError.unstartable(program, $0) })
    }
    // Its words are read when somebody asks for them; that there is a list can be seen now.
    if options.asksForNewPassword, let path = options.form.wordList {
      _ = try rethrow(try WordFile(path: path), as: { ProgramError.unreadable(list: path, $0) })
    }
    let hasher = try makeHasher()
    if options.isValidating {
      if options.asksForNewPassword { _ = try options.readLists() }
      return .accepted
    }
    var asked = options
    let email = recall(into: &asked)
    let form = asked.makeDescription()
    let judge =
      options.asksForNewPassword
      ? try options.makeJudgeConfiguration(for: form.policy) : JudgeConfiguration()
    var advisers = Advisers(judge: judge, verifier: verifier, oldVerifier: oldVerifier)
    // With a delegate a form judges each key before it shows it.
    if let template = options.answer.template, !template.separators.isEmpty {
      advisers.delegate = TemplateGuard(template)
    }
    let outcome = try rethrow(
      try form.show(options.presentation, advisers),
      as: { (failure: FormFailure) in ProgramError(WatchwordError(failure)) })
    switch consume outcome {
    case .cancelled(.escape): return options.cancelStatus
    case .cancelled(.interrupt): return .interrupted(onTerminalAt: options.presentation.device)
    case .cancelled(.timeout): throw .timedOut
    case .accepted(let answer):
      let address = email == nil ? nil : answer.withText(of: "email") { String(copying: $0) }
      let status = try deliver(consume answer, to: destination, hasher)
      if let email, let address, status == .accepted {
        email.attempt(try email.write(address)) {
          text("cannot keep the remembered email address in {file}: {reason}", $0)
        }
      }
      return status
    }
  }

  /// Takes the memory for the hash that is handed out in the place of the new password; `nil` where it is the password.
  private func makeHasher() throws(ProgramError) -> PasswordHasher? {
    guard let method = options.hashMethod else { return nil }
    do throws(AnswerError) {
      let cost = options.hashCost ?? method.standardCost
      return try PasswordHasher(method, cost: cost, locking: options.locking)
    } catch .memory(let error) {
      throw .memory(error)
    } catch {
      throw Self.unhashed(error, .usage)
    }
  }

  /// Writes the answer, and then tells the person. The program has not changed any password itself (A10).
  ///
  /// - Returns: The status of the receiver, or success where there is none.
  private func deliver(
    _ answer: consuming Answer, to destination: Destination, _ hasher: consuming PasswordHasher?
  ) throws(ProgramError) -> ExitStatus {
    if let hasher {
      do throws(AnswerError) {
        answer = try answer.hashingNewPassword(with: hasher, locking: options.locking)
      } catch {
        throw Self.unhashed(error, .unwritten)
      }
    }
    let format = options.answerFormat(of: answer.values.count)
    var written = try rethrow(
      try answer.encode(format, locking: options.locking),
      as: { (error: AnswerError) in ProgramError.unwritten(error, to: destination.name) })
    // What was typed is wiped before anyone is waited for.
    _ = consume answer
    let status = try destination.deliver(&written)
    if status == .accepted, [.new, .change].contains(options.command), !options.isQuiet,
      StandardError.isTerminal
    {
      StandardError.write(
        options.receiver == nil
          ? text("Password accepted.") : text("Success: You have successfully changed your password."))
    }
    return status
  }

  /// There is no hash of the password.
  private static func unhashed(_ reason: AnswerError, _ status: ExitStatus) -> ProgramError {
    .text("cannot hash the password: {reason}", ["reason": "\(reason)"], status: status)
  }

  /// Puts the email address of the last time into the form, unless the command line has another one.
  ///
  /// - Returns: Where the address is kept at the end; `nil` also where it cannot be read.
  private func recall(into asked: inout Options) -> RememberedEmail? {
    guard options.remembers, let email = RememberedEmail.ofPerson(),
      let address = email.attempt(
        try email.read(), or: { text("cannot use the remembered email address in {file}: {reason}", $0) })
    else { return nil }
    if let address, asked.texts["email"] == nil,
      options.answer.template?.separator(in: address.utf8Span, of: "email") == nil
    {
      asked.texts["email"] = address
    }
    return email
  }

  private func forget() -> ExitStatus {
    guard let email = RememberedEmail.ofPerson(),
      email.attempt(
        try email.forget(), or: { text("cannot forget the remembered email address in {file}: {reason}", $0) }
      )
        != nil
    else { return .unwritten }
    return .accepted
  }
}

/// Keeps what separates the values of a template out of the fields: such a text is an error of its field, and the form
/// is not accepted while it stands.
final class TemplateGuard: TextFieldDelegate {
  private let template: AnswerTemplate

  init(_ template: AnswerTemplate) { self.template = template }

  func textField(
    _ textField: borrowing TextField, didSend event: TextField.Event, in form: inout RunningForm
  ) {
    let name = textField.name
    guard event == .editingChanged,
      let separator = form.withText(of: name, { template.separator(in: $0, of: name) }) ?? nil
    else { return }
    let message =
      separator == " "
      ? text("Leave out spaces.")
      : text("Leave out the character {character}.", ["character": String(separator).quoted])
    form.setErrorMessage(message, of: name)
  }
}
