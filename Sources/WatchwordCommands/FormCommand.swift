internal import Glibc
internal import Watchword
internal import WatchwordBase
internal import WatchwordCurses
package import WatchwordOptions
internal import WatchwordSecrets
internal import WatchwordStrength
package import WatchwordSystem

/// A command that shows a form and writes what was typed.
package struct FormCommand: ~Copyable {
  let options: Options

  package init(options: Options) { self.options = options }

  /// Runs the form and writes the answer; or forgets the email address, if asked to.
  package func run(_ descriptors: StandardDescriptors) throws(ProgramError) -> ExitStatus {
    if options.forgets, !options.isValidating { return forget() }
    let destination = try Destination(options, descriptors)
    if let remark = options.answer.template?.remark(on: destination) { StandardError.tell(remark) }
    let (verifier, oldVerifier) = (options.verifying.verifier, options.verifying.oldVerifier)
    for program in [verifier, oldVerifier].compactMap({ $0?.arguments[0] }) {
      _ = try rethrow(try findProgram(program), as: { ProgramError.unstartable(program, $0) })
    }
    // The word list is read on demand, but a missing one can be reported now.
    if options.asksForNewPassword, let path = options.form.wordList {
      _ = try rethrow(try WordFile(path: path), as: { ProgramError.unreadable(list: path, $0) })
    }
    let hasher = try options.makeHasher()
    // What is left by the extra button is no answer, so it never goes where the answer would go.
    let output =
      options.form.secondaryTitle == nil
      ? nil : try StandardOutput(descriptors, isWritten: !options.isValidating)
    if options.isValidating {
      if options.asksForNewPassword { _ = try options.readLists() }
      return .accepted
    }
    var form = options.makeDescription()
    let email = recall(into: &form)
    form.isPrinted = destination.isTerminal && options.handsOutPassword(of: form)
    var advisers = try options.advisers(for: form)
    (advisers.verifier, advisers.oldVerifier) = (verifier, oldVerifier)
    advisers.host.delegate = TemplateGuard(options.answer.template)
    var line: LineBehind?
    let answer: Answer
    do throws(Ending) {
      answer = try form.show(options.presentation, advisers) { line = $0 }
    } catch {
      line?.isSilent = options.leavesNoLine
      if error.failure == nil { tellUnreadable(advisers.judge.lists) }
      let isSaid = line?.write(error) == true
      if case .secondaryPress(let press) = error { try write(press, to: output) }
      do throws(ProgramError) {
        return try error.status(
          onTerminalAt: options.presentation.devicePath, escape: options.cancelStatus)
      } catch {
        // The line stands where standard error would say the same.
        throw isSaid && StandardError.isTerminal && options.presentation.devicePath == nil
          ? ProgramError(nil, error.status) : error
      }
    }
    line?.isSilent = options.leavesNoLine
    tellUnreadable(advisers.judge.lists)
    let address = email == nil ? nil : answer.withText(of: "email") { String(copying: $0) }
    let level = answer.strength == nil ? nil : answer.level
    line?.startsLine = destination.isTerminal && !options.answer.hasNewline
    let status: ExitStatus
    do throws(ProgramError) {
      status = try deliver(consume answer, to: destination, hasher)
    } catch {
      let isSignal = error.status.rawValue > ExitStatus.signalled(0).rawValue
      line?.writeFailure(of: isSignal ? options.receiver?.first ?? "" : nil)
      throw error
    }
    tell(status, on: line, level)
    if let email, let address, status == .accepted {
      email.attempt(try email.write(address)) {
        text("cannot keep the remembered email address in {file}: {reason}", $0)
      }
    }
    return status
  }

  /// Says why lists cannot be read. The form has said only that they cannot.
  private func tellUnreadable(_ lists: [WordFile]) {
    for list in lists {
      if let line = list.failure.flatMap({ ProgramError.unreadable(list: list.path, $0).line }) {
        StandardError.tell(line)
      }
    }
  }

  /// Says, on the line of an inline form or else on standard error, that the answer was handed out or that the receiver
  /// has failed. The program itself has changed no password (A10).
  private func tell(_ status: ExitStatus, on line: LineBehind?, _ level: Level?) {
    if let line {
      if status != .accepted { return line.writeFailure(of: options.receiver?.first ?? "") }
      line.write(.accepted, label: options.successWords, level: level)
    } else if status == .accepted, !options.isQuiet, StandardError.isTerminal, let success = options.success {
      StandardError.write(success)
    }
  }

  /// Whether standard input is a pipe with data that nobody has read.
  private static var hasWaitingInput: Bool {
    var status = stat()
    var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard unsafe fstat(STDIN_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return false }
    return unsafe poll(&request, 1, 0) == 1 && request.revents & Int16(POLLIN) != 0
  }

  /// Writes the answer. Returns the receiver's status, or success if there is none.
  private func deliver(
    _ answer: consuming Answer, to destination: Destination, _ hasher: consuming PasswordHasher?
  ) throws(ProgramError) -> ExitStatus {
    if let hasher {
      do throws(AnswerError) {
        answer = try answer.hashingNewPassword(with: hasher, locking: options.locking)
      } catch {
        throw .unhashed(error)
      }
    }
    let format = options.answerFormat(of: answer.values.count)
    var written = try rethrow(
      try answer.encode(format, locking: options.locking),
      as: { (error: AnswerError) in ProgramError.unwritten(error, to: destination.name) })
    // What was typed is wiped before waiting for anyone.
    _ = consume answer
    if let program = options.receiver?.first, options.answerDescriptor == nil, Self.hasWaitingInput {
      StandardError.tell(
        text(
          "{command} reads the answer, not what waits in standard input: '{option}' hands over both",
          ["command": program.quoted, "option": "\(Option.answerFd.flag) 3"]))
    }
    if options.receiver != nil { TypedAhead.discard(onTerminalAt: options.presentation.devicePath) }
    return try destination.deliver(&written, isQuiet: options.isQuiet)
  }

  /// Writes the texts that the extra button leaves. A template has no place for half of an answer.
  private func write(
    _ press: PasswordForm.SecondaryPress, to output: StandardOutput?
  ) throws(ProgramError) {
    let format = options.answerFormat(of: press.values.count)
    guard let output, format.template == nil else { return }
    let written = try rethrow(
      try press.encode(format, locking: options.locking),
      as: { (error: AnswerError) in ProgramError.unwritten(error, to: StandardOutput.name) })
    try output.deliver(written.bytes)
  }

  /// Fills in the last email address, unless the command line has one. Returns the file that will keep the new address;
  /// `nil` if none should be kept, or if the file cannot be read.
  private func recall(into form: inout FormDescription) -> RememberedEmail? {
    guard options.remembers, let email = RememberedEmail.ofPerson(),
      let address = email.attempt(
        try email.read(), or: { text("cannot use the remembered email address in {file}: {reason}", $0) })
    else { return nil }
    if let address, form.fields[0].text.isEmpty,
      options.answer.template?.fault(in: address.utf8Span, of: "email") == nil
    {
      (form.fields[0].text, form.firstField) = (address, 1)
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
