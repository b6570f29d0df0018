internal import Watchword
internal import WatchwordBase
internal import WatchwordCurses
internal import WatchwordOptions
internal import WatchwordSecrets
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
    var inquiry = inquiry
    switch record?.repetition {
    // This may be no refusal: two modules of PAM may ask in the same words, one after the other.
    case .atOnce?: inquiry.alert = text("This is asked again.")
    case .afterAnother?: inquiry.alert = text("The last answers were not accepted.")
    case nil: break
    }
    let presentation = presentation
    let ending = try options.ask(inquiry, on: presentation) { (answer) throws(ProgramError) in
      let text = try rethrow(
        try answer.encode(AnswerFormat(.lines)),
        as: { (error: AnswerError) in ProgramError.unwritten(error, to: StandardOutput.name) })
      _ = consume answer
      try output.deliver(text.bytes)
      record?.note()
      return true
    }
    if ending != .accepted { record?.forget() }
    return try ending.status(onTerminalAt: presentation.devicePath, takesOptions: false)
  }

  /// Asks a question. Yes is the status 0; some callers also want "yes" or nothing as output. Control-C means no,
  /// without the usual SIGINT: that would end an ssh-agent in the foreground of the terminal, which would lose its
  /// keys.
  private func confirm() throws(ProgramError) -> ExitStatus {
    let output = try StandardOutput(descriptors)
    let ending = try options.ask(question, on: presentation) { _ throws(ProgramError) in
      try output.deliver("yes\n")
      return true
    }
    return ending == .interrupted ? .cancelled : try ending.status(onTerminalAt: nil, takesOptions: false)
  }

  /// Shows a message until a key is pressed, or until the caller ends this program by a signal.
  private func tell() throws(ProgramError) -> ExitStatus {
    var inquiry = Inquiry(.message(FormButton(text("Close"))))
    (inquiry.title, inquiry.text) = (text("Message"), prompt.text)
    let ending = try options.ask(inquiry, on: presentation) { _ in true }
    _ = try ending.status(onTerminalAt: nil, takesOptions: false)
    return .accepted
  }

  /// What `ask` asks, in the other program's words.
  var inquiry: Inquiry {
    let texts = Texts.ofProcess
    let subject = prompt.subject(texts)
    var inquiry = Inquiry(prompt.isNew ? .newSecretOnce : prompt.isShown ? .shown : .secret)
    inquiry.nameInLog = subject.title
    if let text = prompt.text(texts, mayBeEmpty: !options.requiresPassword) {
      // The prompt says more than a title could.
      (inquiry.title, inquiry.text, inquiry.placeholder) = ("", text, "")
    }
    (inquiry.label, inquiry.isPassphrase) = (subject.label, prompt.isNew)
    inquiry.subject = prompt.lastLine ?? subject.label
    return inquiry
  }

  var question: Inquiry {
    let texts = Texts.ofProcess
    var inquiry = Inquiry(.question(FormButton.yesAndNo(texts)))
    (inquiry.title, inquiry.text) = (texts("Please confirm"), prompt.text)
    inquiry.subject = prompt.lastLine
    return inquiry
  }

  /// Where to show the form. Without a terminal, as when ssh-agent asks whether a key may be used, on the one that
  /// GPG_TTY or SSH_TTY names.
  private var presentation: Presentation {
    var presentation = options.presentation
    guard presentation.devicePath == nil, !TerminalDevice.hasControllingTerminal,
      let other = ["GPG_TTY", "SSH_TTY"].compactMap(exactEnvironmentVariable).first(
        where: TerminalDevice.isOwn)
    else { return presentation }
    (presentation.devicePath, presentation.mustOwnDevice) = (other, true)
    // What else is written there is not known.
    presentation.isInline = false
    return presentation
  }
}
