internal import Glibc
internal import Watchword
internal import WatchwordForms
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// A command that shows a form and writes what was typed.
struct FormCommand {
  /// What the command line asks for.
  let options: FormOptions
  /// What stood at the standard descriptors when the program began.
  let descriptors: StandardDescriptors

  /// Runs the form and writes the answer; or forgets the email address, where that is asked for.
  func run() -> ExitStatus {
    if options.forgets { return forget() }
    if let obstacle = StandardOutput.obstacle(descriptors) {
      StandardError.tell(obstacle)
      return .unwritten
    }
    var form = options
    let email = recall(into: &form)
    var judge = JudgeConfiguration()
    do throws(UsageError) {
      if options.asksForNewPassword { judge = try options.judge.makeConfiguration(for: options.policy) }
    } catch {
      StandardError.tell(error.line)
      return .usage
    }
    return show(form, judge, remembering: email)
  }

  /// Shows the form, and writes what was typed.
  private func show(
    _ form: FormOptions, _ judge: JudgeConfiguration, remembering email: RememberedEmail?
  ) -> ExitStatus {
    var presentation = options.presentation
    // The program has taken them already.
    presentation.catchesDeadlySignals = false
    do throws(WatchwordError) {
      switch try form.run(presentation, judge: judge, verifier: options.verifier.verifier) {
      case .cancelled: return .cancelled
      case .accepted(let answer):
        let status = deliver(answer)
        if status == .accepted, let email { keep(answer, in: email) }
        return status
      }
    } catch {
      StandardError.tell(error.line)
      return error.status
    }
  }

  /// Tells the person of the success, and writes the answer.
  private func deliver(_ answer: borrowing Answer) -> ExitStatus {
    if options.command == .new, !options.isQuiet, StandardError.isTerminal {
      StandardError.write(Catalogue.english.form.success)
    }
    do throws(AnswerError) {
      let format = options.answerFormat(of: answer.values.count)
      let text = try answer.encode(format, locking: options.locking)
      return StandardOutput.deliver(descriptors, text.bytes)
    } catch {
      return StandardOutput.cannotWrite("\(error)")
    }
  }

  /// Puts the email address of the last time into the form, unless the command line has another one.
  ///
  /// - Returns: Where the address is kept at the end; `nil` also where it cannot be read.
  private func recall(into form: inout FormOptions) -> RememberedEmail? {
    guard options.remembers, let email = RememberedEmail.ofPerson(),
      let address = email.attempt("use", try email.read())
    else { return nil }
    if let address, form.values["email"] == nil { form.values["email"] = address }
    return email
  }

  /// Keeps the email address. The answer was written by then, so that no error here is one of the form.
  private func keep(_ answer: borrowing Answer, in email: RememberedEmail) {
    for value in answer.values where value.name == "email" {
      let address = answer.withText(of: value) { String(copying: $0) }
      _ = email.attempt("keep", try email.write(address))
    }
  }

  private func forget() -> ExitStatus {
    guard let email = RememberedEmail.ofPerson(), email.attempt("forget", try email.forget()) != nil else {
      return .unwritten
    }
    return .accepted
  }
}
