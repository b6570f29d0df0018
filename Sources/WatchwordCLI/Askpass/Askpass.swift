internal import Glibc
internal import Watchword
internal import WatchwordMessages
internal import WatchwordSecrets
internal import WatchwordSystem

/// The program as ssh, sudo and git call it where they need an answer from a person.
struct Askpass {
  /// What they say that they need.
  let prompt: AskpassPrompt
  /// How a form looks, as it was set beforehand.
  let options: Options
  let descriptors: StandardDescriptors

  /// Asks the person what the other program wants to know.
  func run() throws(ProgramError) -> ExitStatus {
    options.remarks.forEach(StandardError.tell)
    return switch PersonFolder.environment("SSH_ASKPASS_PROMPT") {
    case "confirm": try confirm()
    case "none": try tell()
    default: try ask()
    }
  }

  /// Asks for one line, and writes it.
  private func ask() throws(ProgramError) -> ExitStatus {
    let output = try StandardOutput(descriptors)
    let outcome = try show(fieldForm)
    switch consume outcome {
    case .cancelled(.interrupt): return .interrupted(onTerminalAt: options.presentation.device)
    case .cancelled: return .cancelled
    case .accepted(let answer):
      let text = try rethrow(
        try answer.encode(AnswerFormat(.lines)),
        as: { (error: AnswerError) in ProgramError.unwritten(error, to: StandardOutput.name) })
      _ = consume answer
      try output.deliver(text.bytes)
      return .accepted
    }
  }

  /// Asks a question. For a yes the status counts, and for some callers an answer that is empty or this word.
  /// Control-C is a no: an agent that asks on its own terminal goes on, with its keys.
  private func confirm() throws(ProgramError) -> ExitStatus {
    let output = try StandardOutput(descriptors)
    let texts = Texts.ofProcess
    // translators: The letter that means yes, best one that stands in the word for Yes.
    let yesLetter = texts.context("letter", "y")
    // translators: The letter that means no, best one that stands in the word for No.
    let noLetter = texts.context("letter", "n")
    var yes = FormButton(texts("Yes"), accelerator: yesLetter.lowercased().first)
    (yes.englishWords, yes.englishAccelerator) = (["yes", "y"], "y")
    var no = FormButton(texts("No"), accelerator: noLetter.lowercased().first, effect: .cancel)
    (no.englishWords, no.englishAccelerator) = (["no", "n"], "n")
    let outcome = try show(question(texts("Please confirm"), [yes, no]))
    guard case .accepted = consume outcome else { return .cancelled }
    try output.deliver("yes\n")
    return .accepted
  }

  /// Shows a message until a key is pressed, or until the other program ends this one by a signal.
  private func tell() throws(ProgramError) -> ExitStatus {
    var form = question(text("Message"), [FormButton(text("Close"))])
    form.endsWithAnyKey = true
    _ = try show(form)
    return .accepted
  }

  /// The form of `ask`, with the words of the other program, which looks as it was set beforehand.
  private var fieldForm: FormDescription {
    var form = options.makeDescription()
    let subject = prompt.subject(form.texts)
    (form.title, form.text, form.isTextWhole) = (subject.title, prompt.text, true)
    // What is typed stays masked at the start, whatever was set for other forms.
    if form.reveal == .always { (form.reveal, form.revealTimeout) = (.allowed, nil) }
    // An empty answer is taken, and nothing has to be said of that.
    form.fields[0].isOptional = true
    form.saysOptional = false
    form.fields[0].label = subject.label
    if prompt.text != nil { form.fields[0].placeholder = "" }
    guard prompt.isShown else { return form }
    (form.fields[0].isSecure, form.fields[0].isRevealable) = (false, false)
    form.fields[0].hasClearSign = true
    form.fields[0].requirement = .presence
    return form
  }

  private func question(_ title: String, _ buttons: [FormButton]) -> FormDescription {
    var form = FormDescription.question(
      title: title, text: prompt.text, buttons: buttons, texts: .ofProcess)
    form.timeout = options.form.timeout
    return form
  }

  private func show(_ form: FormDescription) throws(ProgramError) -> Outcome {
    let outcome = try rethrow(
      try form.show(options.presentation),
      // No option could help: whoever calls the program gives it none.
      as: { (failure: FormFailure) in
        let error = WatchwordError(failure)
        return ProgramError("\(error)", ProgramError(error).status)
      })
    switch consume outcome {
    case .cancelled(.timeout): throw .timedOut
    case .cancelled(let way): return .cancelled(way)
    case .accepted(let answer): return .accepted(answer)
    }
  }
}

/// What another program wants to know, in its own words.
///
/// They may hold what others wrote, such as the name of a host or the comment of a key, so nothing of them is trusted.
struct AskpassPrompt: Equatable, Sendable {
  /// The words as they are shown; `nil` for none.
  let text: String?
  /// Whether what is typed is shown, since it is no secret. The words of the programs alone say so: a guess would show
  /// secrets.
  let isShown: Bool

  /// Reads what the other program says; `nil` where it says nothing.
  init(_ prompt: String?) {
    let prompt = prompt ?? ""
    isShown =
      prompt.utf8.starts(with: Self.userName.utf8)
      || Self.questions.contains { prompt.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
    let text = prompt.withoutOuterWhiteSpace.replacingControls
    self.text = text.isEmpty ? nil : text
  }

  /// How git asks for the name of a user (credential.c).
  private static let userName = "Username for '"
  /// How ssh asks whether a host is the right one (sshconnect.c).
  private static let questions = ["(yes/no)? ", "(yes/no/[fingerprint])? "]

  /// The title of a form that asks for this, and the label of its field, as far as the words tell. An answer is what is
  /// nothing else.
  func subject(_ texts: Texts) -> (title: String, label: String) {
    let words = text?.lowercased().split { !$0.isLetter } ?? ["password"]
    if text?.utf8.starts(with: Self.userName.utf8) == true {
      return (texts("User name required"), texts("User name"))
    }
    if !isShown, words.contains("passphrase") {
      return (texts("Passphrase required"), texts("Passphrase"))
    }
    if !isShown, words.contains("password") { return (texts("Password required"), texts("Password")) }
    if !isShown, words.contains("pin") { return (texts("PIN required"), texts("PIN")) }
    return (texts("Answer required"), texts("Answer"))
  }
}
