internal import Forms
internal import Glibc
internal import Messages
internal import Secrets
internal import Strength
internal import System
internal import Watchword

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
    let remembered = recall(into: &form)
    var judge = JudgeConfiguration()
    do throws(UsageError) {
      if options.asksForNewPassword { judge = try options.judgement.makeConfiguration(for: options.policy) }
    } catch {
      StandardError.tell(error.line)
      return .usage
    }
    do throws(SessionError) {
      let check = options.check.submissionCheck
      var presentation = options.presentation
      // The program has taken them already.
      presentation.catchesDeadlySignals = false
      switch try form.run(presentation, judge: judge, check: check) {
      case .cancelled: return .cancelled
      case .accepted(let answer):
        let status = deliver(answer)
        if status == .accepted, let remembered { keep(answer, in: remembered) }
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
    return StandardOutput.deliver(descriptors) { (output) throws(AnswerFormat.Failure) in
      try options.answer.write(answer.values.count, to: output) { (format) throws(AnswerFailure) in
        try answer.encode(format, locking: options.locking)
      }
    }
  }

  /// Puts the email address of the last time into the form, unless the command line has another one. Where it cannot
  /// be read, none is kept at the end either.
  private func recall(into form: inout FormOptions) -> RememberedEmail? {
    guard options.remembers, let remembered = try? RememberedEmail() else { return nil }
    do throws(RememberedEmail.Trouble) {
      let name = RememberedEmail.name.text
      if let address = try remembered.read(), form.values[name] == nil { form.values[name] = address }
      return remembered
    } catch {
      return nil
    }
  }

  private func keep(_ answer: borrowing Answer, in remembered: RememberedEmail) {
    for value in answer.values where value.name == RememberedEmail.name.text {
      let address = answer.withText(of: value) { String(copying: $0) }
      // The answer was written, so that this is no failure of the form.
      try? remembered.write(address)
    }
  }

  private func forget() -> ExitStatus {
    do throws(RememberedEmail.Trouble) {
      try RememberedEmail().forget()
      return .accepted
    } catch {
      return .unwritten
    }
  }
}
