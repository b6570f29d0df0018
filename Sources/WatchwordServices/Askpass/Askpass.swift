internal import Watchword
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordOptions
internal import WatchwordSecrets
internal import WatchwordStrength
internal import WatchwordSystem

/// The program as ssh, sudo and git call it when they need an answer from the user.
struct Askpass {
  let prompt: AskpassPrompt
  /// How a form looks, and what a new passphrase has to be, from the configuration.
  let options: Options
  let descriptors: StandardDescriptors

  func run() throws(ProgramError) -> ExitStatus {
    switch exactEnvironmentVariable("SSH_ASKPASS_PROMPT") {
    case "confirm": try confirm()
    case "none": try tell()
    default: try ask()
    }
  }

  /// Asks for one line, and writes it.
  private func ask() throws(ProgramError) -> ExitStatus {
    let output = try StandardOutput(descriptors)
    let record = prompt.isQuestion || prompt.isRepeat ? nil : AskedBefore(prompt.words)
    var form = fieldForm
    switch record?.repetition {
    // This may be no refusal: two modules of PAM may ask in the same words, one after the other.
    case .atOnce?: form.alert = form.texts("This is asked again.")
    case .afterAnother?: form.alert = form.texts("The last answers were not accepted.")
    case nil: break
    }
    var (line, answer) = (LineBehind?.none, Answer?.none)
    let ending = try show(form, &answer, leaving: &line)
    let label = prompt.lastLine ?? form.fields[0].label
    guard let answer = answer.take() else {
      record?.forget()
      line?.write(ending, label: label)
      return try ending.status(onTerminalAt: presentation.devicePath)
    }
    do throws(ProgramError) {
      let text = try rethrow(
        try answer.encode(AnswerFormat(.lines)),
        as: { (error: AnswerError) in ProgramError.unwritten(error, to: StandardOutput.name) })
      _ = consume answer
      try output.deliver(text.bytes)
    } catch {
      line?.writeFailure(label: label)
      throw error
    }
    record?.note()
    line?.write(.accepted, label: label)
    return .accepted
  }

  /// Asks a question. Yes is the status 0; some callers also want "yes" or nothing as output. Control-C means no,
  /// without the usual SIGINT: that would end an ssh-agent in the foreground of the terminal, which would lose its
  /// keys.
  private func confirm() throws(ProgramError) -> ExitStatus {
    let output = try StandardOutput(descriptors)
    let texts = Texts.ofProcess
    var (line, answer) = (LineBehind?.none, Answer?.none)
    let ending = try show(
      question(texts("Please confirm"), FormButton.yesAndNo(texts)), &answer, leaving: &line)
    let words = prompt.lastLine ?? texts("Please confirm")
    do throws(ProgramError) { if ending == .accepted { try output.deliver("yes\n") } } catch {
      line?.writeFailure(label: words)
      throw error
    }
    line?.write(ending, label: words)
    return ending == .interrupted ? .cancelled : try ending.status(onTerminalAt: nil)
  }

  /// Shows a message until a key is pressed, or until the caller ends this program by a signal.
  private func tell() throws(ProgramError) -> ExitStatus {
    var form = question(text("Message"), [FormButton(text("Close"))])
    form.endsWithAnyKey = true
    var (line, answer) = (LineBehind?.none, Answer?.none)
    _ = try show(form, &answer, leaving: &line).status(onTerminalAt: nil)
    return .accepted
  }

  /// The form of `ask` with the other program's words, and the look from the configuration.
  var fieldForm: FormDescription {
    var form = FormDescription.ask(.ofProcess, policy: options.policy, from: options.form)
    let subject = prompt.subject(form.texts)
    // The prompt says more than a title could.
    form.title = prompt.text == nil ? subject.title : ""
    form.nameInLog = subject.title
    let mayBeEmpty = !options.requiresPassword
    (form.text, form.isTextWhole) = (prompt.text(form.texts, mayBeEmpty: mayBeEmpty), true)
    // An empty answer is accepted without a remark.
    (form.fields[0].isOptional, form.saysOptional) = (mayBeEmpty, false)
    form.fields[0].label = subject.label
    if prompt.text != nil { form.fields[0].placeholder = "" }
    if prompt.isNew {
      (form.fields[0].requirement, form.offersPasswords) = (.policy, false)
      form.strongWords = form.texts("Strong passphrase")
    }
    if prompt.isShown { form.showAnswer() }
    return form
  }

  func question(_ title: String, _ buttons: [FormButton]) -> FormDescription {
    .question(title: title, text: prompt.text, buttons: buttons, texts: .ofProcess, from: options.form)
  }

  /// Where to show the form. Without a terminal, as when ssh-agent asks whether a key may be used, on the one that
  /// GPG_TTY or SSH_TTY names.
  private var presentation: Presentation {
    var presentation = options.presentation
    guard presentation.devicePath == nil, !Caller.hasTerminal,
      let other = ["GPG_TTY", "SSH_TTY"].compactMap(exactEnvironmentVariable).first(where: {
        Caller.hasTerminal(at: $0)
      })
    else { return presentation }
    (presentation.devicePath, presentation.mustOwnDevice) = (other, true)
    // What else is written there is not known.
    presentation.isInline = false
    return presentation
  }

  private func show(
    _ form: FormDescription, _ answer: inout Answer?, leaving line: inout LineBehind?
  ) throws(ProgramError) -> Ending {
    var advisers = Advisers()
    if prompt.isNew { advisers.judge = try options.makeJudgeConfiguration(for: form.policy) }
    do throws(Ending) {
      answer = try form.show(presentation, advisers) { line = $0 }
      return .accepted
    } catch {
      // The message names no option, because the caller passes none.
      if let failure = error.failure { throw ProgramError("\(failure)", ProgramError(failure).status) }
      return error
    }
  }
}

extension FormDescription {
  /// Makes the answer visible while it is typed, because it is no secret.
  mutating func showAnswer() {
    (fields[0].isSecure, fields[0].isRevealable) = (false, false)
    (fields[0].hasClearSign, fields[0].requirement) = (true, .presence)
  }
}
