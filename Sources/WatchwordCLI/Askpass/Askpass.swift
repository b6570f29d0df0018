internal import Glibc
internal import Watchword
internal import WatchwordForms
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordSystem

/// The program as ssh, sudo and git call it where they need an answer from a person.
struct Askpass {
  /// What they say that they need; `nil` where they do not.
  let prompt: String?
  /// How a form looks, as it was set beforehand.
  let options: Options
  /// What stood at the standard descriptors when the program began.
  let descriptors: StandardDescriptors

  /// Asks the person, and writes the answer.
  func run() throws(ProgramError) -> ExitStatus {
    options.remarks.forEach(StandardError.tell)
    try StandardOutput.check(descriptors)
    let outcome = try show(entryForm)
    switch consume outcome {
    case .cancelled: return .cancelled
    case .accepted(let answer):
      var text = try rethrow(
        try answer.encode(AnswerFormat(.lines)),
        as: { (error: AnswerError) in ProgramError.unwritten("\(error)") })
      _ = consume answer
      return try Destination.standardOutput(descriptors).deliver(&text)
    }
  }

  private func show(_ form: some FormDescription) throws(ProgramError) -> Outcome {
    var presentation = options.presentation
    // The program has taken them already.
    presentation.catchesDeadlySignals = false
    return try rethrow(
      try form.show(presentation, judge: JudgeConfiguration(), verifier: nil),
      // No option could help: whoever calls the program gives it none.
      as: { (failure: FormFailure) in
        let error = WatchwordError(failure)
        return ProgramError("\(error)", ProgramError(error).status)
      })
  }

  /// The form with one field.
  private var entryForm: CustomForm {
    let prompt = AskpassPrompt(prompt)
    var form = options.customForm
    let subject = prompt.subject(form.catalogue.askpass)
    form.title = subject.title
    form.text = prompt.text
    form.catalogue.form.optional = ""
    form.fields[0].label = subject.label
    if prompt.text != nil { form.fields[0].placeholder = "" }
    form.fields[0].isOptional = true
    if prompt.isShown {
      form.fields[0].isSecure = false
      form.fields[0].isRevealable = false
      form.fields[0].hasClearSign = true
      form.fields[0].requirement = .presence
    }
    return form
  }
}
