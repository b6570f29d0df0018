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
  let options: Options
  /// What stood at the standard descriptors when the program began.
  let descriptors: StandardDescriptors

  /// Runs the form and writes the answer; or forgets the email address, where that is asked for.
  func run() throws(ProgramError) -> ExitStatus {
    if options.forgets { return forget() }
    try StandardOutput.check(descriptors)
    let verifier = options.verifier
    if let verifier, let obstacle = verifier.obstacle {
      throw ProgramError("cannot start the command \(verifier.arguments[0].quoted): \(obstacle)")
    }
    var form = options
    let email = recall(into: &form)
    let judge = options.asksForNewPassword ? try options.makeJudgeConfiguration() : JudgeConfiguration()
    // The program has taken them already.
    form.presentation.catchesDeadlySignals = false
    let outcome = try rethrow(
      try form.show(form.presentation, judge: judge, verifier: verifier),
      as: { (error: WatchwordError) in ProgramError(error) })
    switch consume outcome {
    case .cancelled: return .cancelled
    case .accepted(let answer):
      try deliver(answer)
      if let email { keep(answer, in: email) }
      return .accepted
    }
  }

  /// Writes the answer, and then tells the person. The program has not changed any password itself (A10).
  private func deliver(_ answer: borrowing Answer) throws(ProgramError) {
    let format = options.answerFormat(of: answer.values.count)
    let text = try rethrow(
      try answer.encode(format, locking: options.locking),
      as: { (error: AnswerError) in ProgramError.unwritten("\(error)") })
    try StandardOutput.deliver(descriptors, text.bytes)
    if options.command == .new, !options.isQuiet, StandardError.isTerminal {
      StandardError.write(Catalogue.english.form.accepted)
    }
  }

  /// Puts the email address of the last time into the form, unless the command line has another one.
  ///
  /// - Returns: Where the address is kept at the end; `nil` also where it cannot be read.
  private func recall(into form: inout Options) -> RememberedEmail? {
    guard options.remembers, let email = RememberedEmail.ofPerson(),
      let address = email.attempt("use", try email.read())
    else { return nil }
    if let address, form.texts["email"] == nil { form.texts["email"] = address }
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
